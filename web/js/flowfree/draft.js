/**
 * A Flow Free board while it is being entered: symbols may still lack their second endpoint.
 *
 *     let draft = draftOf(puzzle);
 *     draft = put(draft, cell, "A");           an endpoint; also "." free, "+" bridge, "#" missing
 *     draft = turnSide(draft, cell, RIGHT);    a wall, or at the border a warp, on or off
 *     puzzleOf(draft)                          the puzzle; `unfinished(draft)` says what is missing
 */

import { BOTTOM, Grid, LEFT, RIGHT, TOP, opposite } from "#js/flowfree/graph.js";

/** How often each symbol occurs. */
function occurrences(symbols) {
  const times = new Map();
  for (const symbol of symbols) times.set(symbol, (times.get(symbol) ?? 0) + 1);
  return times;
}

/** The board of a puzzle, to be changed. */
export function draftOf({ rows, cols, flow, symbols, missing = [], bridges = [], walls = [], warps = [], rule = "strict", shades }) {
  const cells = flow.map((f) => (f < 0 ? "" : symbols[f]));
  return { rows, cols, cells, missing, bridges, walls, warps, rule, shades: shades && Object.fromEntries(symbols.map((symbol, f) => [symbol, shades[f]])) };
}

/** A board without endpoints and marks. */
export const emptyDraft = (rows, cols, rule) =>
  ({ rows, cols, cells: Array(rows * cols).fill(""), missing: [], bridges: [], walls: [], warps: [], rule });

/** The colours of symbols that a picture has shown, or undefined unless all have one. */
function shadesOf({ shades }, symbols) {
  const found = symbols.map((symbol) => shades?.[symbol]);
  return found.length && found.every(Boolean) ? found : undefined;
}

const sorted = (sides) => [...sides].sort(([a, d], [b, e]) => a - b || d - e);
const without = (cells, cell) => cells.filter((c) => c !== cell);

/** The board with other contents of a cell; a third endpoint of a flow replaces the first. */
export function put(draft, cell, symbol) {
  const cells = [...draft.cells];
  cells[cell] = "";
  const next = { ...draft, cells, missing: without(draft.missing, cell), bridges: without(draft.bridges, cell) };
  if (symbol === "#") next.missing = [...next.missing, cell].sort((a, b) => a - b);
  else if (symbol === "+") next.bridges = [...next.bridges, cell].sort((a, b) => a - b);
  else if (symbol !== ".") {
    const same = cells.flatMap((s, c) => (s === symbol ? [c] : []));
    if (same.length > 1) cells[same[0]] = "";
    cells[cell] = symbol;
  }
  if (symbol === "#" || symbol === "+") {
    const grid = new Grid(draft);
    const touches = ([c, d]) => c === cell || grid.neighbour(c, d) === cell;
    next.walls = next.walls.filter((side) => !touches(side)); // no side of a bridge may be closed
    if (symbol === "#") next.warps = next.warps.filter((side) => !touches(side));
  }
  return next;
}

/** The board with a side of a cell turned from open to closed, or back. */
export function turnSide(draft, cell, d) {
  const grid = new Grid(draft), other = grid.neighbour(cell, d);
  const side = d === RIGHT || d === BOTTOM ? [cell, d] : [other, opposite(d)];
  const kind = grid.leavesBoard(cell, d) ? "warps" : "walls";
  if (draft.missing.includes(cell) || draft.missing.includes(other)) return draft;
  if (kind === "walls" && (draft.bridges.includes(cell) || draft.bridges.includes(other))) return draft;
  const has = draft[kind].some((each) => String(each) === String(side));
  return { ...draft, [kind]: has ? draft[kind].filter((each) => String(each) !== String(side)) : sorted([...draft[kind], side]) };
}

/** The board with another shape; what does not fit is left out. */
export function reshape(draft, rows, cols) {
  const next = { ...emptyDraft(rows, cols, draft.rule), shades: draft.shades };
  const move = (c) => (c % draft.cols < cols && Math.floor(c / draft.cols) < rows
    ? Math.floor(c / draft.cols) * cols + c % draft.cols : -1);
  draft.cells.forEach((symbol, c) => { if (move(c) >= 0) next.cells[move(c)] = symbol; });
  for (const kind of ["missing", "bridges"]) next[kind] = draft[kind].map(move).filter((c) => c >= 0);
  const inside = new Grid(next);
  next.bridges = next.bridges.filter((c) => ![LEFT, RIGHT, TOP, BOTTOM].some((d) => inside.leavesBoard(c, d))); // warps are left out
  next.walls = sorted(draft.walls.map(([c, d]) => [move(c), d]).filter(([c, d]) => c >= 0 && !inside.leavesBoard(c, d)));
  return next;
}

/** What keeps the board from being a puzzle, as a sentence, or "". */
export function unfinished(draft) {
  const times = occurrences(draft.cells.filter(Boolean));
  if (!times.size) return "Put two endpoints of each flow on the board.";
  const single = [...times].filter(([, n]) => n !== 2).map(([symbol]) => symbol);
  return single.length ? `${single.join(", ")} ${single.length === 1 ? "has" : "have"} only one endpoint.` : "";
}

/** The puzzle of the flows that have both endpoints. */
export function completeOf(draft) {
  const times = occurrences(draft.cells);
  return puzzleOf({ ...draft, cells: draft.cells.map((symbol) => (times.get(symbol) === 2 ? symbol : "")) });
}

/** The puzzle; flows are numbered in the order of their first endpoints. */
export function puzzleOf(draft) {
  const symbols = [...new Set(draft.cells.filter(Boolean))];
  const { rows, cols, missing, bridges, walls, warps, rule } = draft;
  return { rows, cols, flow: draft.cells.map((symbol) => symbols.indexOf(symbol)), symbols, rule, missing, bridges, walls,
    warps, shades: shadesOf(draft, symbols) };
}
