/** The page for Flood-It. */

import { Board } from "#js/board.js";
import { boardList } from "#js/boards.js";
import { fills, nameOf, shortSymbols } from "#js/colours.js";
import { Engine, answerHere } from "#js/engine.js";
import { mountEntry } from "#js/entry.js";
import { outline } from "#js/floodit/outline.js";
import { DIGITS, LOWER, UPPER } from "#js/formats/common.js";
import { GAME } from "#js/formats/floodit.js";
import { Player } from "#js/player.js";
import { fragmentOf } from "#js/share.js";
import {
  $, begin, busy, calm, calmly, embedded, everySecond, fail, h, holdFocus, isGrid, numberIn, onEntry, onLifted, refuse, say, setAddress, share, sizeIn, svg, swatch, tabs, typed,
} from "#js/shell.js";
import { Steps, keep } from "#js/store.js";
import { counted, grouped } from "#js/words.js";

// board 0 of the thesis's sample for n = 14, k = 6; the original game allows 25 moves for this size
const EXAMPLE = "01433511255232/43114535403451/51553124452215/40342154513043/14443332440030/32435241225543/35214350022142/"
  + "32343105430120/21404424022352/24415235522101/52455441435013/33422102202131/15232331312535/13521403042212";
const SYMBOLS = [...DIGITS, ...LOWER, ...UPPER];
const MAX_COLOURS = SYMBOLS.length, MAX_LIMIT = 999_999;

const engine = new Engine(); // the minimum of the board
const sideEngine = new Engine(); // what is left after a person's own moves; pictures

let puzzle; // as in formats/floodit.js
let moves = []; // the person's moves
let origin = ""; // "example", "file" (a single-file page), or "" for a board of the person
let shades; // the colour of each number
let letters; // the letter of each number
let answer = {}; // {lower, upper, moves, state: "none"|"searching"|"optimal"|"stopped"|"timeout"|"memory"}
let greedy = null; // moves
let shownLine = "best"; // the solution that the player shows: "best" or "greedy"
let line; // this solution, as `Line`
let ownLine; // the person's moves, as `Line`
let tab = "solution";
let known = {}; // bounds for the current position from the one before: lower, and moves that flood the board
let remaining = {}; // what a search from the current position finds, as `answer`
let hintedColour = -1; // the colour of the hint
let brush = 0; // the colour that paints, or "start"
let latest = {}; // the last search; what an earlier one still finds is of no use
let needsSearch = false; // whether the board has changed since the last search
let searchSeconds = 0; // of the searches of this board so far

// ---- the board ----------------------------------------------------------------------------------

const board = new Board($("board"), {
  label: "Flood-It board",
  on: {
    press(r, c) {
      if (tab === "edit") paint(r, c);
      else if (tab === "play") choose(shown().rows[r][c]);
      else if (tab === "solution") playFrom(shown().rows[r][c]);
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
    drag(r, c) { if (board.field(r, c)) paint(r, c, brush, true); },
  },
});

/** Moves from the start of the puzzle, and the positions before and after each. */
class Line {
  #joined;
  #flooded;
  #positions = [];

  constructor(made) {
    this.moves = made;
    const { joined, flooded } = answerHere("floodit.play", { ...question(puzzle.rows), moves: made });
    [this.#joined, this.#flooded] = [joined, flooded ?? Infinity];
  }

  /** The position after some moves: its rows, the flooded fields, and whether they are all. */
  at(t) {
    return (this.#positions[t] ??= this.#positionAt(t));
  }

  #positionAt(t) {
    const inside = (r, c) => this.#joined[r][c] >= 0 && this.#joined[r][c] <= t;
    return {
      rows: puzzle.rows.map((row, r) => row.map((colour, c) => (t && inside(r, c) ? this.moves[t - 1] : colour))),
      area: puzzle.rows.flatMap((row, r) => [...row.keys()].filter((c) => inside(r, c)).map((c) => [r, c])),
      isFlooded: this.#flooded <= t,
    };
  }
}

/** The position on the board. */
function shown() {
  if (tab === "play") return current();
  return tab === "solution" ? line.at(player.at) : ownLine.at(0);
}

/** The position after the person's moves. */
const current = () => ownLine.at(moves.length);

/** "blue": the name of a colour; with its symbol while letters are on the board. */
function spoken(colour) {
  const symbol = puzzle.symbols[colour], name = puzzle.shades ? "" : nameOf(shades[colour]);
  if (!name || name.toLowerCase() === symbol.toLowerCase()) return symbol;
  return board.letters ? `${name} ${symbol}` : name;
}

let drawn = null; // what is on the board

function draw() {
  const position = shown(), now = [position, shades, tab === "edit", board.letters, ...puzzle.start];
  if (now.every((x, i) => x === drawn?.[i])) return;
  drawn = now;
  const { rows, area } = position, [sr, sc] = puzzle.start;
  const inside = new Set(area.map(([r, c]) => r * board.cols + c));
  board.draw((r, c) => ({
    fill: shades[rows[r][c]],
    letter: letters[rows[r][c]],
    name: spoken(rows[r][c]) + (inside.has(r * board.cols + c) ? ", flooded" : "") + (r === sr && c === sc ? ", start" : ""),
  }));
  const d = outline(rows, area);
  const parts = tab === "edit" ? [] : [svg("path", { class: "halo", d }), svg("path", { class: "border", d })];
  if (sr || sc || tab === "edit") {
    for (const kind of ["halo", "border"]) parts.push(svg("circle", { class: kind, cx: sc + 0.5, cy: sr + 0.5, r: 0.3 }));
  }
  board.over.replaceChildren(...parts);
}

// ---- boards and moves, which can be taken back --------------------------------------------------

const steps = new Steps((before) => {
  kept = null;
  if (["rows", "start", "k", "symbols"].every((key) => JSON.stringify(before.puzzle[key]) === JSON.stringify(puzzle[key]))) {
    ({ puzzle, origin } = before);
    showMovesMade(before.moves);
  } else show(before);
  if (!origin) setAddress(address());
});

/** As many symbols as colours. */
function completed(symbols, k) {
  const spare = SYMBOLS.filter((symbol) => !symbols.includes(symbol));
  return [...symbols, ...spare].slice(0, k);
}

/** Shows a board and the moves made on it. */
function show({ puzzle: next, moves: made, origin: from = "" }) {
  engine.stop();
  sideEngine.stop();
  [puzzle, moves, origin] = [next, made, from];
  shades = puzzle.shades ?? fills(puzzle.symbols);
  letters = shortSymbols(puzzle.symbols);
  if (board.rows !== puzzle.rows.length || board.cols !== puzzle.rows[0].length) board.shape(puzzle.rows.length, puzzle.rows[0].length);
  drawn = null;
  if (brush !== "start") brush = Math.min(brush, puzzle.k - 1);
  for (const [id, value] of Object.entries({ rows: board.rows, cols: board.cols, k: puzzle.k })) $(id).value = value;
  calm();
  latest = {};
  answer = { state: "none" };
  greedy = null;
  searchSeconds = 0;
  shownLine = "best";
  line = ownLine = new Line([]);
  needsSearch = true;
  player.load(0);
  showMovesMade(made);
  if (new Set(shades).size < shades.length && !board.letters) board.letters = true; // some look the same
}

function showMovesMade(made, bounds = {}) {
  moves = made;
  ownLine = new Line(moves);
  known = bounds;
  remaining = {};
  hintedColour = -1;
  sideEngine.stop();
  if (needsSearch && tab !== "edit" && origin !== "example") search();
  if (tab === "play") searchRemaining();
  remember();
  refresh();
}

let kept = null; // the fragment of the board that the next one takes the place of

/** Keeps the board and the moves on this device, unless it is an untouched example. */
function remember() {
  if (origin && !moves.length) return;
  const replaced = kept;
  kept = address();
  keep({ game: "floodit", fragment: kept, label: [GAME.shape(puzzle).join("×"), GAME.measure(puzzle),
    moves.length && `${counted(moves.length, "move")} made`].filter(Boolean).join(", "),
    play: { moves, past: steps.kept, ...(hasBounds() && { bounds: { lower: answer.lower, moves: answer.moves } }) } }, replaced);
}

/** Shows another board, which a person asked for. */
function open(next, { from = "", bounds = null, made = [], past } = {}) {
  const k = Math.max(next.k ?? 0, 2, ...next.rows.flat().map((colour) => colour + 1));
  const whole = { start: [0, 0], ...next, k, symbols: completed(next.symbols ?? [], k) };
  kept = null;
  steps.set({ puzzle: whole, moves: made, origin: from }, { past });
  show(steps.now);
  if (bounds) takeRecorded(bounds);
  if (!from) setAddress(address(), true);
  turn(made.length ? "play" : "solution");
}

const address = () => fragmentOf(GAME, puzzle);

const question = (rows, { k, start } = puzzle) => ({ rows, k, start });

// ---- the solution -------------------------------------------------------------------------------

const player = new Player({ noun: "move", pace: 900, show: () => { if (tab === "solution") refresh(); } });

/** Takes over the bounds of `floodit show --html`; "Search" closes them if they are open. */
function takeRecorded({ lower, moves: best }) {
  engine.stop();
  needsSearch = false;
  latest = {};
  const upper = best.length;
  answer = { lower, upper, moves: best, state: lower < upper ? "stopped" : "optimal" };
  follow();
  remember();
  askGreedy(latest);
}

function askGreedy(mine) {
  engine.call("floodit.greedy", question(puzzle.rows)).then(({ moves: found }) => {
    if (mine !== latest) return;
    greedy = found;
    if (shownLine === "greedy") follow();
    refresh();
  }, () => {}); // the search tells what is wrong
}

async function search() {
  needsSearch = false;
  calm();
  engine.stop();
  const { rows } = puzzle, mine = (latest = {}), stale = () => mine !== latest;
  answer = { ...answer, state: "searching" };
  const before = searchSeconds;
  const endClock = everySecond((passed) => {
    if (answer.state !== "searching" || stale()) return false;
    searchSeconds = before + passed;
    showAnswer();
    return true;
  });
  refresh();
  askGreedy(mine);
  const seen = calmly((progress) => { if (!stale()) takeBounds({ ...progress, state: "searching" }); });
  try {
    const result = await engine.call("floodit.solve", question(rows), { onprogress: seen });
    seen.end();
    if (stale()) return;
    takeBounds({ ...result, state: result.status });
  } catch (error) {
    seen.end(true);
    if (stale()) return;
    answer = { ...answer, state: isProven() ? "optimal" : "stopped" };
    if (!error.stopped) fail(error);
    refresh();
  } finally {
    endClock();
    if (!stale()) remember();
  }
}

/** Takes over new bounds, and keeps better ones of a search that was stopped before. */
function takeBounds(now) {
  const better = !(now.upper >= answer.upper), { upper, moves: best } = better ? now : answer;
  const lower = Math.max(now.lower, answer.lower ?? 0);
  answer = { lower, upper, moves: best, state: lower === upper ? "optimal" : now.state };
  if (isProven() && now.lower < now.upper) engine.stop(); // bounds of before may meet those of now
  if (better && shownLine === "best") follow();
  refresh();
}

/** Loads the chosen solution into the player. */
function follow() {
  const { length } = solution();
  line = new Line(solution());
  player.load(length, Math.min(player.at, length));
}

const NONE = [];
const solution = () => (shownLine === "greedy" ? greedy : answer.moves) ?? NONE;

// ---- playing ------------------------------------------------------------------------------------

/** Plays on from the step that the player shows. */
function playFrom(colour) {
  if (colour === shown().rows[puzzle.start[0]][puzzle.start[1]]) return;
  make([...solution().slice(0, player.at), colour]);
  turn("play");
}

/** Makes moves; undo takes them back. */
function make(made) {
  const { moves: best, lower } = movesLeft(), isNext = made.length === moves.length + 1;
  if (origin === "example") needsSearch = true;
  steps.set({ puzzle, moves: made, origin: origin === "example" ? "" : origin });
  origin = steps.now.origin;
  if (!origin) setAddress(address());
  showMovesMade(made, isNext ? { lower: lower - 1, moves: best?.[0] === made.at(-1) ? best.slice(1) : undefined } : {});
}

/** What is known about the moves left at best, as `answer`; the search for the board tells, too. */
function movesLeft() {
  const made = moves.length, isFollowed = answer.moves && moves.every((colour, t) => colour === answer.moves[t]);
  if (current().isFlooded) return { state: "optimal", lower: 0, upper: 0, moves: [] };
  const lower = Math.max(1, known.lower ?? 1, remaining.lower ?? 1, (answer.lower ?? 1) - made);
  const [best] = [known.moves, remaining.moves, isFollowed && answer.moves.slice(made)].filter(Boolean).sort((a, b) => a.length - b.length);
  const state = remaining.state ?? (made ? undefined : answer.state);
  return { lower, upper: best?.length, moves: best, state: best?.length === lower ? "optimal" : state };
}

function choose(colour) {
  const [r, c] = puzzle.start, { rows, isFlooded } = current();
  if (!isFlooded && colour !== rows[r][c]) make([...moves, colour]);
}

const startAgain = () => { if (moves.length) make([]); };

/** Finds out how many moves are left at best; the search for the whole board does for its start. */
async function searchRemaining() {
  const now = current();
  if (["optimal", "searching"].includes(movesLeft().state) || (!moves.length && answer.state !== "none")) return;
  const stale = () => now !== current();
  remaining = { state: "searching" };
  const seen = calmly((progress) => { if (!stale()) { remaining = { ...remaining, ...progress }; refresh(); } });
  try {
    const result = await sideEngine.call("floodit.solve", question(now.rows), { onprogress: seen });
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
  if (current().isFlooded) return;
  const { moves: best } = movesLeft();
  if (best) hintedColour = best[0];
  else searchRemaining();
  refresh();
}

function playKey(event) {
  const colour = typed(event.key, puzzle.symbols);
  if (colour >= 0) choose(colour);
  else if (event.key === "Backspace" && moves.length) steps.undo();
  else if (event.key === "?") hint();
  else return false;
  return true;
}

// ---- entering -----------------------------------------------------------------------------------

/** Changes the board; it takes the place of the one that it was made from. */
function edit(change, continues = false) {
  steps.set({ puzzle: { ...puzzle, ...change }, moves: [], origin: "" }, { continues });
  show(steps.now);
  setAddress(address());
}

function paint(r, c, colour = brush, continues = false) {
  if (colour === "start") edit({ start: [r, c] });
  else if (puzzle.rows[r][c] !== colour) {
    edit({ rows: puzzle.rows.map((row, i) => (i === r ? row.map((x, j) => (j === c ? colour : x)) : row)) }, continues);
  }
}

/** The size and number of colours in the form, or null if one is impossible. */
function wantedShape() {
  const size = sizeIn(), k = numberIn("k", 2, MAX_COLOURS, "The number of colours");
  return size && k && { ...size, k };
}

/** Gives the board another size; what fits is kept. */
function resize() {
  const wanted = wantedShape();
  if (!wanted) return;
  const { rows, cols, k } = wanted, [sr, sc] = puzzle.start;
  const resized = Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => puzzle.rows[r]?.[c] ?? 0));
  const used = Math.max(...resized.flat()) + 1;
  if (k < used) {
    fail(`The board has ${counted(used, "colour")}: first paint the fields of ${spoken(used - 1)}, or take another board.`);
    return;
  }
  edit({ rows: resized, k, symbols: completed(puzzle.symbols, k), shades: puzzle.k === k ? puzzle.shades : undefined,
    start: sr < rows && sc < cols ? [sr, sc] : [0, 0] });
}

function random() {
  const wanted = wantedShape();
  if (!wanted) return;
  const { rows, cols, k } = wanted, drawn = crypto.getRandomValues(new Uint32Array(rows * cols));
  open({ rows: Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => drawn[r * cols + c] % k)), k });
}

/** A board of one colour, to be painted. */
function clear() {
  const wanted = wantedShape();
  if (!wanted) return;
  const rows = Array.from({ length: wanted.rows }, () => Array(wanted.cols).fill(0));
  kept = null;
  edit({ rows, k: wanted.k, symbols: completed([], wanted.k), shades: undefined, start: [0, 0], limit: undefined });
}

/** Shows a board of the list with its recorded solution. */
function showListed({ rows, k, minimum, moves: best }) {
  const colours = rows.split("/").map((row) => [...row].map((symbol) => SYMBOLS.indexOf(symbol)));
  open({ rows: colours, k }, { from: "file", bounds: { lower: minimum, moves: best } });
}

// ---- the page -----------------------------------------------------------------------------------

const againButton = h("button", { onclick: startAgain }, "Start again");
const hintButton = h("button", { title: "the next move of a shortest solution from here (?)", onclick: hint }, "Hint");
const startButton = h("button", { title: "then choose a field", onclick: () => { brush = "start"; refresh(); } }, "Start field");
const solveButton = h("button", { class: "main", onclick: () => { origin = ""; turn("solution"); search(); } }, "Solve");
const palette = h("div", { class: "palette", role: "group", "aria-label": "colours" });
$("controls").append(player.element, palette,
  h("div", { class: "bar centre" }, steps.undoButton, steps.redoButton, againButton, hintButton, startButton, solveButton, board.tools));

let paletteShown = ""; // a button that is pressed stays the same while a search reports progress

function showPalette() {
  const { rows, isFlooded } = current(), [r, c] = puzzle.start;
  const wanted = JSON.stringify([shades, puzzle.symbols, board.letters, tab, brush, hintedColour, rows[r][c], isFlooded]);
  if (wanted === paletteShown) return;
  paletteShown = wanted;
  const focused = [...palette.children].indexOf(document.activeElement);
  palette.replaceChildren(...puzzle.symbols.map((_, colour) => {
    const button = swatch(shades[colour], board.letters ? letters[colour] : "", { "aria-label": spoken(colour), title: spoken(colour),
      ...(tab === "edit" ? { "aria-pressed": brush === colour, onclick: () => { brush = colour; refresh(); } }
        : { "aria-disabled": colour === rows[r][c] || isFlooded, onclick: () => choose(colour) }) });
    if (tab === "play" && colour === hintedColour) button.classList.add("hinted");
    return button;
  }));
  palette.children[focused]?.focus();
}

const isProven = () => answer.state === "optimal";
const hasBounds = () => answer.upper !== undefined;

/** "21 moves" or "19 to 22 moves". */
const range = ({ lower, upper }) => (lower === upper ? counted(upper, "move") : `${grouped(lower)} to ${counted(upper, "move")}`);

function showAnswer() {
  const { state, lower, upper } = answer;
  busy(state === "searching");
  const end = { stopped: "The search was stopped. ", timeout: "Time is up. ",
    memory: "The search needs more memory than this page may use. " }[state] ?? "";
  $("answer").textContent = (isProven() ? `${counted(upper, "move")}, the fewest possible` : hasBounds() ? range(answer)
    : state === "searching" ? "Searching …" : origin === "example" ? "An example" : "No answer yet")
    + (puzzle.limit < lower ? `; ${counted(puzzle.limit, "move")} cannot suffice` : "");
  $("note").textContent = isProven() ? (searchSeconds ? `Found and proven in ${counted(searchSeconds, "second")}.` : "")
    : state === "searching" ? (hasBounds() ? `A solution with ${grouped(upper)} is found; fewer than ${grouped(lower)} are impossible. Searching${searchSeconds ? ` for ${counted(searchSeconds, "second")}` : ""} …` : "")
      : hasBounds() ? `${end}At least ${grouped(lower)} are needed; the best solution so far has ${grouped(upper)}.`
        : state === "stopped" && !$("error").hidden ? "The search failed." : origin === "example" ? "Solve it, play it, or give your board." : end;
  $("result").hidden = tab === "edit";
  Object.assign($("result").dataset, { state, lower: lower ?? "", upper: upper ?? "" });
  $("stop").hidden = state !== "searching";
  $("resume").hidden = state === "searching" || isProven();
  holdFocus($("stop"), $("resume"));
  $("resume").textContent = hasBounds() ? "Search on" : "Solve";
  $("lines").hidden = !hasBounds();
  $("resume").classList.toggle("main", origin === "example");
  $("show-best").textContent = hasBounds() ? `${isProven() ? "Shortest" : "Best so far"}: ${grouped(upper)}` : "Shortest";
  $("show-greedy").textContent = greedy ? `Greedy: ${grouped(greedy.length)}` : "Greedy";
  if (document.activeElement !== $("limit")) $("limit").value = puzzle.limit ?? "";
  $("limit-more").textContent = puzzle.limit && hasBounds() ? `moves: ${allowance(puzzle.limit)}.` : "moves.";
}

/** How a game's limit compares with the minimum. */
function allowance(limit) {
  const { lower, upper } = answer;
  if (limit < lower) return `impossible, ${lower - limit} too few`;
  if (limit < upper) return "not known yet whether that suffices";
  return limit === upper ? (isProven() ? "exactly the fewest possible" : "enough") : `${limit - upper} to spare`;
}

let listed = null; // the moves in the list, which keeps its focus while they are the same

function showMoves() {
  const line = solution(), list = $("moves");
  if (listed !== line) {
    listed = line;
    list.replaceChildren(...line.map((colour, t) => h("li", {}, swatch(shades[colour], board.letters ? letters[colour] : "", {
      "data-symbol": puzzle.symbols[colour],
      "aria-label": `${board.letters ? `${puzzle.symbols[colour]}, ` : ""}move ${t + 1}: ${spoken(colour)}`, title: spoken(colour), onclick: () => player.turn(t + 1) }))));
  }
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  list.children[player.at - 1]?.firstChild.setAttribute("aria-current", "step");
  $("show-best").setAttribute("aria-pressed", shownLine === "best");
  $("show-greedy").setAttribute("aria-pressed", shownLine === "greedy");
  $("show-greedy").disabled = !greedy;
  $("show-best").disabled = !answer.moves;
}

function statusOfSolution() {
  const line = solution();
  if (player.at) return `Move ${player.at} of ${line.length}: ${spoken(line[player.at - 1])}.`;
  if (!line.length) return hasBounds() ? "The board is flooded already." : "";
  return shownLine === "greedy" ? "Each move of greedy play floods the most fields." : "";
}

function statusOfPlay() {
  const made = moves.length, done = current().isFlooded;
  const compared = (all) => (isProven() ? (all === answer.upper ? "the fewest possible" : `${all - answer.upper} more than the fewest possible`)
    : hasBounds() && all < answer.upper ? "better than the best solution so far" : "");
  const { state, lower, upper } = movesLeft();
  const excess = made > puzzle.limit ? `, more than the ${puzzle.limit} that the game allows` : "";
  Object.assign($("play").dataset, { state: state ?? "", lower, left: upper ?? "" });
  if (done) return `Flooded in ${counted(made, "move")}${excess}${compared(made) && `: ${compared(made)}`}.`;
  const left = state === "optimal" ? `${upper} more at best: ${made + upper} in all${compared(made + upper) && `, ${compared(made + upper)}`}.`
    : upper !== undefined ? `${range({ lower, upper })} more at best${state === "searching" ? "; searching …" : "."}`
      : state === "searching" ? "Searching for the moves left …" : "";
  const told = hintedColour < 0 ? "" : state === "optimal" ? ` Hint: ${spoken(hintedColour)}.` : ` Hint: ${spoken(hintedColour)}, from the best solution so far.`;
  return `${counted(made, "move")} made${excess}. ${left}${told}`;
}

function refresh() {
  draw();
  $("example").hidden = origin !== "example";
  player.element.hidden = tab !== "solution" || !solution().length;
  palette.hidden = tab !== "play" && tab !== "edit";
  againButton.hidden = hintButton.hidden = tab !== "play";
  startButton.hidden = solveButton.hidden = tab !== "edit";
  if (!palette.hidden) showPalette();
  againButton.disabled = moves.length === 0;
  hintButton.disabled = current().isFlooded;
  startButton.setAttribute("aria-pressed", brush === "start");
  showAnswer();
  if (tab === "solution") showMoves();
  if (tab === "solution") say(statusOfSolution());
  else if (tab === "play") say(statusOfPlay());
  else say(brush === "start" ? "Choose the field from which the flood starts." : "");
}

function turned(name) {
  tab = name;
  if (name !== "solution") player.stop();
  if (name !== "edit") refuse(null);
  if (name !== "edit" && needsSearch && origin !== "example") search();
  if (name === "play") searchRemaining();
  if (name === "edit") entry.refresh();
  refresh();
}

onLifted(() => { if (puzzle) setAddress(origin ? "" : address()); });
board.onletters = () => { listed = null; if (puzzle) refresh(); };

const entry = mountEntry($("entry"), { game: GAME, engine: sideEngine, current: () => puzzle, home: () => home(),
  onpuzzle: (next, play) => open(next, { made: play.moves, bounds: play.bounds, past: play.past }), check: checkPlay });
const turn = tabs(document.querySelector("[role=tablist]"), turned);

$("stop").addEventListener("click", () => engine.stop());
$("resume").addEventListener("click", () => { if (origin === "example") { origin = ""; } search(); });
$("random").addEventListener("click", random);
$("another").addEventListener("click", random);
$("next").addEventListener("click", () => { random(); turn("play"); });
$("clear").addEventListener("click", clear);
$("share").addEventListener("click", () => share(address()));
for (const id of ["rows", "cols", "k"]) onEntry($(id), resize);
let limited = null; // the snapshot of the number that is being typed
$("limit").addEventListener("input", () => {
  calm();
  const limit = numberIn("limit", 1, MAX_LIMIT, "The number of moves", { optional: true }) ?? undefined;
  const continues = limited !== null && steps.now === limited;
  puzzle = { ...puzzle, limit };
  origin = "";
  limited = { puzzle, moves, origin };
  steps.set(limited, { continues });
  setAddress(address());
  remember();
  refresh();
});
for (const name of ["best", "greedy"]) {
  $(`show-${name}`).addEventListener("click", () => { shownLine = name; player.load(0); follow(); refresh(); });
}
document.addEventListener("keydown", (event) => {
  if (event.target.closest("[role=grid], input:not([type=range]), select, textarea")) return;
  const isPlay = tab === "play" && $("controls").contains(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (tab === "solution" ? player.key(event) : isPlay && playKey(event)) event.preventDefault();
});

/** Throws if a value is not a puzzle. */
function check({ rows, symbols = [], start: [r, c] = [0, 0] }) {
  const isColour = (colour) => Number.isInteger(colour) && colour >= 0 && colour < MAX_COLOURS;
  if (!isGrid(rows, isColour) || !symbols.every((symbol) => typeof symbol === "string")) throw new TypeError();
  if (rows[r]?.[c] === undefined) throw new TypeError();
}

/** Throws if what was kept of a board is not moves on it, and bounds of its minimum. */
function checkPlay({ rows, ...more }, { moves: made, bounds, past = [] }) {
  const play = (line) => answerHere("floodit.play", { ...question(rows, more), moves: line });
  play(made);
  for (const before of past) {
    check(before.puzzle);
    checkPlay(before.puzzle, { moves: before.moves });
  }
  if (bounds && (play(bounds.moves).flooded !== bounds.moves.length || !(bounds.lower >= 0 && bounds.lower <= bounds.moves.length))) throw new TypeError();
}

function openExample() {
  open({ rows: EXAMPLE.split("/").map((row) => [...row].map(Number)), k: 6, symbols: [], limit: 25 }, { from: "example" });
}

let home = openExample; // shows what the page has without an address

/** Starts with the puzzles in the page, the one in its address, the last one, or an example. */
export function start(given = embedded(check)) {
  if (given?.boards) {
    const filter = new URLSearchParams(location.hash.slice(1)).get("list") ?? ""; // #list=n=4+k=3
    $("boards").append(boardList(given.boards, showListed, filter));
  }
  if (given?.puzzle) home = () => open(given.puzzle, { from: "file", bounds: given.steps });
  if (given?.puzzle) home();
  else entry.start();
}

addEventListener("online", () => { if (answer.state === "stopped" && !$("error").hidden) search(); });
await begin(start);
