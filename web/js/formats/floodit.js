/**
 * The text forms of Flood-It boards: the counterpart of Python's puzzlesat.floodit.board.
 *
 * @typedef {Object} FloodIt
 * @property {number[][]} rows The colour of each field, 0..k-1.
 * @property {string[]} symbols The shown name of each colour.
 * @property {number} k
 * @property {[number, number]} start The row and column of the pivot.
 * @property {number} [limit] The number of moves that a game allows, if the source gives it.
 * @property {number} [known] The minimum according to the source, if it gives it.
 */

import {
  DIGITS,
  EMOJI,
  Formats,
  InputError,
  LOWER,
  MAX_FIELDS,
  UPPER,
  attempt,
  blocks,
  chars,
  checkShape,
  firstLine,
  integer,
  isDecimal,
  isHeader,
  length,
  linesOf,
  listsAsRows,
  lstrip,
  occurrences,
  parseCsv,
  pattern,
  quoted,
  splitCells,
  splitLines,
  strip,
  toJson,
  whole,
  wholeNumber,
  withLetters,
  within,
  withoutFrame,
  withoutGaps,
  withoutLabels,
  words,
} from "#formats/common.js";
import { counted } from "#words.js";
import { greedyMoves } from "#floodit/greedy.js";

const SYMBOLS = DIGITS + LOWER + UPPER;
const NAMED = [...SYMBOLS, ...EMOJI.keys()];
const RANK = new Map(NAMED.map((symbol, rank) => [symbol, rank]));
const CORNER = [0, 0];

// ---- Boards ----

function isSymbol(word) {
  if (length(word) === 1) return RANK.has(word);
  return /^[1-9][0-9]{0,8}$/.test(word);
}

function checkColours(k) {
  if (k > SYMBOLS.length) {
    throw new InputError(`a board has at most ${SYMBOLS.length} colours, not ${k}`);
  }
}

function checkSymbols(symbols) {
  checkColours(symbols.length);
  for (const symbol of symbols) {
    if (!isSymbol(symbol)) {
      throw new InputError(
        `${quoted(symbol)} is not a colour; use a digit, a letter or a number`,
      );
    }
  }
  if (new Set(symbols).size < symbols.length) {
    throw new InputError(`two colours have the same symbol: ${symbols.join(" ")}`);
  }
  const emoji = symbols.filter((symbol) => EMOJI.has(symbol));
  const times = occurrences(emoji.map((symbol) => EMOJI.get(symbol)));
  const alike = emoji.filter((symbol) => times.get(EMOJI.get(symbol)) > 1);
  if (alike.length) {
    const [first, second] = alike.filter((s) => EMOJI.get(s) === EMOJI.get(alike[0]));
    throw new InputError(`${first} and ${second} would be two colours; write one of them`);
  }
  if (emoji.length && emoji.length < symbols.length) {
    const other = symbols.find((symbol) => !EMOJI.has(symbol));
    throw new InputError(`${emoji[0]} and ${other}: write all colours as emoji, or none`);
  }
}

function checkStart(start, rows, cols) {
  for (const [name, at, size] of [
    ["row", start[0], rows],
    ["column", start[1], cols],
  ]) {
    if (!(0 <= at && at < size)) {
      throw new InputError(
        `there is no ${name} ${at} to start from; the board's ${name}s are 0 to ${size - 1}`,
      );
    }
  }
}

/** Return the board with these rows of symbols, which denote the colours in order. */
function ofSymbols(rows, symbols) {
  checkSymbols(symbols);
  const number = new Map(symbols.map((symbol, c) => [symbol, c]));
  const fields = rows.map((row) =>
    row.map((word) => {
      if (!number.has(word)) {
        const all = symbols.join(" ");
        throw new InputError(`${quoted(word)} is not one of the board's colours, ${all}`);
      }
      return number.get(word);
    }),
  );
  checkShape(fields.length, fields[0].length);
  return { rows: fields, symbols: [...symbols], k: symbols.length, start: CORNER };
}

/** Return the symbols in rows, in the order of their colours. */
function shown(rows) {
  const found = new Set();
  for (const row of rows) for (const symbol of row) found.add(symbol);
  const rank = (symbol) => (RANK.has(symbol) ? RANK.get(symbol) : Number(symbol));
  return [...found].sort((a, b) => length(a) - length(b) || rank(a) - rank(b));
}

/** Return the board with this start; another start loses the known minimum and the limit. */
function starting(board, start) {
  checkStart(start, board.rows.length, board.rows[0].length);
  if (String(start) === String(board.start)) return board;
  const { rows, symbols, k } = board;
  return { rows, symbols, k, start };
}

function parseStart(text) {
  const found = /^([0-9]{1,9}),([0-9]{1,9})$/.exec(text);
  if (!found) {
    throw new InputError(
      `expected a start as row,column, counted from 0, not ${quoted(text)}`,
    );
  }
  return [Number(found[1]), Number(found[2])];
}

function writtenRow(board, row) {
  const separator = board.symbols.some((symbol) => length(symbol) > 1) ? "," : "";
  return row.map((c) => board.symbols[c]).join(separator);
}

/** Return the number of fields that each move floods, with the first for those at the start. */
function flooding(board, moves) {
  const cols = board.rows[0].length;
  const colour = board.rows.flat();
  const seen = new Uint8Array(colour.length);
  const adjacent = Array.from({ length: board.k }, () => []);
  const pivot = board.start[0] * cols + board.start[1];
  seen[pivot] = 1;
  adjacent[colour[pivot]].push(pivot);
  const flood = (c) => {
    const flooded = adjacent[c];
    for (const f of flooded) {
      for (const g of [
        f % cols ? f - 1 : -1,
        (f + 1) % cols ? f + 1 : -1,
        f - cols,
        f + cols < colour.length ? f + cols : -1,
      ]) {
        if (g >= 0 && !seen[g]) {
          seen[g] = 1;
          adjacent[colour[g]].push(g);
        }
      }
    }
    adjacent[c] = [];
    return flooded.length;
  };
  return { first: flood(colour[pivot]), flood, moves: moves?.map(flood) };
}

function floods(board, moves) {
  const { first, moves: found } = flooding(board, moves);
  const all = board.rows.length * board.rows[0].length;
  return found.reduce((sum, n) => sum + n, first) === all;
}

// ---- Game IDs of Simon Tatham's Flood ----

const LINK = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/flood.html#";
const ID_SYMBOLS = DIGITS + UPPER;
const MAX_COLOURS = 10;
const START = whole(
  pattern(
    String.raw`(?:Game ID:\s*)?(?P<link>https?://[^\s#]{1,200}#)?(?P<params>\d[a-z0-9]{0,40})(?P<mark>[:#])(?P<rest>\S*)`,
    "i",
  ),
);
const PARAMS = whole(pattern(String.raw`(\d+)(?:x(\d+))?(?:c(\d+))?(?:m\d+)?`, "i"));
const FORM = "WIDTHxHEIGHTcCOLOURS:GRID,LIMIT, such as 4x4c4:0120120333210012,7";

function parseId(text) {
  const found = START.exec(text)?.groups;
  if (!found) throw new InputError(`expected ${FORM}, not ${quoted(text, 80)}`);
  if (found.mark === "#") {
    throw new InputError(
      "an ID with # is the seed of a random board, which only that program can make; copy the ID " +
        "under Specific, not that under Random Seed",
    );
  }
  const params = PARAMS.exec(found.params);
  if (!params) throw new InputError(`expected ${FORM}, not the parameters ${quoted(found.params)}`);
  const cols = idNumber(params[1], "the size");
  const rows = idNumber(params[2] ?? params[1], "the size");
  checkShape(rows, cols);
  const comma = found.rest.indexOf(",");
  const grid = chars(comma < 0 ? found.rest : found.rest.slice(0, comma));
  const limit = comma < 0 ? "" : found.rest.slice(comma + 1);
  if (!isDecimal(limit)) {
    throw new InputError(`expected a comma and the number of moves after the grid: ${FORM}`);
  }
  if (grid.length !== rows * cols) {
    throw new InputError(
      `the grid has ${counted(grid.length, "field")}, but ${cols}×${rows} needs ${rows * cols}`,
    );
  }
  const wrong = grid.find((symbol) => !ID_SYMBOLS.includes(symbol));
  if (wrong !== undefined) {
    throw new InputError(`${quoted(wrong)} is not a colour of an ID; use 0-9 and A-Z`);
  }
  const rank = (symbol) => ID_SYMBOLS.indexOf(symbol);
  let symbols = [...new Set(grid)].sort((a, b) => rank(a) - rank(b));
  if (params[3]) {
    const k = idNumber(params[3], "the number of colours", ID_SYMBOLS.length);
    const last = symbols.at(-1);
    if (rank(last) >= k) {
      throw new InputError(`the grid shows ${last}, but c${k} ends at ${ID_SYMBOLS.at(k - 1)}`);
    }
    symbols = [...ID_SYMBOLS.slice(0, k)];
  }
  const lines = Array.from({ length: rows }, (_, r) => grid.slice(r * cols, (r + 1) * cols));
  return { ...ofSymbols(lines, symbols), limit: idNumber(limit, "the number of moves") };
}

function idNumber(word, meaning, highest = MAX_FIELDS) {
  const value = wholeNumber(word, 0, highest);
  if (value === null) {
    throw new InputError(
      `${meaning} is ${quoted(word)}; expected a number of at most ${highest}`,
    );
  }
  return value;
}

function writeId(board) {
  const [rows, cols] = [board.rows.length, board.rows[0].length];
  if (String(board.start) !== String(CORNER)) {
    throw new InputError(`a game ID starts in the corner, not in ${board.start}`);
  }
  if (board.k > MAX_COLOURS) {
    throw new InputError(`a game ID has at most ${MAX_COLOURS} colours, not ${board.k}`);
  }
  if (rows * cols < 2) throw new InputError("a game ID needs at least two fields");
  const limit = board.limit || board.known || greedyMoves(board);
  const grid = board.rows.map((row) => row.map((c) => ID_SYMBOLS[c]).join("")).join("");
  return `${cols}x${rows}c${Math.max(board.k, 3)}m0:${grid},${limit}`;
}

function readIds(text) {
  const puzzles = blocks(text)
    .flat()
    .map(([number, line]) => within(`line ${number}`, () => parseId(line)));
  return { puzzles, remarks: [] };
}

// ---- Boards below a line with their size ----

const NEXT = "the next board's size as rows cols k, or the known minimum";

/** The words of a text outside comments, each with the number of its line, and a position. */
class Words {
  constructor(text) {
    this.words = linesOf(text).flatMap((line, i) =>
      words(line.split("#", 1)[0]).map((word) => [i + 1, word]),
    );
    this.at = 0;
  }

  get ended() {
    return this.at === this.words.length;
  }

  get line() {
    return this.words[this.at][0];
  }

  restOfLine(most = 4) {
    const following = this.words.slice(this.at, this.at + most);
    return following.filter(([number]) => number === this.line).map(([, word]) => word);
  }

  integer(meaning, lowest, highest, least = lowest) {
    if (this.ended) throw new InputError(`the file ends where ${meaning} is expected`);
    const [number, word] = this.words[this.at];
    const value = wholeNumber(unpadded(word), least, highest);
    if (value === null) {
      throw new InputError(
        `line ${number}: expected ${meaning}, ${lowest}..${highest}, not ${quoted(word)}`,
      );
    }
    this.at++;
    return value;
  }
}

/** Return a number without leading zeros, and any other word as it is. */
const unpadded = (word) => (isDecimal(word) ? word.replace(/^0+/, "") || "0" : word);

function withColours(text, remarks) {
  const found = new Words(text);
  const boards = [];
  while (!found.ended) {
    const number = found.line;
    if (found.at && ["0", "0 0 0"].includes(found.restOfLine().join(" "))) return boards;
    const rows = found.integer("the number of rows", 1, MAX_FIELDS);
    const cols = found.integer("the number of columns", 1, MAX_FIELDS);
    within(`line ${number}`, () => checkShape(rows, cols));
    const k = found.integer("the number of colours", 1, SYMBOLS.length);
    const begun = found.at;
    const fields = [];
    for (let f = 0; f < rows * cols; f++) fields.push(found.integer("a field's colour", 1, k, 0));
    checkLayout(found.words.slice(begun, found.at), number, rows, cols);
    const used = new Set(fields);
    const first = used.has(0) ? 0 : 1;
    if (!first && used.has(k)) {
      throw new InputError(
        `line ${number}: ${counted(k, "colour")}, but the fields below are 0 to ${k}`,
      );
    }
    const board = {
      rows: Array.from({ length: rows }, (_, r) =>
        fields.slice(r * cols, (r + 1) * cols).map((c) => c - first),
      ),
      symbols: Array.from({ length: k }, (_, c) => String(c + first)),
      k,
      start: CORNER,
    };
    const known = knownMinimum(found);
    if (known) board.known = known;
    skipSolution(found, board, first, remarks);
    boards.push(board);
  }
  return boards;
}

function checkLayout(found, number, rows, cols) {
  const widths = new Set(occurrences(found.map(([line]) => line)).values());
  if (rows !== cols && cols > 1 && widths.size === 1 && widths.has(rows)) {
    throw new InputError(
      `line ${number}: ${rows} rows of ${cols} fields, but the lines below are ${cols} of ` +
        `${rows}; write the number of rows first`,
    );
  }
}

function knownMinimum(found) {
  if (found.ended) return 0;
  const inside = found.at && found.words[found.at - 1][0] === found.line;
  if (inside || found.restOfLine().length === 1) {
    return found.integer("the known minimum (or 0)", 0, MAX_FIELDS);
  }
  return 0;
}

function skipSolution(found, board, first, remarks) {
  if (found.ended || found.words.at(-1)[0] !== found.line) return;
  const { line } = found;
  const rest = found.restOfLine(board.rows.length * board.rows[0].length + 4);
  const moves = rest.map((word) =>
    wholeNumber(word.replace(/^0+/, "") || "0", first, board.k - 1 + first),
  );
  const valid = moves.every((move) => move !== null);
  if (board.k > 1 && valid && floods(board, moves.map((move) => move - first))) {
    found.at += rest.length;
    remarks.push(`line ${line} is a solution of ${counted(moves.length, "move")}`);
  } else if (rest.length < 4 && rest[0] !== "0") {
    throw new InputError(
      `line ${line}: expected ${NEXT}, not ${counted(rest.length, "number")}`,
    );
  }
}

function withSymbols(text) {
  const lines = [];
  for (const [number, word] of new Words(text).words) {
    if (lines.at(-1)?.[0] === number) lines.at(-1)[1].push(word);
    else lines.push([number, [word]]);
  }
  const cellsOf = (row, cols) => (row.length === 1 && cols > 1 ? chars(row[0]) : row);
  const boards = [];
  let at = 0;
  while (at < lines.length) {
    const [number, header] = lines[at];
    const sizes = header.map((word) => wholeNumber(word, 0, MAX_FIELDS));
    if (at && at === lines.length - 1 && header.every((word) => word === "0")) return boards;
    // a number that begins with 0 is rather a row
    if (header.some((word) => word.startsWith("0")) || sizes.includes(null) || sizes.length > 2) {
      throw new InputError(`line ${number}: expected the size of a board, as n or as rows cols`);
    }
    const rows = sizes[0];
    let cols = sizes.at(-1);
    if (Math.min(rows, cols) < 2) {
      throw new InputError(`line ${number}: boards of one row or column need rows cols k`);
    }
    within(`line ${number}`, () => checkShape(rows, cols));
    const below = lines.slice(at + 1, at + 1 + rows);
    if (sizes.length === 2 && below.every(([, row]) => cellsOf(row, rows).length === rows)) {
      cols = rows; // the line is n k
    }
    const block = below.map(([line, row]) => [line, cellsOf(row, cols)]);
    if (block.length < rows) {
      throw new InputError(
        `line ${number}: ${counted(rows, "row")} expected, ${block.length} found`,
      );
    }
    for (const [line, cells] of block) {
      if (cells.length !== cols) {
        const fields = counted(cells.length, "field");
        throw new InputError(`line ${line}: ${fields}, but line ${number} gives ${cols}`);
      }
    }
    boards.push([number, block.map(([, cells]) => cells)]);
    at += 1 + rows;
  }
  return boards;
}

function readSized(text) {
  if (CROSSED.test(firstLine(text))) return belowSizes(text);
  const found = new Words(text);
  const remarks = [];
  if (found.ended || ![1, 2].includes(found.restOfLine().length)) {
    return { puzzles: withColours(text, remarks), remarks };
  }
  const [plain, remark] = withLetters(text);
  try {
    return { puzzles: ofSized(plain), remarks: remark ? [remark] : [] };
  } catch (error) {
    // the three numbers may be on lines of their own
    const boards = error instanceof InputError ? attempt(() => withColours(text, remarks)) : null;
    if (boards) return { puzzles: boards, remarks };
    throw error;
  }
}

function ofSized(text) {
  return withSymbols(text).map(([number, given]) => {
    const rows = given.map((row) => row.map(unpaddedAscii));
    for (const row of rows) checkRow(row, `below line ${number}`);
    return within(`below line ${number}`, () => ofSymbols(rows, shown(rows)));
  });
}

const unpaddedAscii = (cell) => (/^[0-9]+$/.test(cell) ? cell.replace(/^0+/, "") || "0" : cell);

// ---- Recognising formats ----

const HEADING = pattern(
  String.raw`(?:.*: )?board \d+, (\d{1,7})×(\d{1,7}), k = (\d{1,7})(?:, start ([\d,]+))?(?:, colours (.+))?`,
);
const BEGINS_HEADING = new RegExp(`^(?:${HEADING.source})`, "u");
const WHOLE_HEADING = whole(HEADING);
const CROSSED =
  /^([0-9]{1,7})[ \t]*([xX×])[ \t]*([0-9]{1,7})(?:[ \t]*\2[ \t]*([0-9]{1,7}))?$/u;
const MIN_BOARD_LINE = 64;
const USUAL = 8;
const SAMPLE = { seed: "count", n: "positive", k: "positive", board: "count", fields: "str" };

const fitting = (read, text) =>
  (attempt(() => read(text).puzzles) ?? []).map(({ rows }) => [rows.length, rows[0].length]);

function isSized(given) {
  const [text] = withLetters(given); // a hexadecimal code is no comment
  if (WHOLE_HEADING.test(firstLine(text))) return null;
  const size = CROSSED.exec(firstLine(text));
  if (size) return isBelowSize(text, size);
  const sized = fitting(readSized, text);
  if (sized.length) {
    const rows = lstrip(text).startsWith("#") ? [] : fitting(readRows, text);
    if (rows.length) {
      throw new InputError(
        `two formats fit; choose --format rows (${countedShapes(rows)}) or --format sized ` +
          `(${countedShapes(sized)})`,
      );
    }
    return "";
  }
  return looksSized(text) && !fitting(readRows, text).length ? "" : null;
}

/** Return an empty string if the first line is a size, or null if it is a row with an x. */
function isBelowSize(text, size) {
  const times = (where) => where.split(size[2]).length - 1;
  const sizes = blocks(text).flat().filter(([, line]) => CROSSED.test(line));
  if (times(text) === sizes.reduce((sum, [, line]) => sum + times(line), 0)) return "";
  if (fitting(readSized, text).length) {
    throw new InputError(
      `line ${firstNumber(text)}: ${quoted(size[0])} may be a row or the size of the rows below it; ` +
        "remove it, or write blanks between the fields",
    );
  }
  return null;
}

const firstNumber = (text) => blocks(text)[0][0][0];

/** Return the boards of a text in which a line with its shape is above each. */
function belowSizes(text) {
  const lines = linesOf(text).map(strip);
  const starts = [...lines.keys()].filter((i) => CROSSED.test(lines[i]));
  const found = starts.map((first, i) =>
    belowSize("\n".repeat(first) + lines.slice(first, starts[i + 1]).join("\n")),
  );
  return {
    puzzles: found.flatMap(({ puzzles }) => puzzles),
    remarks: [...new Set(found.flatMap(({ remarks }) => remarks))],
  };
}

/** Return the board below a line with its shape, in either order. */
function belowSize(text) {
  const size = CROSSED.exec(firstLine(text));
  const first = firstNumber(text);
  const found = readRows("\n".repeat(first) + linesOf(text).slice(first).join("\n"));
  const shapes = found.puzzles.slice(0, 2).map(({ rows }) => [rows.length, rows[0].length]);
  const [height, width] = [Number(size[1]), Number(size[3])];
  if (![`${height},${width}`, `${width},${height}`].includes(shapes.join(";"))) {
    const others = shapes.length === 1 ? countedShapes(shapes) : "not one board";
    throw new InputError(`line ${first}: the size is ${size[0]}, but below it is ${others}`);
  }
  const [board] = found.puzzles;
  if (size[4] && Number(size[4]) < board.k) {
    throw new InputError(`line ${first}: ${size[4]} colours, but the board shows ${board.k}`);
  }
  return found;
}

function looksSized(text) {
  const lines = blocks(text)
    .flat()
    .map(([, line]) => words(line.split("#", 1)[0]))
    .filter((line) => line.length);
  return (
    lines.length > 0 &&
    lines[0].length === 3 &&
    lines[0].every(isDecimal) &&
    lines.some((line) => line.length !== 3)
  );
}

/** Return what "lines" and "rows" say to a text: exactly one of them recognises it. */
function linesOrRows(given) {
  const [text] = withLetters(given);
  const all = blocks(text);
  const [boards] = withoutGaps(all);
  const widths = boards.map((block) => block.map(([, line]) => length(line)));
  const lengths = widths.flat();
  const separated = all.flat().some(([, line]) => splitCells(line) !== null);
  const side = (size) => Math.floor(Math.sqrt(size));
  if (!lengths.length || separated || lengths.some((size) => side(size) ** 2 !== size)) {
    return [null, ""];
  }
  if (WHOLE_HEADING.test(firstLine(text))) return [null, ""];
  const long = lengths.every((size) => size >= MIN_BOARD_LINE);
  if (widths.some((block) => new Set(block).size > 1)) return long ? ["", null] : [null, ""];
  const rows = widths.map((block) => [block.length, block[0]]);
  const lines = lengths.map((size) => [side(size), side(size)]);
  const square = rows.every(([height, width]) => height === width);
  const remark = (read, other, otherwise) =>
    `read as ${countedShapes(read)}; --format ${other} would read ${countedShapes(otherwise)}`;
  if (long && !square) return [remark(lines, "rows", rows), null];
  return [null, long || !square ? remark(rows, "lines", lines) : ""];
}

function countedShapes(shapes) {
  const size = shapes[0].join("×");
  if (shapes.length === 1) return `one board of ${size}`;
  const same = shapes.every((shape) => shape.join("×") === size);
  return `${shapes.length} boards${same ? "" : ", the first"} of ${size}`;
}

// ---- Rows ----

function readRows(given, mayHaveGaps = true) {
  let gaps = mayHaveGaps;
  let text = withoutFrame(given);
  let slashes = "";
  if (text.includes("/") && !splitLines(text).some((line) => BEGINS_HEADING.test(line))) {
    [text, slashes] = withoutSlashes(text);
    gaps = false;
  }
  let remark, joinedRows, titles;
  [text, remark] = withLetters(text);
  [text, joinedRows] = withoutSemicolons(text);
  [text, titles] = withoutTitles(text);
  const [found, joined] = gaps ? withoutGaps(blocks(text)) : [blocks(text), ""];
  const remarks = [slashes, remark, joinedRows, titles, joined].filter(Boolean);
  const puzzles = found.map((block) => ofBlock(block, remarks));
  addSlip(puzzles, remarks);
  return { puzzles, remarks };
}

/** Return a text with a board per line, whose rows are joined by slashes, as rows; and a remark. */
function withoutSlashes(text) {
  const lines = splitLines(text);
  for (const [i, line] of lines.entries()) {
    if (line.includes("/") && !line.split("/").every(strip)) {
      throw new InputError(
        `line ${i + 1}: a slash joins two rows, as in 01/10; remove the one that does not`,
      );
    }
  }
  const mixed = !lines.filter(strip).every((line) => line.includes("/"));
  const remark = mixed ? "read each line as a board, because / joins rows" : "";
  return [lines.join("\n\n").replaceAll("/", "\n"), remark];
}

function withoutSemicolons(text) {
  const rows = strip(text).split(";").map(strip).filter(Boolean);
  const apart = new Set(rows.map((row) => (splitCells(row) ?? chars(row)).length));
  if (strip(text).includes("\n") || rows.length < 2 || apart.size > 1 || apart.has(1)) {
    return [text, ""];
  }
  return [rows.join("\n"), `read as one ${rows.length}×${[...apart][0]} board: ; separates rows`];
}

function withoutTitles(text) {
  const lines = text.includes("#") ? splitLines(text) : [];
  const titles = [];
  const kept = lines.map((line, i) => {
    if (!lstrip(line).startsWith("#")) return line;
    titles.push(i + 1);
    return "";
  });
  if (!titles.length) return [text, ""];
  const what =
    titles.length === 1 ? `line ${titles[0]} is a title` : "lines that begin with # are titles";
  return [kept.join("\n"), `${what} and not read`];
}

/** Return a remark on colours that may be rows or mixtures of colours, or one colour. */
function doubtOn({ symbols }) {
  const long = symbols.find((x) => x.length > 2 && isDecimal(x));
  if (long) {
    return (
      `read ${long} as one colour; write one character for each field, or codes such as #ff0000`
    );
  }
  const twice = symbols.find((x) => LOWER.includes(x) && symbols.includes(x.toUpperCase()));
  if (!twice || symbols.length >= LOWER.length) return "";
  return `read ${twice} and ${twice.toUpperCase()} as two colours`;
}

/**
 * Add a remark on the first board with a colour that may be a slip of the pen, and one on symbols
 * that may not be what was meant.
 */
function addSlip(boards, remarks) {
  const doubt = boards.map(doubtOn).find(Boolean);
  if (doubt) remarks.push(doubt);
  for (const [number, board] of boards.entries()) {
    const fields = board.rows.length * board.rows[0].length;
    if (board.k <= 2 || fields < USUAL * board.k) continue;
    let [rare, least] = [0, Infinity];
    for (const [colour, times] of occurrences(board.rows.flat())) {
      if (times < least) [rare, least] = [colour, times];
    }
    if (least !== 1) continue;
    const row = board.rows.findIndex((line) => line.includes(rare));
    remarks.push(
      `board ${number}: ${board.symbols[rare]} occurs once, in row ${row}, column ` +
        `${board.rows[row].indexOf(rare)}; if it is a slip, there are ${board.k - 1} colours, ` +
        `not ${board.k}`,
    );
    return;
  }
}

function ofBlock(block, remarks) {
  const [number, first] = block[0];
  const above = WHOLE_HEADING.exec(first);
  const named = above ? words(above[5] ?? "") : [];
  const longSymbols = named.some((symbol) => length(symbol) > 1);
  const [cells, remark] = cellsOf(above ? block.slice(1) : block, longSymbols);
  if (remark && !remarks.includes(remark)) remarks.push(remark);
  return within(`line ${number}`, () => {
    if (!cells.length) throw new InputError("no board follows the heading");
    const board = ofSymbols(cells, named.length ? named : shown(cells));
    if (!above) return board;
    const found = [board.rows.length, board.rows[0].length, board.k];
    if (found.some((size, i) => size !== integer(above[i + 1]))) {
      throw new InputError(
        `the heading does not match the board below it, which is ${found[0]}×${found[1]}, ` +
          `k = ${board.k}`,
      );
    }
    return above[4] ? starting(board, parseStart(above[4])) : board;
  });
}

function cellsOf(block, longSymbols) {
  if (!block.length) return [[], ""];
  const separated = longSymbols || block.some(([, line]) => splitCells(line) !== null);
  let rows = block.map(([, line]) => (separated ? (splitCells(line) ?? [line]) : chars(line)));
  let remark = "";
  const sizes = new Set(rows[0].map(length));
  if (!longSymbols && rows.length === 1 && sizes.size === 1 && !sizes.has(1)) {
    const fields = counted(rows[0].length, "field");
    remark = `read as one row of ${fields}; write a line for each row of a board`;
  } else if (separated) {
    [rows, remark] = withoutLabels(rows, isSymbol);
  }
  if (separated) {
    rows = rows.map((row) => row.map(unpaddedAscii));
  }
  const lines = block.slice(block.length - rows.length);
  rows.forEach((row, i) => {
    const place = `line ${lines[i][0]}`;
    if (i === 0) {
      within(place, () => checkShape(rows.length, row.length));
    } else if (row.length !== rows[0].length) {
      const fields = counted(row.length, "field");
      throw new InputError(`${place}: ${fields}, but the board's first row has ${rows[0].length}`);
    }
    checkRow(row, place);
  });
  return [rows, remark];
}

function checkRow(row, place, first = 1) {
  const column = row.findIndex((symbol) => !isSymbol(symbol));
  if (column >= 0) {
    throw new InputError(
      `${place}, column ${column + first}: ${quoted(row[column])} is not a colour; use a digit or ` +
        "a letter",
    );
  }
}

// ---- The other formats ----

function readJson(text) {
  const [rows, remark] = listsAsRows(text, false) ?? [text, ""];
  const found = readRows(rows, false);
  return { puzzles: found.puzzles, remarks: [...(remark ? [remark] : []), ...found.remarks] };
}

function readCsv(text) {
  const puzzles = parseCsv(text, SAMPLE).map((row) =>
    within(`board ${row.board} of n = ${row.n}, k = ${row.k}`, () => {
      const board = ofSample(row.fields, row.k);
      const [rows, cols] = [board.rows.length, board.rows[0].length];
      if (rows !== row.n || cols !== row.n) {
        throw new InputError(`the board has ${rows}×${cols} fields`);
      }
      return board;
    }),
  );
  return { puzzles, remarks: [] };
}

function ofSample(text, k) {
  checkColours(k);
  const rows = text.split("/").map(chars);
  if (rows.some((row) => row.length !== rows[0].length)) {
    throw new InputError(`the rows of the board ${quoted(text)} differ in length`);
  }
  checkShape(rows.length, rows[0].length);
  rows.forEach((row, number) => checkRow(row, `row ${number}`, 0));
  return ofSymbols(rows, [...SYMBOLS.slice(0, k)]);
}

function readLines(given) {
  const [text, remark] = withLetters(given);
  const remarks = remark ? [remark] : [];
  const puzzles = blocks(text)
    .flat()
    .map(([number, line]) => {
      const symbols = chars(line);
      const n = Math.floor(Math.sqrt(symbols.length));
      within(`line ${number}`, () => {
        if (n * n !== symbols.length) {
          throw new InputError(`a line of ${symbols.length} fields is not a square board`);
        }
        checkShape(n, n);
      });
      checkRow(symbols, `line ${number}`);
      const rows = Array.from({ length: n }, (_, r) => symbols.slice(r * n, (r + 1) * n));
      return ofSymbols(rows, shown(rows));
    });
  addSlip(puzzles, remarks);
  return { puzzles, remarks };
}

function writeRows(board) {
  const [rows, cols] = [board.rows.length, board.rows[0].length];
  const place = String(board.start) === String(CORNER) ? "" : `, start ${board.start}`;
  const lines = board.rows.map((row) => writtenRow(board, row));
  const isThin = rows === 1 || cols === 1;
  const isSize = CROSSED.test(lines[0]);
  const isNamed = new Set(board.rows.flat()).size < board.k || place || isThin || isSize;
  const size = `board 0, ${rows}×${cols}, k = ${board.k}`;
  const heading = `${size}${place}, colours ${board.symbols.join(" ")}`;
  return [...(isNamed ? [heading] : []), ...lines].join("\n");
}

function writeJson(board) {
  const names = board.symbols.every(isDecimal) ? board.symbols.map(Number) : board.symbols;
  return toJson(board.rows.map((row) => row.map((c) => names[c])));
}

const idIn = (text) => START.exec(firstLine(text))?.groups;

/** The formats of boards, in the order in which they are tried. */
export const FORMATS = new Formats("board", [
  {
    name: "id",
    title: "game ID",
    recognises: (text) => (idIn(text) && !idIn(text).link ? "" : null),
    read: readIds,
    write: writeId,
  },
  {
    name: "link",
    title: "link to the game",
    recognises: (text) => (/^https?:\/\//.test(firstLine(text)) ? "" : null),
    read: readIds,
    write: (board) => LINK + writeId(board),
  },
  {
    name: "json",
    title: "JSON",
    recognises: (text) => (listsAsRows(text, false) ? "" : null),
    read: readJson,
    write: writeJson,
  },
  {
    name: "csv",
    title: "sample",
    recognises: (text) => (isHeader(firstLine(text), SAMPLE) ? "" : null),
    read: readCsv,
  },
  { name: "sized", title: "rows below their size", recognises: isSized, read: readSized },
  {
    name: "lines",
    title: "one board per line",
    recognises: (text) => linesOrRows(text)[0],
    read: readLines,
  },
  {
    name: "rows",
    title: "rows",
    recognises: (text) => linesOrRows(text)[1] || "",
    read: readRows,
    write: writeRows,
  },
]);

const asLines = (text) => text.replaceAll("/", "\n");

/** The game, for the entry panel, addresses and pictures. */
export const GAME = {
  name: "floodit",
  noun: "board",
  list: FORMATS.list,
  parse: (text, form) => FORMATS.parse(text, form),
  formats: () => FORMATS,
  shape: ({ rows }) => [rows.length, rows[0].length],
  measure: ({ k }) => counted(k, "colour"),
  hint: "Rows of digits or letters, a game ID, a link, JSON, CSV …",
  settings: ["start"],
  addresses(board) {
    // an ID has at least three colours, and no names for them
    const usual = board.k >= 3 && board.symbols.every((symbol, c) => symbol === String(c));
    return [usual ? "id" : "rows", "rows"].map((name) => () => ({ text: FORMATS.get(name).write(board) }));
  },
  ofAddress(text, { start }) {
    const found = FORMATS.parse(/^(?:https?:|\d[a-z0-9]*[:#])/.test(text) ? text : asLines(text));
    if (start === undefined) return found;
    const place = parseStart(start);
    return { ...found, puzzles: found.puzzles.map((board) => starting(board, place)) };
  },
  /** Return the board of a picture: rows of the numbers of colours. */
  ofFields(fields) {
    const colours = [...new Set(fields.flat())].sort((a, b) => a - b);
    const number = new Map(colours.map((colour, c) => [colour, c]));
    return {
      rows: fields.map((row) => row.map((colour) => number.get(colour))),
      symbols: colours.map((_, c) => String(c)),
      k: colours.length,
      start: CORNER,
    };
  },
};
