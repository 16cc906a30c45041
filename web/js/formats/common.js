/**
 * The text form that all puzzles share, as docs/formats.md describes it: rows. A text fits a form or is
 * refused; nothing is repaired. Python's readers are tested with the same vectors.
 *
 * A text with several readings is a `Doubt`, until an option of the reader states which one is meant:
 * `comments`, `edges`, `lines`, `dot`, `zero`, `blanks`, or `free`, a symbol for a dot.
 */

import { counted } from "#js/words.js";

const MAX_FIELDS = 1_000_000;

/**
 * Input that cannot be used; the message is one sentence without a full stop: the reason, and what to do instead.
 * `fits` tells how much of a text was right before that: what no cell is, is probably of another puzzle.
 */
export class InputError extends Error {
  constructor(reason, advice = "", fits = MAX_FIELDS) {
    super(advice ? `${reason}; ${advice}` : reason);
    Object.assign(this, { reason, fits });
  }
}

/** A text with several readings, {what a person says for each: the option that states it}. */
export class Doubt extends InputError {
  constructor(reason, readings, fits) { super(reason, "", fits); this.readings = readings; }
}

export const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", LOWER = UPPER.toLowerCase(), DIGITS = "0123456789";

/** Whether a word is a number without leading zeros. */
export const isNumber = (word) => /^(?:0|[1-9][0-9]{0,8})$/.test(word);

/** A word from a text in quotation marks, cut if it is long. */
export const quoted = (word, most = 30) => `“${word.length > most ? `${word.slice(0, most)}…` : word}”`;

/** Throw InputError unless a board of this shape can be one. */
export function checkShape(rows, cols) {
  if (rows < 1 || cols < 1 || rows * cols > MAX_FIELDS) {
    throw new InputError(`${rows}×${cols} is no size of a board`, `it has 1 to ${MAX_FIELDS} fields`);
  }
}

export const linesOf = (text) => text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);

/** What wraps a board in other texts: lines of a block of code, a quotation or a table. */
const WRAPPINGS = [
  [/^\s*(?:```|~~~)/, "begins or ends a block of code", "paste only the lines inside"],
  [/^\s*>/, "begins with “>”, as a quotation does", "paste the lines without it"],
  [/\|/, "has “|” beside cells, as a table does", "write blanks between cells instead"],
  [/^\s*["'“‘«]/, "begins with a quotation mark", "write only the cells"],
  [/^\s*(?:[-*+•]|\d+[.)])\s+\S{2,}$/, "begins like an item of a list", "write only the cells"],
  [/^\s*(?!.*(?:mines|first|:\/\/))\p{L}[\p{L}\d ]+:/iu, "has words before “:”", "write only rows of cells"],
  [/^\s*[[{]/, "begins with a bracket, as a list or an object does", "write only rows of cells"],
];

/** Return the blocks of a text that empty lines separate, as [number, line] pairs without comments. */
export function blocksOf(text, options = {}) {
  const found = [[]], lines = linesOf(text);
  for (const [wraps, what, advice] of WRAPPINGS) {
    const at = lines.findIndex((line) => wraps.test(line));
    if (at >= 0) throw new InputError(`line ${at + 1} ${what}`, advice);
  }
  lines.forEach((line, i) => ((options.blanks ? line : line.trim()) ? found.at(-1).push([i + 1, line]) : found.push([])));
  const blocks = found.map((block) => withoutComments(block, options)).filter((block) => block.length);
  if (!blocks.length) throw new InputError("there is no board in it");
  return blocks;
}

/** Return the lines that are no comments; throw Doubt for a comment that may be a row. */
function withoutComments(block, { comments: stated }) {
  const isComment = ([, line]) => line === "#" || line.startsWith("# "), wordsOfLine = ([, line]) => line.trim().split(/\s+/);
  const comments = block.filter(isComment), lines = new Map(); // the number of lines with so many words
  if (comments.length) for (const { length } of block.map(wordsOfLine)) lines.set(length, (lines.get(length) ?? 0) + 1);
  const rows = comments.map((line) => [line, wordsOfLine(line)]).filter(([, words]) =>
    words.every((word) => word.length === 1 || /^\d+$/.test(word)) && words.length > 1 && lines.get(words.length) > 1).map(([line]) => line);
  if (rows.length && !stated) throw new Doubt(`line ${rows[0][0]} may be a row or a comment`, { "It is a row": { comments: "rows" }, "It is a comment": { comments: "none" } });
  return block.filter((line) => !isComment(line) || (stated === "rows" && rows.includes(line)));
}

const SEPARATORS = { "\t": "tabs", ",": "commas", " ": "blanks" };
const ROWS_FORM = "write only the rows of a board, and an empty line between boards";

/**
 * Return the rows of a block as [number, words] pairs: words between tabs, commas or blanks, whichever
 * the block has, or else single characters. `cells` says which words are cells. A `single` row or column
 * is a board only in an address, in which rows are no lines: the `unit` in messages.
 */
export function rowsOf(given, cells, options = {}) {
  const { single = false, unit = "line", blanks, free } = options, width = Math.max(...given.map(([, line]) => line.length));
  const markIn = (lines) => Object.keys(SEPARATORS).find((each) => lines.some(([, line]) => line.includes(each))), isTable = /[\t,]/.test(markIn(given));
  const block = blanks === undefined || isTable ? given : given.map(([number, line]) => [number, blanks ? line.padEnd(width).replaceAll(" ", blanks) : line.trim()]);
  const mark = markIn(block);
  const rows = block.map(([number, line]) => [number, (!mark ? [...line] : mark === " " ? line.trim().split(/ +/)
    : line.split(mark).map((word) => word.replace(/^ +| +$/g, "") || (blanks ?? ""))).map((word) => (word === free ? "." : word))]);
  const isOne = ([, words]) => mark && !single && words.length === 1, areCells = ([word]) => [...word].every(cells.accepts);
  checkCells(rows.filter((row) => !isOne(row) || !areCells(row[1])), unit, { ...cells, accepts: (word) => !word || cells.accepts(word) });
  for (const [number, words] of rows) {
    const at = words.indexOf(""), isLast = at && at === words.length - 1;
    if (at >= 0 && cells.blanks && !isLast) throw new Doubt(`${unit} ${number}: an empty cell`, cells.blanks);
    if (at >= 0) throw new InputError(`${unit} ${number}: an empty cell${isLast ? " at the end of the line" : ""}`, "write a symbol for each cell");
  }
  const one = rows.find(isOne), more = rows.find((row) => !isOne(row)), marks = SEPARATORS[mark];
  if (one && more) throw new InputError(`line ${one[0]} is one cell, but line ${more[0]} has ${marks} between cells`, ROWS_FORM);
  if (one) throw doubtOfBlanks(cells, `line ${block.find(([, line]) => line.includes(mark))[0]}: ${marks} at an end of the line, which may be cells`, mark);
  if (mark === " ") {
    // of two adjacent cells in aligned columns, no blank cell can be between
    const longest = Math.max(...rows.flatMap(([, words]) => words).map((word) => word.length));
    const isWide = ([, left, gap, right]) => gap.length > longest - Math.min(left.length, right.length) + 1;
    const [number] = block.find(([, line]) => [...line.matchAll(/(\S+)( {2,})(?=(\S+))/g)].some(isWide)) ?? [];
    if (number && blanks === undefined) throw doubtOfBlanks(cells, `${unit} ${number}: several blanks, among which may be a cell`);
  }
  checkLengths(rows, unit, ROWS_FORM);
  if (!single && mark && rows.length > 2 && !options.edges) checkEdges(rows);
  if (!single && (rows.length < 2 || rows[0][1].length < 2)) {
    throw new InputError(`line ${rows[0][0]}: a single ${rows.length < 2 ? "row" : "column"}`, "write at least two rows of two cells, without empty lines between them");
  }
  return rows;
}

/** What to throw for blanks that may separate cells or be cells. */
export function doubtOfBlanks({ blanks }, message, mark = " ") {
  return mark !== " " ? new InputError(message, "write a symbol for each cell, or remove them") : new Doubt(message, { "Blanks are no cells": { blanks: "" }, ...blanks });
}

/** Throw Doubt for rows of which the first may be the size, that may have labels, or that may be places. */
function checkEdges(rows) {
  const [[number, first], ...below] = rows, cols = first.length, [left, right] = [0, -1].map((c) => rows.map(([, words]) => words.at(c)));
  const doubt = (what) => { throw new Doubt(`line ${number}: ${what}`, { "These are cells": { edges: "cells" } }); };
  const stated = [below.length], colours = new Set(below.flatMap(([, words]) => words)).size;
  if (cols === 3 && first[2] === String(colours)) stated.push(below.length - 1, below.length + 1);
  const isSize = (n) => [`${n} ${cols}`, `${cols} ${n}`].includes(first.slice(0, 2).join(" "));
  if (cols < 4 && (stated.some(isSize) || (cols === 2 && first[0] === String(below.length)))) {
    doubt(`${first.join(" ")} may be a row or the size of the rows below it; leave out a size`);
  }
  const isLabel = (words, least) => words.length > least && countsUp(words), areSame = String(left) === String(right);
  const [before, behind] = [left, right].map((words, i) => isLabel(words, i && !areSame ? 3 : 2) || isLabel([...words].reverse(), areSame ? 2 : 3));
  if (isLabel(first, 2) || isLabel(rows.at(-1)[1], 3) || before || behind) doubt("cells at an edge count up, as labels do; leave out labels");
  const places = rows.map(([, [r, c]]) => [Number(r), Number(c)]);
  const inOrder = (of) => places.every((place, i) => !i || of(place) > of(places[i - 1]));
  if (rows.length > 3 && cols === 3 && rows.every(([, words]) => words.slice(0, 2).every((word) => /^\d{1,7}$/.test(word))) &&
    (inOrder(([r, c]) => r * 1e7 + c) || inOrder(([r, c]) => c * 1e7 + r))) {
    doubt("the rows may be cells, or the row, column and content of fields; write only rows of cells");
  }
}

/** Whether words are the numbers from 0 or 1, or the letters from A, as labels are. */
const countsUp = ([corner, ...more]) => {
  const words = corner === "." ? more : [corner, ...more]; // nothing labels the corner
  return ["0", "1", "A", "a"].includes(words[0]) && words.every((word, i) => word === (isNumber(word) ? String(Number(words[0]) + i) : String.fromCharCode(words[0].charCodeAt() + i)));
};

function checkLengths(rows, unit, form) {
  const [first, { length: cols }] = rows[0], [number, words] = rows.find(([, each]) => each.length !== cols) ?? [];
  if (number) throw new InputError(`${unit} ${number} has ${counted(words.length, "field")}, but ${unit} ${first} has ${cols}`, form);
  checkShape(rows.length, cols);
}

/** The names of characters that are invisible. */
const CHARACTERS = {
  "\u00a0": "NO-BREAK SPACE", "\u202f": "NARROW NO-BREAK SPACE", "\u3000": "IDEOGRAPHIC SPACE", "\u00ad": "SOFT HYPHEN", "\u2060": "WORD JOINER",
  "\u200b": "ZERO WIDTH SPACE", "\u200c": "ZERO WIDTH NON-JOINER", "\u200d": "ZERO WIDTH JOINER", "\ufeff": "ZERO WIDTH NO-BREAK SPACE",
  "\ufe0f": "VARIATION SELECTOR-16", "\u20e3": "COMBINING ENCLOSING KEYCAP",
};
const FULLWIDTH = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"];

/** The name of the first unusual character of a word that is no cell, in parentheses. */
function unusual(word) {
  const odd = [...word].find((each) => each in CHARACTERS || each < " ") ?? (/^[^ -~]$/u.test(word) && word), code = odd && odd.codePointAt();
  const digit = FULLWIDTH[code - 0xff10], name = digit ? `FULLWIDTH DIGIT ${digit}` : CHARACTERS[odd];
  return odd ? ` (${name ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`})` : "";
}

/** Where a text has its first invisible or full-width character, and its name, as a refusal; null if it has none. */
export function oddCharacter(text) {
  for (const [l, line] of text.split("\n").entries()) {
    for (const [c, each] of [...line].entries()) {
      const name = CHARACTERS[each] ?? (FULLWIDTH[each.codePointAt() - 0xff10] && "full-width digit");
      if (name && each !== "\ufe0f") return new InputError(`line ${l + 1}, column ${c + 1} has a ${name}`, "write plain digits, letters and spaces");
    }
  }
  return null;
}

/**
 * Throw InputError, with the place, for a word that is no cell; Doubt if it alone is none, and may be what
 * a dot is: the name `dot`. Punctuation is hardly ever a cell.
 */
export function checkCells(rows, unit, { accepts, form, advice, dot }) {
  let fits = 0;
  for (const [number, words] of rows) {
    const at = words.findIndex((word) => !accepts(word)), word = words[at];
    const message = `${unit} ${number}, column ${at + 1}: ${quoted(word ?? "")}${unusual(word ?? "")} is not ${form}`;
    if (at >= 0 && dot && !(word in CHARACTERS) && /^[^:;,!'"`()[\]{}<>\\/&|]$/u.test(word) && rows.every(([, each]) => each.length === words.length && each.every((x) => x === word || accepts(x)))) {
      throw new Doubt(message, { [`${quoted(word)} is ${dot}`]: { free: word } }, fits + at + 1);
    }
    if (at >= 0) throw new InputError(message, advice, fits + at);
    fits += words.length;
  }
}

/** Return the numbers of "3,4.5,6", a setting of an address, of which there must be `count`. */
export function numbersIn(text, what, count) {
  const numbers = text.split(/[.,]/);
  if (!numbers.every((word) => /^\d{1,7}$/.test(word)) || numbers.length !== (count ?? numbers.length)) throw new InputError(`its ${what} cannot be read`);
  return numbers.map(Number);
}

/** Return the hexadecimal colours of "f1c40f.0072b2", a setting of an address, one for each of `count` symbols. */
export function shadesIn(text, count) {
  const shades = text?.split(".").map((shade) => `#${shade}`);
  if (shades && (shades.length !== count || !shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade)))) throw new InputError("its colours cannot be read");
  return shades;
}

/** A form that the page does not read, but a command: texts that begin with a pattern. */
export const commandForm = (pattern, form, command) => ({ fits: (text) => pattern.test(text.trim()), read() {
  throw new InputError(`this page does not read ${form}`, `the command “${command} FILE” does`, Infinity);
} });

/** Read a text by the first of some forms, {fits(text), read(text, options)}. */
export const readBy = (forms, text, options = {}) => forms.find(({ fits }) => fits(text)).read(text, options);
