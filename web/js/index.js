/** The front page: takes a board in any form, tells which puzzle it is, and opens it. */

import { Engine } from "#js/engine.js";
import { mountEntry } from "#js/entry.js";
import { $, refuse } from "#js/shell.js";

const SHARED = "shared"; // where the service worker puts a picture that was shared with the application

const entry = mountEntry($("entry"), { engine: new Engine() });
entry.refresh();

/** Takes what another application shared: a text, or a picture that the service worker kept. */
async function takeShared() {
  const asked = new URLSearchParams(location.search);
  history.replaceState(null, "", location.pathname);
  const text = asked.get("text") || asked.get("url");
  if (text) return entry.takeFile(new Blob([text], { type: "text/plain" }));
  const cache = await caches.open(SHARED), kept = await cache.match(SHARED);
  await caches.delete(SHARED);
  return kept && entry.takeFile(await kept.blob());
}

if (location.search) takeShared().catch(() => refuse("the shared picture was not kept; open it here"));
