/** The page for Flood-It. */

import { Board } from "#board.js";
import { boardList } from "#boards.js";
import { fills, nameOf } from "#colours.js";
import { Engine } from "#engine.js";
import { mountEntry } from "#entry.js";
import { HARDEST } from "#floodit/hardest.js";
import { area, flood, isFlooded, outline, randomBoard } from "#floodit/rules.js";
import { DIGITS, LOWER } from "#formats/common.js";
import { GAME } from "#formats/floodit.js";
import { Player } from "#player.js";
import { fragmentOf } from "#share.js";
import {
  $, MAX_SIDE, busy, calm, calmly, embedded, everySecond, fail, h, isGrid, numberIn, remark, say, setAddress, share, svg, swatch, tabs,
  typed,
} from "#shell.js";
import { counted } from "#words.js";

// board 0 of the thesis's sample for n = 14, k = 6; the original game allows 25 moves for this size
const EXAMPLE = "01433511255232/43114535403451/51553124452215/40342154513043/14443332440030/32435241225543/35214350022142/"
  + "32343105430120/21404424022352/24415235522101/52455441435013/33422102202131/15232331312535/13521403042212";
const MAX_COLOURS = 30; // as many as there are different shades
const SYMBOLS = [...DIGITS, ...LOWER];

const engine = new Engine(); // the minimum of the board
const sideEngine = new Engine(); // what is left after a person's own moves; pictures

let puzzle; // {rows, symbols, k, start, limit?, shades?: the colours in the picture that it is from}
let shades; // the colour of each number
let answer = {}; // {lower, upper, moves, state: "none"|"searching"|"optimal"|"stopped"|"timeout"|"memory"}
let greedy = null; // moves
let shownLine = "best"; // the solution that the player shows: "best" or "greedy"
let positions = []; // before and after its moves, as far as they were shown
let tab = "solution";
let ownMoves = []; // the person's moves
let ownPositions = []; // the positions before them, and the current one
let remaining = {}; // what is known about the current position, as `answer`
let hintedColour = -1; // the colour of the hint
let brush = 0; // the colour that paints, or "start"
let latest = {}; // the last search; what an earlier one still finds is of no use
let needsSearch = false; // whether the board has changed since the last search
let searchSeconds = 0; // of the search so far
let inAddress = false; // whether the page's address follows the board

// ---- the board -----------------------------------------------------------------------------------

const board = new Board($("board"), {
  label: "Flood-It board",
  on: {
    press(r, c) {
      if (tab === "edit") paint(r, c);
      else if (tab === "play") choose(shown()[r][c]);
      else if (tab === "solution") playFrom(shown()[r][c]);
    },
    key(r, c, event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const colour = typed(event.key, puzzle.symbols);
      if (tab === "edit" && colour >= 0) {
        paint(r, c, colour);
        const f = Math.min(r * board.cols + c + 1, board.rows * board.cols - 1);
        board.focus(Math.floor(f / board.cols), f % board.cols);
        return true;
      }
      return tab === "play" && playKey(event);
    },
    grab(r, c) {
      if (tab !== "edit" || brush === "start") return false;
      paint(r, c);
      return true;
    },
    drag(r, c) { if (board.field(r, c)) paint(r, c); },
  },
});

/** The position on the board. */
function shown() {
  if (tab === "play") return ownPositions.at(-1);
  if (tab === "solution") return positionAt(player.at);
  return puzzle.rows;
}

/** "blue 1": the name of a colour and its symbol. */
function spoken(colour) {
  const symbol = puzzle.symbols[colour], name = nameOf(shades[colour]);
  return !name || name.toLowerCase() === symbol.toLowerCase() ? symbol : `${name} ${symbol}`;
}

let drawn = null; // what is on the board

function draw() {
  const rows = shown(), now = [rows, shades, tab === "edit", ...puzzle.start];
  if (now.every((x, i) => x === drawn?.[i])) return;
  drawn = now;
  const flooded = area(rows, puzzle.start), [sr, sc] = puzzle.start;
  const inside = new Set(flooded.map(([r, c]) => r * board.cols + c));
  board.draw((r, c) => ({
    fill: shades[rows[r][c]],
    letter: puzzle.symbols[rows[r][c]],
    name: spoken(rows[r][c]) + (inside.has(r * board.cols + c) ? ", flooded" : "")
      + (r === sr && c === sc ? ", start" : ""),
  }));
  const d = outline(rows, flooded);
  const parts = tab === "edit" ? [] : [svg("path", { class: "halo", d }), svg("path", { class: "border", d })];
  if (sr || sc || tab === "edit") {
    for (const kind of ["halo", "border"]) {
      parts.push(svg("circle", { class: kind, cx: sc + 0.5, cy: sr + 0.5, r: 0.3 }));
    }
  }
  board.over.replaceChildren(...parts);
}

// ---- the solution --------------------------------------------------------------------------------

const player = new Player({ noun: "move", pace: 900, show: () => { if (tab === "solution") refresh(); } });

/** Shows another board; `search` begins at once unless the person is still entering it. */
function setPuzzle(next, { keepTab = false, isOwn = true, remarks = [], bounds = null } = {}) {
  inAddress = isOwn;
  engine.stop();
  sideEngine.stop();
  puzzle = { start: [0, 0], ...next };
  puzzle.k = Math.max(puzzle.k ?? 0, 2, ...puzzle.rows.flat().map((colour) => colour + 1));
  puzzle.symbols = completed(puzzle.symbols ?? [], puzzle.k);
  shades = puzzle.shades?.length === puzzle.k ? puzzle.shades : fills(puzzle.symbols);
  brush = 0;
  board.shape(puzzle.rows.length, puzzle.rows[0].length);
  drawn = null;
  for (const [id, value] of Object.entries({ rows: board.rows, cols: board.cols, k: puzzle.k })) $(id).value = value;
  reset();
  if (bounds) takeRecorded(bounds);
  if (!keepTab) turn("solution");
  else refresh();
  remark(remarks);
}

/** Takes over the bounds of `floodit show --html`; "Search" closes them if they are open. */
function takeRecorded({ lower, moves, free = false }) {
  needsSearch = false;
  const upper = moves.length;
  answer = { lower, upper, moves, free, state: lower < upper ? "stopped" : "optimal" };
  follow();
  const mine = latest;
  engine.call("floodit.greedy", question(puzzle.rows)).then(({ moves: found }) => {
    if (mine !== latest) return;
    greedy = found;
    refresh();
  }, () => {});
}

/** As many symbols as colours. */
function completed(symbols, k) {
  const spare = SYMBOLS.filter((symbol) => !symbols.includes(symbol));
  return [...symbols, ...spare].slice(0, k);
}

/** Forgets all answers, after a change of the board. */
function reset() {
  calm();
  latest = {};
  answer = { state: "none" };
  greedy = null;
  shownLine = "best";
  positions = [puzzle.rows];
  ownMoves = [];
  ownPositions = [puzzle.rows];
  remaining = {};
  hintedColour = -1;
  needsSearch = true;
  player.load(0);
}

const address = () => fragmentOf(GAME, puzzle);

const question = (rows) => ({ rows, k: puzzle.k, start: puzzle.start });

async function search() {
  needsSearch = false;
  calm();
  if (inAddress) setAddress(address());
  engine.stop();
  const { rows } = puzzle, mine = (latest = {}), stale = () => mine !== latest;
  answer = { ...answer, state: "searching" };
  searchSeconds = 0;
  const endClock = everySecond((passed) => {
    if (answer.state !== "searching" || stale()) return false;
    searchSeconds = passed;
    showAnswer();
    return true;
  });
  refresh();
  engine.call("floodit.greedy", question(rows)).then(({ moves }) => {
    if (stale()) return;
    greedy = moves;
    if (shownLine === "greedy") follow();
    refresh();
  }, () => {}); // the call below tells what is wrong
  const seen = calmly((progress) => { if (!stale()) takeBounds({ ...progress, state: "searching" }); });
  try {
    const result = await engine.call("floodit.solve", question(rows), { onprogress: seen });
    seen.end();
    if (stale()) return;
    takeBounds({ ...result, state: result.status });
  } catch (error) {
    seen.end(true);
    if (stale()) return;
    answer = { ...answer, state: "stopped" };
    if (!error.stopped) fail(error);
    refresh();
  } finally {
    endClock();
  }
}

/** Takes over new bounds. */
function takeBounds(now) {
  const better = now.moves?.join() !== answer.moves?.join();
  answer = { ...answer, ...now };
  if (better && shownLine === "best") follow();
  refresh();
}

/** Loads the chosen solution into the player. */
function follow() {
  const { length } = solution();
  positions = [puzzle.rows];
  player.load(length, Math.min(player.at, length));
}

/** The position after some moves of the solution that is shown. */
function positionAt(step) {
  for (let t = positions.length; t <= step; t++) {
    positions.push(flood(positions[t - 1], puzzle.start, solution()[t - 1]));
  }
  return positions[step];
}

const NONE = [];
const solution = () => (shownLine === "greedy" ? greedy : answer.moves) ?? NONE;

// ---- playing -------------------------------------------------------------------------------------

/** Plays on from the step that the player shows. */
function playFrom(colour) {
  const moves = solution().slice(0, player.at);
  if (colour === shown()[puzzle.start[0]][puzzle.start[1]]) return;
  restart();
  for (const each of moves) push(each);
  turn("play");
  choose(colour);
}

function restart() {
  sideEngine.stop();
  ownMoves = [];
  ownPositions = [puzzle.rows];
  remaining = {};
  hintedColour = -1;
}

function push(colour) {
  const before = ownPositions.at(-1), followed = remaining.state === "optimal" && remaining.moves[0] === colour;
  ownMoves.push(colour);
  ownPositions.push(flood(before, puzzle.start, colour));
  hintedColour = -1;
  remaining = followed
    ? { state: "optimal", lower: remaining.lower - 1, upper: remaining.upper - 1, moves: remaining.moves.slice(1) }
    : {};
}

function choose(colour) {
  const [r, c] = puzzle.start, now = ownPositions.at(-1);
  if (isFlooded(now) || colour === now[r][c]) return;
  sideEngine.stop();
  push(colour);
  searchRemaining();
  refresh();
}

function undo() {
  if (!ownMoves.length) return;
  sideEngine.stop();
  ownMoves.pop();
  ownPositions.pop();
  remaining = {};
  hintedColour = -1;
  searchRemaining();
  refresh();
}

/** Finds out how many moves are left at best. */
async function searchRemaining() {
  const now = ownPositions.at(-1);
  if (remaining.state === "optimal" || remaining.state === "searching") return;
  if (isFlooded(now)) { remaining = { state: "optimal", lower: 0, upper: 0, moves: [] }; return; }
  if (answer.state === "optimal" && ownMoves.every((colour, t) => colour === answer.moves[t])) {
    const moves = answer.moves.slice(ownMoves.length);
    remaining = { state: "optimal", lower: moves.length, upper: moves.length, moves };
    return;
  }
  const stale = () => now !== ownPositions.at(-1);
  remaining = { state: "searching" };
  const seen = calmly((progress) => { if (!stale()) { remaining = { ...remaining, ...progress }; refresh(); } });
  try {
    const result = await sideEngine.call("floodit.solve", question(now), { onprogress: seen });
    seen.end();
    if (stale()) return;
    remaining = { ...result, state: result.status };
  } catch (error) {
    seen.end(true);
    if (stale()) return;
    remaining = { ...remaining, state: "stopped" };
    if (!error.stopped) fail(error);
  }
  refresh();
}

function hint() {
  if (isFlooded(ownPositions.at(-1))) return;
  if (remaining.moves?.length) hintedColour = remaining.moves[0];
  else searchRemaining();
  refresh();
}

function playKey(event) {
  const colour = typed(event.key, puzzle.symbols);
  if (colour >= 0) choose(colour);
  else if (event.key === "Backspace") undo();
  else if (event.key === "?") hint();
  else return false;
  return true;
}

// ---- entering ------------------------------------------------------------------------------------

function edit(next) {
  engine.stop();
  sideEngine.stop();
  puzzle = { ...puzzle, ...next };
  inAddress = true;
  reset();
  refresh();
}

function paint(r, c, colour = brush) {
  if (colour === "start") edit({ start: [r, c] });
  else if (puzzle.rows[r][c] !== colour) {
    edit({ rows: puzzle.rows.map((row, i) => (i === r ? row.map((x, j) => (j === c ? colour : x)) : row)) });
  }
}

/** The size and number of colours in the form, or null if one is impossible. */
function wantedShape() {
  calm();
  const rows = numberIn("rows", 1, MAX_SIDE, "The number of rows");
  const cols = numberIn("cols", 1, MAX_SIDE, "The number of columns");
  const k = numberIn("k", 2, MAX_COLOURS, "The number of colours");
  return rows === null || cols === null || k === null ? null : { rows, cols, k };
}

/** Gives the board another size; what fits is kept. */
function resize() {
  const wanted = wantedShape();
  if (!wanted) return;
  const { rows, cols, k } = wanted, [sr, sc] = puzzle.start;
  const kept = Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => puzzle.rows[r]?.[c] ?? 0));
  const used = Math.max(...kept.flat()) + 1;
  if (k < used) {
    fail(`The board has ${counted(used, "colour")}: first paint the fields of ${spoken(used - 1)}, or take another board.`);
    return;
  }
  setPuzzle({ ...puzzle, rows: kept, k, symbols: puzzle.symbols.slice(0, k),
    start: sr < rows && sc < cols ? [sr, sc] : [0, 0] }, { keepTab: true });
}

function random() {
  const wanted = wantedShape();
  if (wanted) setPuzzle({ rows: randomBoard(wanted.rows, wanted.cols, wanted.k), k: wanted.k });
}

/** A board of one colour, to be painted. */
function clear() {
  const wanted = wantedShape();
  if (!wanted) return;
  const rows = Array.from({ length: wanted.rows }, () => Array(wanted.cols).fill(0));
  setPuzzle({ rows, k: wanted.k }, { keepTab: true });
}

// ---- the hardest boards --------------------------------------------------------------------------

/** A table of the largest minima known; each is a button that opens its board to be played. */
function hardestBoards() {
  const [sizes, numbers] = ["n", "k"].map((name) => [...new Set(HARDEST.map((each) => each[name]))].sort((a, b) => a - b));
  const cell = (n, k) => {
    const known = HARDEST.find((each) => each.n === n && each.k === k);
    if (!known) return h("td", {}, "–");
    const marks = (known.every ? "*" : "") + (known.verified ? "✓" : "");
    return h("td", {}, h("button", { onclick: () => playHardest(known),
      "aria-label": `${n}×${n} fields, ${k} colours: ${known.minimum} moves` }, String(known.minimum)), marks);
  };
  return h("table", { class: "moves" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Fields"), numbers.map((k) => h("th", { scope: "col" }, `${k} colours`)))),
    h("tbody", {}, sizes.map((n) => h("tr", {}, h("th", { scope: "row" }, `${n}×${n}`), numbers.map((k) => cell(n, k))))));
}

const gridOf = (rows) => rows.split("/").map((row) => [...row].map((symbol) => SYMBOLS.indexOf(symbol)));

/** Shows a board of the list with its recorded solution. */
function showListed({ name, rows, k, minimum, moves }) {
  setPuzzle({ rows: gridOf(rows), k }, { isOwn: false, bounds: { lower: minimum, moves }, remarks: [name] });
}

function playHardest({ rows, k, n, minimum, every, verified }) {
  const remarks = [`${every ? "no" : "no known"} board of ${n}×${n} fields in ${k} colours needs more than its ${minimum} moves`];
  if (verified) remarks.push("a verified checker has accepted a proof that fewer do not suffice");
  setPuzzle({ rows: gridOf(rows), k, limit: minimum }, { remarks });
  turn("play");
}

// ---- the page ------------------------------------------------------------------------------------

const undoButton = h("button", { title: "take a move back (Backspace)", onclick: undo }, "Undo");
const againButton = h("button", { title: "back to the start", onclick: () => { restart(); searchRemaining(); refresh(); } }, "Start again");
const hintButton = h("button", { title: "the next move of a shortest solution from here (?)", onclick: hint }, "Hint");
const startButton = h("button", { title: "then choose a field", onclick: () => { brush = "start"; refresh(); } }, "Start field");
const palette = h("div", { class: "palette", role: "group", "aria-label": "colours" });
const playBar = h("div", { class: "bar centre" }, undoButton, againButton, hintButton);
const editBar = h("div", { class: "bar centre" }, startButton,
  h("button", { class: "main", onclick: () => turn("solution") }, "Solve"));
$("controls").append(player.element, palette, playBar, editBar, board.tools);

function showPalette() {
  const now = ownPositions.at(-1), [r, c] = puzzle.start, focused = [...palette.children].indexOf(document.activeElement);
  palette.replaceChildren(...puzzle.symbols.map((_, colour) => {
    const button = swatch(shades[colour], puzzle.symbols[colour], { "aria-label": spoken(colour), title: spoken(colour),
      ...(tab === "edit" ? { "aria-pressed": brush === colour, onclick: () => { brush = colour; refresh(); } }
        : { onclick: () => choose(colour) }) });
    if (tab === "play") button.disabled = isFlooded(now) || colour === now[r][c];
    if (tab === "play" && colour === hintedColour) button.classList.add("hinted");
    return button;
  }));
  palette.children[focused]?.focus();
}

const isProven = () => answer.state === "optimal";
const hasBounds = () => answer.upper !== undefined;

/** "21 moves" or "19 to 22 moves". */
const range = ({ lower, upper }) => (lower === upper ? counted(upper, "move") : `${lower} to ${counted(upper, "move")}`);

function showAnswer() {
  const { state, lower, upper } = answer;
  const end = { stopped: "The search was stopped. ", timeout: "Time is up. ",
    memory: "The search needs more memory than this page may use. " }[state] ?? "";
  $("answer").textContent = hasBounds() ? range(answer) : state === "searching" ? "Searching …" : "No answer yet";
  $("note").textContent = isProven() ? `The minimum, proven${searchSeconds ? ` in ${counted(searchSeconds, "second")}` : ""}.`
    : state === "searching" ? `Searching${searchSeconds ? ` for ${counted(searchSeconds, "second")}` : ""} …`
      : hasBounds() ? `${end}At least ${lower} are needed; the best solution so far has ${upper}.`
        : state === "stopped" && !$("error").hidden ? "The search failed." : end;
  $("result").hidden = tab === "edit";
  busy(state === "searching");
  Object.assign($("result").dataset, { state, lower: lower ?? "", upper: upper ?? "" });
  $("stop").hidden = state !== "searching";
  $("resume").hidden = state === "searching" || isProven();
  $("minimum").textContent = hasBounds() ? upper : "";
  $("show-best").firstChild.data = hasBounds() && !isProven() ? "Best so far " : "Shortest ";
  $("greedy").textContent = greedy ? greedy.length : "";
  $("greedy-more").textContent = greedy && hasBounds() ? `Greedy: ${comparison(greedy.length)}` : "";
  if (document.activeElement !== $("limit")) $("limit").value = puzzle.limit ?? "";
  $("limit-more").textContent = puzzle.limit && hasBounds() ? `moves: ${allowance(puzzle.limit)}.` : "moves.";
}

/** How a number of moves compares with the minimum. */
function comparison(n) {
  const { lower, upper } = answer;
  if (n === upper) return lower === upper ? "also the minimum" : "as good";
  return lower === upper ? `${counted(n - upper, "move")} more` : `at least ${counted(n - upper, "move")} more`;
}

/** How a game's limit compares with the minimum. */
function allowance(limit) {
  const { lower, upper } = answer;
  if (limit < lower) return `impossible, ${lower - limit} too few`;
  if (limit < upper) return "not known yet whether that suffices";
  return limit === upper ? (isProven() ? "exactly the minimum" : "enough") : `${limit - upper} to spare`;
}

let listed = null; // the moves in the list, which keeps its focus while they are the same

function showMoves() {
  const moves = solution(), list = $("moves");
  if (listed !== moves) {
    listed = moves;
    list.replaceChildren(...moves.map((colour, t) => h("li", {}, swatch(shades[colour], puzzle.symbols[colour], {
      "aria-label": `move ${t + 1}: ${spoken(colour)}`, onclick: () => player.turn(t + 1) }))));
  }
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  list.children[player.at - 1]?.firstChild.setAttribute("aria-current", "step");
  $("show-best").setAttribute("aria-pressed", shownLine === "best");
  $("show-greedy").setAttribute("aria-pressed", shownLine === "greedy");
  $("show-greedy").disabled = !greedy;
  $("show-best").disabled = !answer.moves;
}

function statusOfSolution() {
  const moves = solution();
  if (player.at) return `Move ${player.at} of ${moves.length}: ${spoken(moves[player.at - 1])}.`;
  if (answer.state === "searching") return hasBounds() ? `Searching: at least ${answer.lower}, at most ${answer.upper} moves.` : "Searching …";
  if (!moves.length) return hasBounds() ? "The board is flooded already." : "";
  return `${shownLine === "greedy" ? "Each move of greedy play floods the most fields. " : ""}Step through the moves, or choose a field to play.`;
}

function statusOfPlay() {
  const made = ownMoves.length, done = isFlooded(ownPositions.at(-1));
  const compared = (all) => (isProven() ? (all === answer.upper ? "the minimum" : `${all - answer.upper} more than the minimum`)
    : hasBounds() && all < answer.upper ? "better than the best solution so far" : "");
  Object.assign($("play").dataset, { state: remaining.state ?? "", left: remaining.upper ?? "" });
  if (done) return `Flooded in ${counted(made, "move")}${compared(made) && `: ${compared(made)}`}.`;
  const { state, lower, upper } = remaining;
  const left = state === "optimal" ? `${upper} more at best: ${made + upper} in all${compared(made + upper) && `, ${compared(made + upper)}`}.`
    : upper !== undefined ? `${range(remaining)} more at best${state === "searching" ? "; searching …" : "."}`
      : state === "searching" ? "Searching for the moves left …" : "";
  const told = hintedColour < 0 ? "" : state === "optimal" ? ` Hint: ${spoken(hintedColour)}.` : ` Hint: ${spoken(hintedColour)}, from the best solution so far.`;
  return `${counted(made, "move")} made. ${left}${told}`;
}

function refresh() {
  draw();
  player.element.hidden = tab !== "solution";
  palette.hidden = tab !== "play" && tab !== "edit";
  playBar.hidden = tab !== "play";
  editBar.hidden = tab !== "edit";
  if (!palette.hidden) showPalette();
  undoButton.disabled = againButton.disabled = ownMoves.length === 0;
  hintButton.disabled = isFlooded(ownPositions.at(-1));
  startButton.setAttribute("aria-pressed", brush === "start");
  showAnswer();
  if (tab === "solution") showMoves();
  if (tab === "solution") say(statusOfSolution());
  else if (tab === "play") say(statusOfPlay());
  else if (tab === "edit") {
    say(brush === "start" ? "Choose the field from which the flood starts."
      : `Paint with ${spoken(brush)}: choose a colour, then fields. Or type symbols on the board.`);
  } else say("");
}

function turned(name) {
  tab = name;
  if (name !== "solution") player.stop();
  if (name !== "edit" && needsSearch) search();
  if (name === "play") searchRemaining();
  if (name === "edit") entry.refresh();
  refresh();
}

const entry = mountEntry($("entry"), { game: GAME, engine: sideEngine, current: () => puzzle,
  onpuzzle: (next, { remarks }) => setPuzzle(next, { remarks }) });
const turn = tabs(document.querySelector("[role=tablist]"), turned);

$("hardest").append(hardestBoards());
$("stop").addEventListener("click", () => engine.stop());
$("resume").addEventListener("click", search);
$("random").addEventListener("click", random);
$("another").addEventListener("click", random);
$("clear").addEventListener("click", clear);
$("share").addEventListener("click", () => share(address()));
for (const id of ["rows", "cols", "k"]) $(id).addEventListener("change", resize);
$("limit").addEventListener("input", () => {
  const limit = Number($("limit").value);
  puzzle.limit = Number.isInteger(limit) && limit > 0 ? limit : undefined;
  refresh();
});
for (const name of ["best", "greedy"]) {
  $(`show-${name}`).addEventListener("click", () => { shownLine = name; player.load(0); follow(); refresh(); });
}
document.addEventListener("keydown", (event) => {
  if (event.target.closest("[role=grid], input:not([type=range]), select, textarea")) return;
  if (tab === "solution" ? player.key(event) : tab === "play" && !event.ctrlKey && !event.metaKey && !event.altKey
    && playKey(event)) event.preventDefault();
});

function example() {
  return { rows: EXAMPLE.split("/").map((row) => [...row].map(Number)), k: 6, symbols: [], limit: 25 };
}

/** Throws if a value is not a puzzle. */
function check({ rows, symbols = [], start: [r, c] = [0, 0] }) {
  const isColour = (colour) => Number.isInteger(colour) && colour >= 0 && colour < MAX_COLOURS;
  if (!isGrid(rows, isColour) || !symbols.every((symbol) => typeof symbol === "string")) throw new TypeError();
  if (rows[r]?.[c] === undefined) throw new TypeError();
}

/** Starts with the puzzle in the page, in its address, or with an example. */
export function start(given = embedded(check)) {
  const listed = given?.boards;
  if (listed) {
    const filter = new URLSearchParams(location.hash.slice(1)).get("list") ?? ""; // #list=n=4+k=3
    $("hardest").before(boardList(listed, showListed, filter));
  }
  if (given?.puzzle) setPuzzle(given.puzzle, { isOwn: false, bounds: given.steps });
  else if (!location.hash || !entry.fromHash(location.hash)) setPuzzle(example(), { isOwn: false });
}

addEventListener("online", () => { if (answer.state === "stopped" && !$("error").hidden) search(); });
addEventListener("hashchange", () => { if (location.hash.slice(1) !== address()) entry.fromHash(location.hash); });
start();
