"use strict";
/*
 * Keeps one version of the application for use without a network. `make web` fills in the digest of
 * each file. A version is installed only if all its files have these digests, so that an upload
 * that is half done changes nothing; it takes over when a page is opened or reloaded and no other
 * tab shows the version before.
 */

const FILES = {}; // name -> SHA-256, hexadecimal
const NAME = "puzzlesat-"; // and the digest of all

const START = "index.html", SHARED = "shared";
const SCOPE = new URL("./", self.location).pathname;

const digestOf = async (bytes) =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A file as the server has it; throws unless it is of this version. */
async function fetched(name) {
  const response = await fetch(new Request(name, { cache: "no-cache" }));
  const bytes = await response.arrayBuffer();
  if (!response.ok || (await digestOf(bytes)) !== FILES[name]) throw new Error(`${name} is of another version`);
  return new Response(bytes, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
}

async function install() {
  const names = Object.keys(FILES), all = await Promise.all(names.map(fetched));
  const cache = await caches.open(NAME);
  await Promise.all(names.map((name, i) => cache.put(name, all[i])));
}

async function removeOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("puzzlesat-") && name !== NAME).map((name) => caches.delete(name)));
}

/** A file of this version: the kept one or, if that is missing or damaged, the server's. */
async function served(name) {
  const cache = await caches.open(NAME), kept = await cache.match(name);
  if (kept && (await digestOf(await kept.clone().arrayBuffer())) === FILES[name]) return kept;
  try {
    const found = await fetched(name);
    await cache.put(name, found.clone());
    return found;
  } catch {
    self.registration.update().catch(() => {});
    return new Response("This page is being updated. Reload it in a minute.", { status: 503 });
  }
}

/** The page that was asked for; a newer version that waits comes first if no other tab is open. */
async function navigated(name) {
  const { waiting } = self.registration;
  if (waiting && (await self.clients.matchAll()).length < 2) {
    waiting.postMessage("take over");
    // Not at once: a worker that is always busy with a request may not be replaced.
    return new Response("Updating …", { headers: { Refresh: "1", "Content-Type": "text/html; charset=utf-8" } });
  }
  return served(name);
}

/** Keeps a picture that another application shared, for the start page. */
async function takeShared(request) {
  const form = await request.formData(), file = form.get("file");
  if (file) await (await caches.open(SHARED)).put(SHARED, new Response(file));
  const text = new URLSearchParams({ shared: "", ...(!file && { text: form.get("text") || form.get("url") || "" }) });
  return Response.redirect(`${START}?${text}`, 303);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(removeOthers()));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || !pathname.startsWith(SCOPE)) return;
  const name = pathname.slice(SCOPE.length) || START;
  if (request.method === "POST" && name === START) event.respondWith(takeShared(request));
  else if (request.method === "GET" && Object.hasOwn(FILES, name)) {
    event.respondWith(request.mode === "navigate" ? navigated(name) : served(name));
  }
});
