/**
 * The text forms of Minesweeper: states and whole boards as rows, and the game ID of Simon Tatham's Mines
 * or a link to it.
 *
 * A state is {rows: strings of 0 to 8, "#" (covered) and "F" (flag), mines?: the number on the whole
 * board}; a board {width, height, mines: [row, column] of each, first?: [row, column] of the first click}.
 */

import { answerHere } from "#js/engine.js";
import { Doubt, InputError, blocksOf, checkCells, checkShape, commandForm, numbersIn, quoted, readBy, rowsOf } from "#js/formats/common.js";
import { counted, fieldName } from "#js/words.js";

const USUAL = { 10: ["8×8", "9×9", "8×10"], 40: ["16×16", "14×18"], 99: ["16×30", "20×24"] }; // mines on boards of common games
const MINES_LINE = /^mines: (\d{1,7})$/, FIRST_LINE = /^first: (\d{1,7}), (\d{1,7})$/;
const STATE = { form: "a field", advice: "write 0 to 8, . or # for a covered field, F for a flag and * for a mine" };
const CELLS = { accepts: (word) => /^[0-8.#F*-]$/.test(word), ...STATE, dot: "a covered field",
  blanks: { "A blank is 0": { blanks: "0" }, "A blank is a covered field": { blanks: "." } } };
const DOTS = { "A dot is a covered field": { dot: "#" }, "A dot is 0": { dot: "0" } };
const STATE_CELLS = { accepts: (word) => /^[0-8.#F*]$/.test(word), ...STATE };
const BOARD_CELLS = { accepts: (word) => /^[0-8*-]$/.test(word), form: "a field of a whole board", advice: "write * for a mine, and - or its number for any other field" };

/** Whether the numbers of rows of words, and a symbol that stands for 0, are those of the mines, * and F. */
function agrees(words, zero) {
  const mines = words.flatMap((row, r) => [...row.keys()].filter((c) => /[*F]/.test(row[c])).map((c) => [r, c]));
  const { rows } = answerHere("minesweeper.numbers", { board: { width: words[0].length, height: words.length, mines } });
  return words.every((row, r) => row.every((word, c) => /[*F]/.test(word) || rows[r][c] === (word === zero ? "0" : word)));
}

/** Return the state or the whole board of rows; in an address of the page (`single`), a dot is covered. */
function puzzleOf(given, unit = "line", { mines, first, single, dot = "." } = {}) {
  const rows = given.map(([number, each]) => [number, each.map((word) => (word === "." ? dot : word))]);
  const words = rows.map(([, each]) => each), cells = words.flat(), [[number]] = rows;
  if (first || cells.includes("-") || (cells.includes("*") && !cells.some((word) => /^[.#F]$/.test(word)))) {
    checkCells(rows, unit, BOARD_CELLS);
    if (mines !== undefined) throw new InputError("a whole board is written without the number of mines, below the first click if it is known");
    const mined = new Set([...cells.keys()].filter((f) => cells[f] === "*"));
    if (!mined.size || mined.size === cells.length) throw new InputError(`${unit} ${number}: a whole board shows all mines, as *, and - or a number elsewhere`);
    if (cells.some((word) => /\d/.test(word)) && !agrees(words, "-")) throw new InputError(`${unit} ${number}: a number is not that of the mines around it`, "a whole board shows all mines");
    return boardOf(words.length, words[0].length, mined, first);
  }
  checkCells(rows, unit, STATE_CELLS);
  if (cells.includes(".") && cells.includes("#")) throw new Doubt(`${unit} ${number}: both . and #, so . may be 0`, DOTS);
  if (!single && !cells.some((word) => /^[.#F]$/.test(word))) throw new InputError(`${unit} ${number}: no field is covered or has a flag`, "a covered field is a dot");
  if (!single && cells.includes("*") && cells.includes(".") && cells.every((word) => /^[*.]$/.test(word))) throw new Doubt(`${unit} ${number}: only mines and dots, which may be a whole board`, { "It is a whole board": { dot: "-" }, "Dots are covered fields": { dot: "#" } });
  if (!single && cells.includes(".") && cells.some((word) => /[*F]/.test(word)) && agrees(words, ".")) {
    throw new Doubt(`${unit} ${number}: this may be a finished game in which . is 0`, DOTS);
  }
  if (mines > cells.length) throw new InputError(`${mines} mines do not fit on ${words.length}×${words[0].length} fields`);
  return { rows: words.map((each) => each.join("").replaceAll(".", "#").replaceAll("*", "F")), ...(mines !== undefined && { mines }) };
}

/** Return the board with a set of mined fields, numbered row by row. */
function boardOf(height, width, mined, first) {
  const mines = [...mined].sort((a, b) => a - b).map((f) => [Math.floor(f / width), f % width]);
  if (!first) return { width, height, mines };
  const [r, c] = first;
  if (r >= height || c >= width) throw new InputError(`the first click, ${fieldName(r, c)}, is outside the ${height}×${width} fields`);
  if (mined.has(r * width + c)) throw new InputError(`the first click, ${fieldName(r, c)}, is a mine`);
  return { width, height, mines, first };
}

/** Read the rows of a block, below the number of mines of a state or the first click of a board. */
function ofBlock(block, options) {
  const [[number, line]] = block, mines = MINES_LINE.exec(line.trimEnd()), first = FIRST_LINE.exec(line.trimEnd());
  const [stated, words] = block.slice(mines ? 1 : 0).find(([, each]) => /mines/i.test(each) && !each.includes("/")) ?? [];
  if (stated && !options.single) {
    throw new InputError(`line ${stated}: write the number of all mines, with those under flags, alone in a line above the rows, as mines: ${/\d{1,7}/.exec(words) ?? 10}`);
  }
  if (options.single || (!mines && !first)) return puzzleOf(rowsOf(block, CELLS, options), options.unit, options);
  if (block.length === 1) throw new InputError(`line ${number}: no rows follow`, "write it directly above the rows");
  const single = rowsOf(block.slice(1), CELLS, { ...options, single: true }), isPlain = first || single.length === 1 || single[0][1].length === 1;
  return puzzleOf(isPlain ? single : rowsOf(block.slice(1), CELLS, options), "line", { ...options, ...(mines ? { mines: Number(mines[1]) } : { first: first.slice(1).map(Number) }) });
}

/** Throw InputError for a comment with a number of mines, which is no comment. */
function checkComments(text) {
  const [comment] = /^# .*mines\W*\d+/im.exec(text) ?? [];
  if (comment) throw new InputError(`the comment ${quoted(comment)}`, "write the number as mines: 10");
  return text;
}

const ID = /^(?:https?:\/\/\S+?#)?(\d{1,7})(?:x(\d{1,7}))?(?:n(\d{1,7}))?a?:(\d{1,7}),(\d{1,7}),([mu]?)([0-9a-fA-F]+)$/;
const ID_FORM = "WIDTHxHEIGHT:X,Y,BITMAP, such as 9x9:4,4,m00b7d48a3e0231c419200";

const isId = (text) => /^(?:https?:\/\/|\d+(?:x\d+)?(?:n\d+)?a?:|\d+(?:[xn]\d+)+a?#\w)/.test(text.trim());

function ofId(line) {
  const [, w, h, mines, x, y, kind, bitmap] = ID.exec(line) ?? [];
  if (/:r/.test(line) || /^[^:]*#[^:]*$/.test(line)) {
    throw new InputError("the mines of this ID are not placed yet", "uncover a field, and copy the ID that is named Specific");
  }
  if (!bitmap) throw new InputError(`${quoted(line, 60)} is no game ID or link to one`, `it reads ${ID_FORM}`, Number(/mine|:\d+,\d+,/.test(line)));
  const [width, height] = [Number(w), Number(h ?? w)], fields = width * height;
  checkShape(height, width);
  const digits = Math.ceil(fields / 4);
  if (bitmap.length !== digits) throw new InputError(`the bitmap has ${bitmap.length} digits, but ${width}x${height} needs ${digits}`);
  const hex = bitmap + "0".repeat(digits % 2);
  let bits = Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  if (kind === "m") bits = exchanged(bits, fields, false);
  const mined = new Set();
  for (let f = 0; f < fields; f++) if ((bits[f >> 3] >> (7 - (f % 8))) & 1) mined.add(f);
  if (mines && Number(mines) !== mined.size) throw new InputError(`the ID states ${counted(Number(mines), "mine")}, but has ${mined.size}`);
  return boardOf(height, width, mined, [Number(y), Number(x)]);
}

function writtenId({ width, height, mines, first: [y, x] }) {
  const fields = width * height, bits = new Uint8Array(Math.ceil(fields / 8));
  for (const f of mines.map(([r, c]) => r * width + c)) bits[f >> 3] |= 1 << (7 - (f % 8));
  const masked = [...exchanged(bits, fields, true)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${width}x${height}:${x},${y},m${masked.slice(0, Math.ceil(fields / 4))}`;
}

/** Mask the bits of a bitmap, or undo it. */
function exchanged(bits, fields, masking) {
  const first = bits.slice(0, bits.length >> 1), second = bits.slice(bits.length >> 1);
  if (masking) xor(first, second);
  xor(second, first);
  if (fields % 8) second[second.length - 1] &= (0xff00 >> (fields % 8)) & 0xff; // what belongs to no field stays clear
  if (!masking) xor(first, second);
  return Uint8Array.from([...first, ...second]);
}

/** XOR bytes with the SHA-1 of a seed and 0, of the seed and 1, and so on. */
function xor(target, seed) {
  for (let at = 0, block = 0; at < target.length; at += 20, block++) {
    const digest = sha1(seed, new TextEncoder().encode(block));
    for (let i = 0; i < 20 && at + i < target.length; i++) target[at + i] ^= digest[i];
  }
}

const ROUNDS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

/** Return the SHA-1 of a seed and more bytes. The browser's own is not available in files, and not synchronous. */
function sha1(seed, more) {
  const size = seed.length + more.length, padded = new Uint8Array(64 * (((size + 8) >> 6) + 1)), view = new DataView(padded.buffer);
  const rotated = (x, n) => (x << n) | (x >>> (32 - n)), w = new Int32Array(80);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  padded.set(seed);
  padded.set(more, seed.length);
  padded[size] = 0x80;
  view.setUint32(padded.length - 4, 8 * size); // a bitmap is below 2^29 bytes
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 80; t++) {
      w[t] = t < 16 ? view.getInt32(block + 4 * t) : rotated(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    }
    let [a, b, c, d, e] = state;
    for (let t = 0; t < 80; t++) {
      const f = t < 20 ? (b & c) | (~b & d) : t < 40 || t >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
      const next = (rotated(a, 5) + f + e + ROUNDS[Math.floor(t / 20)] + w[t]) | 0;
      [a, b, c, d, e] = [next, a, rotated(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((x, i) => { state[i] += x; });
  }
  const digest = new DataView(new ArrayBuffer(20));
  state.forEach((x, i) => digest.setInt32(4 * i, x));
  return new Uint8Array(digest.buffer);
}

const FORMS = [
  { fits: isId, read: (text) => blocksOf(text).flat().map(([, line]) => ofId(line.trim())) },
  commandForm(/^\d+x\d+x\d+\n[0-8FH]+\n/, "a .mine file", "minesweeper deduce"),
  commandForm(/^seed,rows,cols,mines,i,state\b/, "a sample in CSV", "minesweeper deduce"),
  { fits: () => true, read: (text, options) => blocksOf(checkComments(text), options).map((block) => ofBlock(block, options)) },
];

const TILES = { "#": "#94a3b3", F: "#a00d0d", 0: "#dcdcdc", 1: "#0000c8", 2: "#006400", 3: "#b40000" };

const isState = (puzzle) => Array.isArray(puzzle.rows);

function written(puzzle) {
  if (isState(puzzle)) {
    const mines = puzzle.mines === undefined ? "" : `mines: ${puzzle.mines}\n`;
    return `${mines}${puzzle.rows.join("\n").replaceAll("#", ".")}\n`;
  }
  const rows = Array.from({ length: puzzle.height }, () => Array(puzzle.width).fill("-"));
  for (const [r, c] of puzzle.mines) rows[r][c] = "*";
  const first = puzzle.first ? `first: ${puzzle.first.join(", ")}\n` : "";
  return `${first}${rows.map((row) => row.join("")).join("\n")}\n`;
}

/** The puzzle, for the entry panel, addresses and pictures. */
export const GAME = {
  name: "minesweeper",
  title: "Minesweeper",
  noun: "state",
  hint: "Rows of 0 to 8, . or # for covered fields and F for flags, or a game ID",
  settings: ["mines", "first"],
  shape: (puzzle) => (isState(puzzle) ? [puzzle.rows.length, puzzle.rows[0].length] : [puzzle.height, puzzle.width]),
  measure: ({ mines }) => (mines === undefined ? "" : counted(Array.isArray(mines) ? mines.length : mines, "mine")),
  /** Return a colour for each field; a whole board is covered. */
  tiles: (puzzle) => (isState(puzzle) ? puzzle.rows : Array(puzzle.height).fill("#".repeat(puzzle.width))).map((row) => [...row].map((x) => TILES[x] ?? "#4b4b4b")),
  /** Return the number of mines on a board of a common game, or undefined. */
  usualMines: (...shape) => Object.keys(USUAL).find((mines) => USUAL[mines].includes(shape.sort((a, b) => a - b).join("×"))),
  parse: (text, options) => readBy(FORMS, text, options),
  writers: (puzzle) => ({ rows: () => written(puzzle), ...(puzzle.first && { "game ID": () => `${writtenId(puzzle)}\n` }) }),
  address(puzzle) {
    if (puzzle.first) return { text: writtenId(puzzle) };
    const { mines } = puzzle, rows = written(puzzle).split("\n").filter((line) => !line.includes(":")).join("\n");
    return { text: rows, settings: isState(puzzle) && mines !== undefined ? { mines } : {} };
  },
  ofAddress(text, { mines, first }) {
    if (isId(text)) return this.parse(text);
    return this.parse(text.replaceAll("/", "\n"), { single: true, unit: "row",
      ...(mines !== undefined && { mines: numbersIn(mines, "number of mines", 1)[0] }), ...(first !== undefined && { first: numbersIn(first, "first click", 2) }) });
  },
  /** Return the state of a picture: rows of numbers, -1 for covered and -2 for flagged fields. */
  ofFields(fields, { mines }) {
    const rows = fields.map((row) => row.map((x) => (x === -1 ? "#" : x === -2 ? "F" : String(x))));
    if (mines !== "" && !/^\d{1,7}$/.test(mines)) throw new InputError(`${quoted(mines)} is no number of mines`);
    const count = mines === "" ? undefined : Number(mines);
    if (count > fields.flat().length) throw new InputError(`${mines} mines do not fit on ${fields.length}×${fields[0].length} fields`);
    return { rows: rows.map((row) => row.join("")), ...(count !== undefined && { mines: count }) };
  },
};
