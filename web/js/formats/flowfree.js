/**
 * The text forms of Flow Free puzzles: the counterpart of Python's puzzlesat.flowfree.board.
 *
 * @typedef {Object} FlowFree A board with two endpoints for each flow. Cells are numbered row by
 *   row from 0.
 * @property {number} rows
 * @property {number} cols
 * @property {number[]} flow For each cell, the flow that ends there, or -1.
 * @property {string[]} symbols For each flow, its symbol.
 * @property {"strict"|"touching"|"numberlink"} rule
 * @property {number[]} missing Cells that do not belong to the board, increasing.
 * @property {number[]} bridges Cells that two flows cross, increasing.
 * @property {[number, number][]} walls Closed sides: a cell, and RIGHT or BOTTOM; sorted.
 * @property {[number, number][]} warps Open sides on the right or lower border, which lead to the
 *   other end of the row or column: a cell, and RIGHT or BOTTOM; sorted.
 * @property {number[][][]} given For each flow, the [row, column] of each cell of a solution that
 *   came with the puzzle, not checked; empty if there is none.
 * @property {string} name The name of the puzzle in its file; empty if it has only a number.
 */

import {
  DIGITS,
  FRAMED,
  Formats,
  HEIGHT,
  InputError,
  LETTER,
  LOWER,
  MAX_FIELDS,
  RULE,
  SPACES,
  UPPER,
  WIDTH,
  attempt,
  blocks,
  chars,
  checkShape,
  extrasIn,
  firstLine,
  fromJson,
  isAlnum,
  isAscii,
  isDecimal,
  isHeader,
  isPrintable,
  isWhole,
  length,
  linesOf,
  listsAsRows,
  lstrip,
  occurrences,
  parseCsv,
  pattern,
  quoted,
  repr,
  rstripped,
  splitCells,
  splitLines,
  strip,
  stripped,
  toJson,
  whole,
  wholeNumber,
  withLetters,
  within,
  withoutGaps,
  withoutLabels,
  words,
} from "#formats/common.js";
import { counted } from "#words.js";

const FREE = -1;
const RIGHT = 1, BOTTOM = 3; // sides
const RULES = ["strict", "touching", "numberlink"];

const isFreeSymbol = (symbol) => symbol === "." || symbol === " ";

const LATIN = Array.from({ length: 0x250 - 0xc0 }, (_, i) => String.fromCodePoint(0xc0 + i));
const SYMBOLS = [...UPPER, ...LOWER, ...DIGITS, ...LATIN.filter((x) => /\p{L}/u.test(x))];

// ---- Puzzles ----

const NO_MARKS = { missing: [], bridges: [], walls: [], warps: [] };

const isMarked = ({ missing, bridges, walls, warps }) =>
  missing.length + bridges.length + walls.length + warps.length > 0;

const place = (cell, cols) => `row ${Math.floor(cell / cols)}, column ${cell % cols}`;

/** Return the cell beyond a side; at the border, the cell at the other end of the board. */
function beyond({ rows, cols }, [cell, side]) {
  const [r, c] = [Math.floor(cell / cols), cell % cols];
  const [down, right] = side === RIGHT ? [0, 1] : [1, 0];
  return ((r + down) % rows) * cols + ((c + right) % cols);
}

/**
 * Return the two cells of each open side, with the side, first all horizontal ones, then all
 * vertical ones, each row by row. A side of two cells that another side joins already is left out.
 */
function openSides(puzzle) {
  const { rows, cols, missing, walls, warps } = puzzle;
  const gone = new Set(missing);
  const closed = new Set(walls.map(String));
  const opened = new Set(warps.map(String));
  const found = [];
  for (const side of [RIGHT, BOTTOM]) {
    for (let cell = 0; cell < rows * cols; cell++) {
      const border =
        side === RIGHT ? cell % cols === cols - 1 : Math.floor(cell / cols) === rows - 1;
      const other = beyond(puzzle, [cell, side]);
      const key = String([cell, side]);
      if (gone.has(cell) || gone.has(other)) continue;
      if (border ? !opened.has(key) : closed.has(key)) continue;
      found.push([cell, other, side]);
    }
  }
  return found;
}

const bySide = (a, b) => a[0] - b[0] || a[1] - b[1];

function checkMarks(puzzle) {
  const { rows, cols, missing, bridges, walls, warps } = puzzle;
  const gone = new Set(missing);
  const sided = [...walls, ...warps].map(([cell]) => cell);
  for (const cell of [...missing, ...bridges, ...sided].sort((a, b) => a - b)) {
    if (!(0 <= cell && cell < rows * cols)) {
      throw new InputError(`there is no cell ${cell} on a board of ${rows}×${cols} cells`);
    }
  }
  for (const [what, sides] of [
    ["wall", walls],
    ["warp", warps],
  ]) {
    for (const [cell, side] of sides) {
      const other = beyond(puzzle, [cell, side]);
      const onBorder = other <= cell;
      if (onBorder !== (what === "warp")) {
        const where = onBorder ? "on the border" : "between two cells";
        throw new InputError(`${place(cell, cols)}: a ${what} cannot be ${where}`);
      }
      if (other === cell) {
        throw new InputError(`${place(cell, cols)}: a warp leads from the cell to itself`);
      }
      for (const end of [cell, other]) {
        if (gone.has(end)) {
          throw new InputError(`${place(end, cols)}: a ${what} is at a missing cell`);
        }
      }
    }
  }
  if (!bridges.length) return;
  const ways = { [RIGHT]: new Map(), [BOTTOM]: new Map() };
  for (const [i, j, side] of openSides(puzzle)) {
    for (const [cell, other] of [
      [i, j],
      [j, i],
    ]) {
      if (!ways[side].has(cell)) ways[side].set(cell, []);
      ways[side].get(cell).push(other);
    }
  }
  for (const cell of bridges) {
    if (gone.has(cell)) {
      throw new InputError(`${place(cell, cols)}: a bridge is on a missing cell`);
    }
    for (const [side, way] of [
      [RIGHT, "left to right"],
      [BOTTOM, "top to bottom"],
    ]) {
      if (new Set(ways[side].get(cell)).size < 2) {
        throw new InputError(
          `${place(cell, cols)}: a bridge must join two cells in each direction, but this one ` +
            `does not join two from ${way}`,
        );
      }
    }
  }
}

function swapcase(symbol) {
  const upper = symbol.toUpperCase();
  return upper === symbol ? symbol.toLowerCase() : upper;
}

/** Return a puzzle with the given properties; raise InputError if it is invalid. */
export function checkedPuzzle({ rows, cols, flow, symbols, ...more }) {
  const puzzle = { rows, cols, flow, symbols, rule: "strict", ...NO_MARKS };
  Object.assign(puzzle, { given: [], name: "" }, more);
  if (flow.length !== rows * cols) {
    throw new InputError(`expected ${rows}×${cols} cells, not ${flow.length}`);
  }
  if (!symbols.length) throw new InputError("the puzzle has no endpoint");
  const counts = occurrences(flow);
  const times = (f) => counts.get(f) ?? 0;
  symbols.forEach((symbol, f) => {
    if (times(f) === 2) return;
    const other = symbols.indexOf(swapcase(symbol));
    if (other >= 0 && other !== f && times(f) === 1 && times(other) === 1) {
      throw new InputError(
        `${symbol} and ${symbols[other]} occur once each; write the same symbol at both ends of a ` +
          "flow",
      );
    }
    const often = times(f) === 1 ? "once, in" : `${times(f)} times, first in`;
    throw new InputError(
      `${symbol} occurs ${often} ${place(flow.indexOf(f), cols)}; the symbol of a flow occurs ` +
        "twice, and a dot marks a cell without an endpoint",
    );
  });
  if (!RULES.includes(puzzle.rule)) {
    throw new InputError(`unknown rule ${repr(puzzle.rule)}; choose from ${RULES.join(", ")}`);
  }
  if (!isMarked(puzzle)) return puzzle;
  checkMarks(puzzle);
  for (const [what, cells] of [
    ["bridge", puzzle.bridges],
    ["missing cell", puzzle.missing],
  ]) {
    for (const cell of cells) {
      if (flow[cell] !== FREE) {
        throw new InputError(`${place(cell, cols)}: no flow can end on a ${what}`);
      }
    }
  }
  for (const symbol of symbols) {
    if (symbol === "#" || symbol === "+") {
      throw new InputError(
        `${symbol} marks missing cells or bridges in a sketch, so it cannot be an endpoint on a ` +
          "board with bridges, warps, walls or missing cells",
      );
    }
  }
  return puzzle;
}

/** Return the puzzle that rows of symbols or the lines of a sketch describe. */
function puzzleOf(given, more = {}) {
  let rows = given.map(chars);
  if (new Set(rows.map((row) => row.length)).size > 1) {
    throw new InputError("the rows differ in length");
  }
  let marks = more.marks ?? NO_MARKS;
  if (isSketch(given)) ({ rows, ...marks } = readSketch(rows));
  const cells = rows.flat();
  const symbols = [...new Set(cells)].filter((symbol) => !isFreeSymbol(symbol));
  const number = new Map(symbols.map((symbol, f) => [symbol, f]));
  const flow = cells.map((symbol) => number.get(symbol) ?? FREE);
  const { marks: _, ...others } = more;
  return checkedPuzzle({
    ...{ rows: rows.length, cols: rows[0].length, flow, symbols },
    ...{ ...marks, ...others },
  });
}

/** Return the rows of a puzzle, or the lines of its sketch if the board has marks. */
export function lines(puzzle) {
  const { cols, flow, symbols } = puzzle;
  const cells = flow.map((f) => (f === FREE ? "." : symbols[f]));
  return isMarked(puzzle) ? sketch(puzzle) : chunks(cells, cols).map((row) => row.join(""));
}

function chunks(items, size) {
  const found = [];
  for (let at = 0; at < items.length; at += size) found.push(items.slice(at, at + size));
  return found;
}

// ---- Sketches ----

const ENDS = { [RIGHT]: "<>", [BOTTOM]: "^v" };

function isSketch(given) {
  return (
    given.length > 2 &&
    given[0][0] === "+" &&
    given[0][2] === "+" &&
    given.at(-1).startsWith("+")
  );
}

/** Return the characters of a closed and an open side at a position of a sketch. */
function sideCharacters(y, x, height, width) {
  if (y % 2 === x % 2) return ["+", "+"];
  const upright = y % 2 === 1;
  const [closed, ends] = upright ? ["|", ENDS[RIGHT]] : ["-", ENDS[BOTTOM]];
  const [at, last] = upright ? [x, width - 1] : [y, height - 1];
  return [closed, at === 0 ? ends[0] : at === last ? ends[1] : " "];
}

/** Return the side at a position of a sketch, and the cell beyond it. */
function sideAt(y, x, rows, cols) {
  const r = Math.floor(y / 2) % rows;
  const c = Math.floor(x / 2) % cols;
  const side =
    y % 2
      ? [r * cols + ((c - 1 + cols) % cols), RIGHT]
      : [((r - 1 + rows) % rows) * cols + c, BOTTOM];
  return [side, r * cols + c];
}

function readSketch(given) {
  const [height, width] = [given.length, given[0].length];
  if (height % 2 === 0 || width % 2 === 0) {
    throw new InputError(
      "a sketch has an odd number of lines, and of characters in each line, not " +
        `${counted(height, "line")} of ${width}`,
    );
  }
  const [rows, cols] = [(height - 1) / 2, (width - 1) / 2];
  const odd = (items) => items.filter((_, i) => i % 2);
  const cells = odd(given).flatMap(odd);
  const marked = (mark) => [...cells.keys()].filter((cell) => cells[cell] === mark);
  const [missing, bridges] = [marked("#"), marked("+")];
  const gone = new Set(missing);
  const walls = new Map();
  const ends = new Map();
  given.forEach((line, y) => {
    for (let x = 0; x < width; x += 1 + (y % 2)) {
      const [closed, opened] = sideCharacters(y, x, height, width);
      if (line[x] !== closed && line[x] !== opened) {
        const allowed = [...new Set([closed, opened].map(repr))].sort().join(" or ");
        throw new InputError(
          `line ${y + 1} of the sketch, character ${x + 1}: ${repr(line[x])}, where only ` +
            `${allowed} is allowed`,
        );
      }
      const [side, behind] = sideAt(y, x, rows, cols);
      if (opened !== " " && line[x] === opened && opened !== closed) {
        const key = String(side);
        ends.set(key, { side, times: (ends.get(key)?.times ?? 0) + 1 });
      } else if (opened === " " && line[x] === closed && !gone.has(side[0]) && !gone.has(behind)) {
        walls.set(String(side), side);
      }
    }
  });
  const warps = [...ends.values()].sort((a, b) => bySide(a.side, b.side));
  for (const { side, times } of warps) {
    if (times === 1) {
      const [cell, way] = side;
      const where = way === RIGHT ? `row ${Math.floor(cell / cols)}` : `column ${cell % cols}`;
      throw new InputError(
        `${where}: a warp has two ends, ${ENDS[way][0]} and ${ENDS[way][1]}, not only one`,
      );
    }
  }
  const plain = cells.map((symbol) => (symbol === "#" || symbol === "+" ? "." : symbol));
  return {
    rows: chunks(plain, cols),
    ...{ missing, bridges },
    walls: [...walls.values()].sort(bySide),
    warps: warps.map(({ side }) => side),
  };
}

function sketch(puzzle) {
  const { rows, cols, flow, symbols, missing, bridges } = puzzle;
  const cells = flow.map((f) => (f === FREE ? "." : symbols[f]));
  for (const cell of missing) cells[cell] = "#";
  for (const cell of bridges) cells[cell] = "+";
  const closedSides = new Set(puzzle.walls.map(String));
  const openedSides = new Set(puzzle.warps.map(String));
  const [height, width] = [2 * rows + 1, 2 * cols + 1];
  const character = (y, x) => {
    if (y % 2 && x % 2) return cells[((y - 1) / 2) * cols + (x - 1) / 2];
    const [closed, opened] = sideCharacters(y, x, height, width);
    const key = String(sideAt(y, x, rows, cols)[0]);
    const isOpen = opened === " " ? !closedSides.has(key) : openedSides.has(key);
    return isOpen ? opened : closed;
  };
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => character(y, x)).join(""),
  );
}

// ---- Rows ----

const FREE_MARKS = [..."_-0⬛⬜"];
const FREE_IF_FREQUENT = [...FREE_MARKS, ..."xX*#+oO·□▢?~=,:;'`◻⚫⚪"];
const TITLE = whole(
  pattern(
    String.raw`(?:(?:#|//|;|%|--\s)\s*${LETTER}|(?:#|//|;|%|--)\s+\S*\w{3}).*|${LETTER}{3,}\b.*[\s:].*`,
  ),
);
const SETTING = whole(
  pattern(
    String.raw`\s*(?:board|cols?|columns|colou?rs|flows|height|k|pairs|rows|size|width)\s*[=:]\s*\d+\s*`,
    "i",
  ),
);
const QUOTED_ROW = /^(?:("[^"]*"|'[^']*'),?)$/u;
const FREE_WORD = pattern(String.raw`\b(?:blank|empty|free|nil|none|null)\b`, "gi");
const SEPARATORS = ["\t", ",", ";", "|"];
const ENDPOINTS = whole(
  pattern(
    String.raw`(?P<name>${LETTER}\w*\s*[:=]?\s*)?[(\[]?\s*\d++\s*(?P<mark>[,;]|\s)\s*\d++\s*(?P<close>[)\]])?` +
      String.raw`[\s,;:>→-]*[(\[]?\s*\d++\s*[,;\s]\s*\d++\s*[)\]]?[\s,;]*`,
  ),
);
const MAX_ENDPOINTS_LINE = 100;
const ENDPOINTS_MESSAGE =
  "this is a list of endpoints; write the rows of the puzzle, such as A.B, or a JSON object with the " +
  'size, such as {"rows": 2, "cols": 3, "endpoints": [[[0, 0], [1, 0]], [[0, 2], [1, 2]]]}';
const ENDPOINT_LISTS = /^(?:[0-9]+\t[0-9]+\n[0-9]+\t[0-9]+\n\n?){2,}$/;
const MIN_SQUARE_LINE = 16;
const MAX_WORD = 12;

function readRows(given) {
  const bare = withoutFences(given);
  checkEndpoints(bare.map(([, line]) => line));
  const numbers = bare.map(([number]) => number);
  const [text, named] = withLetters(bare.map(([, line]) => `${line}\n`).join(""));
  const remarks = named ? [named] : [];
  const numbered = blocks(text, false).map((block) =>
    block.map(([i, line]) => [numbers[i - 1], line]),
  );
  const found = withoutTitles(numbered, remarks);
  const puzzles = eachOr(text, found, remarks);
  return { puzzles, remarks: [...new Set(remarks)] };
}

function eachOr(text, found, remarks) {
  try {
    const puzzles = each(found, remarks);
    if (found.length > 1 && found.every((block) => block.length === 1)) {
      const sizes = `${puzzles.length} puzzles of one row`;
      remarks.push(`read as ${sizes}; remove the empty lines if they are rows of one`);
    }
    return puzzles;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    for (const other of [gapless, byLines]) {
      const told = [];
      const puzzles = attempt(() => other(text, found, told));
      if (puzzles) {
        remarks.push(...told);
        return puzzles;
      }
    }
    throw error;
  }
}

/** Refuse a list of endpoints: places in parentheses or after names, or numbers below a size. */
function checkEndpoints(all) {
  const filled = all.map(strip).filter(Boolean);
  const ends = filled.map((line) =>
    length(line) <= MAX_ENDPOINTS_LINE ? ENDPOINTS.exec(line)?.groups : undefined,
  );
  const first = ends.findIndex(Boolean);
  const below = ends.slice(first);
  if (first < 0 || first > 1 || !below.every(Boolean)) return;
  const named = below.every(({ name, close }) => name || close);
  const sized = first === 1 && SIZE.test(filled[0]);
  if (named || (sized && !filled[0].match(/\p{Nd}+/gu).slice(0, 2).includes("4"))) {
    throw new InputError(ENDPOINTS_MESSAGE);
  }
}

/** Return the numbered lines without what surrounds rows in code, Markdown and spreadsheets. */
function withoutFences(text) {
  let numbered = linesOf(text).map((line, i) => [i + 1, line]);
  numbered = numbered.map(([i, line]) => [i, line.startsWith("```") ? "" : line]);
  const filled = numbered.map(([, line]) => strip(line)).filter(Boolean);
  if (filled.length && filled.every((line) => QUOTED_ROW.test(line))) {
    numbered = numbered.map(([i, line]) => [i, rstripped(strip(line), ",").slice(1, -1)]);
  }
  const rows = filled.filter((line) => !RULE.test(line));
  const barred = (line) => line.length > 1 && line[0] === "|" && line.at(-1) === "|";
  if (rows.length < filled.length && rows.every(barred)) {
    const framed = rows.every((line) => FRAMED.test(line));
    numbered = numbered
      .filter(([, line]) => !RULE.test(strip(line)))
      .map(([i, line]) => [i, framed ? strip(line).slice(1, -1) : line]);
  }
  return numbered.map(([i, line]) => [
    i,
    SEPARATORS.some((mark) => line.includes(mark)) ? line.replace(FREE_WORD, ".") : line,
  ]);
}

function withoutTitles(given, remarks) {
  const found = [];
  for (const block of given) {
    let rows = block.filter(([, line]) => !SETTING.test(line));
    if (rows.length === 1 && given.length > 1 && TITLE.test(rows[0][1])) {
      const ends = new Set(occurrences(rows[0][1].replace(/[ .]/g, "")).values());
      if (ends.size !== 1 || !ends.has(2)) rows = [];
    }
    for (const line of block) {
      if (!rows.includes(line)) remarks.push(`ignored the line ${quoted(strip(line[1]))}`);
    }
    if (rows.length) found.push(rows);
  }
  return found;
}

function each(found, remarks) {
  return found.map((block) => {
    const told = [];
    const puzzle = ofBlock(block, told);
    remarks.push(...told);
    return puzzle;
  });
}

/** Return the puzzles of rows between which there are empty lines. */
function gapless(text, given, remarks) {
  let [joined, remark] = withoutGaps(given);
  if (!remark) {
    // an empty line may also be a row of free cells whose blanks an editor removed
    const all = linesOf(stripped(text, "\r\n"));
    const first = given.length ? given[0][0][0] : 1;
    if (
      text.includes(".") ||
      given.length < 2 ||
      !all.some((line) => strip(line).includes(" "))
    ) {
      throw new InputError("no empty lines between rows");
    }
    const width = all.reduce((most, line) => Math.max(most, length(line)), 0);
    joined = [all.map((line, i) => [first + i, padded(line, width)])];
    remark = `read as one ${all.length}×${width} puzzle: empty lines are rows of free cells`;
  }
  const found = each(joined, remarks);
  remarks.push(remark);
  return found;
}

const padded = (line, width) => line + " ".repeat(Math.max(width - length(line), 0));

/** Return the puzzles of lines each of which is a whole square. */
function byLines(text, given, remarks) {
  const found = given.flat().map(([number, line]) => {
    const size = length(line);
    const n = Math.floor(Math.sqrt(size));
    if (n * n !== size || size < MIN_SQUARE_LINE) {
      throw new InputError(`line ${number}: not a square`);
    }
    return each([squareOf(number, line)], remarks)[0];
  });
  const sizes = found.length ? `${found[0].rows}×${found[0].rows}` : "";
  remarks.push(`read each line as one puzzle, the first of ${sizes}`);
  return found;
}

function squareOf(number, line) {
  const symbols = chars(line);
  return chunks(symbols, Math.floor(Math.sqrt(symbols.length))).map((row) => [
    number,
    row.join(""),
  ]);
}

function ofBlock(given, remarks) {
  if (isSketch(given.map(([, line]) => line))) return puzzleOfLines(given, "line");
  let block = withoutMargins(withoutTitle(given, remarks));
  if (block.length === 1) block = ofOneLine(...block[0], remarks);
  return asTyped(block, cellsOf(block, remarks), remarks);
}

function withoutTitle(block, remarks) {
  const [[, first], ...rest] = block;
  const widths = new Set(rest.map(([, line]) => length(line)));
  if (rest.length && !widths.has(length(first)) && widths.size === 1 && TITLE.test(first)) {
    remarks.push(`ignored the title ${quoted(strip(first))}`);
    return rest;
  }
  return block;
}

/** Return rows without blanks around all of them, if there is another mark of free cells. */
function withoutMargins(block) {
  const bare = block.map(([number, line]) => [number, stripped(line, " ")]);
  const text = bare.map(([, line]) => line).join("");
  const isEven = (rows) => new Set(rows.map(([, line]) => length(line))).size === 1;
  const alike = isEven(block) && isEven(bare);
  const marked = [".", ...FREE_MARKS].some((mark) => text.includes(mark));
  return alike && !text.includes(" ") && marked ? bare : block;
}

/** Return the rows of a line: those between marks, those of a square, or the line itself. */
function ofOneLine(number, line, remarks) {
  for (const mark of ["/", "\\n", "|", ";", ",", " "]) {
    const parts = strip(line).split(mark).filter(Boolean);
    const widths = new Set(parts.map(length));
    if (parts.length < 2 || widths.size > 1) continue;
    if (mark !== "/") {
      if ((!line.includes(".") && mark !== "\\n") || widths.has(1)) continue;
      const what = mark === " " ? "a blank" : mark;
      remarks.push(`read as ${parts.length}×${[...widths][0]}: ${what} separates rows`);
    }
    return parts.map((part) => [number, part]);
  }
  const size = length(line);
  const n = Math.floor(Math.sqrt(size));
  const isSquare = n * n === size && size >= MIN_SQUARE_LINE;
  if (splitCells(line) === null && size > 1) {
    const fits = fitsInOneRow(line);
    if (isSquare && !fits) {
      remarks.push(`read the line of ${size} characters as ${n}×${n}`);
      return squareOf(number, line);
    }
    if (!fits || isSquare) remarks.push(`read as 1×${size}; for several rows, break the line`);
  }
  return [[number, line]];
}

function fitsInOneRow(line) {
  let open = "";
  for (const symbol of line) {
    if (isFreeSymbol(symbol) || FREE_MARKS.includes(symbol)) {
      if (!open) return false;
    } else if (!open) {
      open = symbol;
    } else if (symbol === open) {
      open = "";
    } else {
      return false;
    }
  }
  return !open;
}

/** Return the cells of rows: words between separators, or else characters. */
function cellsOf(block, remarks) {
  const all = block.map(([, line]) => line);
  let split = all.map(splitCells);
  const mark = SEPARATORS.find((x) => all.every((line) => line.includes(x))) ?? " ";
  if ((mark === "|" || mark === ";") && !split.some((row) => (row ?? []).some(Boolean))) {
    return all.map(chars);
  }
  if (split.includes(null)) return charactersOf(block, split, remarks);
  const times = (line, x) => line.split(x).length - 1;
  if (
    [",", ";", "|"].includes(mark) &&
    new Set(all.map((line) => times(line, mark))).size === 1
  ) {
    split = all.map((line) => fieldsOf(line, mark, all)); // a last field may be empty
  }
  const [found, labels] = withoutLabels(
    split.map((row) => row ?? []),
    mayBeCell,
  );
  const cells = found.flat();
  const wrong = cells.find((word) => !mayBeCell(word));
  if (mark === "\t" && wrong !== undefined) {
    const [number] = block[split.findIndex((row) => row.includes(wrong))];
    throw new InputError(
      `line ${number}: ${quoted(wrong)} is not a cell; write a dot for a free cell`,
    );
  }
  if (new Set(found.map((row) => row.length)).size > 1 || wrong !== undefined) {
    return charactersOf(block, split, remarks);
  }
  if (mark === " ") {
    const regular = all.every((line, i) => length(strip(line)) === 2 * split[i].length - 1);
    const numbers = cells.some((word) => length(word) > 1 && isDecimal(word));
    const single = cells.every((word) => length(word) === 1);
    const marked = cells.some((word) => word === "." || FREE_IF_FREQUENT.includes(word));
    if (regular && !marked) throw ambiguous(block, "blanks may be free cells");
    const aligned = new Set(all.map(length)).size === 1 && all.length > 1;
    if (!(marked && single) && !(numbers && (marked || aligned))) {
      return charactersOf(block, split, remarks);
    }
  } else if (mark !== "\t" && times(all.join(""), mark) === 2) {
    throw ambiguous(block, mark === "," ? "commas may be endpoints" : `${mark} may be an endpoint`);
  }
  if (labels) remarks.push(labels);
  return renamed(found, remarks);
}

function fieldsOf(line, mark, all) {
  const fields = strip(line).split(mark).map(strip);
  const last = all.every((other) => strip(other).endsWith(mark)) ? 1 : 0;
  const first = mark === "|" && all.every((other) => lstrip(other).startsWith(mark)) ? 1 : 0;
  return fields.slice(first, fields.length - last);
}

const mayBeCell = (word) => {
  const size = length(word);
  return size <= 1 || (size <= MAX_WORD && isAlnum(word));
};

const ambiguous = (block, what) =>
  new InputError(
    `line ${block[0][0]}: ${what} or separate cells; write the cells side by side, and dots for ` +
      "free ones",
  );

/** Return rows with a symbol for each word, and a dot for an empty one. */
function renamed(rows, remarks) {
  const found = namesOf(rows.flat(), remarks);
  return rows.map((row) => row.map((word) => (found.get(word) ?? word) || "."));
}

function namesOf(cells, remarks) {
  const names = [...new Set(cells)];
  const found = new Map();
  const numbers = names.filter((name) => isAscii(name) && isDecimal(name));
  for (const name of numbers) {
    const short = name.replace(/^0+/, "") || "0";
    if (name.length > 1 && short.length === 1) found.set(name, short);
  }
  let long = numbers.filter((name) => name.length > 1 && !found.has(name));
  const value = new Map(long.map((name) => [name, BigInt(name)]));
  long.sort((a, b) => (value.get(a) < value.get(b) ? -1 : value.get(a) > value.get(b) ? 1 : 0));
  const isNumber = new Set(numbers);
  long = [...long, ...names.filter((name) => length(name) > 1 && !isNumber.has(name))];
  const taken = new Set([...names.filter((name) => length(name) === 1), ...found.values()]);
  const spare = SYMBOLS.filter((symbol) => !taken.has(symbol) && !isDecimal(symbol));
  long.forEach((name, i) => {
    if (i >= spare.length) {
      throw new InputError(`more than ${SYMBOLS.length} different endpoints`);
    }
    found.set(name, spare[i]);
  });
  if (long.length) {
    const few = long.map((name) => `${name} as ${found.get(name)}`);
    const more = few.length > 6 ? ` and so on to ${few.at(-1)}` : "";
    remarks.push(`read ${few.slice(0, more ? 5 : undefined).join(", ")}${more}`);
  }
  return found;
}

/** Return the characters of rows; refuse rows of different lengths. */
function charactersOf(block, split, remarks) {
  const all = block.map(([, line]) => line);
  const widths = all.map(length);
  const width = widths.reduce((most, size) => Math.max(most, size), 0);
  if (new Set(widths).size === 1) return all.map(chars);
  const ends = new Set(occurrences(all.join("").replaceAll(" ", "")).values());
  if (all.some((line) => strip(line).includes(" ")) && ends.size === 1 && ends.has(2)) {
    remarks.push(`read as ${all.length}×${width}: blanks at the ends of lines are added`);
    return all.map((line) => chars(padded(line, width)));
  }
  let counts = split.filter((row) => row !== null && row.length > 1).map((row) => row.length);
  if (counts.length < all.length || new Set(counts).size === 1) counts = widths;
  const wrong = counts.findIndex((size) => size !== counts[0]);
  throw new InputError(
    `line ${block[wrong][0]}: ${counted(counts[wrong], "cell")}, but line ${block[0][0]} has ` +
      `${counts[0]}`,
  );
}

/** Return the puzzle of rows of symbols; refuse symbols that may mean two things. */
function asTyped(given, rows, remarks) {
  const block = given.slice(given.length - rows.length); // without a header
  const where = `line ${block[0][0]}`;
  rows.forEach((row, i) => row.forEach((symbol) => checkSymbol(symbol, `line ${block[i][0]}`)));
  const counts = occurrences(rows.flat());
  let free = new Set([...counts.keys()].filter(isFreeSymbol));
  if (!free.size) free = freeMarks(counts, where, remarks);
  const named = [...counts.keys()].filter((x) => !free.has(x) && x !== "#" && x !== "+");
  const odd = named.find((x) => FREE_IF_FREQUENT.includes(x) && !isAlnum(x));
  if (odd && named.some(isAlnum)) remarks.push(`read ${odd} as an endpoint`);
  const meaning = new Map();
  for (const [symbol, what] of [
    ["#", "missing cell"],
    ["+", "bridge"],
  ]) {
    if (!counts.get(symbol) || free.has(symbol) || !named.length || !free.size) continue;
    if (counts.get(symbol) === 2) {
      if (named.every(isAlnum)) {
        throw new InputError(
          `${where}: ${symbol} may mark two ${what}s or be an endpoint; for a ${what}, draw a ` +
            `sketch with ${symbol} in its cell (docs/flowfree.md), and for an endpoint, write a ` +
            "letter",
        );
      }
      continue;
    }
    const cells = rows.flat();
    meaning.set(
      symbol,
      [...cells.keys()].filter((i) => cells[i] === symbol),
    );
    remarks.push(`read ${symbol} as a ${what}`);
  }
  const isDot = (symbol) => free.has(symbol) || meaning.has(symbol);
  const numbered = rows.map((row, i) => [
    block[i][0],
    row.map((symbol) => (isDot(symbol) ? "." : symbol)).join(""),
  ]);
  const marks = { ...NO_MARKS, missing: meaning.get("#") ?? [], bridges: meaning.get("+") ?? [] };
  return puzzleOfLines(numbered, "line", { marks });
}

/** Return the symbols that mark free cells in a puzzle with neither dots nor blanks. */
function freeMarks(counts, where, remarks) {
  const marks = FREE_MARKS.filter((mark) => counts.get(mark));
  const free = new Set(marks.filter((mark) => counts.get(mark) !== 2));
  if (marks.length && !free.size && counts.size > marks.length) {
    throw new InputError(
      `${where}: ${marks[0]} may be a free cell or an endpoint; write dots for free cells, or ` +
        "letters for endpoints",
    );
  }
  const often = [...counts.keys()].filter((x) => counts.get(x) > 2);
  if (!marks.length && often.length === 1 && FREE_IF_FREQUENT.includes(often[0]) && counts.size > 1) {
    remarks.push(`read ${often[0]} as a free cell`);
    return new Set(often);
  }
  if (free.has("⬛") && free.has("⬜")) {
    throw new InputError(`${where}: ⬛ and ⬜ may both be free cells; write dots for free cells`);
  }
  return free;
}

function checkSymbol(symbol, where) {
  if (symbol === "/") throw new InputError(`${where}: / separates rows and is not a cell`);
  if (!isPrintable(symbol)) {
    throw new InputError(`${where}: ${repr(symbol)} is not printable, so it is not a cell`);
  }
}

/** Return the puzzle in numbered rows or lines of a sketch; unit names these in messages. */
function puzzleOfLines(block, unit, more = {}) {
  const all = block.map(([, line]) => line);
  const first = block[0][0];
  const sketched = isSketch(all);
  for (const [number, line] of block) {
    if (isPrintable(line) && !line.includes("/")) continue;
    for (const symbol of line) checkSymbol(symbol, `${unit} ${number}`);
  }
  const widths = all.map(length);
  widths.forEach((size, i) => {
    if (size !== widths[0]) {
      throw new InputError(
        `${unit} ${block[i][0]}: ${size} ${sketched ? "characters" : "cells"}, but ${unit} ` +
          `${first} has ${widths[0]}`,
      );
    }
  });
  const last = block.at(-1)[0];
  return within(last === first ? `${unit} ${first}` : `${unit}s ${first} to ${last}`, () => {
    const half = (size) => (sketched ? Math.floor(size / 2) : size);
    checkShape(half(all.length), half(widths[0]));
    return puzzleOf(all, more);
  });
}

// ---- Rows below their size ----

const SIZE = whole(pattern(String.raw`\s*\d+(?:(?:\s+|\s*[x×X*,]\s*)\d+){0,2}\s*`));
const COMMENT = whole(pattern(String.raw`\s*(?:#.*)?`));
const SIZE_PARTS = new RegExp(`[${SPACES}x×X*,]+`, "u");

const fits = (read, text) => Boolean(attempt(() => read(text).puzzles)?.length);

function isSized(text) {
  const all = linesOf(text);
  const first = all.find((line) => !COMMENT.test(line)) ?? "";
  if (!SIZE.test(first)) return null;
  if (lstrip(text).startsWith("#")) return "";
  if (!fits(readSized, text)) {
    const counts = all.filter(strip).map((line) => words(line).length);
    const noSize =
      counts.length > 1 && (new Set(counts).size === 1 || words(first).includes("0"));
    return noSize || words(first).length === 1 || fits(readRows, text) ? null : "";
  }
  if (fits(readRows, text)) {
    throw new InputError(
      "the first line can be a row or a size; if it is a row, write dots for free cells; if it is " +
        "a size, insert a line that begins with # above it",
    );
  }
  return "";
}

function readSized(text) {
  checkEndpoints(splitLines(text));
  const all = linesOf(text);
  const remarks = [];
  const puzzles = [];
  let at = 0;
  while (at < all.length) {
    if (COMMENT.test(all[at])) {
      at++;
      continue;
    }
    const first = at + 1;
    let sizes;
    [sizes, at] = sizeAt(all, at);
    if (sizes[0] === 0 && sizes[1] === 0) break;
    while (at < all.length && !all[at]) at++; // an empty line below the size
    if (sizes.length === 3 && isBlock(all, at, sizes.slice(1)) && !isBlock(all, at, sizes)) {
      sizes = [sizes[1], sizes[2], sizes[0]]; // the number of flows is first
    }
    let [cols, rows] = sizes.length > 1 ? sizes : [sizes[0], sizes[0]];
    checkShape(rows, cols);
    if (rows !== cols && !fit(all, at, rows, cols) && fit(all, at, cols, rows)) {
      [rows, cols] = [cols, rows];
      remarks.push(`read the size in line ${first} as ${rows} rows and ${cols} columns`);
    }
    const block = all.slice(at, at + rows).map((line, i) => [at + 1 + i, line]);
    const found = block.map(([number, line]) => sizedRow(number, line, cols, first));
    if (block.length < rows) {
      throw new InputError(
        `line ${first}: expected ${counted(rows, "row")}, found ${block.length}`,
      );
    }
    const puzzle = asTyped(block, renamed(found, remarks), remarks);
    if (sizes.length === 3 && puzzle.symbols.length !== sizes[2]) {
      throw new InputError(
        `line ${first}: the size says ${counted(sizes[2], "flow")}, but the rows have ` +
          `${puzzle.symbols.length}`,
      );
    }
    puzzles.push(puzzle);
    at += rows;
  }
  return { puzzles, remarks: [...new Set(remarks)] };
}

/** Return the numbers of a size, which are in one line or in a line each, and the next line. */
function sizeAt(all, start) {
  const found = strip(all[start]).split(SIZE_PARTS);
  let at = start + 1;
  if (found.length === 1) {
    while (found.length < 3 && at < all.length && isDecimal(strip(all[at]))) {
      const width = wholeNumber(found[0], 1, MAX_FIELDS);
      if (found.length === 1 && width !== null && fit(all, at, width, width)) break;
      found.push(strip(all[at]));
      at++;
    }
  }
  const sizes = found.map((word) => wholeNumber(word, 0, MAX_FIELDS));
  if (sizes.includes(null) || sizes.length > 3) {
    throw new InputError(
      `line ${start + 1}: expected the numbers of columns and rows of the next puzzle`,
    );
  }
  return [sizes, at];
}

function fit(all, at, rows, cols) {
  const below = all.slice(at, at + rows);
  return (
    below.length === rows &&
    below.every((line) => length(line) === cols || words(line).length === cols)
  );
}

/** Return whether the lines from `at` to an empty one are rows of this shape, in any order. */
function isBlock(all, at, [a, b]) {
  const ends = (rows) => !strip(all[at + rows] ?? "");
  return (ends(a) && fit(all, at, a, b)) || (ends(b) && fit(all, at, b, a));
}

function sizedRow(number, line, cols, first) {
  const symbols = chars(line);
  if (symbols.length === cols) return symbols;
  const found = splitCells(line) ?? [];
  if (found.length === cols) return found;
  const size = found.length > 1 ? found.length : symbols.length;
  throw new InputError(
    `line ${number}: ${counted(size, "cell")}, but ${cols} according to line ${first}`,
  );
}

// ---- puzz.link and pzprv3 ----

const LETTERS = UPPER + LOWER;
const RULE_OF_GENRE = { numlin: "numberlink", numberlink: "numberlink", arukone: "touching" };
const LINK = whole(
  pattern(
    String.raw`(?:(?:https?://)?[\w.:-]+/(?:[\w.-]+/)*p(?:\.html)?(?:_edit)?\?|\??)` +
      String.raw`(numlin|numberlink|arukone)(_edit)?/(?:v:/)?(e/)?(\d{1,7})/(\d{1,7})/([^\s?#&]*)(?:[?#&]\S*)?`,
  ),
);
const NUMBER_PREFIXES = new Map([
  ["-", [2, 0]],
  ["+", [3, 0]],
  ["=", [3, 4096]],
  ["%", [3, 8192]],
  ["*", [4, 12240]],
  ["$", [5, 77776]],
]);
const WORD = pattern(String.raw`[^\s<>()"'${"`"}]+`, "g");
const FILE_START = pattern(String.raw`^pzprv3(?:\.\d+)?\s*[/\r\n]\s*(\w+)\s*[/\r\n]`);
const NOT_GIVEN = "a number is not given; a puzzle needs both endpoints of each flow";
const EXAMPLE = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3";

function readLinks(text) {
  const remarks = [];
  const puzzles = [];
  for (const word of text.match(WORD) ?? []) {
    const found = LINK.exec(word);
    if (!found) {
      if (word.includes("/")) {
        throw new InputError(
          `${quoted(word, 60)} is not a link of the genre numlin or arukone, such as ${EXAMPLE}`,
        );
      }
      remarks.push("ignored the words around the link");
      continue;
    }
    const [, genre, , empty, width, height, body] = found;
    const [cols, rows] = [Number(width), Number(height)];
    checkShape(rows, cols);
    const numbers = decodedBody(body, rows * cols);
    const rule = empty ? "numberlink" : RULE_OF_GENRE[genre];
    puzzles.push(ofNumbers(numbers, cols, rule, genre, remarks));
  }
  return { puzzles, remarks: [...new Set(remarks)] };
}

/** Return the number of each cell, or null for a free one. */
function decodedBody(text, cells) {
  const body = chars(text);
  const found = [];
  let [done, at] = [0, 0];
  while (at < body.length) {
    let mark = body[at++];
    if (mark >= "g" && mark <= "z") {
      const skipped = mark.charCodeAt(0) - "g".charCodeAt(0) + 1;
      for (let i = 0; i < Math.min(skipped, cells - done); i++) found.push(null);
      done += skipped;
      continue;
    }
    const [size, more] = NUMBER_PREFIXES.get(mark) ?? [0, 0];
    if (size) {
      mark = body.slice(at, at + size).join("");
      at += size;
    }
    if (mark === ".") throw new InputError(`cell ${done}: ${NOT_GIVEN}`);
    if (!/^[0-9a-f]+$/.test(mark) || mark.length < size) {
      throw new InputError(`the link has ${quoted(mark)} where a number or g to z is expected`);
    }
    if (done < cells) found.push(parseInt(mark, 16) + more);
    done++;
  }
  if (done > cells) {
    throw new InputError(`the link has ${done} cells, but its size says ${cells}`);
  }
  while (found.length < cells) found.push(null);
  return found;
}

function ofNumbers(numbers, cols, rule, genre, remarks) {
  const symbols = symbolsOf(new Set(numbers.filter((n) => n !== null)), genre);
  const cells = numbers.map((n) => (n === null ? "." : symbols.get(n)));
  const other = [...symbols].filter(([n, x]) => String(n) !== x && genre !== "arukone");
  if (other.length) {
    const few = other.slice(0, 5).map(([n, x]) => `${n} as ${x}`);
    remarks.push(`read ${few.join(", ")}${other.length > 5 ? ", and so on" : ""}`);
  }
  return puzzleOf(
    chunks(cells, cols).map((row) => row.join("")),
    { rule },
  );
}

/** Return the symbol of each number: a digit, or the next letter in order. */
function symbolsOf(numbers, genre) {
  const ordered = [...numbers].sort((a, b) => a - b);
  if (genre === "arukone" && ordered.every((n) => 1 <= n && n <= 52)) {
    return new Map(ordered.map((n) => [n, LETTERS[n - 1]]));
  }
  const long = ordered.filter((n) => n > 9);
  const spare = SYMBOLS.filter((symbol) => !isDecimal(symbol));
  if (long.length > spare.length) {
    throw new InputError(`more than ${spare.length + 9} different numbers`);
  }
  return new Map([
    ...ordered.filter((n) => n <= 9).map((n) => [n, String(n)]),
    ...long.map((n, i) => [n, spare[i]]),
  ]);
}

/** Return the number of each flow; the inverse of how numbers are read, where possible. */
function numbersOf(puzzle, genre) {
  const known = new Map(
    genre === "arukone"
      ? [...LETTERS].map((x, i) => [x, i + 1])
      : [..."123456789"].map((x) => [x, Number(x)]),
  );
  const found = new Map();
  puzzle.symbols.forEach((x, f) => known.has(x) && found.set(f, known.get(x)));
  const rank = (x) => (SYMBOLS.includes(x) ? SYMBOLS.indexOf(x) : SYMBOLS.length);
  const code = (x) => x.codePointAt(0);
  const others = [...puzzle.symbols.keys()]
    .filter((f) => !found.has(f))
    .sort((f, g) => {
      const [x, y] = [puzzle.symbols[f], puzzle.symbols[g]];
      return rank(x) - rank(y) || code(x) - code(y);
    });
  const used = new Set(found.values());
  let next = found.size && genre !== "arukone" ? 10 : 1;
  for (const f of others) {
    while (used.has(next)) next++;
    found.set(f, next++);
  }
  return found;
}

function genreOf(puzzle, what) {
  checkPlain(puzzle, what);
  return puzzle.rule === "numberlink" || puzzle.symbols.length > LETTERS.length
    ? "numlin"
    : "arukone";
}

function checkPlain(puzzle, what) {
  if (isMarked(puzzle)) {
    throw new InputError(
      `the format ${what} is for boards without bridges, warps, walls and missing cells; for ` +
        "other boards, choose rows",
    );
  }
}

function writeLink(puzzle) {
  const genre = genreOf(puzzle, "link");
  const numbers = numbersOf(puzzle, genre);
  let [body, skipped] = ["", 0];
  for (const f of [...puzzle.flow, null]) {
    if (f === FREE) skipped++;
    if (skipped && (f !== FREE || skipped === 20)) {
      body += String.fromCharCode("g".charCodeAt(0) + skipped - 1);
      skipped = 0;
    }
    if (f !== null && f !== FREE) body += hexadecimal(numbers.get(f));
  }
  return `https://puzz.link/p?${genre}/${puzzle.cols}/${puzzle.rows}/${body}`;
}

function hexadecimal(number) {
  const found = number.toString(16);
  if (number < 16) return found;
  if (number < 256) return `-${found}`;
  if (number < 4096) return `+${found}`;
  throw new InputError("links are written for at most 4095 flows");
}

function readFile(text) {
  if (!Object.hasOwn(RULE_OF_GENRE, FILE_START.exec(strip(text))?.[1] ?? "")) {
    throw new InputError("expected a file that begins with pzprv3 and with numlin or arukone below");
  }
  const parts = strip(text).split(/[/\r\n]/).map(strip).filter(Boolean);
  const genre = parts[1];
  let rule = RULE_OF_GENRE[genre];
  const sizes = parts.slice(2, 4).map((part) => wholeNumber(part, 1, MAX_FIELDS));
  if (sizes.length < 2 || sizes.includes(null)) {
    throw new InputError(`expected the numbers of rows and columns below ${genre}`);
  }
  const [rows, cols] = sizes;
  checkShape(rows, cols);
  let at = 4;
  if (parts[at] === "passallcell" || parts[at] === "dontpassallcell") {
    rule = parts[at] === "passallcell" ? "touching" : "numberlink";
    at++;
  }
  const grid = parts.slice(at, at + rows).map(words);
  if (grid.length < rows || grid.some((row) => row.length !== cols)) {
    throw new InputError(`expected ${counted(rows, "row")} of ${counted(cols, "cell")}`);
  }
  const numbers = grid.flat().map((cell) => numberOf(cell, genre));
  const remarks = [];
  const puzzle = ofNumbers(numbers, cols, rule, genre, remarks);
  return { puzzles: [withDrawn(puzzle, parts.slice(at + rows), remarks)], remarks };
}

function numberOf(cell, genre) {
  if (cell === ".") return null;
  if (cell === "-") throw new InputError(NOT_GIVEN);
  const number = wholeNumber(cell, 0, MAX_FIELDS);
  if (number !== null) return number;
  if (genre === "arukone" && cell.length === 1 && LETTERS.includes(cell)) {
    return LETTERS.indexOf(cell) + 1;
  }
  throw new InputError(`${quoted(cell)} is not a number`);
}

/** Return a puzzle with the drawn lines as its given solution, if they join endpoints. */
function withDrawn(puzzle, parts, remarks) {
  const { rows, cols, flow } = puzzle;
  const sizes = [
    ...new Array(cols > 1 ? rows : 0).fill(cols - 1),
    ...new Array(rows - 1).fill(cols),
  ];
  const drawn = parts.slice(0, sizes.length).map(words);
  if (drawn.length !== sizes.length || drawn.some((part, i) => part.length !== sizes[i])) {
    return puzzle;
  }
  const marks = drawn.flat();
  const links = openSides(puzzle).filter((_, i) => marks[i] === "1");
  if (!links.length) return puzzle;
  const adjacent = flow.map(() => []);
  for (const [i, j] of links) {
    adjacent[i].push(j);
    adjacent[j].push(i);
  }
  const arePaths = flow.every((f, cell) => {
    const degree = adjacent[cell].length;
    return f === FREE ? degree === 0 || degree === 2 : degree === 1;
  });
  const visited = new Set();
  const given = puzzle.symbols.map((_, f) => {
    const path = [];
    for (let cell = flow.indexOf(f); cell !== undefined; ) {
      visited.add(cell);
      path.push([Math.floor(cell / cols), cell % cols]);
      cell = adjacent[cell].find((other) => !visited.has(other));
    }
    return path;
  });
  // otherwise there are branches, ends or cycles
  if (!arePaths || flow.some((_, cell) => adjacent[cell].length && !visited.has(cell))) {
    remarks.push(`ignored ${counted(links.length, "drawn line")}, which are no solution`);
    return puzzle;
  }
  return { ...puzzle, given };
}

function writeFile(puzzle) {
  const genre = genreOf(puzzle, "pzprv3");
  const numbers = numbersOf(puzzle, genre);
  const { rows, cols } = puzzle;
  const name = (n) => (genre === "arukone" ? LETTERS[n - 1] : String(n));
  const cells = puzzle.flow.map((f) => (f === FREE ? "." : name(numbers.get(f))));
  return [
    ...["pzprv3", genre, String(rows), String(cols)],
    ...(genre === "arukone" ? ["passallcell"] : []),
    ...chunks(cells, cols).map((row) => row.map((cell) => `${cell} `).join("")),
    ...new Array(rows).fill("0 ".repeat(cols - 1)),
    ...new Array(rows - 1).fill("0 ".repeat(cols)),
  ].join("\n");
}

// ---- Level packs, and JSON objects with endpoints ----

const PACK = whole(
  pattern(String.raw`\d+(?::\d+)?(?:\+B)?,\d+,\d+,\d+(?:,[\d:|]*)*(?:;\d+(?:,\d+)*)+;?`),
);

function readPack(text) {
  const puzzles = blocks(text)
    .flat()
    .map(([number, line]) =>
      within(`line ${number}`, () => {
        if (!PACK.test(line)) {
          throw new InputError(
            `${quoted(line)} is not a level such as 3,0,1,2;0,3,6;1,2,5,4,7,8`,
          );
        }
        return level(line);
      }),
    );
  return { puzzles, remarks: [] };
}

function level(line) {
  const [head, ...listed] = rstripped(line, ";").split(";");
  const [size, , , flows, ...more] = head.split(",");
  const [width, height] = size.replace(/\+B$/, "").split(":");
  const [cols, rows] = [packNumber(width), packNumber(height || width)];
  checkShape(rows, cols);
  const paths = listed.map((path) => path.split(",").map((word) => packCell(word, rows * cols)));
  if (paths.length !== packNumber(flows)) {
    throw new InputError(
      `${counted(paths.length, "path")}, but ${counted(packNumber(flows), "flow")}`,
    );
  }
  const marks = packMarks(more, rows, cols);
  const flow = new Array(rows * cols).fill(FREE);
  paths.forEach((path, f) => {
    for (const end of new Set([path[0], path.at(-1)])) {
      if (flow[end] !== FREE) throw new InputError(`two paths end in cell ${end}`);
      flow[end] = f;
    }
  });
  if (paths.length > SYMBOLS.length) throw new InputError(`more than ${SYMBOLS.length} flows`);
  const given = paths.map((path) => path.map((cell) => [Math.floor(cell / cols), cell % cols]));
  return checkedPuzzle({
    ...{ rows, cols, flow, symbols: SYMBOLS.slice(0, paths.length) },
    ...{ ...marks, given },
  });
}

function packNumber(word) {
  const number = wholeNumber(word, 0, MAX_FIELDS);
  if (number === null) throw new InputError(`${quoted(word)} is too large`);
  return number;
}

function packCell(word, cells) {
  const number = packNumber(word);
  if (number >= cells) {
    throw new InputError(`there is no cell ${number}; the last is ${cells - 1}`);
  }
  return number;
}

function packMarks(more, rows, cols) {
  if (more.length > 3 || more.slice(0, 2).some((part) => part.includes("|"))) {
    throw new InputError("the first part has more than bridges, missing cells and walls");
  }
  const [bridges, missing, walls] = [0, 1, 2].map((i) =>
    (more[i] ?? "").split(":").filter(Boolean),
  );
  const sides = new Map();
  for (const wall of walls) {
    const pair = wall.split("|").filter(Boolean);
    if (pair.length !== 2) {
      throw new InputError(`the wall ${wall} is not two cells, such as 0|1`);
    }
    const [i, j] = pair.map((word) => packCell(word, rows * cols)).sort((a, b) => a - b);
    if (j - i !== 1 && j - i !== cols) {
      throw new InputError(`the cells of the wall ${wall} have no common side`);
    }
    const side = [i, j - i === cols ? BOTTOM : RIGHT];
    sides.set(String(side), side);
  }
  const cells = (listed) =>
    [...new Set(listed.map((word) => packCell(word, rows * cols)))].sort((a, b) => a - b);
  return {
    missing: cells(missing),
    bridges: cells(bridges),
    walls: [...sides.values()].sort(bySide),
    warps: [],
  };
}

const END_KEYS = new Set(
  ("colors colours connections dots endpoints flows nodes pairs points terminals").split(" "),
);
const PAIR_KEYS = [
  ["start", "end"],
  ["from", "to"],
  ["source", "target"],
  ["a", "b"],
  ["p1", "p2"],
  ["first", "second"],
  ["start", "goal"],
  ["start", "finish"],
];
const PLACE_KEYS = [
  ["row", "col"],
  ["row", "column"],
  ["r", "c"],
  ["y", "x"],
];
const MISSING_TYPES = new Set(["block", "blocked", "hole", "missing", "wall"]);
const isObject = (value) => value instanceof Map;

/** Return the JSON objects of a text with endpoints, or an empty list for another text. */
function objectsIn(text) {
  if (!/^[{[]/.test(lstrip(text))) return [];
  const read = fromJson(text);
  if (read === undefined) return [];
  const levels = Array.isArray(read) ? read : [read];
  const areLevels = (list) => list.length > 0 && list.every((x) => isObject(x) && isLevel(x));
  for (const value of levels) {
    if (!isObject(value)) continue;
    for (const inner of value.values()) {
      if (Array.isArray(inner) && areLevels(inner)) return inner;
    }
  }
  return areLevels(levels) ? levels : [];
}

const isLevel = (value) => cellsIn(value) !== null || listedIn(value).length > 0;

function readObjects(text) {
  const remarks = [];
  const puzzles = objectsIn(text).map((value, number) => {
    const puzzle = within(`puzzle ${number}`, () => ofObject(value, remarks));
    remarks.push(...extrasIn(value).map((key) => `ignored ${quoted(key)}`));
    return puzzle;
  });
  return { puzzles, remarks: [...new Set(remarks)] };
}

function ofObject(value, remarks) {
  const cells = cellsIn(value);
  if (cells !== null) return ofCells(cells);
  const [rows, cols] = shapeOf(value);
  const ends = listedIn(value);
  const plain = ends.some(([, pair]) => pair.some((end) => !isObject(end)));
  const places = ends.map(([, pair]) => pair.map(placeOf));
  const listed = places.flat();
  const outside = listed.some(([r, c]) => r >= rows || c >= cols);
  const fromOne = listed.every(([r, c]) => 1 <= r && r <= rows && 1 <= c && c <= cols);
  const first = outside && fromOne ? 1 : 0;
  if (plain || first) {
    const what = plain ? "[r, c] as row and column" : "rows and columns";
    remarks.push(`read ${what}, counted from ${first}`);
  }
  const flow = new Array(rows * cols).fill(FREE);
  places.forEach((pair, f) => {
    for (const [r, c] of pair) {
      if (!(first <= r && r < rows + first && first <= c && c < cols + first)) {
        throw new InputError(`there is no cell in row ${r}, column ${c} of ${rows}×${cols}`);
      }
      flow[(Number(r) - first) * cols + Number(c) - first] = f;
    }
  });
  return checkedPuzzle({ rows, cols, flow, symbols: symbolsFor(ends.map(([name]) => name)) });
}

/** Return a symbol for each flow: its name if it is one character, and each is different. */
function symbolsFor(names) {
  const fine = names.every((x) => length(x) === 1 && isAlnum(x) && x !== "0");
  if (fine && new Set(names).size === names.length) return names;
  if (names.length > SYMBOLS.length) throw new InputError(`more than ${SYMBOLS.length} flows`);
  return SYMBOLS.slice(0, names.length);
}

function shapeOf(value) {
  let sizes = ["size", "n", "dimensions"].map((key) => value.get(key)).find((x) => x !== undefined);
  for (const where of [value, ...[...value.values()].filter(isObject)]) {
    const found = [HEIGHT, WIDTH].map((keys) =>
      where.get(keys.find((key) => where.has(key)) ?? ""),
    );
    if (found.every(isWhole)) {
      sizes = found;
      break;
    }
  }
  if (isWhole(sizes)) sizes = [sizes, sizes];
  if (Array.isArray(sizes) && sizes.length === 2 && sizes.every(isWhole)) {
    checkShape(...sizes);
    return sizes.map(Number);
  }
  throw new InputError('the JSON object needs its size, such as "rows": 5, "cols": 5');
}

/** Return the name of each flow with its two endpoints, or an empty list. */
function listedIn(object) {
  for (const [key, value] of object) {
    if (!END_KEYS.has(key.toLowerCase()) || !(Array.isArray(value) || isObject(value))) continue;
    const items = isObject(value) ? [...value] : value.map((item) => [null, item]);
    const grouped = groupedEnds(items.map(([, item]) => item));
    if (grouped.length) return grouped;
    const pairs = items.map(([, item]) => pairIn(item));
    if (items.length && pairs.every((pair) => pair.length === 2 && pair.every(isPlace))) {
      return items.map(([name, item], i) => [nameOf(name, item), pairs[i]]);
    }
  }
  return [];
}

function groupedEnds(items) {
  if (!items.every((item) => isObject(item) && isPlace(item))) return [];
  const found = new Map();
  for (const item of items) {
    const name = nameOf(null, item);
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(item);
  }
  return [...found.values()].every((pair) => pair.length === 2) ? [...found] : [];
}

function nameOf(key, item) {
  let name = key;
  if (isObject(item)) {
    const known = ["color", "colour", "name", "id"].find((k) => item.has(k));
    if (known) name = item.get(known);
  }
  return name === null ? "" : asText(name);
}

/** Return a value as Python's str does, apart from lists and objects. */
function asText(value) {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  return typeof value === "object" ? "[object]" : String(value);
}

function pairIn(item) {
  if (isObject(item)) {
    for (const [first, last] of PAIR_KEYS) {
      if (item.has(first) && item.has(last)) return [item.get(first), item.get(last)];
    }
    const lists = [...item.values()].filter((x) => Array.isArray(x) && x.length === 2);
    return lists.length === 1 ? lists[0] : [];
  }
  if (!Array.isArray(item)) return [];
  if (item.length === 4 && item.every(isWhole)) return [item.slice(0, 2), item.slice(2)];
  return item;
}

const isPlace = (end) => attempt(() => placeOf(end)) !== null;

function placeOf(end) {
  let found = Array.isArray(end) ? end : null;
  if (isObject(end)) {
    const keys = PLACE_KEYS.find(([down, right]) => end.has(down) && end.has(right));
    if (keys) found = keys.map((key) => end.get(key));
  }
  if (found?.length === 2 && found.every(isWhole)) return found;
  throw new InputError("an endpoint is not a cell");
}

/** Return the grid of an object whose cells are objects, or null. */
function cellsIn(object) {
  for (const value of object.values()) {
    if (
      Array.isArray(value) &&
      value.length &&
      value.every((row) => Array.isArray(row) && row.length && row.every(isObject))
    ) {
      return value;
    }
  }
  return null;
}

function ofCells(grid) {
  const [rows, cols] = [grid.length, grid[0].length];
  if (grid.some((row) => row.length !== cols)) {
    throw new InputError("the rows of the grid differ in length");
  }
  checkShape(rows, cols);
  const first = (cell, keys, other) => {
    const key = keys.find((k) => cell.has(k));
    return key ? cell.get(key) : other;
  };
  const numbers = new Map();
  const [missing, bridges] = [[], []];
  const flow = grid.flat().map((cell, i) => {
    const colour = first(cell, ["color", "colour", "value"], null);
    let end = truthy(first(cell, ["isEndpoint", "is_endpoint", "endpoint"], colour));
    const kind = asText(cell.has("type") ? cell.get("type") : "normal").toLowerCase();
    if (MISSING_TYPES.has(kind) || kind === "bridge") {
      (kind === "bridge" ? bridges : missing).push(i);
      end = false;
    }
    const none = colour === null || colour === "";
    if (Array.isArray(colour) || isObject(colour) || (end && none)) {
      throw new InputError(`cell ${i} has no colour`);
    }
    if (!end) return FREE;
    if (!numbers.has(colour)) numbers.set(colour, numbers.size);
    return numbers.get(colour);
  });
  const symbols = symbolsFor([...numbers.keys()].map(asText));
  return checkedPuzzle({ rows, cols, flow, symbols, missing, bridges });
}

/** Return whether Python takes a value of JSON for true. */
function truthy(value) {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? value.size > 0 : Boolean(value?.value ?? value);
}

// ---- The other formats ----

const SAMPLE = {
  ...{ seed: "count", rows: "positive", cols: "positive", k: "positive", i: "count" },
  ...{ solutions: "str", puzzle: "str" },
};

function readCsv(text) {
  const puzzles = parseCsv(text, SAMPLE).map((row, i) => {
    const where = `line ${i + 2}`;
    const numbered = row.puzzle.split("/").map((line, r) => [r, line]);
    const puzzle = within(where, () => puzzleOfLines(numbered, "row"));
    const found = [puzzle.rows, puzzle.cols, puzzle.symbols.length];
    const stated = [row.rows, row.cols, row.k];
    if (found.some((size, at) => size !== stated[at])) {
      const said = ([rows, cols, k]) => `${rows}×${cols}, k = ${k}`;
      throw new InputError(
        `${where}: the puzzle is ${said(found)}, but the row states ${said(stated)}`,
      );
    }
    return { ...puzzle, name: `r${row.rows}_c${row.cols}_k${row.k}_${row.i}` };
  });
  return { puzzles, remarks: [] };
}

function readJson(text) {
  const [rows, remark] = listsAsRows(text) ?? [text, ""];
  if (ENDPOINT_LISTS.test(rows)) throw new InputError(ENDPOINTS_MESSAGE);
  const found = readRows(rows);
  return { puzzles: found.puzzles, remarks: [...(remark ? [remark] : []), ...found.remarks] };
}

function writeRows(puzzle) {
  for (const found of [lines(puzzle), ...(isMarked(puzzle) ? [] : [sketch(puzzle)])]) {
    const text = found.join("\n");
    const read = attempt(() => FORMATS.parse(text));
    if (
      read?.puzzles.length === 1 &&
      !read.remarks.length &&
      lines(read.puzzles[0]).join("\n") === lines(puzzle).join("\n")
    ) {
      return text;
    }
  }
  throw new InputError(
    `the rows would be read differently, because of a symbol such as ${puzzle.symbols[0]}; write ` +
      "letters for endpoints",
  );
}

function writeJson(puzzle) {
  checkPlain(puzzle, "json");
  const names = puzzle.flow.map((f) => (f === FREE ? null : puzzle.symbols[f]));
  return toJson(chunks(names, puzzle.cols));
}

function writeSized(puzzle) {
  checkPlain(puzzle, "sized");
  const { rows, cols, symbols } = puzzle;
  const measures = `# ${rows}×${cols}, ${counted(symbols.length, "flow")}`;
  return [measures, `${cols} ${rows}`, ...lines(puzzle)].join("\n");
}

/** The formats of puzzles, in the order in which they are tried. */
export const FORMATS = new Formats("puzzle", [
  {
    name: "link",
    title: "link of puzz.link",
    recognises: (text) => {
      const found = text.match(WORD) ?? [];
      return found.some((word) => LINK.test(word)) || /^https?:\/\//.test(found[0]) ? "" : null;
    },
    read: readLinks,
    write: writeLink,
  },
  {
    name: "pzprv3",
    title: "file of pzprv3",
    recognises: (text) => (FILE_START.test(strip(text)) ? "" : null),
    read: readFile,
    write: writeFile,
  },
  {
    name: "pack",
    title: "level pack",
    recognises: (text) => (PACK.test(firstLine(text)) ? "" : null),
    read: readPack,
  },
  {
    name: "objects",
    title: "JSON with endpoints",
    recognises: (text) => (objectsIn(text).length ? "" : null),
    read: readObjects,
  },
  {
    name: "json",
    title: "JSON",
    recognises: (text) => (listsAsRows(text) ? "" : null),
    read: readJson,
    write: writeJson,
  },
  {
    name: "csv",
    title: "sample",
    recognises: (text) => (isHeader(firstLine(text), SAMPLE) ? "" : null),
    read: readCsv,
  },
  {
    name: "sized",
    title: "rows below their size",
    recognises: isSized,
    read: readSized,
    write: writeSized,
  },
  { name: "rows", title: "rows", recognises: () => "", read: readRows, write: writeRows },
]);

const LETTER_OF = [...UPPER, ...LOWER];

/** The game, for the entry panel, addresses and pictures. */
export const GAME = {
  name: "flowfree",
  noun: "puzzle",
  list: FORMATS.list,
  parse: (text, form) => FORMATS.parse(text, form),
  formats: () => FORMATS,
  shape: ({ rows, cols }) => [rows, cols],
  measure: ({ symbols }) => counted(symbols.length, "flow"),
  hint: "Rows with dots for free cells, a link of puzz.link, a level of a pack, JSON …",
  settings: ["rule"],
  addresses: (puzzle) => [
    () => {
      const [, text] = writeLink(puzzle).split("?");
      const rule = text.startsWith("numlin") ? "numberlink" : "touching";
      return { text, settings: puzzle.rule === rule ? {} : { rule: puzzle.rule } };
    },
    () => ({ text: writeRows(puzzle), settings: { rule: puzzle.rule } }),
  ],
  ofAddress(text, { rule }) {
    const isLink = LINK.test(text) || text.includes("://");
    const found = FORMATS.parse(isLink ? text : text.replaceAll("/", "\n"));
    if (rule === undefined) return found;
    if (!RULES.includes(rule)) {
      throw new InputError(`the rule in the link is unknown; choose from ${RULES.join(", ")}`);
    }
    return { ...found, puzzles: found.puzzles.map((puzzle) => ({ ...puzzle, rule })) };
  },
  /** Return the puzzle of a picture: rows of the numbers of colours, or -1. */
  ofFields(fields) {
    const cells = fields.flat();
    const colours = [...new Set(cells)].filter((colour) => colour >= 0);
    const number = new Map(colours.map((colour, f) => [colour, f]));
    return checkedPuzzle({
      rows: fields.length,
      cols: fields[0].length,
      flow: cells.map((colour) => number.get(colour) ?? FREE),
      symbols: colours.map((colour) => LETTER_OF[colour % LETTER_OF.length]),
    });
  },
};
