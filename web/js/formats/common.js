/**
 * What the text forms of all puzzles share: the counterpart of Python's puzzlesat.common.{cells,
 * files,formats,lists,rows}. Both read the same test vectors, tests/formats/*.json, alike.
 */

/** Input that cannot be used; the message is one sentence. */
export class InputError extends Error {}

export const MAX_FIELDS = 1_000_000;
const MAX_PUZZLES = 1_000_000;

// ---- Text as Python sees it: code points, and Unicode's whitespace, digits and letters ----

export const SPACES = String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

/** Whitespace except the line feed. */
export const BLANKS = SPACES.replace(String.raw`\t-\r`, String.raw`\t\x0b-\r`);

/** A letter: a character of a word that is neither a decimal digit nor an underscore. */
export const LETTER = String.raw`[\p{L}\p{Nl}\p{No}]`;

const WORD = String.raw`\p{L}\p{N}_`;
const IN_CLASS = { d: String.raw`\p{Nd}`, w: WORD, s: SPACES };

/**
 * Return the regular expression of a pattern in Python's notation: \d, \w, \s and \b are those of
 * Unicode, a dot matches all but a line feed, and a quantifier may be possessive.
 */
export function pattern(source, flags = "") {
  let out = "";
  let atomic = 0;
  let last = 0; // where the latest atom begins
  const groups = [];
  for (let i = 0; i < source.length; i++) {
    const at = source[i];
    if (/[*+?]/.test(at) || (at === "{" && /^\{\d*,?\d*\}/.test(source.slice(i)))) {
      const quantifier = at === "{" ? source.slice(i).match(/^\{[\d,]*\}/)[0] : at;
      i += quantifier.length - 1;
      if (source[i + 1] === "+") {
        const name = `atomic${atomic++}`;
        out = `${out.slice(0, last)}(?=(?<${name}>${out.slice(last)}${quantifier}))\\k<${name}>`;
        i++;
      } else {
        out += quantifier;
      }
      continue;
    }
    if (at === ")") {
      out += ")";
      last = groups.pop();
      continue;
    }
    last = out.length;
    if (at === "(") {
      groups.push(out.length);
      const opening = source.slice(i).match(/^\((?:\?(?:P?<\w+>|[:=!]|<[=!]))?/)[0];
      out += opening.replace("?P<", "?<");
      i += opening.length - 1;
    } else if (at === "[") {
      let end = i + (source[i + 1] === "^" ? 2 : 1);
      for (; source[end] !== "]"; end++) if (source[end] === "\\") end++;
      const inside = source
        .slice(i + 1, end)
        .replace(/\\([dws])/g, (_, kind) => IN_CLASS[kind]);
      out += `[${inside}]`;
      i = end;
    } else if (at === "\\") {
      const kind = source[++i];
      if (kind === "b") {
        out += `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`;
      } else if (kind in IN_CLASS) {
        out += `[${IN_CLASS[kind]}]`;
      } else if (kind.toLowerCase() in IN_CLASS) {
        out += `[^${IN_CLASS[kind.toLowerCase()]}]`;
      } else if (kind === "p") {
        const end = source.indexOf("}", i);
        out += `\\${source.slice(i, end + 1)}`;
        i = end;
      } else {
        out += `\\${kind}`;
      }
    } else {
      out += at === "." ? "[^\\n]" : /[\]/}]/.test(at) ? `\\${at}` : at;
    }
  }
  return new RegExp(out, `${flags}u`);
}

/** Return a regular expression that matches whole texts only. */
export function whole(expression) {
  return new RegExp(`^(?:${expression.source})$`, expression.flags.replace("m", ""));
}

const SPACE = new RegExp(`[${SPACES}]`, "u");
const STRIP_LEFT = new RegExp(`^[${SPACES}]+`, "u");
const RUNS = new RegExp(`[${SPACES}]+`, "u");
const DECIMAL = /^\p{Nd}+$/u;
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )*$/u;

export const chars = (text) => Array.from(text);
export const length = (text) => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};
const isSpace = (symbol) => (symbol < "\x7f" ? " \n\t\r\x0b\x0c\x1c\x1d\x1e\x1f".includes(symbol) : SPACE.test(symbol));
export const rstrip = (text) => {
  // by hand, since an expression would begin anew at each blank of a long run
  let end = text.length;
  while (end && isSpace(text[end - 1])) end--;
  return end === text.length ? text : text.slice(0, end);
};
export const lstrip = (text) => (text && isSpace(text[0]) ? text.replace(STRIP_LEFT, "") : text);
export const strip = (text) => lstrip(rstrip(text));
export const stripped = (text, symbols) => {
  let [first, last] = [0, text.length];
  while (first < last && symbols.includes(text[first])) first++;
  while (last > first && symbols.includes(text[last - 1])) last--;
  return text.slice(first, last);
};
export const rstripped = (text, symbols) => {
  let last = text.length;
  while (last && symbols.includes(text[last - 1])) last--;
  return text.slice(0, last);
};
export const words = (text) => {
  const bare = strip(text);
  return bare ? bare.split(RUNS) : [];
};
export const isDecimal = (text) => DECIMAL.test(text);
export const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);
export const isAlnum = (text) => /^[\p{L}\p{N}]+$/u.test(text);
export const isPrintable = (text) => PRINTABLE.test(text);
export const splitLines = (text) => {
  const lines = text.split(/\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
};
/** Return how often each item occurs. */
export const occurrences = (items) => {
  const found = new Map();
  for (const item of items) found.set(item, (found.get(item) ?? 0) + 1);
  return found;
};

/** Return a text of decimal digits as a number in a range, or null if it is another text. */
export function wholeNumber(text, lowest, highest) {
  if (!/^[0-9]+$/.test(text) || text.length > String(highest).length) return null;
  const value = Number(text);
  return lowest <= value && value <= highest ? value : null;
}

/** Return the value of decimal digits, which may be those of any script. */
export function integer(text) {
  const value = (digit) => {
    let code = digit.codePointAt(0);
    let steps = 0;
    while (isDecimal(String.fromCodePoint(code - 1)) && steps < 60) {
      code--;
      steps++;
    }
    return steps % 10;
  };
  return Number(isAscii(text) ? text : chars(text).map(value).join(""));
}

// ---- Messages ----

/** Return what Python's repr returns. */
export function repr(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", [quote]: `\\${quote}` };
  const inside = chars(text).map((symbol) => {
    if (symbol in named) return named[symbol];
    if (isPrintable(symbol)) return symbol;
    const code = symbol.codePointAt(0);
    const digits = code.toString(16);
    if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
  });
  return quote + inside.join("") + quote;
}

/** Return a text in quotes, truncated. */
export function quoted(text, most = 30) {
  const symbols = chars(text.slice(0, 2 * most + 2));
  return repr(symbols.length <= most ? text : `${symbols.slice(0, most).join("")}…`);
}

export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** Return what a function returns; put a place before the message of its InputError. */
export function within(place, call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${place}: ${error.message}`);
    throw error;
  }
}

/** Return what a function returns, or null if it raises an InputError. */
export function attempt(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

export function checkShape(rows, cols) {
  if (rows < 1 || cols < 1) throw new InputError("a board needs at least one field");
  if (rows * cols > MAX_FIELDS) {
    throw new InputError(
      `a board has at most ${grouped(MAX_FIELDS)} fields, not ${rows}×${cols}`,
    );
  }
}

// ---- Tables of formats ----

/**
 * @typedef {Object} Format A form in which puzzles are written.
 * @property {string} name The value of Python's --format and --as.
 * @property {string} title Its name for a menu.
 * @property {(text: string) => string|null} recognises Returns null if a text is not in this
 *   format, otherwise a remark, which may be empty.
 * @property {(text: string) => {puzzles: Object[], remarks: string[]}} read
 * @property {(puzzle: Object) => string} [write]
 */

/** The formats of a puzzle, in the order in which they are tried. */
export class Formats {
  /** @param {string} noun @param {Format[]} formats */
  constructor(noun, formats) {
    this.noun = noun;
    this.list = formats;
  }

  get(name) {
    return this.list.find((format) => format.name === name);
  }

  get writable() {
    return this.list.filter((format) => format.write);
  }

  /** Return the format of a text and a remark; raise InputError if it is ambiguous. */
  recognise(text) {
    for (const format of this.list) {
      const remark = format.recognises(text);
      if (remark !== null) return { format, remark };
    }
    throw new InputError(`no ${this.noun} found`);
  }

  /**
   * Return the puzzles of a text, at least one, remarks, and the name of its format.
   * @throws {InputError} If the text does not fit.
   */
  parse(given, name = "auto") {
    const text = given.replace(INVISIBLE, "").replace(LINE_ENDS, "\n");
    const nul = text.indexOf("\0");
    if (nul >= 0) throw new InputError(`not a text file: NUL at character ${nul}`);
    const { format, remark } =
      name === "auto" ? this.recognise(text) : { format: this.get(name), remark: "" };
    const guessed = name === "auto" && format !== this.list.at(-1);
    const read = () => format.read(text);
    const { puzzles, remarks } = guessed ? within(`read as ${format.name}`, read) : read();
    if (!puzzles.length) throw new InputError(`no ${this.noun} found`);
    if (puzzles.length > MAX_PUZZLES) {
      throw new InputError(`more than ${grouped(MAX_PUZZLES)} ${this.noun}s`);
    }
    return { puzzles, remarks: remark ? [...remarks, remark] : remarks, format: format.name };
  }

  /** Return puzzles in a writable format; raise InputError for one that it cannot express. */
  written(puzzles, name) {
    const texts = puzzles.map((puzzle, number) =>
      within(`${this.noun} ${number}`, () => `${this.get(name).write(puzzle)}\n`),
    );
    const several = texts.some((text) => text.indexOf("\n") < text.length - 1);
    return texts.join(several ? "\n" : "");
  }
}

// ---- Lines ----

/** Matches a byte-order mark, and the ends of emoji and of digits as emoji. */
const INVISIBLE = /^\ufeff|[\ufe0f\u20e3]/gu;

/** Matches a character that ends a line in some programs, such as word processors. */
const LINE_ENDS = /[\v\f\x1c-\x1e\x85\u2028\u2029]/g;

/** Return the lines of a text without their ends, which are \n, \r\n or \r. */
export function linesOf(text) {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Return each run of nonempty lines, as pairs of line number and line. */
export function blocks(text, bare = true) {
  const found = [];
  let block = null;
  linesOf(text).forEach((given, index) => {
    const line = bare ? strip(given) : given;
    if (!line) {
      block = null;
      return;
    }
    if (!block) found.push((block = []));
    block.push([index + 1, line]);
    if (block.length > MAX_FIELDS) {
      throw new InputError(
        `line ${block[0][0]}: no empty line among the next ${grouped(MAX_FIELDS)} lines`,
      );
    }
  });
  return found;
}

export const firstLine = (text) => blocks(text)[0]?.[0][1] ?? "";

// ---- Cells ----

const COLOURS = new Map(
  Object.entries({
    ...{ red: "R", green: "G", blue: "B", yellow: "Y", orange: "O", purple: "P" },
    ...{ violet: "V", pink: "I", cyan: "C", magenta: "M", brown: "N", black: "K" },
    ...{ white: "W", gray: "A", grey: "A", lime: "L", teal: "T", maroon: "X" },
    ...{ navy: "U", olive: "E", gold: "D", tan: "Z", silver: "S", turquoise: "Q" },
    ...{ indigo: "J", beige: "H", fuchsia: "F" },
  }),
);

/** The letter of each coloured square or circle. */
export const EMOJI = new Map(
  Object.entries({
    ...{ "🟥": "R", "🟩": "G", "🟦": "B", "🟨": "Y", "🟧": "O", "🟪": "P", "🟫": "N" },
    ...{ "🔴": "R", "🟢": "G", "🔵": "B", "🟡": "Y", "🟠": "O", "🟣": "P", "🟤": "N" },
    ...{ "⬛": "K", "⬜": "W", "⚫": "K", "⚪": "W" },
  }),
);

const HEX = /^#(?:[0-9a-fA-F]{3}){1,2}$/;
const FENCE = /^(?:```|~~~)/;
export const RULE = /^(?:\+(?:[=-]{2,}\+)+|[|+](?: *[:=-]{2,} *[|+]){2,})$/;
export const FRAMED = whole(pattern(String.raw`\s*\|[^|]{2,}\|\s*`));
const EXPECTED = "write one row per line and one character per cell";
export const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const LOWER = UPPER.toLowerCase();
export const DIGITS = "0123456789";

/** Return the parts between marks, of which only the first MAX_FIELDS are parted. */
function parted(text, mark) {
  const parts = text.split(mark);
  if (parts.length <= MAX_FIELDS + 1) return parts;
  return [...parts.slice(0, MAX_FIELDS), parts.slice(MAX_FIELDS).join(mark)];
}

/** Return the cells of a row, or null if they are not separated. */
export function splitCells(line) {
  for (const mark of [",", ";", "|", "\t"]) {
    if (!line.includes(mark)) continue;
    let bare = stripped(line, " ");
    if (mark !== "\t" && bare.endsWith(mark)) bare = bare.slice(0, -1);
    if (bare.startsWith("|")) bare = bare.slice(1);
    const cells = parted(bare, mark).map((cell) => unquoted(strip(cell)));
    if (cells.length === 1 && ",;".includes(mark)) return null; // "0120," is not one cell
    if (mark !== "\t" || !cells.some((cell) => cell.includes(" "))) return cells;
  }
  const found = words(line);
  return found.length > 1 ? found : null;
}

function unquoted(cell) {
  return length(cell) > 2 && cell[0] === cell.at(-1) && "'\"".includes(cell[0])
    ? cell.slice(1, -1)
    : cell;
}

/** Return a text without rules of tables and marks of quotes, and with empty lines for code fences. */
export function withoutFrame(text) {
  let lines = text.split("\n");
  if (lines.every((line) => line.startsWith("> ") || !strip(line))) {
    lines = lines.map((line) => line.slice(2));
  }
  let kept = [];
  for (const line of lines) {
    if (!RULE.test(strip(line))) kept.push(FENCE.test(strip(line)) ? "" : line);
    else if (kept.length && /^\| *[:-]/.test(lstrip(line))) kept.pop(); // the header
  }
  if (kept.length < lines.length) {
    // the bars of a frame
    kept = kept.map((line) => (FRAMED.test(line) ? strip(line).slice(1, -1) : line));
  }
  return kept.join("\n");
}

/** Return a text with names and codes of colours replaced by letters, and a remark. */
export function withLetters(text) {
  const read = lettersOf(text);
  if (!read.size) return [text, ""];
  const given = splitLines(text);
  const cells = given.map((line) => splitCells(line) ?? []);
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const rows = cells.map((row, i) => {
    const letters = row.map((cell) => read.get(cell.toLowerCase()) ?? cell);
    // an empty last cell
    if (row.length === width - 1 && /[,;] *$/.test(given[i])) letters.push("");
    return `${letters.join("\t")}\n`;
  });
  const named = [...read].map(([word, letter]) => `${word} as ${letter}`);
  return [rows.join(""), `read ${named.join(", ")}`];
}

function lettersOf(text) {
  const none = new Map();
  const rows = [];
  for (const line of splitLines(text)) {
    if (!strip(line)) continue;
    const cells = splitCells(line);
    if (cells === null) return none;
    rows.push(cells);
  }
  const cells = new Set(rows.flat().map((cell) => cell.toLowerCase()));
  const found = [...cells].filter((cell) => cell && ![".", "_", "-", "0"].includes(cell));
  if (!found.length) return none;
  let letters;
  if (found.every((word) => COLOURS.has(word))) {
    letters = new Map(found.map((word) => [word, COLOURS.get(word)]));
  } else if (found.every((word) => HEX.test(word))) {
    // #fff is #ffffff
    const long = found.map((word) => word.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"));
    const codes = [...new Set(long)];
    if (codes.length > UPPER.length) return none;
    return new Map(found.map((word, i) => [word, UPPER[codes.indexOf(long[i])]]));
  } else {
    checkNames(text, found);
    return none;
  }
  if (letters.size < found.length) return none;
  const times = occurrences(letters.values());
  const same = [...letters.keys()].filter((name) => times.get(letters.get(name)) > 1);
  if (same.length) {
    const names = same.filter((name) => letters.get(name) === letters.get(same[0])).join(" and ");
    throw new InputError(`${names} would be read as the same letter; ${EXPECTED}`);
  }
  return letters;
}

function checkNames(text, found) {
  const unknown = new Set(found.filter((word) => !COLOURS.has(word) && !HEX.test(word)));
  if (!unknown.size || 2 * unknown.size > found.length) return;
  if ([...unknown].some((word) => length(word) < 2)) return;
  splitLines(text).forEach((line, i) =>
    (splitCells(line) ?? []).forEach((cell, j) => {
      if (unknown.has(cell.toLowerCase())) {
        throw new InputError(
          `line ${i + 1}, column ${j + 1}: ${quoted(cell)} is not a colour; use a name such as ` +
            "red, or a letter for each colour",
        );
      }
    }),
  );
}

/** Return the boards of a text whose rows are separated by empty lines, and a remark. */
export function withoutGaps(given) {
  if (given.length < 2 || given.some((block) => block.length > 1)) return [given, ""];
  const gaps = given.slice(1).map((block, i) => block[0][0] - given[i][0][0]);
  let least = Infinity;
  for (const gap of gaps) least = Math.min(least, gap);
  const boards = [[given[0][0]]];
  gaps.forEach((gap, i) => {
    if (gap > least) boards.push([]);
    boards.at(-1).push(given[i + 1][0]);
  });
  for (const board of boards) {
    const widths = new Set(board.map(([, line]) => (splitCells(line) ?? chars(line)).length));
    if (widths.size > 1 || widths.has(1)) return [given, ""];
  }
  const [read, them] =
    boards.length === 1
      ? [`one board of ${boards[0].length} rows`, "them"]
      : [`${boards.length} boards`, "rows"];
  return [boards, `read as ${read}: empty lines between ${them} are ignored`];
}

/** Return the rows of a table without its header and row numbers, and a remark. */
export function withoutLabels(rows, isCell) {
  if (rows.length < 2) return [rows, ""];
  const [head, ...body] = rows;
  const width = body[0].length;
  const corner = head.length === width && !head[0];
  const names = corner ? head.slice(1) : head;
  const numbered =
    body.length > 1 && areConsecutive(body.filter((row) => row.length).map((row) => row[0]));
  if (numbered && names.length === width - 1 && (corner || areConsecutive(names))) {
    return [body.map((row) => row.slice(1)), `${WITHOUT} and the column of row numbers`];
  }
  if (head.length !== width) return [rows, ""];
  const named = head.every((word) => HAS_LETTER.test(word) && !isCell(word));
  if (named && body[0].every(isCell)) return [body, WITHOUT];
  const said = "the first line is read as a row; if it is a header, remove it";
  if (head.every((word) => ALPHA.test(word)) && body.length > 1 && body.flat().every(isDecimal)) {
    return [rows, said];
  }
  if (areConsecutive(head)) {
    const used = new Set(body.flat());
    const unused = new Set(head.filter((word) => !used.has(word)));
    if (head.length > 4 && body.length > 3 && unused.size > 1) return [body, WITHOUT];
    if (head.length === body.length && body.length > 2 && unused.size) return [rows, said];
  }
  return [rows, ""];
}

const WITHOUT = "read without the header";
const ALPHA = /^\p{L}+$/u;
const HAS_LETTER = new RegExp(LETTER, "u");

function areConsecutive(found) {
  const are = (name) => found.every((word, i) => word === name(i));
  return are(String) || are((i) => String(i + 1)) || are((i) => UPPER[i]) || are((i) => LOWER[i]);
}

// ---- JSON as Python reads it: numbers keep their kind, objects keep the order of their keys ----

/** A number with a point or an exponent. */
class Float {
  constructor(value) {
    this.value = value;
  }
}

class JsonError extends Error {
  constructor(message, at) {
    super(message);
    this.at = at;
  }
}

const MAX_DEPTH_JSON = 900;
const MAX_DIGITS = 4300;
const NUMBER = /(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?/y;

class JsonReader {
  constructor(text) {
    this.text = text;
  }

  skip(at) {
    let end = at;
    while (" \t\n\r".includes(this.text[end] || "x")) end++;
    return end;
  }

  /** Return the value at a position, and the position behind it. Objects are Maps. */
  value(at, depth = 0) {
    const text = this.text;
    if (depth > MAX_DEPTH_JSON) throw new RangeError("too many brackets");
    if (text[at] === '"') return this.string(at);
    if (text[at] === "[") return this.list(at, depth);
    if (text[at] === "{") return this.object(at, depth);
    for (const [word, value] of [
      ["null", null],
      ["true", true],
      ["false", false],
      ["NaN", new Float(NaN)],
      ["Infinity", new Float(Infinity)],
      ["-Infinity", new Float(-Infinity)],
    ]) {
      if (text.startsWith(word, at)) return [value, at + word.length];
    }
    NUMBER.lastIndex = at;
    const found = NUMBER.exec(text);
    if (!found) throw new JsonError("Expecting value", at);
    const end = at + found[0].length;
    if (found[2] || found[3]) return [new Float(Number(found[0])), end];
    if (found[1].length > MAX_DIGITS) throw new RangeError("too many digits");
    const number = Number(found[1]);
    return [Number.isSafeInteger(number) ? number + 0 || 0 : BigInt(found[1]), end];
  }

  list(begin, depth) {
    const items = [];
    let at = this.skip(begin + 1);
    if (this.text[at] === "]") return [items, at + 1];
    for (;;) {
      const [item, end] = this.value(at, depth + 1);
      items.push(item);
      at = this.skip(end);
      if (this.text[at] === "]") return [items, at + 1];
      if (this.text[at] !== ",") throw new JsonError("Expecting ',' delimiter", at);
      at = this.skip(at + 1);
    }
  }

  object(begin, depth) {
    const found = new Map();
    let at = this.skip(begin + 1);
    if (this.text[at] === "}") return [found, at + 1];
    for (;;) {
      if (this.text[at] !== '"') throw new JsonError("Expecting property name", at);
      const [key, behind] = this.string(at);
      at = this.skip(behind);
      if (this.text[at] !== ":") throw new JsonError("Expecting ':' delimiter", at);
      const [item, end] = this.value(this.skip(at + 1), depth + 1);
      found.set(key, item);
      at = this.skip(end);
      if (this.text[at] === "}") return [found, at + 1];
      if (this.text[at] !== ",") throw new JsonError("Expecting ',' delimiter", at);
      at = this.skip(at + 1);
    }
  }

  string(begin) {
    const text = this.text;
    let at = begin + 1;
    for (;;) {
      const symbol = text[at];
      if (symbol === undefined) throw new JsonError("Unterminated string", begin);
      if (symbol === '"') break;
      if (symbol < " ") throw new JsonError("Invalid control character", at);
      if (symbol === "\\") {
        if (text[at + 1] === undefined) throw new JsonError("Unterminated string", begin);
        if (text[at + 1] === "u" && !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) {
          throw new JsonError("Invalid \\uXXXX escape", at + 1);
        }
        if (!'"\\/bfnrtu'.includes(text[at + 1])) throw new JsonError("Invalid \\escape", at);
        at++;
      }
      at++;
    }
    return [JSON.parse(text.slice(begin, at + 1)), at + 1];
  }
}

/** Return the value of a JSON text, or undefined for another text. */
export function fromJson(text) {
  const reader = new JsonReader(text);
  try {
    const [value, end] = reader.value(reader.skip(0));
    return reader.skip(end) === text.length ? value : undefined;
  } catch (error) {
    if (error instanceof JsonError || error instanceof RangeError) return undefined;
    throw error;
  }
}

export const isWhole = (value) => Number.isInteger(value) || typeof value === "bigint";

/** Return lists, strings, numbers and null as Python's json.dumps writes them. */
export function toJson(value) {
  return Array.isArray(value) ? `[${value.map(toJson).join(", ")}]` : JSON.stringify(value);
}

// ---- Nested lists ----

const NO_BOARD = "this JSON is not a board; expected a list of rows, such as [[0, 1], [1, 0]]";
const JSON_ROWS = pattern(String.raw`^\s*(\[\s*)*("|\[\s*(["\d]|null))`);
const KEYS = new Set(
  ("board boards field fields grid initial level map matrix maze puzzle puzzles start state " +
    "states tiles").split(" "),
);
const EXTRAS = new Set(
  ("blocked bridges first holes missing obstacles pivot rule start walls warps").split(" "),
);
const MAX_DEPTH = 10;

/** Keys of the numbers of rows and columns of a JSON object. */
export const HEIGHT = ["rows", "height", "h"];
export const WIDTH = ["cols", "columns", "width", "w"];

const BEFORE = pattern(
  String.raw`(?:[^\n=]*=)?\s*+(?:new\s++)?(?:\[\])*+[\w.<>]*+(?:\[\])*+!?\s*+(?:\(\s*+)?(?=[\[{(])`,
  "y",
);
const BETWEEN = pattern(
  String.raw`(?:[\s,;)\]}]|dtype\s*=\s*[\w.'<>|=]+|shape\s*=\s*\([\d, ]*\))*`,
  "y",
);
const TOKEN = new RegExp(
  `([\\[({])|([\\])}])|"([^"\\n]*)"|'([^'\\n]*)'|([^${SPACES},;\\[\\](){}"']+)`,
  "gu",
);
const MATLAB = /\[([^[\](){};]*(?:;[^[\](){};]*)+)\]/g;
const EMPTY = new Set(["None", "nan", "nil", "null", "undefined"]);
const WHOLE = /([+-]?\p{Nd}+)\.0*/gu;

/** A cell that is not in quotes. */
class Word {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/**
 * Return the grids in nested lists as rows of tab-separated cells, and a remark; or null for a
 * text that is not a nested list. Without `empty`, null is no cell.
 */
export function listsAsRows(text, empty = true) {
  const opening = lstrip(text)[0];
  const values = opening === "[" || opening === "{" ? jsonValues(text) : null;
  let [grids, remark] = [[], ""];
  if (values !== null) [grids, remark] = gridsIn(values);
  else grids = printedGrids(text);
  if (values === null && !grids.length) return null;
  return [grids.map((grid) => writtenGrid(grid, empty)).join("\n"), remark];
}

/** Return the rows of the grids in a value of JSON, and a remark on others. */
export function valueAsRows(value) {
  const [grids, remark] = gridsIn([value]);
  return [grids.map((grid) => writtenGrid(grid, true)).join("\n"), remark];
}

function jsonValues(text) {
  const reader = new JsonReader(text);
  const values = [];
  let end = 0;
  for (;;) {
    const rest = lstrip(text.slice(end));
    if (!rest) return values;
    try {
      const [value, behind] = reader.value(text.length - rest.length);
      if (!Array.isArray(value) && !(value instanceof Map)) {
        const word = text.slice(text.length - rest.length, behind);
        throw new InputError(`${quoted(word)} follows the JSON; remove it`);
      }
      values.push(value);
      end = behind;
    } catch (error) {
      if (error instanceof JsonError) {
        if (!values.length && isIncomplete(text, error)) {
          throw new InputError("this JSON is incomplete; a bracket is not closed");
        }
        return null;
      }
      if (error instanceof RangeError) return null;
      throw error;
    }
  }
}

function isIncomplete(text, error) {
  const rest = strip(text.slice(error.at));
  return (
    ("null".startsWith(rest) || error.message.startsWith("Unterminated string")) &&
    JSON_ROWS.test(text)
  );
}

function gridsIn(values) {
  if (values.length > 1 && values.every(isRow)) return [[values], ""];
  const found = new Map();
  for (const value of values) {
    const named = [...namedGrids(value, "")];
    if (!named.length) throw new InputError(NO_BOARD);
    for (const [key, grid] of named) {
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(grid);
    }
  }
  const extras = [...new Set(values.flatMap(extrasIn))].filter((key) => !found.has(key));
  const unread = extras.length ? `ignored ${extras.map((key) => quoted(key)).join(" and ")}` : "";
  if (found.size === 1) return [[...found.values()][0], unread];
  const keys = [...found.keys()];
  for (const liked of [
    keys.filter((key) => KEYS.has(key.toLowerCase())),
    keys.filter((key) => typeof found.get(key)[0][0] !== "string"),
  ]) {
    if (liked.length === 1) {
      const others = keys.filter((key) => key !== liked[0]).map((key) => quoted(key));
      const read = `read the grid under ${quoted(liked[0])}, not ${others.join(" and ")}`;
      return [found.get(liked[0]), [read, unread].filter(Boolean).join("; ")];
    }
  }
  const all = keys.map((key) => quoted(key)).join(" and ");
  throw new InputError(`this JSON contains grids under ${all}; keep the one that is the board`);
}

/** Return the keys of a JSON object, or of a list of objects, of what a grid alone does not say. */
export function extrasIn(value) {
  const objects = (Array.isArray(value) ? value : [value]).filter((x) => x instanceof Map);
  const isEmpty = (x) => (Array.isArray(x) ? !x.length : x instanceof Map ? !x.size : !(x?.value ?? x));
  return objects.flatMap((x) =>
    [...x.keys()].filter((key) => EXTRAS.has(key.toLowerCase()) && !isEmpty(x.get(key))),
  );
}

function* namedGrids(value, key) {
  if (value instanceof Map) {
    const flat = flatGrids(value);
    if (flat.length) yield* flat;
    else for (const [inner, below] of value) yield* namedGrids(below, inner);
  } else if (Array.isArray(value) && isGrid(value)) {
    yield [key, value];
  } else if (Array.isArray(value)) {
    for (const below of value) yield* namedGrids(below, key);
  } else if (typeof value === "string" && KEYS.has(key.toLowerCase())) {
    const rows = strip(value).split(/[/\n]/);
    if (rows.length > 1 && rows.every(Boolean)) yield [key, rows];
  }
}

/** Return the rows of each list of all cells in a JSON object with a shape, and its key. */
export function flatGrids(value) {
  const [rows, cols] = [HEIGHT, WIDTH].map((keys) => value.get(keys.find((key) => value.has(key))));
  if (!(isWhole(rows) && isWhole(cols) && cols > 1)) return [];
  const found = [];
  for (const [key, cells] of value) {
    if (!Array.isArray(cells) || cells.length !== Number(rows) * Number(cols) || !isRow(cells)) continue;
    const grid = [];
    for (let at = 0; at < cells.length; at += Number(cols)) grid.push(cells.slice(at, at + Number(cols)));
    found.push([key, grid]);
  }
  return found;
}

function isGrid(rows) {
  if (rows.every((row) => typeof row === "string")) return rows.length > 0 && rows.every(Boolean);
  return rows.every(isRow);
}

const isRow = (row) => Array.isArray(row) && row.length > 0 && row.every(isCell);

function isCell(cell) {
  if (cell instanceof Float) return Number.isInteger(cell.value);
  return cell === null || typeof cell === "string" || cell instanceof Word || isWhole(cell);
}

function printedGrids(given) {
  // a matrix of MATLAB or Octave has semicolons between its rows
  const text = given.replace(
    MATLAB,
    (_, rows) => `[[${stripped(rows, " ;\n").replaceAll(";", "],[")}]]`,
  );
  const values = [];
  let end = 0;
  while (end < text.length) {
    BEFORE.lastIndex = end;
    const opening = BEFORE.exec(text);
    if (!opening) return [];
    const [value, behind] = printed(text, BEFORE.lastIndex);
    if (value === null || (values.length && strip(opening[0]))) return [];
    values.push(value);
    BETWEEN.lastIndex = behind;
    BETWEEN.exec(text);
    end = Math.max(behind, BETWEEN.lastIndex);
  }
  if (values.length > 1 && values.every((value) => isRow(value) && value.length > 1)) {
    return [values];
  }
  const found = values.map((value) => [...namedGrids(value, "")].map(([, grid]) => grid));
  return found.every((grids) => grids.length) ? found.flat() : [];
}

function printed(text, start) {
  const lists = [];
  TOKEN.lastIndex = start;
  for (let found; (found = TOKEN.exec(text)); ) {
    const [, opening, closing, double, single, word] = found;
    if (opening) {
      lists.push([]);
      if (lists.length > MAX_DEPTH) return [null, text.length];
    } else if (closing) {
      const done = lists.pop();
      if (!lists.length) return [done, TOKEN.lastIndex];
      lists.at(-1).push(done);
    } else if (word?.endsWith("!")) {
      continue; // Rust's vec!
    } else if (word?.includes("...")) {
      throw new InputError("NumPy left out cells, as '...' shows; print the array as a list");
    } else {
      const bare = EMPTY.has(word) ? null : new Word(String(word).replace(WHOLE, "$1"));
      lists.at(-1).push(word === undefined ? (double ?? single) : bare);
    }
  }
  return [null, text.length];
}

function writtenGrid(grid, empty) {
  const lines = grid.map((row, number) => {
    if (typeof row === "string") return row;
    const cells = row.map((cell, column) => {
      if (!empty && (cell === null || String(cell) === "")) {
        const found = cell === null ? "null" : "an empty cell";
        throw new InputError(
          `row ${number}, column ${column}: ${found} is not a colour; use a digit or a letter`,
        );
      }
      if (cell === null) return ".";
      return cell instanceof Float ? BigInt(cell.value).toString() : String(cell);
    });
    const line = cells.join("\t");
    // a comma shows that a single cell of several characters is one cell
    return row.length === 1 && length(line) > 1 ? `|${line}|` : line;
  });
  return lines.map((line) => `${line}\n`).join("");
}

// ---- CSV ----

const DIGITS_CSV = 100;

/** For each kind of column, what is expected, and a function that reads a cell, or returns null. */
const KINDS = {
  count: ["a whole number of at least 0", (text) => asInteger(text, 0)],
  positive: ["a whole number of at least 1", (text) => asInteger(text, 1)],
  str: ["", (text) => text],
};

function asInteger(text, least) {
  if (!/^[0-9]+$/.test(text) || text.length > DIGITS_CSV) return null;
  const value = text.length < 16 ? Number(text) : BigInt(text);
  return value >= least ? value : null;
}

export const isHeader = (line, columns) =>
  line.includes(",") && line.split(",").some((name) => Object.hasOwn(columns, name));

/** Return the rows of a CSV file; columns maps their names to "count", "positive" or "str". */
export function parseCsv(text, columns) {
  const reader = csvRows(text);
  let line = 1;
  const fail = (message) => {
    throw new InputError(`line ${line}: ${message}`);
  };
  const first = reader.next();
  if (!first.done) line = first.value.line;
  const names = first.done ? [] : first.value.cells;
  const missing = Object.keys(columns).filter((name) => !names.includes(name));
  if (missing.length) fail(`no column ${missing.join(", ")}`);
  const twice = [...occurrences(names)].find(([, times]) => times > 1);
  if (twice) fail(`duplicate column ${quoted(twice[0])}`);
  const rows = [];
  for (const found of reader) {
    line = found.line;
    if (!found.cells.length) continue;
    if (found.cells.length !== names.length) fail("expected as many cells as in line 1");
    const row = Object.fromEntries(names.map((name, i) => [name, found.cells[i]]));
    for (const [name, kind] of Object.entries(columns)) {
      const [wanted, read] = KINDS[kind];
      const value = read(row[name]);
      if (value === null) fail(`${name} is ${quoted(row[name])}; expected ${wanted}`);
      row[name] = value;
    }
    rows.push(row);
  }
  if (!rows.length) throw new InputError("no rows below line 1");
  return rows;
}

/** Yield the cells of each row, and the number of the line with which it ends. */
function* csvRows(text) {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n|$)/g) ?? [];
  if (lines.at(-1) === "") lines.pop();
  let cells = [];
  let cell = "";
  let state = "start"; // of a cell: start, plain, quoted, or behind a closing quote
  for (let number = 1; number <= lines.length; number++) {
    const line = lines[number - 1];
    for (const symbol of line) {
      if (state === "quoted") {
        if (symbol === '"') state = "closed";
        else cell += symbol;
      } else if (symbol === "\r" || symbol === "\n") {
        continue;
      } else if (symbol === ",") {
        cells.push(cell);
        cell = "";
        state = "start";
      } else if (symbol === '"' && state === "start") {
        state = "quoted";
      } else if (symbol === '"' && state === "closed") {
        cell += symbol;
        state = "quoted";
      } else {
        cell += symbol;
        state = "plain";
      }
    }
    if (state === "quoted" && number < lines.length) continue;
    const blank = !cells.length && state === "start" && !cell;
    if (!blank) cells.push(cell);
    yield { cells, line: number };
    [cells, cell, state] = [[], "", "start"];
  }
}
