// The engine's worker in Node: what a browser provides is provided here.
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { gunzipSync } from "node:zlib";

const SCRIPT = new URL("../../web/js/worker.js", import.meta.url);
const MODULE = new URL("../../web/engine/puzzlesat.wasm.gz", import.meta.url);

/**
 * Return an object with the interface of Worker that runs web/js/worker.js in this thread; `clock`
 * has a function `now`.
 */
export function createWorker({ module = MODULE, clock = performance } = {}) {
  const outside = { onmessage: null, onerror: null, isEnded: false };
  const send = (data) =>
    setImmediate(() => !outside.isEnded && outside.onmessage?.({ data: structuredClone(data) }));
  const inside = {
    ...{ Blob, Response, DecompressionStream, TextDecoder, TextEncoder, URL, WebAssembly },
    performance: clock,
    postMessage: send,
  };
  inside.self = inside.WorkerGlobalScope = inside;
  const context = vm.createContext(inside);
  const script = readFileSync(SCRIPT, "utf8").replaceAll(/^export /gm, ""); // vm runs no modules
  vm.runInContext(script, context, { filename: SCRIPT.pathname });
  outside.postMessage = (data) => setImmediate(() => inside.onmessage({ data }));
  outside.terminate = () => {
    outside.isEnded = true;
  };
  outside.postMessage({ module: new WebAssembly.Module(gunzipSync(readFileSync(module))) });
  return outside;
}
