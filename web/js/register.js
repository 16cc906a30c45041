"use strict";
// Only pages of the site load this script: they remain usable without a network.
navigator.serviceWorker?.register("service-worker.js").catch(() => {});
