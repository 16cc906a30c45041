/*
 * The engine, and the worker that answers calls with it. A page imports this module, too, for what
 * is answered at once. It imports none, as workers have no import maps; single files contain it.
 */

/** What a person can correct, for a reason: the message is a sentence. */
class Refusal extends Error {
  constructor(reason, fields) {
    super(`${reason[0].toUpperCase()}${reason.slice(1)}.`);
    Object.assign(this, { reason, fields });
  }
}

const TOO_LARGE = "this needs more memory than a page may use; give a smaller board, or use the command in a terminal";

// The engine --------------------------------------------------------------------------------------

let exported = null; // the functions and the memory of the module
let tell = () => {};

const textAt = (address) => {
  const bytes = new Uint8Array(exported.memory.buffer);
  return new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
};

const IMPORTS = {
  env: {
    progress: (address) => tell(JSON.parse(textAt(address))),
    emscripten_notify_memory_growth: () => {},
  },
  wasi_snapshot_preview1: {
    clock_time_get: (_clock, _precision, address) => {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(exported.memory.buffer).setBigUint64(address, nanoseconds, true);
      return 0;
    },
    proc_exit: (status) => {
      throw new Error(`it ended with status ${status}`);
    },
  },
};

/** Load the engine from its module. */
export async function load(module) {
  exported = (await WebAssembly.instantiate(module, IMPORTS)).exports;
  exported._initialize();
}

/** Allocate room in the engine's memory for some bytes, use it, and free it. */
function withMemory(size, use) {
  const address = exported.malloc(size);
  if (!address) throw new Refusal(TOO_LARGE);
  try {
    return use(address);
  } finally {
    exported.free(address);
  }
}

/** Copy bytes into the engine's memory, use them there, and free them. */
function withBytes(bytes, use) {
  return withMemory(Math.max(bytes.length, 1), (address) => {
    new Uint8Array(exported.memory.buffer).set(bytes, address);
    return use(address, bytes.length);
  });
}

/** Return the engine's answer to a request; an argument of bytes is handed over beside the text. */
export function ask(method, argument) {
  const isBytes = ArrayBuffer.isView;
  const bytes = Object.values(argument).find(isBytes) ?? new Uint8Array();
  const request = { ...argument, method };
  const text = JSON.stringify(request, (_, value) => (isBytes(value) ? undefined : value));
  const { result, refusal, fields, stopped } = withBytes(new TextEncoder().encode(text), (...given) =>
    withBytes(bytes, (...more) => JSON.parse(textAt(exported.answer(...given, ...more)))),
  );
  if (stopped) throw new Refusal(stopped === "memory" ? TOO_LARGE : "time is up");
  if (refusal) throw new Refusal(refusal, fields);
  return result;
}

// Messages ----------------------------------------------------------------------------------------

let ready = null;

async function answer({ id, method, argument }) {
  try {
    try {
      await ready;
    } catch (error) {
      // without the network, for example; another worker may load it later
      self.postMessage({ id, error: "", unloaded: error.message, broken: true });
      return;
    }
    tell = (progress) => self.postMessage({ id, progress });
    self.postMessage({ id, result: ask(method, argument ?? {}) });
  } catch (error) {
    if (error instanceof Refusal) {
      self.postMessage({ id, error: error.message, fields: error.fields });
      return;
    }
    // Whatever else is thrown may have left the engine in any state.
    const isMemory = error instanceof RangeError || /memory/i.test(error.message);
    self.postMessage({ id, error: isMemory ? new Refusal(TOO_LARGE).message : `The engine has failed: ${error.message}.`, broken: true });
  }
}

if (typeof WorkerGlobalScope !== "undefined") {
  self.onmessage = ({ data }) => {
    if (data.module) {
      ready = load(data.module);
      ready.catch(() => {}); // reported by each call
    } else {
      answer(data);
    }
  };
}
