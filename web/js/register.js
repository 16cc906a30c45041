"use strict";
// Only pages of the site load this script: they remain usable without a network.
navigator.serviceWorker?.register("service-worker.js").catch(() => {});
// A file that is not of the version of the page is not run.
addEventListener("error", ({ target }) => {
  if (!/^(?:LINK|SCRIPT)$/.test(target.tagName ?? "")) return;
  const said = document.createElement("p");
  said.textContent = "This page is being updated. Reload it in a minute.";
  document.body?.prepend(said);
}, true);
