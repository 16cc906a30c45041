"use strict";
// The worker: a classic script without imports, since workers have no import maps.
self.onmessage = ({ data }) => {
  if (data.method) postMessage({ id: data.id, error: "The engine is not part of this copy yet." });
};
