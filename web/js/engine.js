/**
 * The client of the engine, which runs in a worker.
 *
 *     const engine = new Engine();
 *     const { minimum, moves } = await engine.call("floodit.solve", { rows, k });
 *
 * What takes no time is answered in the page's own thread:
 *
 *     await loadHere();
 *     const { joined } = answerHere("floodit.play", { rows, moves });
 *
 * Calls run one after another. A search cannot be interrupted from outside, so `stop()` ends the
 * worker; the next call starts another one.
 *
 * engine/interface/README.md describes the arguments and results of all methods.
 */

/** An error whose message is one sentence for the person who reads it. */
export class EngineError extends Error {
  /**
   * @param {string} message
   * @param {{fields?: [number, number][], stopped?: boolean, unloaded?: boolean}} [about]
   *     fields in conflict, if what was given is contradictory; whether the call was ended by `stop()`, or there is no engine
   */
  constructor(message, { fields, stopped = false, unloaded = false } = {}) {
    super(message);
    Object.assign(this, { name: "EngineError", fields, stopped, unloaded });
  }
}

const notLoaded = (reason) => new EngineError(`The solver could not be loaded: ${reason}.`, { unloaded: true });

/** Return a file of the site; only that of the page's version, if the page has its digest. */
async function siteFile(kind) {
  const { content, dataset: { integrity } } = document.querySelector(`meta[name=${kind}]`);
  try {
    const response = await fetch(new URL(content, document.baseURI), integrity ? { integrity } : {});
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new Error(integrity && navigator.onLine ? `${error.message} (perhaps it is being updated: reload the page)` : error.message);
  }
}

/** Return the engine's module from its bytes, which are packed unless a server unpacked them. */
export async function compiled(bytes) {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = isGzip && new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(isGzip ? await new Response(stream).arrayBuffer() : bytes);
}

/** A function that calls another one until it succeeds, and then returns the same promise. */
function once(make) {
  let made = null;
  return () => (made ??= make().catch((error) => {
    made = null;
    throw error;
  }));
}

/** Return the compiled engine of a single file or of the site, the same for all workers. */
const pageModule = once(async () => {
  const packed = document.getElementById("module");
  return compiled(packed ? Uint8Array.from(atob(packed.textContent.trim()), (byte) => byte.charCodeAt(0)) : await siteFile("module"));
});

const workerAddress = once(async () => {
  const script = document.getElementById("worker");
  return URL.createObjectURL(new Blob([script ? script.textContent : await siteFile("worker")], { type: "text/javascript" }));
});

async function newWorker() {
  // in a file, browsers refuse a worker that is a module; the packed script exports nothing
  const worker = new Worker(await workerAddress(), { type: document.getElementById("worker") ? "classic" : "module" });
  try {
    worker.postMessage({ module: await pageModule() }); // it starts while the module is loaded
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return worker;
}

const REST = 500; // milliseconds after which the page has time to start a spare worker

let spare = null; // a worker that waits for a call

function prepare() {
  if (spare) return;
  const mine = (spare = newWorker());
  mine.catch(() => { if (spare === mine) spare = null; });
}

/** Return the spare worker, or a new one; the next one is prepared. */
async function pageWorker() {
  prepare();
  const mine = spare;
  spare = null;
  const worker = await mine;
  setTimeout(prepare, REST);
  return worker;
}

let here = null; // {ask} of the engine in this thread

/** Load the engine into this thread, too; rejects with an EngineError. */
export async function loadHere(load = pageModule) {
  if (here) return;
  if (load === pageModule) prepare();
  try {
    const [worker, module] = await Promise.all([import("#js/worker.js"), load()]);
    await worker.load(module);
    here = worker;
  } catch (error) {
    const needsReload = await import("#js/worker.js").then(() => false, () => true); // browsers keep a failed import
    throw Object.assign(notLoaded(error.message), { needsReload });
  }
}

/** Return what the engine in this thread answers to a call that takes no time. */
export const answerHere = (method, argument) => here.ask(method, argument);

const LOADED = 0; // the number of a call that is no method: a worker answers it as soon as it can

export class Engine {
  #create;
  #start = null; // of the worker: another object for each
  #worker = null;
  #loaded = false;
  #running = null; // the call that the worker has
  #waiting = []; // calls that it does not have yet
  #calls = LOADED;

  /** @param {() => Worker | Promise<Worker>} [create]  starts a worker; for tests. */
  constructor(create = pageWorker) {
    this.#create = create;
  }

  /**
   * Call a method of the engine.
   * @param {string} method
   * @param {object} argument
   * @param {{onprogress?: (progress: object) => void, transfer?: Transferable[]}} [options]  parts
   *     of the argument in `transfer` are handed over instead of copied
   * @returns {Promise<object>} rejects with an EngineError
   */
  call(method, argument, { onprogress, transfer = [] } = {}) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: ++this.#calls, method, argument, transfer, resolve, reject, onprogress });
      if (!this.#start) this.#begin();
      else this.#next();
    });
  }

  /** End all calls; they reject with an EngineError that is `stopped`. */
  stop() {
    // A worker that is loading has no call yet, and is kept: if Chromium has to end one while it
    // loads a script, another one that starts at this moment fails to load the same script.
    const error = new EngineError("The search was stopped.", { stopped: true });
    if (this.#running) this.#end(error);
    else this.#rejectAll(error);
  }

  async #begin() {
    const start = (this.#start = {});
    let worker;
    try {
      worker = await this.#create();
    } catch (error) {
      if (start === this.#start) this.#end(notLoaded(error.message));
      return;
    }
    if (start !== this.#start) {
      worker.terminate();
      return;
    }
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      const reason = (event.message || "no reason is known").replace(/\.+$/, "");
      this.#end(this.#loaded ? new EngineError(`The engine has failed: ${reason}.`) : notLoaded(reason));
    };
    worker.postMessage({ id: LOADED, method: "" });
  }

  /** Give the worker its next call. */
  #next() {
    if (!this.#loaded || this.#running || !this.#waiting.length) return;
    this.#running = this.#waiting.shift();
    const { id, method, argument, transfer, reject } = this.#running;
    try {
      this.#worker.postMessage({ id, method, argument }, transfer);
    } catch (error) {
      this.#running = null;
      reject(new EngineError(`The engine cannot be given this: ${error.message}.`));
      this.#next();
    }
  }

  #receive({ id, progress, result, error, fields, broken, unloaded }) {
    const call = this.#running;
    if (id === LOADED) this.#loaded = true;
    else if (id !== call?.id) return;
    else if (progress !== undefined) {
      call.onprogress?.(progress);
      return;
    } else {
      this.#running = null;
      if (error === undefined) call.resolve(result);
      else call.reject(unloaded ? notLoaded(unloaded) : new EngineError(error, { fields }));
    }
    if (broken) this.#end(unloaded ? notLoaded(unloaded) : new EngineError(error));
    else this.#next();
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = this.#start = null;
    this.#loaded = false;
    this.#rejectAll(error);
  }

  #rejectAll(error) {
    const ended = [...(this.#running ? [this.#running] : []), ...this.#waiting];
    this.#running = null;
    this.#waiting = [];
    for (const { reject } of ended) reject(error);
  }
}
