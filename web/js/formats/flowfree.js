/**
 * The text forms of Flow Free: rows, and links of puzz.link.
 *
 * A puzzle is {rows, cols, flow: of each cell, row by row, the flow that ends there or -1, symbols: of
 * each flow, rule, missing, bridges: cells, walls, warps: [cell, 1 (right) or 3 (bottom)], shades?:
 * hexadecimal colours, if it is from a picture}.
 */

import {
  DIGITS, Doubt, InputError, LOWER, UPPER, blocksOf, checkShape, commandForm, doubtOfBlanks, isNumber, numbersIn, quoted, readBy, rowsOf, shadesIn,
} from "#js/formats/common.js";
import { EMOJI, fills } from "#js/colours.js";
import { counted } from "#js/words.js";

const FREE = -1;
const RULES = ["strict", "touching", "numberlink"];
const MARKS = ["missing", "bridges", "walls", "warps"];
const LETTERS = UPPER + LOWER;
const RULE_OF_GENRE = { numlin: "numberlink", numberlink: "numberlink", arukone: "touching" };
const LINK = /^(?:(?:https?:\/\/)?[\w.:/-]+\/p(?:\.html)?(?:_edit)?\?|\??)(numlin|numberlink|arukone)(?:_edit)?\/(?:v:\/)?(e\/)?(\d{1,7})\/(\d{1,7})\/([^\s?#&/]*)$/;
const LINK_FORM = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3";
const MANY_DIGITS = { "-": [2, 0], "+": [3, 0], "=": [3, 4096], "%": [3, 8192], "*": [4, 12240], $: [5, 77776] };

const chunks = (items, size) => Array.from({ length: items.length / size }, (_, r) => items.slice(r * size, (r + 1) * size));

const CELLS = {
  accepts: (word) => ([...word].length === 1 ? (/^[.\p{L}\p{N}]$/u.test(word) && word.normalize("NFKC") === word) || !["K", "W"].includes(EMOJI[word] ?? "K") : isNumber(word)),
  form: "a cell", advice: "write . for a free cell, and a letter, digit or number for an endpoint",
  dot: "a free cell",
  blanks: { "A blank is a free cell": { blanks: "." } },
};

/** The symbol of each number: a digit, or the next letter in order. */
function symbolsOf(numbers) {
  const spare = [...LETTERS];
  const ordered = [...numbers].sort((a, b) => a - b), long = ordered.filter((n) => n > 9);
  if (long.length > spare.length) throw new InputError(`more than ${spare.length} numbers above 9`, "the command flowfree reads more");
  return new Map(ordered.map((n) => [String(n), n > 9 ? spare[long.indexOf(n)] : String(n)]));
}

function puzzleOf(rows, { unit = "line", zero } = {}, more = {}) {
  const cells = rows.flatMap(([, words]) => words), times = new Map(), [[first, { length: cols }]] = rows;
  for (const word of cells) times.set(word, (times.get(word) ?? 0) + 1);
  const areNumbers = [...times.keys()].every((word) => word === "." || isNumber(word));
  const isFree = (word) => word === "." || (word === "0" && (zero ? zero === "free" : areNumbers));
  const symbols = [...times.keys()].filter((word) => !isFree(word)), small = symbols.filter((word) => word !== word.toUpperCase());
  if (!symbols.length) throw new InputError("there is no endpoint", "write the same letter at both ends of a flow, and dots for free cells");
  for (const symbol of symbols) {
    if (times.get(symbol) === 2) continue;
    const [number] = rows.find(([, words]) => words.includes(symbol));
    throw new InputError(`${unit} ${number}: ${quoted(symbol)} occurs ${times.get(symbol) === 1 ? "once" : `${times.get(symbol)} times`}`,
      "a dot is a free cell, and every other symbol occurs exactly twice");
  }
  if (!zero && times.get("0") === 2 && (areNumbers || !times.has("."))) {
    throw new Doubt(`${unit} ${first}: 0 occurs twice, so it may be a free cell or an endpoint`, { "0 is a free cell": { zero: "free" }, "0 is an endpoint": { zero: "end" } });
  }
  if (small.length && 2 * small.length === symbols.length && small.every((word) => symbols.includes(word.toUpperCase()))) {
    throw new InputError(`${unit} ${first}: every letter occurs small and capital, which may be one flow`, "write different letters for two flows");
  }
  const emoji = symbols.filter((word) => word in EMOJI).map((word) => EMOJI[word]);
  if (new Set(emoji).size < emoji.length) throw new InputError(`${unit} ${first}: a square and a circle of one colour`, "write only one of them");
  const numbers = symbols.filter(isNumber).map(Number);
  if (Math.max(0, ...numbers) > 9 && numbers.length < symbols.length) throw new InputError(`${unit} ${first}: numbers above 9 and other symbols`, "write only numbers");
  const known = symbolsOf(numbers), number = new Map(symbols.map((symbol, f) => [symbol, f]));
  return { rows: rows.length, cols, flow: cells.map((word) => number.get(word) ?? FREE), symbols: symbols.map((word) => known.get(word) ?? word),
    rule: "strict", missing: [], bridges: [], walls: [], warps: [], ...more };
}

/** Return the number of each cell in the body of a link, or null for a free one. */
function numbersOf(body, cells) {
  const found = [];
  for (let at = 0; at < body.length;) {
    const mark = body[at], [size, more] = MANY_DIGITS[mark] ?? [0, 0];
    if (mark >= "g" && mark <= "z") {
      found.push(...Array(mark.charCodeAt(0) - 102).fill(null));
      at++;
    } else {
      const digits = size ? body.slice(at + 1, at + 1 + size) : mark;
      if (!/^[0-9a-f]+$/.test(digits) || digits.length < size) throw new InputError(`it has ${quoted(mark)} where a number or g to z is expected`);
      found.push(parseInt(digits, 16) + more);
      at += Math.max(1, size + 1);
    }
    if (found.length > cells) break;
  }
  if (found.length > cells) throw new InputError(`it has more cells than the ${cells} that it states`);
  return [...found, ...Array(cells - found.length).fill(null)];
}

function ofLink(line) {
  const [, genre, empty, width, height, body] = LINK.exec(line) ?? [];
  if (!genre) throw new InputError(`${quoted(line, 60)} is no link to a numberlink puzzle`, `it reads ${LINK_FORM}`, Number(/\/p\b/.test(line)));
  const [cols, rows] = [Number(width), Number(height)];
  checkShape(rows, cols);
  const numbers = numbersOf(body, rows * cols);
  const given = new Set(numbers.filter((n) => n !== null));
  const isLettered = genre === "arukone" && [...given].every((n) => n >= 1 && n <= LETTERS.length);
  const name = isLettered ? (n) => LETTERS[n - 1] : ((known) => (n) => known.get(String(n)))(symbolsOf(given));
  const once = [...given].find((n) => numbers.filter((other) => other === n).length !== 2);
  if (!given.size || once !== undefined) throw new InputError(`it does not have two ends of each flow${given.size ? `, such as ${name(once)}` : ""}`, "copy it again");
  const words = chunks(numbers.map((n) => (n === null ? "." : name(n))), cols);
  const symbols = [...new Set(words.flat())].filter((word) => word !== "."), flow = words.flat().map((word) => symbols.indexOf(word));
  return { rows, cols, flow, symbols, rule: empty ? "numberlink" : RULE_OF_GENRE[genre], missing: [], bridges: [], walls: [], warps: [] };
}

const isLink = (text) => /^(?:https?:|\??(?:numlin|numberlink|arukone)(?:_edit)?\/)|^\S+\?(?:numlin|numberlink|arukone)/.test(text.trim());

const FORMS = [
  { fits: isLink, read: (text) => blocksOf(text).flat().map(([, line]) => ofLink(line.trim())) },
  commandForm(/^pzprv3[\n/](?:numlin|arukone)\b/, "a file of puzz.link", "flowfree solve"),
  commandForm(/^\{[^]*"endpoints"\s*:/, "an object", "flowfree solve"),
  commandForm(/^\d+(?::\d+)?(?:\+B)?,0,\d+,\d+.*;/, "a level pack", "flowfree solve"),
  commandForm(/^seed,rows,cols,k,i,solutions,puzzle\b/, "a sample in CSV", "flowfree solve"),
  { fits: () => true, read: (text, options) => blocksOf(text, options).map((block) => {
    const rows = rowsOf(block, CELLS, options), line = block.map((each) => each[1]).join("");
    const puzzle = puzzleOf(rows, options), isDoubtful = !options.single && options.blanks === undefined && !options.free;
    if (isDoubtful && line.includes(" ") && !/[.0,\t]/.test(line)) throw doubtOfBlanks(CELLS, "blanks separate cells, but may be free cells here");
    return puzzle;
  }) },
];

function written({ cols, flow, symbols }) {
  const mark = symbols.some((symbol) => [...symbol].length > 1) ? " " : "";
  return `${chunks(flow.map((f) => (f === FREE ? "." : symbols[f])), cols).map((row) => row.join(mark)).join("\n")}\n`;
}

/** The rows of a puzzle, to be compared. */
export const lines = (puzzle) => written(puzzle).trimEnd().split("\n");

/** The link of a puzzle without marks: arukone has letters, numlin numbers. */
function link({ rows, cols, flow, symbols, rule }) {
  const genre = rule === "numberlink" || symbols.length > LETTERS.length ? "numlin" : "arukone";
  let body = "", skipped = 0;
  const known = symbols.map((symbol) => (genre === "arukone" ? LETTERS.indexOf(symbol) + 1 : isNumber(symbol) ? Number(symbol) : 0));
  const isOwn = known.every((n) => n > 0) && new Set(known).size === known.length;
  const numbers = isOwn ? known : symbols.map((_, f) => f + 1);
  for (const f of [...flow, null]) {
    if (f === FREE) skipped++;
    if (skipped && (f !== FREE || skipped === 20)) {
      body += String.fromCharCode(102 + skipped);
      skipped = 0;
    }
    if (f === null || f === FREE) continue;
    const digits = numbers[f].toString(16);
    body += ["", "", "-", "+"][digits.length] + digits;
  }
  return `${genre}/${cols}/${rows}/${body}`;
}

const isMarked = (puzzle) => MARKS.some((kind) => puzzle[kind].length);

/** Whether rows read back as this puzzle, with its flows in this order. */
function isPlain(puzzle) {
  try {
    const [read] = FORMS.at(-1).read(written(puzzle), { single: true });
    return String(read.symbols) === String(puzzle.symbols);
  } catch {
    return false;
  }
}

/** The puzzle, for the entry panel, addresses and pictures. */
export const GAME = {
  name: "flowfree",
  title: "Flow Free",
  noun: "puzzle",
  hint: "Rows with dots for free cells, or a link of puzz.link",
  settings: ["rule", "colours", ...MARKS],
  shape: ({ rows, cols }) => [rows, cols],
  /** Return the colour of each cell, if an endpoint is there. */
  tiles: ({ cols, flow, symbols, shades = fills(symbols) }) => chunks(flow.map((f) => shades[f]), cols),
  measure: ({ symbols }) => counted(symbols.length, "flow"),
  parse: (text, options) => readBy(FORMS, text, options),
  writers: (puzzle) => (isMarked(puzzle) ? {} : {
    rows: () => written(puzzle),
    "puzz.link": () => `https://puzz.link/p?${link(puzzle)}\n`,
  }),
  address(puzzle) {
    const settings = { rule: puzzle.rule };
    for (const kind of MARKS) if (puzzle[kind].length) settings[kind] = puzzle[kind].map((mark) => String(mark)).join(".");
    if (puzzle.shades) settings.colours = puzzle.shades.map((shade) => shade.slice(1)).join(".");
    return { text: isPlain(puzzle) ? written(puzzle) : link(puzzle), settings };
  },
  ofAddress(text, { rule, colours, ...marks }) {
    if (rule !== undefined && !RULES.includes(rule)) throw new InputError("its rule is unknown");
    return this.parse(isLink(text) ? text : text.replaceAll("/", "\n"), { single: true, unit: "row" }).map((puzzle) => {
      const found = { ...puzzle, ...(rule && { rule }) };
      for (const [kind, given] of Object.entries(marks)) {
        const isSide = kind === "walls" || kind === "warps", numbers = numbersIn(given, kind);
        found[kind] = isSide ? chunks(numbers, 2) : numbers;
        const cells = isSide ? found[kind].map(([cell]) => cell) : numbers;
        const isWrong = (isSide && numbers.length % 2) || cells.some((cell) => cell >= puzzle.flow.length || (!isSide && puzzle.flow[cell] !== FREE));
        if (isWrong || (isSide && found[kind].some(([, side]) => side !== 1 && side !== 3))) throw new InputError(`its ${kind} cannot be read`);
      }
      const shades = shadesIn(colours, puzzle.symbols.length);
      return { ...found, ...(shades && { shades }) };
    });
  },
  /** Return the puzzle of a picture: rows of the numbers of colours, or -1, and the colours. */
  ofFields(fields, { palette }) {
    const colours = [...new Set(fields.flat())].filter((colour) => colour >= 0);
    if (colours.length > LETTERS.length + DIGITS.length) throw new InputError("the picture has too many colours for a puzzle");
    const symbol = (colour) => (colour < 0 ? "." : (LETTERS + DIGITS)[colours.indexOf(colour)]);
    return puzzleOf(fields.map((row, r) => [r + 1, row.map(symbol)]), { unit: "row" }, { shades: colours.map((colour) => palette[colour]) });
  },
};
