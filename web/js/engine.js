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
 * Fields are `[row, column]`, counted from 0. All arguments that end in `?` may be left out; others
 * than those listed are refused.
 *
 * @typedef {[number, number]} Field
 *
 * ## Flood-It
 *
 * floodit.solve
 * @typedef {object} FlooditBoard
 * @property {number[][]} rows  colours 0..k-1
 * @property {number} [k]       by default, the largest colour plus one
 * @property {Field} [start]    by default [0, 0]
 * @property {number} [seconds] the time limit (floodit.solve only); by default, there is none
 *
 * @typedef {object} FlooditBounds  also what `onprogress` is given, whenever it has changed
 * @property {number} lower     at least so many moves are needed
 * @property {number} upper     the number of moves of the best solution so far
 * @property {number[]} moves   this solution: colours, in order
 *
 * @typedef {FlooditBounds & FlooditEnd} FlooditAnswer
 * @typedef {object} FlooditEnd
 * @property {"optimal"|"timeout"|"memory"} status
 * @property {?number} minimum  null unless the status is "optimal"
 *
 * floodit.greedy: FlooditBoard → `{moves: number[]}`
 *
 * floodit.play: FlooditBoard with `moves` → `{joined: number[][], flooded: ?number}`: after how
 * many of the moves each field belongs to the flooded area (0: from the start, -1: never), and all
 * fields do. After t moves, the area has the colour of move t.
 *
 * ## Flow Free
 *
 * A puzzle is the object of `formats/flowfree.js`. The engine reads `rows` and `cols` (numbers),
 * `flow` (for each cell, row by row, the number of the flow that ends there, or -1), and, if there
 * are any, `missing`, `bridges` (cells: row · cols + column), `walls`, `warps` (`[cell, side]`,
 * where the side is 1 for the right and 3 for the bottom one) and `rule`.
 *
 * flowfree.board: {puzzle} → {cells: number[], links: [number, number][], adjacent: number[][]}:
 * the cell of each node, the nodes of each link, and the links of each node, at the left, right,
 * top and bottom (-1: none). A bridge has a second node, crossed downwards; these come last.
 *
 * flowfree.solve
 * @typedef {object} FlowfreeQuestion
 * @property {object} puzzle
 * @property {"strict"|"touching"|"numberlink"} [rule]  by default, that of the puzzle
 * @property {number} [limit]    stop at so many solutions, 1..1000; by default 2
 * @property {number} [seconds]  by default, there is no limit
 *
 * @typedef {object} FlowfreeAnswer
 * @property {Field[][][]} solutions  for each solution and each flow its cells, from the first
 *                                    endpoint (in row order) to the other; a cell with a bridge
 *                                    occurs each time that it is crossed
 * @property {boolean} complete       there are no other solutions. So a puzzle has exactly one if
 *                                    `complete && solutions.length === 1`, and none if
 *                                    `complete && solutions.length === 0`.
 * @property {?string} number         the number of all solutions, as decimal digits, if they were
 *                                    counted: null for rules by which flows fill the board
 * @property {"complete"|"limit"|"timeout"} status  why the search ended; after "timeout",
 *                                    the number of solutions is undecided
 *
 * flowfree.hint: {puzzle, rule?, known: [Field, Field][], seconds?} → FlowfreeHint. `known` are the
 * links drawn so far, each between two neighbouring cells (over a warp, the cells at both ends).
 * @typedef {object} FlowfreeHint
 * @property {"link"|"wrong"|"done"|"several"|"unsolvable"|"undecided"} kind
 *     link: `link` must be used. wrong: no solution uses all known links; `link` is one of them
 *     that must go, or null. done: all links are known. several: the solutions differ, and
 *     none of the links left is forced. unsolvable: the puzzle has no solution at all.
 *     undecided: time is up, or there are too many solutions to count.
 * @property {?[Field, Field]} link
 * @property {?Step} step        how the link is known: by a rule, "refuted", "search" or "count"
 *
 * flowfree.explain: {puzzle, rule?, links?, seconds?} → `{steps: Step[], solutions: number[][]}`:
 * the steps to a solution, until `links` links are used, and the links of at most two solutions.
 * Links and nodes are numbered as by flowfree.board.
 * @typedef {object} Step
 * @property {string} rule       "degree", "ring", "touch", "flows", "flow", "contradiction",
 *                               "assume", "refuted", "search", "choice" (flowfree/reasons.hpp)
 * @property {?string} because   of a contradiction: the rule
 * @property {?number} link
 * @property {0|1} value         whether the link is used
 * @property {number[]} closed   further links, unused as a consequence
 * @property {number[]} nodes    the nodes that the reason is about
 * @property {[number, number]} flows  those of two such nodes, the smaller first, or -1
 * @property {number} need       the number of links that such a node lacks
 * @property {number} free       the number of its open links
 * @property {boolean} assumed   whether the step follows from an assumption
 *
 * flowfree.check: {puzzle, rule?, paths: Field[][]} → null if the paths, one for each flow, solve
 * the puzzle; otherwise the first fault, `{code, flow: ?number}`. The code is "paths", "ends",
 * "jumps", "turns", "meets", "empty" or "touches" (engine/flowfree/referee.hpp).
 *
 * flowfree.generate: {rows, cols, flows?, seed, difficulty?, rule?, seconds?} → `{rows, cols, flow,
 * rule}`, a puzzle that has exactly one solution. `difficulty` is 0 (rules suffice) to 3, or left
 * out; `seed` is a whole number. Rejects if none is found; `onprogress` is given {tries}.
 *
 * ## Minesweeper
 *
 * A state has `rows` (strings of 0–8, "#" covered, "F" flag) and, if known, `mines`. Flags count as
 * mines. A state that no placement of mines fits is rejected with an EngineError whose `fields` are
 * the numbers (and flags) in conflict, as few as possible.
 *
 * minesweeper.analyse: {rows, mines?, seconds?} → MinesweeperAnalysis
 * @typedef {object} MinesweeperAnalysis
 * @property {Field[]} safe
 * @property {Field[]} mines      both row by row; flagged fields are not listed
 * @property {(?number)[][]} probabilities  of a mine on each covered field, exactly 0 or 1 if
 *                                certain; null on all other fields
 * @property {string} solutions   the number of placements that fit, as decimal digits
 * @property {Field[]} safest     the covered fields that are least likely mines
 * @property {MinesweeperMove[]} best  the best next moves, best first, at most 12
 *
 * @typedef {object} MinesweeperMove
 * @property {Field} field
 * @property {number} safety      the probability that there is no mine
 * @property {?number} opens      the probability that the field is safe and its number makes
 *                                another undecided field certainly safe; null if not computed
 *                                before the time limit
 *
 * minesweeper.risk: {rows, mines?, fields: Field[], seconds?} → {risk, safest}: the probability
 * that at least one of some covered fields is a mine, and whether none alone is less likely one.
 *
 * minesweeper.simplest: {rows, mines?, fields?: Field[], seconds?} → the simplest MinesweeperReason
 * for one of the fields (by default, of all), or null if none is certain: without the number of all
 * mines if possible, of the fewest numbers, for a safe field, for the first field.
 * @typedef {object} MinesweeperReason
 * @property {Field} field
 * @property {0|1} value          1: a mine
 * @property {Field[]} numbers    the numbers that together force it, as few as were found before
 *                                the time limit
 * @property {boolean} total      whether the number of all mines belongs to the reason
 * @property {boolean} smallest   whether it is known that no smaller reason exists
 * @property {MinesweeperProof} because
 *
 * @typedef {object} MinesweeperProof  how the numbers force the value, by its `kind`:
 *     number: `number` has `mines` mines left around it, none or as many as covered fields; `flags`
 *         are the flags around it.
 *     sums: each of the `parts` has at most (for a mine; otherwise at least) `mines` mines on
 *         `fields`, which it shares with `number`; `number` has `others` other covered fields.
 *         `all`: whether these are all mines of the part. `flags`: the number of flags around each.
 *     chain: with the other value, each of the `parts` makes `fields` safe (`mines` 0) or mines,
 *         and then `number` would have `mines` mines, or at most so many if `most`.
 *     total: the numbers have `mines` of `all` mines, and `others` covered fields are left; `flags`
 *         is the number of all flags.
 *     numbers, given up: no such proof is known; the search for a reason was given up.
 *
 * minesweeper.explain: {rows, mines?, fields?: Field[], seconds?} → {method, reason}[], for each
 * certain field its reason and the weakest method that decides it: "single", "pairs", "total",
 * "backbone" or "backbone_total". Weaker methods and simpler reasons come first.
 *
 * minesweeper.conflict: {rows, mines?, seconds?} → {fields, total, smallest, doubtful: Field[],
 * sentence}: the fields in conflict of a state that no placement fits, and the flags without any
 * one of which some placement fits.
 *
 * minesweeper.placement: {rows, mines?, seed?, seconds?} → {mines: Field[]}, a placement that fits,
 * including the mines under flags.
 *
 * minesweeper.uncover: {board: {width, height, mines: Field[]}, rows, fields: Field[], around?:
 * Field} → {rows, exploded: ?Field, won: boolean, fields, flags: ?number}, the state after fields
 * are uncovered, until one of them is a mine. `around` a number, these are the covered fields there
 * if it has as many flags; otherwise none, and `flags` is the number of flags.
 *
 * minesweeper.numbers: {board} → {rows: string[]}: all numbers of a board, with "#" for mines.
 *
 * minesweeper.needsGuess: {board, by?, seconds?} → MinesweeperFinish; board: {width, height,
 * mines: Field[], first: Field}. `by` is the method that plays; by default, "backbone_total", which
 * finds all that is certain. `onprogress` is given {round}.
 * @typedef {object} MinesweeperFinish
 * @property {"solved"|"stuck"|"timeout"|"memory"} status
 * @property {Field[][]} rounds   the fields that are certainly safe in each round after the
 *                                first click
 * @property {string[]} rows      the last state, with flags on the mines found
 * @property {?string} weakest    the weakest method that solves the board
 * @property {?{field: Field, safety: number, safe: string, placements: string}} guess
 *     where it is stuck, the field least likely to be a mine: `safe` of the `placements` have no
 *     mine there
 *
 * minesweeper.random: {width, height, mines, first?: Field, guessFree?: boolean, by?, seed?,
 * seconds?} → {width, height, mines: Field[], first: Field}. The first field has no mine on it or,
 * if there is room, around it. The board depends on the arguments alone. If `guessFree`, the method
 * `by` solves it. `onprogress` is given {boards, changes, uncovered}.
 *
 * ## Pictures
 *
 * picture.read: {game: "floodit"|"flowfree"|"minesweeper", rgba: Uint8ClampedArray, width, height,
 * grid?: {rows, cols}} → PictureReading, or {unread, number} if no board can be read: a code of
 * picture.js, and the degrees of "turned" or the colours of "many_colours".
 * @typedef {object} PictureReading
 * @property {{left: number, top: number, pitchX: number, pitchY: number, rows: number,
 *     cols: number}} grid  in pixels of the picture: the corner, and the size of a field
 * @property {number[][]} fields  Flood-It: the colour. Flow Free: the colour of an endpoint, or -1.
 *                                Minesweeper: the number, -1 covered, -2 flag.
 * @property {[number, number, number][]} palette  red, green, blue of each colour
 * @property {{field: Field, reason: string}[]} doubts  the fields that may be read wrongly
 * @property {string[]} remarks   sentences on what was left out
 */

/** An error whose message is one sentence for the person who reads it. */
export class EngineError extends Error {
  /**
   * @param {string} message
   * @param {{fields?: Field[], stopped?: boolean, unloaded?: boolean}} [about]
   *     fields in conflict; whether the call was ended by `stop()`, or there is no engine
   */
  constructor(message, { fields = [], stopped = false, unloaded = false } = {}) {
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
    throw notLoaded(error.message);
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
