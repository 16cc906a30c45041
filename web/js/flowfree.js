/**
 * The page for Flow Free.
 *
 * A single file may carry recorded steps next to its puzzle, as `flowfree explain` writes them:
 *
 * @typedef {object} RecordedSteps
 * @property {object[]} steps         as `flowfree.explain` of the engine returns them (engine/interface/README.md)
 * @property {number[][]} solutions the links of at most two solutions
 * @property {?{used: number[], clause: number[]}} cycle  a model with a cycle, and
 *                                  the clause that forbids the cycle
 */

import { Board } from "#js/board.js";
import { fills, nameOf } from "#js/colours.js";
import { Engine, answerHere } from "#js/engine.js";
import { mountEntry } from "#js/entry.js";
import { completeOf, draftOf, emptyDraft, put, puzzleOf, reshape, turnSide, unfinished } from "#js/flowfree/draft.js";
import { Drawing } from "#js/flowfree/drawing.js";
import { BOTTOM, Graph, LEFT, RIGHT, TOP } from "#js/flowfree/graph.js";
import { picture } from "#js/flowfree/picture.js";
import { DIGITS, LOWER, UPPER } from "#js/formats/common.js";
import { GAME } from "#js/formats/flowfree.js";
import SENTENCES from "#js/flowfree/sentences.js";
import { between, faultInWords, hintInWords, reasonOf, verdictOf } from "#js/flowfree/words.js";
import { Player } from "#js/player.js";
import { fragmentOf } from "#js/share.js";
import {
  $, begin, busy, calm, embedded, everySecond, fail, h, holdFocus, numberIn, onEntry, onLifted, refuse, say, setAddress, share, sizeIn, swatch, tabs, typed,
} from "#js/shell.js";
import { Steps, keep, keptPlay, lastBoards } from "#js/store.js";
import { counted } from "#js/words.js";

const EXAMPLE = { rows: [".......", ".A...B.", "..C....", "..DA.CD", ".B.....", "......E", "E......"], rule: "strict" };
const LATIN = Array.from({ length: 0x190 }, (_, i) => String.fromCharCode(0xC0 + i));
const SYMBOLS = [...UPPER, ...LOWER, ...DIGITS, ...LATIN.filter((s) => /\p{L}/u.test(s) && s.normalize("NFKC") === s)];
const IN_WORDS = SENTENCES.rules;
const ARROWS = { ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: TOP, ArrowDown: BOTTOM };
const TOOLS = [["", "Erase"], ["+", "Bridge"], ["#", "Missing"], ["side", "Wall"]];

const engine = new Engine(); // solutions
const sideEngine = new Engine(); // hints, generator, pictures

let puzzle; // as in formats/flowfree.js
let graph;
let colours;
let steps = null; // recorded ones
let draft;
let origin = ""; // "example", "file" (a single-file page), or "" for a puzzle of the person
// {state: "none"|"searching"|"recorded"|"complete"|"limit"|"timeout"|"memory"|"stopped", solutions: links[],
// number: of all solutions, as digits, or null if they were not counted, seconds: of a search}
let answer = {};
let latest = {}; // the last search; what an earlier one still finds is of no use
let otherRules = ""; // under which other rules there is a solution, in words
let solvableRules = []; // these rules
let chosen = 0; // the solution that is shown
let reasons = []; // steps found one by one: {link, text, nodes}
let reasonsEnd = ""; // why there is no further one
let tab = "solution";
let drawing;
let hint = {}; // {text, here, bad, tint}
let hintedLinks = []; // links of hints
let cycleShown = false;
let differs = false; // whether what differs from another solution is marked
let inks = new Map(); // the colour of each symbol while one edits
let brush = "A"; // a symbol, or "", "+", "#", "side"
let needsSearch = false; // whether the puzzle has changed since the last search
let generating = false;
let kept = null; // the fragment of the puzzle that the next one takes the place of

// ---- the board ----------------------------------------------------------------------------------

let gesture = null; // {before, ended}
const board = new Board($("board"), {
  label: "Flow Free board",
  on: {
    press(r, c, event) { if (tab === "edit") paint(r, c, event); },
    key(r, c, event) { return tab === "edit" ? editKey(r, c, event) : tab === "play" && playKey(r, c, event); },
    grab(r, c) {
      if (tab !== "play") return false;
      const before = drawing.state(), node = drawing.nodeAt(r * graph.cols + c);
      if (node === undefined || !drawing.take(node)) return false;
      gesture = { before, ended: false };
      hint = {};
      refresh();
      return true;
    },
    drag(r, c) {
      if (!gesture || gesture.ended) return;
      const result = drawing.leadTo(c, r);
      gesture.ended = result === "warped";
      if (!result) return;
      draw(); // the rest follows when the flow is released
      say(statusOfPlay());
    },
    release() {
      if (!gesture) return;
      const isChanged = drawing.state() !== gesture.before;
      drawing.active = -1;
      gesture = null;
      if (isChanged) commit();
      refresh();
    },
  },
});

const spoken = (f) => {
  const name = nameOf(colours[f]);
  return name && name.toLowerCase() !== puzzle.symbols[f].toLowerCase() ? `${puzzle.symbols[f]} (${name})` : puzzle.symbols[f];
};

/** What is shown: links and marks on them. */
function view() {
  if (tab === "play") {
    const used = drawing.links();
    const pointed = (hint.here ?? []).map(({ link }) => link);
    return { used, tried: hintedLinks.filter((link) => !used.includes(link) && !pointed.includes(link)), ...hint };
  }
  if (tab === "solution") {
    const all = answer.solutions ?? [], now = all[chosen] ?? [];
    const other = all[chosen ? chosen - 1 : 1];
    const here = other && differs ? now.filter((link) => !other.includes(link)).map((link) => ({ link, shut: false })) : [];
    return { used: now, here };
  }
  if (tab === "reasons") {
    if (cycleShown) return { used: steps.cycle.used, bad: steps.cycle.clause };
    if (steps) {
      const step = steps.steps[player.at - 1];
      return { ...recorded(player.at), tint: step?.nodes ?? [],
        here: step && step.link !== null ? [{ link: step.link, shut: !step.value }] : [] };
    }
    const now = reasons[player.at - 1];
    return { used: reasons.slice(0, player.at).map(({ link }) => link), tint: now?.nodes ?? [],
      here: now ? [{ link: now.link, shut: false }] : [] };
  }
  return {};
}

/** The nodes that a hint is about. */
const tintOf = ({ link, step }) => step?.nodes.length ? step.nodes : link ? graph.links[graph.linkOf(...link)] : [];

function draw() {
  const shown = view(), owner = graph.flowOf(shown.used ?? []);
  const gone = new Set(puzzle.missing), crossed = new Set(puzzle.bridges);
  board.draw((r, c) => {
    const cell = r * graph.cols + c, f = puzzle.flow[cell], by = graph.nodesAt[cell].map((node) => owner[node]).filter((x) => x >= 0);
    if (gone.has(cell)) return { marks: ["missing"], name: "missing" };
    const words = f >= 0 ? [`endpoint ${spoken(f)}`]
      : [crossed.has(cell) ? "bridge" : "", by.length ? `flow ${[...new Set(by)].map(spoken).join(" and ")}` : "empty"];
    if (f >= 0 && by.length && (shown.used ?? []).some((link) => graph.links[link].includes(graph.nodesAt[cell][0]))) words.push("connected");
    return { marks: ["cell"], letter: f < 0 && by.length ? puzzle.symbols[by[0]] : "",
      name: [...words, ...sidesOf(cell)].filter(Boolean).join(", ") };
  });
  board.over.replaceChildren(...picture(graph, puzzle, puzzle.symbols, colours, shown));
}

let sides = []; // of each cell, as far as they were needed

/** The walls and warps of a cell, in words. */
const sidesOf = (cell) => (sides[cell] ??= sidesInWords(cell));

function sidesInWords(cell) {
  const has = (closed, d) => closed.some(([c, e]) => (e === d ? c === cell : e === (d ^ 1) && graph.neighbour(c, e) === cell));
  const names = ["left", "right", "above", "below"];
  return [LEFT, RIGHT, TOP, BOTTOM].flatMap((d) => (graph.leavesBoard(cell, d)
    ? (has(puzzle.warps, d) ? [`warp ${names[d]}`] : []) : has(puzzle.walls, d) ? [`wall ${names[d]}`] : []));
}

// ---- the puzzle ---------------------------------------------------------------------------------

const copied = (paths) => paths.map((path) => [...path]);

const made = new Steps((before) => {
  kept = null;
  if (JSON.stringify(before.draft) !== JSON.stringify(draft)) show(before);
  else {
    drawing.paths = copied(before.paths);
    drawing.active = -1;
  }
  hint = {};
  if (needsSearch && tab !== "edit" && origin !== "example") search();
  if (!origin) setAddress(address());
  remember();
  refresh();
});

/** Goes on to what is on the board now; undo comes back to what was there before. */
function commit(options) {
  if (origin === "example") origin = "";
  made.set({ draft, paths: copied(drawing.paths), origin }, options);
  if (!origin) setAddress(address());
  remember();
}

/** Keeps the puzzle and what is drawn on this device, unless it is an untouched example. */
function remember() {
  if (origin) return;
  const replaced = kept;
  kept = address();
  const isDrawn = drawing.paths.some((path) => path.length);
  keep({ game: "flowfree", fragment: kept, label: [`${draft.rows}×${draft.cols}`, GAME.measure(puzzle), unfinished(draft) ? "unfinished" : isDrawn && "begun"]
    .filter(Boolean).join(", "), play: { paths: drawing.paths, past: made.kept, ...(unfinished(draft) && { draft }) } }, replaced);
}

/** Shows the puzzle of a draft, and what is drawn on it. */
function show({ draft: next, paths = [], origin: from = "", recordedSteps = null }) {
  const before = puzzle && [puzzle.rows, puzzle.cols, puzzle.warps.length > 0].join();
  const found = completeOf(next);
  graph = new Graph(found); // if the engine refuses it, nothing has changed yet
  [draft, origin, puzzle, steps] = [next, from, found, recordedSteps];
  engine.stop();
  sideEngine.stop();
  if (before !== [puzzle.rows, puzzle.cols, puzzle.warps.length > 0].join()) reshapeBoard();
  adopt();
  if (paths.length === graph.ends.length) drawing.paths = copied(paths);
}

/** Shows another puzzle, which a person asked for. */
function setPuzzle(next, { recordedSteps = null, from = "", play = {}, to = play.draft ? "edit" : play.paths?.some((path) => path.length) ? "play" : "solution" } = {}) {
  show({ draft: play.draft ?? draftOf(next), paths: play.paths, origin: from, recordedSteps });
  kept = null;
  made.set({ draft, paths: copied(drawing.paths), origin }, { past: play.past });
  brush = puzzle.symbols[0] ?? "A";
  inks = new Map(puzzle.symbols.map((symbol, f) => [symbol, colours[f]]));
  if (!from) setAddress(address(), true);
  remember();
  turn(to);
}

function reshapeBoard() {
  board.labels = true;
  board.edge = (Math.max(puzzle.rows, puzzle.cols) > 20 ? 1 : 0.5) + (puzzle.warps.length ? 0.4 : 0); // room for arrows
  board.shape(puzzle.rows, puzzle.cols);
  $("rows").value = puzzle.rows;
  $("cols").value = puzzle.cols;
}

/** Forgets all answers, after a change of the puzzle. */
function adopt() {
  calm();
  sides = [];
  colours = puzzle.shades ?? fills(puzzle.symbols);
  drawing = new Drawing(graph);
  gesture = null;
  forget();
  if (steps) {
    answer = { state: "recorded", solutions: steps.solutions };
    needsSearch = false;
  }
  $("steps").replaceChildren();
  if (steps) $("steps").append(...steps.steps.map((step, i) => stepItem(`${title(step)}.`, textOf(step), step.assumed, i)));
}

/** Forgets the answers under the rule before. */
function forget() {
  latest = {};
  answer = { state: "none" };
  otherRules = "";
  solvableRules = [];
  chosen = 0;
  hint = {};
  hintedLinks = [];
  reasons = [];
  reasonsEnd = "";
  cycleShown = false;
  needsSearch = true;
  player.load(steps ? steps.steps.length : 1, 0, !steps);
}

const address = () => (puzzle.symbols.length ? fragmentOf(GAME, puzzle) : "");

// ---- solutions ----------------------------------------------------------------------------------

async function search() {
  needsSearch = false;
  calm();
  engine.stop();
  const asked = puzzle, mine = (latest = {}), stale = () => mine !== latest;
  otherRules = "";
  solvableRules = [];
  chosen = 0;
  if (!puzzle.symbols.length) { answer = { state: "none" }; return; }
  const { seconds: before = 0 } = answer; // of a search that was stopped
  answer = { state: "searching", seconds: before };
  const endClock = everySecond((seconds) => {
    if (answer.state !== "searching" || stale()) return false;
    answer.seconds = before + seconds;
    showAnswer();
    return true;
  });
  refresh();
  try {
    const limit = Number($("most").value);
    const { solutions, status, number } = await engine.call("flowfree.solve", { puzzle: asked, rule: asked.rule, limit });
    if (stale()) return;
    answer = { state: status, number,
      solutions: solutions.map((paths) => paths.flatMap((path) => graph.linksOf(path))) };
    refresh();
    if (status === "complete" && !solutions.length) await searchOtherRules(asked, stale);
  } catch (error) {
    if (stale()) return;
    answer = { ...answer, state: "stopped", solutions: [] };
    if (!error.stopped) fail(error);
  } finally {
    endClock();
  }
  if (!stale()) refresh();
}

/** Finds out whether another rule allows a solution. */
async function searchOtherRules(asked, stale) {
  let hasFailed = false; // or was stopped: what is not known by then is undecided
  const found = solvableRules = [], open = [], list = (rules) => rules.map((rule) => IN_WORDS[rule]).join(", and one ");
  for (const rule of Object.keys(IN_WORDS)) {
    if (rule === asked.rule) continue;
    let known;
    try {
      known = !hasFailed && await engine.call("flowfree.solve", { puzzle: asked, rule, limit: 1, seconds: 1 });
    } catch (error) {
      hasFailed = true;
      if (!error.stopped && !stale()) fail(error);
    }
    if (stale()) return;
    if (known && known.solutions.length) found.push(rule);
    else if (!known || known.status !== "complete") open.push(rule);
  }
  otherRules = [found.length ? `There is one ${list(found)}.` : "", open.length ? `It is undecided whether there is one ${list(open)}.` : "",
    found.length || open.length ? "" : "There is none under the other rules either."].filter(Boolean).join(" ");
}

/** Whether there is nothing to step through: no endpoint, or no solution and no recorded steps. */
const isHopeless = () => !steps && (!graph.ends.length || (answer.state === "complete" && !answer.solutions.length));

function verdict() {
  const { state, solutions = [], seconds, number } = answer, n = solutions.length;
  const words = IN_WORDS[puzzle.rule];
  if (state === "recorded") return [n === 0 ? "No solution" : n === 1 ? "One solution" : "Several solutions", verdictOf(steps, IN_WORDS[puzzle.rule])];
  if (state === "complete" && n === 0) return ["No solution", `There is no solution ${words}. ${otherRules}`];
  if (state === "complete" && n === 1) return ["One solution", `It is the only one ${words}.`];
  if (state === "complete") return [counted(n, "solution"), `These are all solutions ${words}.`];
  if (state === "limit" && number) {
    return [`${BigInt(number).toLocaleString("en")} solutions`, `All solutions ${words} are counted; ${n} of them can be shown.`];
  }
  if (state === "limit") return [`At least ${counted(n, "solution")}`, `Solutions ${words}.`];
  if (state === "timeout" || state === "memory") {
    return [n ? `At least ${counted(n, "solution")}` : "Undecided",
      `The search ended before it could decide whether there ${n ? "are more solutions" : "is a solution"} ${words}.`];
  }
  if (state === "searching") return ["Searching …", `Searching${seconds ? ` for ${counted(seconds, "second")}` : ""} …`];
  if (state === "stopped") return ["No answer", $("error").hidden ? "The search was stopped." : "The search failed."];
  return origin === "example" ? ["An example", "Solve it, play it, or give your puzzle."] : ["No answer yet", unfinished(draft)];
}

/** The first fault of paths of cells, one for each flow; null if they solve the puzzle. */
const faultOf = (paths) => answerHere("flowfree.check", { puzzle, rule: puzzle.rule, paths });

// ---- reasons ------------------------------------------------------------------------------------

const NAMES = { assume: "Assumption", refuted: "Refuted", search: "Searching", choice: "A choice", contradiction: "Contradiction" };
const textOf = (step) => reasonOf(graph, puzzle.symbols, step);
const title = ({ rule, link, value }) => [NAMES[rule] ?? rule, link !== null && `${value ? "link" : "no link"} between ${between(graph, link)}`]
  .filter(Boolean).join(": ").replace(/^./, (letter) => letter.toUpperCase());

/** The links known after some recorded steps, and those that are only assumed. */
function recorded(until) {
  let [used, shut, tried, triedShut] = [[], [], [], []];
  for (const { rule, link, value, closed, assumed } of steps.steps.slice(0, until)) {
    if (!assumed || rule === "assume") [tried, triedShut] = [[], []];
    if (rule === "contradiction") continue;
    (value ? (assumed ? tried : used) : (assumed ? triedShut : shut)).push(link);
    (assumed ? triedShut : shut).push(...closed);
  }
  return { used, shut, tried, triedShut };
}

const stepItem = (head, text, tried, i) => h("li", { class: tried ? "tried" : null, onclick: () => player.turn(i + 1) },
  h("b", {}, head), ` ${text}`);

let asking = null; // the step that is being looked for
const player = new Player({ noun: "step", pace: 1400, show: (at) => {
  if (tab !== "reasons" || !puzzle) return;
  if (!steps && at > reasons.length && !reasonsEnd) ask();
  refresh();
  reveal();
} });

/** Asks the engine for the next link and its reason. */
async function ask() {
  if (asking === puzzle) return;
  const mine = asking = puzzle;
  let now; // the steps, the one to show, and whether others may follow
  try {
    const known = reasons.map(({ link }) => graph.cellsOf(link));
    const found = await sideEngine.call("flowfree.hint", { puzzle: mine, rule: mine.rule, known });
    if (mine !== puzzle) return;
    if (found.kind === "link") {
      const link = graph.linkOf(...found.link), text = hintInWords(graph, mine, found);
      reasons.push({ link, text, nodes: tintOf(found) });
      $("steps").append(stepItem(`Link ${reasons.length}:`, text, false, reasons.length - 1));
      now = [reasons.length + 1, player.at, true];
    } else {
      reasonsEnd = hintInWords(graph, mine, found);
      now = [reasons.length];
    }
  } catch (error) {
    if (mine !== puzzle) return;
    now = [reasons.length + 1, reasons.length];
    if (!error.stopped) fail(error);
  } finally {
    if (asking === mine) asking = null;
  }
  player.extend(...now);
  refresh();
  reveal();
}

/** Brings what is pointed out into view, on a board that scrolls. */
function reveal() {
  const [now] = view().here ?? [];
  if (now) board.reveal(...graph.cellsOf(now.link)[0]);
}

function showReasons() {
  const list = $("steps");
  list.hidden = !list.children.length;
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = list.children[player.at - 1];
  if (item) {
    item.setAttribute("aria-current", "step");
    const top = item.offsetTop; // the list is positioned
    if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }
  $("legend").hidden = isHopeless();
  $("legend").textContent = steps ? "A small cross marks a closed side; the other sides of a cell with all its links are closed "
    + "without a separate step. Grey links do not belong to a known flow yet. Dashed links are assumptions until they are refuted."
    : "Each step is a link that every solution has, with the reason. Grey links do not belong to a known flow yet.";
  $("cycle").hidden = !steps?.cycle;
  $("show-cycle").setAttribute("aria-pressed", cycleShown);
  $("cycle-text").textContent = cycleShown ? "A model of the formula that the solver found, and that is not a solution: in addition to the flows, it contains a "
    + `cycle. Every cell has the right number of links, but the marked links form a ring. A clause forbids this: not all of the ring’s `
    + `${steps.cycle.clause.length} links are used.` : "";
  $("clause").textContent = cycleShown ? steps.cycle.clause.map((link) => `¬(${between(graph, link)})`).join(" ∨ ") : "";
}

function statusOfReasons() {
  const { at } = player;
  if (steps) {
    const n = steps.steps.length, step = steps.steps[at - 1];
    const end = at === n ? ` ${verdictOf(steps, IN_WORDS[puzzle.rule])}` : "";
    return step ? `Step ${at} of ${n}. ${title(step)}. ${textOf(step)}${end}` : `The start; ${counted(n, "step")} to come.${end}`;
  }
  if (isHopeless()) return "";
  if (asking === puzzle) return "Looking for the next link …";
  const now = reasons[at - 1];
  const end = at === reasons.length && reasonsEnd ? ` ${reasonsEnd}` : "";
  if (now) return `Link ${at}. ${now.text}${end}`;
  return reasons.length || !reasonsEnd ? "Step forward for the next link, and why every solution has it." : reasonsEnd;
}

// ---- playing ------------------------------------------------------------------------------------

/** The fault of the flows that are drawn, if each connects its endpoints. */
const faultOfDrawing = () => faultOf(drawing.paths.map((path) => path.map((node) => graph.place(node))));

async function giveHint() {
  const used = drawing.links();
  if (!graph.ends.length || faultOfDrawing() === null) return;
  if (hint.isPending) return;
  const known = [...new Set([...used, ...hintedLinks])];
  const mine = (hint = { text: "Looking for the next link …", isPending: true }); // each move replaces it
  refresh();
  try {
    const found = await sideEngine.call("flowfree.hint", { puzzle, rule: puzzle.rule, known: known.map((link) => graph.cellsOf(link)) });
    if (hint !== mine) return;
    const link = found.link ? graph.linkOf(...found.link) : -1;
    const text = hintInWords(graph, puzzle, found), tint = tintOf(found);
    if (found.kind === "link") {
      hintedLinks.push(link);
      hint = { here: [{ link, shut: false }], tint, text: `Hint: ${text}` };
    } else if (found.kind === "wrong") {
      hint = { bad: link >= 0 ? [link] : used, tint, text };
      if (hintedLinks.includes(link)) hintedLinks = [];
    } else hint = { text, tint };
  } catch (error) {
    if (hint !== mine) return;
    hint = {};
    if (!error.stopped) fail(error);
  }
  refresh();
  reveal();
}

function startAgain() {
  drawing.clear();
  hint = {};
  hintedLinks = [];
  commit();
  refresh();
}

function playKey(r, c, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event, f = typed(key, puzzle.symbols), before = drawing.state();
  if (key in ARROWS && drawing.active >= 0) {
    const node = drawing.step(ARROWS[key]);
    if (node >= 0) board.focus(...graph.place(node));
    if (node >= 0 && drawing.complete(drawing.active)) drawing.active = -1;
    hint = {};
  } else if (key === "Enter" || key === " ") {
    const node = drawing.nodeAt(r * graph.cols + c);
    if (drawing.active >= 0) drawing.active = -1;
    else if (node !== undefined) drawing.pick(node);
    hint = {};
  } else if (key === "Escape" && drawing.active >= 0) drawing.active = -1;
  else if (key === "Backspace") { made.undo(); return true; }
  else if (key === "?") { giveHint(); return true; }
  else if (f >= 0) {
    const head = drawing.paths[f].at(-1) ?? graph.ends[f][0];
    drawing.pick(head);
    board.focus(...graph.place(head));
    hint = {};
  } else return false;
  if (drawing.state() !== before) commit();
  refresh();
  return true;
}

function statusOfPlay() {
  if (hint.text) return hint.text;
  const n = graph.ends.length, done = graph.ends.filter((_, f) => drawing.complete(f)).length;
  if (!n) return "";
  const wrong = done === n && faultOfDrawing();
  return wrong === null ? "Solved!" : wrong ? `All flows connect their endpoints, but ${faultInWords(puzzle.symbols, wrong)}.`
    : `${done} of ${counted(n, "flow")} complete${drawing.active >= 0 ? `; drawing ${spoken(drawing.active)}` : ""}.`;
}

// ---- entering -----------------------------------------------------------------------------------

/** Takes over a changed draft; the puzzle consists of the flows that are complete. */
function edit(next) {
  if (next === draft) return;
  try {
    show({ draft: next });
  } catch (error) {
    fail(error);
    return;
  }
  commit();
  refresh();
}

/** The side of a field that is closest to a point on it. */
function nearestSide(r, c, event) {
  const box = board.field(r, c).getBoundingClientRect();
  const gaps = [event.clientX - box.left, box.right - event.clientX, event.clientY - box.top, box.bottom - event.clientY];
  return gaps.indexOf(Math.min(...gaps));
}

function paint(r, c, event) {
  const cell = r * draft.cols + c;
  if (brush === "side") {
    if (event.type === "click") edit(turnSide(draft, cell, nearestSide(r, c, event)));
    else say("With the keyboard, Shift and an arrow close or open the side in this direction.");
    return;
  }
  const symbol = brush === "" ? "." : brush;
  const has = brush === "+" ? draft.bridges.includes(cell) : brush === "#" ? draft.missing.includes(cell) : draft.cells[cell] === brush;
  edit(put(draft, cell, has ? "." : symbol));
  const placed = draft.cells.filter((s) => s === brush).length;
  if (SYMBOLS.includes(brush) && !has && placed === 2) {
    brush = SYMBOLS.find((s) => !draft.cells.includes(s)) ?? brush; // the next flow
    refresh();
  }
}

function editKey(r, c, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event, cell = r * draft.cols + c;
  if (event.shiftKey && key in ARROWS) edit(turnSide(draft, cell, ARROWS[key]));
  else if (key === "Backspace" || key === "Delete" || key === ".") edit(put(draft, cell, "."));
  else if (key === "+" || key === "#") edit(put(draft, cell, key));
  else if (/^[\p{L}\p{Nd}]$/u.test(key)) edit(put(draft, cell, key));
  else return false;
  return true;
}

async function generate(rule = puzzle.rule === "numberlink" ? "touching" : puzzle.rule) {
  const size = sizeIn(), flows = numberIn("flows", 1, SYMBOLS.length, "The number of flows", { optional: true });
  if (!size || flows === null) return;
  sideEngine.stop();
  calm();
  generating = true;
  refresh();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const difficulty = $("difficulty").value === "" ? undefined : Number($("difficulty").value);
  let hasTried = false; // or else the board has no room
  try {
    const found = await sideEngine.call("flowfree.generate", { ...size, seed, rule, seconds: 60,
      ...(flows === undefined ? {} : { flows }), ...(difficulty === undefined ? {} : { difficulty }) },
      { onprogress: () => { hasTried = true; } });
    generating = false;
    const symbols = SYMBOLS.slice(0, Math.max(...found.flow) + 1);
    setPuzzle({ missing: [], bridges: [], walls: [], warps: [], name: "", symbols, ...found }, { to: "play" });
  } catch (error) {
    generating = false;
    refresh();
    const chooses = (id, value) => () => { $(id).value = value; generate(rule); };
    if (!error.stopped) fail(error, hasTried ? { ...(flows && { "Any number of flows": chooses("flows", "") }),
      ...(rule === "strict" && { "Flows that may touch themselves": () => generate("touching") }),
      ...(difficulty && { [`Difficulty: ${$("difficulty").options[difficulty].text}`]: chooses("difficulty", difficulty - 1) }) } : {});
  }
}

// ---- the page -----------------------------------------------------------------------------------

const againButton = h("button", { title: "remove all flows", onclick: startAgain }, "Start again");
const hintButton = h("button", { title: "the next link, and why (?)", onclick: giveHint }, "Hint");
const undoBar = h("div", { class: "bar centre" }, made.undoButton, made.redoButton, againButton, hintButton, board.tools);
const previousButton = h("button", { "aria-label": "previous solution", onclick: () => { chosen--; refresh(); } }, "‹");
const nextButton = h("button", { "aria-label": "next solution", onclick: () => { chosen++; refresh(); } }, "›");
const shownNumber = h("span", {});
const differsButton = h("button", { onclick: () => { differs = !differs; refresh(); } }, "Differences");
const solutionBar = h("div", { class: "bar centre" }, previousButton, shownNumber, nextButton, differsButton);
const ruleBar = h("div", { class: "bar" });
$("note").after(ruleBar);
const palette = h("div", { class: "palette", role: "group", "aria-label": "what to put on the board" });
const editBar = h("div", { class: "bar centre" }, h("button", { class: "main", onclick: () => turn("solution") }, "Solve"),
  h("button", { onclick: () => turn("play") }, "Play"));
$("controls").append(solutionBar, player.element, palette, editBar, undoBar);

/** The colour of a symbol on the board that is edited; it stays when other endpoints change. */
function inkOf(symbol) {
  if (!inks.has(symbol)) {
    const used = [...inks.values()];
    inks.set(symbol, draft.shades?.[symbol] ?? fills(SYMBOLS).find((each) => !used.includes(each)) ?? fills([symbol])[0]);
  }
  return inks.get(symbol);
}

function showPalette() {
  const present = [...new Set(draft.cells.filter(Boolean))];
  const next = SYMBOLS.find((symbol) => !present.includes(symbol));
  const symbols = [...present, ...(next ? [next] : [])].sort((a, b) => SYMBOLS.indexOf(a) - SYMBOLS.indexOf(b));
  if (SYMBOLS.includes(brush) && !symbols.includes(brush)) symbols.push(brush);
  const shades = symbols.map(inkOf), focused = [...palette.children].indexOf(document.activeElement);
  palette.replaceChildren(
    ...symbols.map((symbol, i) => swatch(shades[i], symbol, { class: "swatch round", "aria-label": `endpoint ${symbol}`,
      "aria-pressed": brush === symbol, onclick: () => { brush = symbol; refresh(); } })),
    ...TOOLS.map(([tool, name]) => h("button", { "aria-pressed": brush === tool, title: tool === "side" ? "a wall between two cells, or a warp at the border" : null, onclick: () => { brush = tool; refresh(); } }, name)));
  palette.children[focused]?.focus();
}

/** Endpoints without their partner, which do not belong to the puzzle yet. */
function drawDraft() {
  const shown = { ...draft, symbols: [...new Set(draft.cells.filter(Boolean))] };
  shown.flow = draft.cells.map((symbol) => shown.symbols.indexOf(symbol));
  const network = new Graph(shown);
  const gone = new Set(draft.missing), crossed = new Set(draft.bridges);
  board.draw((r, c) => {
    const cell = r * draft.cols + c;
    if (gone.has(cell)) return { marks: ["missing", "cell"], name: "missing" };
    const what = draft.cells[cell] ? `endpoint ${draft.cells[cell]}` : crossed.has(cell) ? "bridge" : "free";
    return { marks: ["cell"], name: [what, ...sidesOf(cell)].join(", ") };
  });
  board.over.replaceChildren(...picture(network, draft, shown.symbols, shown.symbols.map(inkOf), {}));
}

/** Offers the rules under which there is a solution, once they are told. */
function showRules() {
  const offered = otherRules ? solvableRules : [];
  if (String(offered) === ruleBar.dataset.rules) return;
  ruleBar.dataset.rules = offered;
  ruleBar.replaceChildren(...offered.map((rule) => h("button", { onclick: () => takeRule(rule) }, `Rule: ${$("rule").querySelector(`[value=${rule}]`).text}`)));
}

function showAnswer() {
  const { state, solutions = [] } = answer, [head, note] = verdict();
  busy(state === "searching");
  showRules();
  Object.assign($("result").dataset, { state, solutions: solutions.length });
  $("answer").textContent = head;
  $("note").textContent = note;
  $("stop").hidden = state !== "searching";
  $("resume").hidden = !["stopped", "timeout"].includes(state) && !(origin === "example" && state === "none");
  holdFocus($("stop"), $("resume"));
  $("resume").textContent = state === "none" ? "Solve" : "Search on";
  $("resume").classList.toggle("main", state === "none");
}

function refresh() {
  if (tab === "edit") drawDraft();
  else draw();
  const all = answer.solutions ?? [];
  $("example").hidden = origin !== "example";
  solutionBar.hidden = tab !== "solution" || all.length < 2;
  player.element.hidden = tab !== "reasons" || isHopeless();
  againButton.hidden = hintButton.hidden = tab !== "play";
  palette.hidden = editBar.hidden = tab !== "edit";
  $("result").hidden = tab === "edit";
  if (tab === "edit") showPalette();
  previousButton.disabled = chosen === 0;
  nextButton.disabled = chosen >= all.length - 1;
  differsButton.setAttribute("aria-pressed", differs);
  shownNumber.textContent = all.length > 1 ? `Solution ${chosen + 1} of ${all.length}` : "";
  againButton.disabled = !hintedLinks.length && drawing.paths.every((path) => !path.length);
  showAnswer();
  $("generate").disabled = generating;
  $("stop-generate").hidden = !generating;
  holdFocus($("generate"), $("stop-generate"));
  $("rule").value = puzzle.rule;
  if (tab === "reasons") showReasons();
  say({ reasons: statusOfReasons, play: statusOfPlay,
    edit: () => (generating ? "Generating …" : unfinished(draft) || `${counted(puzzle.symbols.length, "flow")}.`),
    solution: () => (all.length > 1 && differs ? `The marked links differ from solution ${chosen ? chosen : 2}.` : "") }[tab]());
}

function turned(name) {
  tab = name;
  drawing.active = -1;
  cycleShown = false;
  if (name !== "reasons") player.stop();
  if (name !== "edit") refuse(null);
  if (name !== "edit" && needsSearch && origin !== "example") search();
  name === "edit" ? $("entry").after($("rule-bar")) : $("solution").prepend($("rule-bar")); // a puzzle is entered with its rule
  if (name === "edit") entry.refresh();
  refresh();
}

onLifted(() => { if (puzzle) setAddress(origin ? "" : address()); });
const entry = mountEntry($("entry"), { game: GAME, engine: sideEngine, current: () => puzzle, home: () => home(),
  onpuzzle: (next, play) => setPuzzle(next, { play }), check: checkPlay });
const turn = tabs(document.querySelector("[role=tablist]"), turned);

$("stop").addEventListener("click", () => engine.stop());
$("resume").addEventListener("click", () => { if (origin === "example") origin = ""; search(); });
$("generate").addEventListener("click", () => generate());
$("stop-generate").addEventListener("click", () => sideEngine.stop());
for (const id of ["another", "next"]) $(id).addEventListener("click", () => { turn("edit"); $("generate").focus(); generate(); });
$("share").addEventListener("click", () => share(address()));
$("clear").addEventListener("click", () => { brush = "A"; edit(emptyDraft(draft.rows, draft.cols, draft.rule)); });
$("show-cycle").addEventListener("click", () => { cycleShown = !cycleShown; refresh(); });
function takeRule(rule) {
  engine.stop();
  sideEngine.stop();
  steps = null;
  puzzle = { ...puzzle, rule };
  draft = { ...draft, rule: puzzle.rule };
  $("steps").replaceChildren();
  forget();
  commit();
  search();
}

$("rule").addEventListener("change", () => takeRule($("rule").value));
$("most").addEventListener("change", search);
for (const id of ["rows", "cols"]) {
  onEntry($(id), () => {
    const size = sizeIn();
    if (size) edit(reshape(draft, size.rows, size.cols));
  });
}
document.addEventListener("keydown", (event) => {
  if (event.target.closest("[role=grid], input:not([type=range]), select, textarea")) return;
  if (tab === "reasons" && player.key(event)) event.preventDefault();
});

/** Shows what the page has without an address: a draft, in which no flow has both endpoints yet, or an example. */
let home = () => {
  const isBegun = !location.hash && (puzzle || lastBoards("flowfree")[0]?.fragment === ""); // first, the last board is shown
  const { draft: begun, past } = isBegun ? keptPlay("flowfree", "", (play) => { checkDraft(play.draft); checkPast(play.past); }) : {};
  if (begun) return setPuzzle(puzzleOf(begun), { play: { draft: begun, past } });
  const { rows, rule } = EXAMPLE;
  setPuzzle(puzzleOf({ ...emptyDraft(rows.length, rows[0].length, rule), cells: [...rows.join("")].map((x) => (x === "." ? "" : x)) }), { from: "example" });
  return undefined;
};

/** Throws if a value is not a puzzle. */
function check(given) {
  const { rows, cols, flow, symbols, rule = "strict", shades = [] } = given;
  const numbers = [rows, cols, ...flow, ...(given.missing ?? []), ...(given.bridges ?? []),
    ...[...(given.walls ?? []), ...(given.warps ?? [])].flat()];
  if (!(rule in IN_WORDS)) throw new TypeError();
  if (!shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade))) throw new TypeError();
  if (!numbers.every(Number.isInteger) || !symbols.every((symbol) => typeof symbol === "string")) throw new TypeError();
  if (flow.length !== rows * cols || !flow.every((f) => f < symbols.length)) throw new TypeError();
  new Graph(given); // throws if the engine refuses its marks
}

function checkDraft(begun) {
  if (![begun.missing, begun.bridges, begun.walls, begun.warps].every(Array.isArray)) throw new TypeError();
  for (const puzzleOfDraft of [puzzleOf, completeOf]) check(puzzleOfDraft(begun));
}

function checkPast(past = []) {
  for (const before of past) {
    checkDraft(before.draft);
    checkPlay(completeOf(before.draft), { paths: before.paths });
  }
}

/** Throws if what was kept of a puzzle is not a draft of it, or paths on it. */
function checkPlay(given, { draft: begun, paths, past }) {
  checkPast(past);
  if (begun) checkDraft(begun);
  const on = new Graph(given), nodes = paths.flat(), isOther = begun && fragmentOf(GAME, completeOf(begun)) !== fragmentOf(GAME, given);
  const isLine = (path, f) => !path.length || (on.ends[f].includes(path[0]) && path.every((node, i) => !i || on.linkBetween(path[i - 1], node) >= 0));
  if (isOther || new Set(nodes).size < nodes.length || !paths.every(isLine)) throw new TypeError();
}

/** Starts with the puzzle in the page, in its address, or with an example. */
export function start(whole = embedded(check)) {
  if (whole?.puzzle) home = () => setPuzzle(whole.puzzle, { recordedSteps: whole.steps ?? null, from: "file", to: whole.steps ? "reasons" : "solution" });
  if (whole?.puzzle) home();
  else entry.start();
}

addEventListener("online", () => { if (answer.state === "stopped" && !$("error").hidden) search(); });
await begin(start);
