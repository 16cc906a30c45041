/**
 * The text forms of Flood-It: rows, and the game ID of Simon Tatham's Flood or a link to it.
 *
 * A board is {rows: numbers of colours, symbols: of each colour, k, start: [row, column], limit?: the
 * moves that the game allows, shades?: hexadecimal colours, if it is from a picture}.
 */

import {
  DIGITS, Doubt, InputError, LOWER, UPPER, blocksOf, checkShape, commandForm, isNumber, numbersIn, quoted, readBy, rowsOf, shadesIn,
} from "#js/formats/common.js";
import { EMOJI, NAMES, fills, namesOf } from "#js/colours.js";
import { counted } from "#js/words.js";

const SYMBOLS = DIGITS + LOWER + UPPER, ID_SYMBOLS = DIGITS + UPPER;
const CORNER = [0, 0];
const ID_FORM = "WIDTHxHEIGHTcCOLOURS:GRID,MOVES, such as 4x4c4:0120120333210012,7";
const ID = /^(\d{1,7})(?:x(\d{1,7}))?(?:c(\d{1,3}))?(?:m\d+)?:([0-9A-Z]*),(\d{1,6})$/;

/** What a symbol is; symbols of different kinds are on a board only if there are many. */
const kindOf = (word) => (/^\d+$/.test(word) ? "digit" : word in EMOJI ? "emoji" : word.length > 1 ? "name"
  : word === word.toUpperCase() ? "capital" : "small letter");

const CELLS = {
  accepts: (word) => (word.length === 1 && SYMBOLS.includes(word)) || Object.hasOwn(EMOJI, word) || NAMES.includes(word) || isNumber(word),
  form: "a colour", advice: "use digits, letters, numbers without leading zeros, or names such as red",
};

/** The order of symbols: that of SYMBOLS, then numbers, names and emoji. */
function compared(a, b) {
  const rank = (word) => (word.length === 1 && SYMBOLS.includes(word) ? SYMBOLS.indexOf(word) : isNumber(word) ? 100 + Number(word) : 1e10);
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function boardOf(rows) {
  const symbols = [...new Set(rows.flatMap(([, words]) => words))].sort(compared), kinds = new Set(symbols.map(kindOf));
  if (kinds.size > 1 && (symbols.length <= 10 || kinds.has("name") || kinds.has("emoji"))) {
    const examples = [...kinds].map((kind) => symbols.find((word) => kindOf(word) === kind));
    throw new InputError(`${examples.map((each) => quoted(each)).join(" and ")} are different kinds of colours`, "write only numbers, capitals, small letters, names or emoji");
  }
  if (new Set(symbols.map((word) => EMOJI[word] ?? word)).size < symbols.length) throw new InputError("a square and a circle have one colour", "write different colours");
  if (symbols.length > SYMBOLS.length) throw new InputError(`the board has ${symbols.length} colours`, `at most ${SYMBOLS.length} are read`);
  const number = new Map(symbols.map((symbol, c) => [symbol, c]));
  return { rows: rows.map(([, words]) => words.map((word) => number.get(word))), symbols, k: symbols.length, start: CORNER };
}

/** Whether lines of three words may be boards below their numbers of rows, columns and colours, which the command reads. */
function isSized(lines) {
  const all = lines.map(([, line]) => line.trim().split(/[ \t]+/).map(Number));
  let at = 0;
  while (all[at]?.length === 3 && all[at][1] === 3 && all[at][0] > 0) at += all[at][0] + 1;
  return at === all.length;
}

const isId = (line) => /^(?:https?:|\d[0-9a-z]*[:#])/.test(line);

function ofId(line) {
  const [, width, height, colours, grid, limit] = ID.exec(line.replace(/^https?:\/\/[^\s#]{1,200}#/, "")) ?? [];
  if (/^[^:]*#[^:]*$/.test(line)) throw new InputError("an ID with # is the seed of a random board", "copy the one that is named Specific");
  if (grid === undefined) throw new InputError(`${quoted(line, 60)} is no game ID or link to one`, `it reads ${ID_FORM}`, Number(/flood|c\d+:/.test(line)));
  const [cols, rows] = [Number(width), Number(height ?? width)];
  checkShape(rows, cols);
  if (grid.length !== rows * cols) throw new InputError(`the grid of the ID has ${counted(grid.length, "field")}, but ${cols}×${rows} needs ${rows * cols}`);
  const numbers = [...grid].map((symbol) => ID_SYMBOLS.indexOf(symbol));
  const used = [...new Set(numbers)].sort((a, b) => a - b);
  const k = colours ? Number(colours) : used.length;
  if (k > ID_SYMBOLS.length || (colours && used.at(-1) >= k)) throw new InputError(`the grid of the ID has other colours than the ${k} that it states`);
  const symbols = colours ? [...ID_SYMBOLS.slice(0, k)] : used.map((c) => ID_SYMBOLS[c]);
  const own = colours ? numbers : numbers.map((c) => used.indexOf(c));
  const lines = Array.from({ length: rows }, (_, r) => own.slice(r * cols, (r + 1) * cols));
  return { rows: lines, symbols, k, start: CORNER, limit: Number(limit) };
}

const FORMS = [
  commandForm(/^seed,n,k,board,fields\b/, "a sample in CSV", "floodit solve"),
  { fits: (text) => isId(text.trim()), read: (text) => blocksOf(text).flat().map(([, line]) => ofId(line.trim())) },
  { fits: () => true, read(text, options) {
    const blocks = blocksOf(text, options);
    const boards = blocks.map((block) => rowsOf(block, CELLS, options));
    const areSquares = boards.some(([[, first]], i) => first.length >= 64 && Number.isInteger(Math.sqrt(first.length)) && !/[ \t,]/.test(blocks[i][0][1]));
    if (!options.single && !options.lines && (areSquares || (!options.edges && isSized(blocks.flat())))) {
      throw new Doubt("these may be the rows of one board, or boards below their sizes or in one line each; write the rows of each board, and an empty line between boards", { "Lines are rows": { lines: "rows" } });
    }
    return boards.map(boardOf);
  } },
];

function written({ rows, symbols }) {
  const mark = symbols.some((symbol) => symbol.length > 1) ? "," : "";
  return `${rows.map((row) => row.map((c) => symbols[c]).join(mark)).join("\n")}\n`;
}

/** Whether rows read back as the board: with all its colours, in this order. */
function isPlain(board) {
  try {
    return String(FORMS.at(-1).read(written(board), { single: true })[0].symbols) === String(board.symbols);
  } catch {
    return false;
  }
}

const areSymbols = (symbols) => symbols.every(CELLS.accepts) && new Set(symbols).size === symbols.length && symbols.length <= SYMBOLS.length;

/** Return the board of an address that lists its symbols: rows of SYMBOLS, one for each of them. */
function numbered(text, symbols) {
  const rows = text.split("/").map((row) => [...row].map((symbol) => SYMBOLS.indexOf(symbol))), k = symbols.length;
  const isRow = (row) => row.length && row.length === rows[0].length && row.every((c) => c >= 0 && c < k);
  if (!areSymbols(symbols) || !rows.every(isRow)) throw new InputError("its symbols cannot be read");
  return { rows, symbols, k, start: CORNER };
}

function writtenId({ rows, k, limit }) {
  return `${rows[0].length}x${rows.length}c${k}m0:${rows.flat().map((c) => ID_SYMBOLS[c]).join("")},${limit ?? 0}`;
}

/** The puzzle, for the entry panel, addresses and pictures. */
export const GAME = {
  name: "floodit",
  title: "Flood-It",
  noun: "board",
  hint: "Rows of digits or letters, a game ID or a link",
  settings: ["start", "colours", "limit", "symbols"],
  shape: ({ rows }) => [rows.length, rows[0].length],
  measure: ({ k }) => counted(k, "colour"),
  /** Return the colour of each field. */
  tiles({ rows, symbols, shades = fills(symbols) }) { return rows.map((row) => row.map((c) => shades[c])); },
  parse: (text, options) => readBy(FORMS, text, options),
  writers: (board) => ({
    rows: () => written(board),
    ...(board.limit && board.k <= 10 && { "game ID": () => `${writtenId({ ...board, k: Math.max(board.k, 3) })}\n` }),
  }),
  address(board) {
    const settings = {};
    if (String(board.start) !== String(CORNER)) settings.start = board.start.join(",");
    if (board.shades) settings.colours = board.shades.map((shade) => shade.slice(1)).join(".");
    if (board.limit && board.symbols.every((symbol, c) => symbol === ID_SYMBOLS[c])) return { text: writtenId(board), settings };
    if (board.limit) settings.limit = board.limit;
    if (isPlain(board)) return { text: written(board), settings };
    settings.symbols = (areSymbols(board.symbols) ? board.symbols : [...SYMBOLS].slice(0, board.k)).join(".");
    return { text: written({ ...board, symbols: [...SYMBOLS] }), settings };
  },
  ofAddress(text, { start, colours, limit, symbols }) {
    const found = symbols !== undefined ? [numbered(text, symbols.split("."))] : this.parse(isId(text) ? text : text.replaceAll("/", "\n"), { single: true, unit: "row" });
    const [moves] = limit === undefined ? [] : numbersIn(limit, "limit", 1);
    if (moves === 0) throw new InputError("its limit is 0 moves");
    return found.map((given) => {
      const board = { limit: moves, ...given };
      const place = start === undefined ? CORNER : numbersIn(start, "start", 2);
      if (board.rows[place[0]]?.[place[1]] === undefined) throw new InputError("its start is not on the board");
      const shades = shadesIn(colours, board.k);
      return { ...board, start: place, ...(board.limit === 0 && { limit: undefined }), ...(shades && { shades, symbols: namesOf(shades) ?? board.symbols }) };
    });
  },
  /** Return the board of a picture: rows of the numbers of colours, and the colours. */
  ofFields(fields, { palette }) {
    const colours = [...new Set(fields.flat())].sort((a, b) => a - b);
    const number = new Map(colours.map((colour, c) => [colour, c]));
    const shades = colours.map((colour) => palette[colour]);
    return { rows: fields.map((row) => row.map((colour) => number.get(colour))), symbols: namesOf(shades) ?? colours.map((_, c) => SYMBOLS[c]),
      k: colours.length, start: CORNER, shades };
  },
};
