/**
 * The text forms of Minesweeper: the counterpart of Python's puzzlesat.minesweeper.board. FORMATS
 * are those of states, and BOARDS those of whole boards.
 *
 * @typedef {Object} State The board as a player sees it.
 * @property {string[]} rows 0 to 8, "#" for a covered field, "F" for a flag.
 * @property {number} [mines] The number of mines on the whole board, with those under flags.
 *
 * @typedef {Object} Board A board with all its mines.
 * @property {number} width
 * @property {number} height
 * @property {[number, number][]} mines The row and column of each mine, row by row.
 * @property {[number, number]} [first] The first click.
 */

import {
  BLANKS,
  Formats,
  InputError,
  LETTER,
  attempt,
  blocks,
  chars,
  checkShape,
  extrasIn,
  firstLine,
  flatGrids,
  fromJson,
  integer,
  isDecimal,
  isHeader,
  isWhole,
  length,
  lstrip,
  listsAsRows,
  occurrences,
  parseCsv,
  pattern,
  quoted,
  rstrip,
  rstripped,
  splitCells,
  splitLines,
  strip,
  stripped,
  toJson,
  valueAsRows,
  whole,
  wholeNumber,
  within,
  withoutFrame,
  withoutGaps,
  withoutLabels,
} from "#formats/common.js";
import { counted } from "#words.js";

const [COVERED, FLAGGED] = [-1, -2];
const NUMBERS = [..."012345678"];
const CONTENT = new Map([
  [".", COVERED],
  ["F", FLAGGED],
  ...NUMBERS.map((symbol, number) => [symbol, number]),
]);
const HIDDEN = [..."#x?"];
const MINES = [..."*9!fPM🚩⚑💣💥"];
const EMPTY = [..." -_"];
const OTHERS = new Set([...HIDDEN, ...MINES, ...EMPTY]);
const WRITE =
  "write 0 for an uncovered field without mines around it, and . for a covered one";

// ---- States ----

/** Return the state with these rows of contents; raise InputError if it is invalid. */
function stateOf(content, mines = null) {
  const [rows, cols] = [content.length, content[0]?.length ?? 0];
  if (rows < 1 || cols < 1) throw new InputError("a board needs at least one field");
  if (mines !== null && mines > rows * cols) {
    throw new InputError(`${counted(mines, "mine")} do not fit on ${rows}×${cols} fields`);
  }
  const symbol = (value) => (value === COVERED ? "#" : value === FLAGGED ? "F" : String(value));
  const state = { rows: content.map((row) => row.map(symbol).join("")) };
  return mines === null ? state : { ...state, mines: Number(mines) };
}

/** Return the state given by rows of symbols. */
function stateOfLines(lines, mines) {
  lines.forEach((line, number) => {
    checkSymbols(line, `row ${number}`, 0);
    if (line.length !== lines[0].length) {
      const fields = counted(line.length, "field");
      throw new InputError(`row ${number}: ${fields}, but row 0 has ${lines[0].length}`);
    }
  });
  const meaning = meanings(new Set(lines.flat()));
  return stateOf(
    lines.map((line) => line.map((symbol) => CONTENT.get(meaning.get(symbol)))),
    mines,
  );
}

/** Return the equivalent of each symbol of a state; raise InputError if one could mean two things. */
function meanings(symbols) {
  const covered = [".", ...HIDDEN].filter((symbol) => symbols.has(symbol));
  const empty = EMPTY.filter((symbol) => symbols.has(symbol));
  if (covered.length > 1 && covered[0] === ".") {
    throw new InputError(
      `the symbols . and ${covered[1]} occur together, so . may be 0; ${WRITE}`,
    );
  }
  const found = new Map([...CONTENT.keys()].map((symbol) => [symbol, symbol]));
  for (const symbol of HIDDEN) found.set(symbol, ".");
  for (const symbol of MINES) found.set(symbol, "F");
  if (!empty.length) return found;
  const withZero = symbols.has("0");
  const [first] = empty;
  if (empty.length === 1 && covered.length && !withZero) {
    if (first === " " || covered.length > 1 || covered[0] !== ".") return found.set(first, "0");
  }
  if (empty.length === 1 && withZero && !covered.length && first !== " ") {
    return found.set(first, ".");
  }
  const named = empty.map((symbol) => (symbol === " " ? "blanks" : symbol)).join(" and ");
  throw new InputError(`${named} may be covered fields or uncovered ones; ${WRITE}`);
}

function checkSymbols(line, place, first = 1) {
  line.forEach((symbol, column) => {
    if (!CONTENT.has(symbol) && !OTHERS.has(symbol)) {
      throw new InputError(
        `${place}, column ${column + first}: ${quoted(symbol)} is not a field; use 0-8, . (covered) ` +
          "or F (flagged)",
      );
    }
  });
}

/** Return the contents of the fields around a field of a board that is an array of rows. */
function around(grid, r, c) {
  const found = [];
  for (let i = r - 1; i <= r + 1; i++) {
    for (let j = c - 1; j <= c + 1; j++) {
      if ((i !== r || j !== c) && grid[i]?.[j] !== undefined) found.push(grid[i][j]);
    }
  }
  return found;
}

const linesOfState = (state) => state.rows.map((row) => row.replaceAll("#", "."));

// ---- Rows of states ----

const MENTION = /mine|bomb/iu;
const NOUN = String.raw`(?:(?:total|number|num|no|n|of|count)[\s_.]*)*(?:mines?|bombs?)`;
const LEFT = "(?:left|remaining)";
const HEADERS = [
  String.raw`${NOUN}(?P<left>[\s_]*${LEFT})?\s*+[:=]?\s*+(?P<mines>\d+)`,
  String.raw`(?P<left>${LEFT}[\s_]*)${NOUN}\s*+[:=]?\s*+(?P<mines>\d+)`,
  String.raw`(?P<mines>\d+)\s*${NOUN}(?P<left>\s*${LEFT})?`,
].map((source) => whole(pattern(source, "i")));
const BETWEEN = String.raw`(?:\s*+[,x×]\s*+|\s++)`;
const SIZE = whole(
  pattern(
    String.raw`(?P<first>\d{1,7})${BETWEEN}(?P<second>\d{1,7})(?:${BETWEEN}(?P<mines>\d{1,9}))?`,
  ),
);
const CLOSED = `[${[".", "F", ...HIDDEN, ...MINES].join("")}]`;
const BEGINS = new RegExp(`^ +${CLOSED}`, "u");
const ENDS = new RegExp(`${CLOSED} +$`, "u");
const BESIDE = new RegExp(` ${CLOSED}|${CLOSED} `, "u");
const UNCLEAR = new Set([".", ...EMPTY]);
const LABELLED = pattern(String.raw`^\S+\s(\s+)\S(?:(?!\s\1)\s+\S)*$`);
const TITLE = pattern(
  String.raw`^\s*(?:#[${BLANKS}]|//|;|%)[${BLANKS}]*${LETTER}{3,}[^\n]*`,
);
const NAMED = pattern(
  String.raw`(?<![^\n])[ \t]*(?:((?:${LETTER}|_)\w*)[ \t]*[=:][ \t]*(?:"{3}|'{3})?|"{3}|'{3})[ \t]*\r?(?![^\n])`,
  "g",
);
const CODE = /^(?:-[1-9]|1[0-2])$/;
const CODES = [
  { 9: FLAGGED, 10: FLAGGED, 11: COVERED },
  { 10: COVERED, 11: FLAGGED },
  { 9: COVERED, 10: FLAGGED },
  { "-1": COVERED, "-2": FLAGGED },
  { "-1": FLAGGED, "-2": COVERED },
].map((codes) => new Map(Object.entries(codes)));
const LONG_ROW = 9;
const PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\x0b\x0c";

/** The remark on states that may be whole boards. */
const MAY_BE_MINES =
  "there is no number, so this may be a picture of the mines, which minesweeper solve reads as " +
  "a board";

function readStates(given, gaps = true) {
  if (ID.test(lstrip(given))) {
    throw new InputError(
      "a game ID is a whole board, not a state; minesweeper solve finds out whether the board " +
        "needs a guess, and minesweeper play plays it",
    );
  }
  const remarks = [];
  let text = withoutFrame(given);
  const title = TITLE.exec(text)?.[0];
  const isField = (x) => CONTENT.has(x) || OTHERS.has(x) || " \t\n\r\x0b\x0c".includes(x);
  if (title && !MENTION.test(title) && !chars(title).every(isField)) {
    remarks.push(`ignored the title ${quoted(strip(title))}`);
    text = text.slice(title.length);
  }
  text = text.replace(NAMED, (line, name) => {
    if (MENTION.test(line)) return line;
    if (name) remarks.push(`ignored the line ${quoted(strip(line))}`);
    return "";
  });
  let parts = bodiesIn(text);
  if (gaps && !parts.slice(1).some(([header]) => header)) {
    const header = parts.length ? parts[0][0] : null;
    const [joined, remark] = withoutGaps(parts.map(([, block]) => block));
    if (remark) {
      remarks.push(remark);
      parts = joined.map((block, i) => [i === 0 ? header : null, block]);
    }
  }
  const bodies = parts.map(([header, block]) => bodyOf(header, block, remarks));
  const single = bodies
    .filter(({ rows }) => rows.length === 1 && rows[0][1].length === 1)
    .map(({ rows }) => rows[0][0]);
  if (single.length > 1) {
    throw new InputError(
      `line ${single[0]}: a state of one field; if the lines are the rows of one state, remove the ` +
        "empty lines between them",
    );
  }
  checkEmptyLines(text, bodies);
  const [size] = bodies.map(({ rows }) => (rows.length === 1 ? rows[0][1].length : 0));
  if (bodies.length === 1 && size >= LONG_ROW) {
    remarks.push(`read as one row of ${size} fields; write a line for each row of a board`);
  }
  for (const { rows } of bodies) {
    within(`line ${rows[0][0]}`, () => checkShape(rows.length, rows[0][1].length));
  }
  const symbols = new Set();
  for (const { rows } of bodies) for (const [, row] of rows) for (const s of row) symbols.add(s);
  const onlyNumbers = [...symbols].every((s) => /^[0-9]$/.test(s));
  const coded = [...symbols].some((s) => CODE.test(s)) || (symbols.has("9") && onlyNumbers);
  for (const body of bodies) {
    for (const [number, row] of body.rows) {
      checkSymbols(
        row.filter((s) => !CODE.test(s)),
        `line ${number}`,
      );
    }
    checkWidths(body);
  }
  let states;
  if (coded) {
    states = codedStates(bodies, symbols, remarks);
  } else {
    const unclear = bodies
      .flatMap(({ rows }) => rows)
      .find(([, row]) => row.some((s) => UNCLEAR.has(s)));
    const meaning = within(`line ${unclear?.[0] ?? 1}`, () => meanings(symbols));
    const content = new Map([...symbols].map((s) => [s, CONTENT.get(meaning.get(s))]));
    const grids = bodies.map((body) => gridOf(body, content));
    states = bodies.map(stateOfBody(grids));
    if (EMPTY.some((s) => symbols.has(s))) checkZeros(bodies, grids);
    if (symbols.has(".") && !HIDDEN.some((s) => symbols.has(s)) && !symbols.has("0")) {
      remarks.push(...dotRemarks(bodies, content));
    }
    const others = [...symbols].filter((s) => OTHERS.has(s) && s !== "#");
    if (others.length) {
      const named = others.map((s) => `${s === " " ? "a blank" : s} as ${meaning.get(s)}`);
      remarks.push(`read ${named.join(", ")}`);
    }
  }
  bodies.forEach(({ header }, i) => {
    if (header && !header.text.toLowerCase().startsWith("mines:")) {
      remarks.push(headerRemark(header, states[i]));
    }
  });
  if (states.length && symbols.has("*") && ![..."12345678"].some((s) => symbols.has(s))) {
    remarks.push(MAY_BE_MINES);
  }
  return { puzzles: states, remarks: [...new Set(remarks)] };
}

function headerRemark(header, state) {
  const flags = state.rows.join("").split("F").length - 1;
  const since = `, since there ${flags === 1 ? "is" : "are"} ${counted(flags, "flag")}`;
  return `read ${quoted(header.text)} as mines: ${state.mines}${header.left ? since : ""}`;
}

/** Return the row and column of a field that shows 0 next to a covered one or a flag, or null. */
function zeroBeside(grid) {
  for (const [r, row] of grid.entries()) {
    for (const [c, number] of row.entries()) {
      if (number === 0 && around(grid, r, c).some((value) => value < 0)) return [r, c];
    }
  }
  return null;
}

function dotRemarks(bodies, content) {
  const values = [...content.values()];
  const flagged = values.includes(FLAGGED) && [..."12345678"].some((s) => content.has(s));
  if (!content.has(" ") && !flagged) return [];
  const other = new Map([...content, [".", 0], [" ", COVERED]]);
  const grids = bodies.map((body) => gridOf(body, other));
  const fine = grids.every((grid, i) => mayFit(grid, minesOf(bodies[i], grid)) && !zeroBeside(grid));
  if (!fine) return [];
  if (content.has(" ")) {
    const line = bodies[0].rows[0][0];
    throw new InputError(`line ${line}: a dot or a blank may be 0, the other covered; ${WRITE}`);
  }
  return [`read . as covered; if it is 0, ${WRITE.split(",")[0]}`];
}

function checkZeros(bodies, grids) {
  grids.forEach((grid, i) => {
    const found = zeroBeside(grid);
    if (found) {
      throw new InputError(
        `line ${bodies[i].rows[found[0]][0]}: column ${found[1] + 1} would be 0 next to a covered ` +
          `field or a flag; ${WRITE}`,
      );
    }
  });
}

function checkWidths({ header, rows }) {
  const [first, row] = rows[0];
  for (const [number, cells] of rows) {
    if (cells.length === row.length) continue;
    if (number === rows[1][0] && isDecimal(row.join("")) && !header) {
      throw new InputError(
        `line ${first}: ${quoted(row.join(""))} is not as long as the row below it; if it is the ` +
          "number of mines, write mines: N",
      );
    }
    const fields = counted(cells.length, "field");
    throw new InputError(
      `line ${number}: ${fields}, but the board's first row has ${row.length}`,
    );
  }
}

const gridOf = ({ rows }, content) => rows.map(([, row]) => row.map((s) => content.get(s)));

function minesOf({ header }, grid) {
  if (!header) return null;
  return header.mines + (header.left ? grid.flat().filter((x) => x === FLAGGED).length : 0);
}

/** Return a function from a body and its number to its state. */
const stateOfBody = (grids) => (body, i) =>
  within(`line ${body.header ? body.header.line : body.rows[0][0]}`, () =>
    stateOf(grids[i], minesOf(body, grids[i])),
  );

/** Return the states whose fields are numbers, by the only one of CODES that fits them. */
function codedStates(bodies, symbols, remarks) {
  const found = new Map();
  for (const codes of CODES) {
    const content = new Map([...NUMBERS.map((s, number) => [s, number]), ...codes]);
    if (![...symbols].every((s) => content.has(s))) continue;
    const grids = bodies.map((body) => gridOf(body, content));
    const states = bodies.map(stateOfBody(grids));
    if (!grids.every((grid, i) => mayFit(grid, minesOf(bodies[i], grid)))) continue;
    const known = [...symbols].filter((s) => codes.has(s)).map((s) => [s, content.get(s)]);
    found.set(String(known), [known, states]);
  }
  if (found.size !== 1) {
    for (const { rows } of bodies) {
      for (const [number, row] of rows) {
        const column = row.findIndex((s) => CODE.test(s) || s === "9");
        if (column < 0) continue;
        const doubt = found.size ? "may be covered or a flag" : "is not a field";
        throw new InputError(
          `line ${number}, column ${column + 1}: '${row[column]}' ${doubt}; use 0-8, . (covered) or ` +
            "F (flagged)",
        );
      }
    }
  }
  const [[known, states]] = found.values();
  const named = known.map(([s, value]) => `${s} as ${value === COVERED ? "." : "F"}`);
  remarks.push(`read ${named.join(", ")}`);
  return states;
}

/** Return whether no number alone, nor the number of mines, excludes a state. */
function mayFit(grid, mines) {
  const counts = occurrences(grid.flat());
  const [flagged, covered] = [counts.get(FLAGGED) ?? 0, counts.get(COVERED) ?? 0];
  if (mines !== null && !(flagged <= mines && mines <= flagged + covered)) return false;
  return grid.every((row, r) =>
    row.every((number, c) => {
      if (number < 0) return true;
      const near = around(grid, r, c);
      const least = near.filter((x) => x === FLAGGED).length;
      return least <= number && number <= least + near.filter((x) => x === COVERED).length;
    }),
  );
}

/** Return the lines of each state, with the header above them, if any. */
function bodiesIn(text) {
  const found = [];
  let header = null;
  for (const block of blocks(text, false)) {
    for (let part of splitAtBlanks(block)) {
      if (MENTION.test(part[0][1])) {
        checkFollowed(header);
        header = parseHeader(...part[0]);
        part = part.slice(1);
      }
      for (const [number, line] of part) {
        if (MENTION.test(line)) {
          throw new InputError(
            `line ${number}: the number of mines must be above the rows of its state, after an ` +
              "empty line",
          );
        }
      }
      if (part.length && part.every(([, line]) => line.includes("/"))) {
        // a state in each line
        for (const [number, line] of part) {
          found.push([header, strip(line).split("/").map((row) => [number, row])]);
          header = null;
        }
      } else if (part.length) {
        found.push([header, part]);
        header = null;
      }
    }
  }
  checkFollowed(header);
  return found;
}

function parseHeader(number, line) {
  const text = strip(line);
  const bare = stripped(text, PUNCTUATION);
  for (const header of HEADERS) {
    const found = header.exec(bare)?.groups;
    const mines = found ? wholeNumber(found.mines, 0, 10 ** 9 - 1) : null;
    if (mines !== null) return { line: number, text, mines, left: Boolean(found.left) };
  }
  throw new InputError(`line ${number}: ${quoted(text)} is no number of mines; write mines: N`);
}

function checkFollowed(header) {
  if (header) {
    throw new InputError(`line ${header.line}: no board follows the number of mines`);
  }
}

/** Return the parts between blank lines; refuse a line of blanks that may be a row of zeros. */
function splitAtBlanks(block) {
  const isFilled = block.map(([, line]) => strip(line) !== "");
  const rows = block.map(([, line]) => line).filter((line, i) => isFilled[i] && !MENTION.test(line));
  const withBlanks = rows.some((row) => rstrip(row).includes(" "));
  const withZeros = rows.some((row) => row.includes("0"));
  const withCovered = rows.some((row) => [".", ...HIDDEN].some((s) => row.includes(s)));
  const above = [];
  let latest = "";
  block.forEach(([, line], i) => {
    above.push(latest);
    if (isFilled[i]) latest = line;
  });
  const below = new Array(block.length).fill("");
  for (let i = block.length - 1, next = ""; i >= 0; i--) {
    below[i] = next;
    if (isFilled[i]) next = block[i][1];
  }
  const parts = [];
  let part = [];
  block.forEach(([number, line], i) => {
    let isRow = isFilled[i];
    if (!isRow) {
      isRow = mayBeRow(line, above[i], below[i]);
      if (isRow && !MENTION.test(above[i])) {
        // rows follow a header
        const tabbed = line.includes("\t");
        if ((withBlanks === withZeros || !withCovered) && !tabbed) {
          throw new InputError(
            `line ${number}: a line of blanks may be a row of zeros, or separate two states; write ` +
              "zeros, or leave the line empty",
          );
        }
        isRow = withBlanks || tabbed;
      }
    }
    if (isRow) {
      part.push([number, line]);
    } else if (part.length) {
      parts.push(part);
      part = [];
    }
  });
  if (part.length) parts.push(part);
  return parts;
}

function mayBeRow(line, before, after) {
  const rows = [before, after].filter((row) => row && !MENTION.test(row));
  const tabs = (text) => text.split("\t").length - 1;
  return (
    rows.length > 0 &&
    (/^ +$/.test(line) || rows.every((row) => tabs(row) && tabs(row) === tabs(line))) &&
    !MENTION.test(after) &&
    (line.includes("\t") || rows.every((row) => length(row) === length(line)))
  );
}

/** Return a state's rows, without a line that gives its size and without numbers of rows. */
function bodyOf(header, given, remarks) {
  const block = unlabelled(given, remarks);
  const [number, firstGiven] = block[0];
  const line = strip(firstGiven);
  const size = header ? null : SIZE.exec(line)?.groups;
  const asRows = () => ({ header, ...splitRows(block, remarks) });
  if (!size || block.length === 1 || firstGiven.includes("\t")) {
    if (size && firstGiven.includes("x")) {
      throw new InputError(
        `line ${number}: ${quoted(line)} may be a size; write the rows directly below it, or remove ` +
          "it",
      );
    }
    return asRows();
  }
  const below = attempt(() => splitRows(block.slice(1), []));
  if (!below) return asRows();
  const { rows, separated } = below;
  const widths = new Set(rows.map(([, row]) => row.length));
  const shape = [rows.length, [...widths].reduce((most, width) => Math.max(most, width), 0)];
  const cells = (splitCells(line) ?? []).length;
  const sides = [integer(size.first), integer(size.second)];
  const fits = String(shape) === String(sides) || String(shape) === String([sides[1], sides[0]]);
  if (widths.size > 1 || !fits) {
    if (widths.has(length(line)) || widths.has(cells)) return asRows();
    throw new InputError(
      `line ${number}: ${quoted(line)} is not the size of the rows below it, ${shape[0]}×` +
        `${shape[1]}; correct or remove this line`,
    );
  }
  if (separated && cells === shape[1]) {
    throw new InputError(
      `line ${number}: ${quoted(line)} may be a row, or the size of the rows below it; write the ` +
        "fields without separators",
    );
  }
  const mines = size.mines === undefined ? null : integer(size.mines);
  const withMines = mines === null ? "" : ` with ${counted(mines, "mine")}`;
  remarks.push(`read ${quoted(line)} as ${shape[0]}×${shape[1]}${withMines}`);
  const above =
    mines === null
      ? header
      : { line: number, text: `mines: ${size.mines}`, mines, left: false };
  return { header: above, rows, separated };
}

/** Return lines without a header above them and without numbers or letters of rows. */
function unlabelled(block, remarks) {
  const found = block.map(([, line]) => splitCells(line) ?? []);
  if (!found.every((row) => row.length)) return block;
  const [rows, remark] = withoutLabels(found, (word) => length(word) < 2 || CODE.test(word));
  if (remark) remarks.push(remark);
  if (rows === found) return block;
  const numbered = block.slice(block.length - rows.length);
  return rows.map((row, i) => [numbered[i][0], row.join("\t")]);
}

function areNumbers(found) {
  return [0, 1].some((first) => found.every((word, i) => word === String(i + first)));
}

/** Return the fields of some lines, and whether they are separated. */
function splitRows(block, remarks) {
  const found = block.map(([, line]) => splitCells(line) ?? []);
  const all = block.map(([, line]) => line);
  const bare = all.map(strip);
  const first = block[0][0];
  const numbered = (rows) => rows.map((row, i) => [block[i][0], row]);
  for (const mark of [",", ";", "|", "\t"]) {
    if (!all.every((line) => line.includes(mark))) continue;
    const empty =
      found.some((row) => row.includes("")) || all.every((line) => line.endsWith(" "));
    if (empty && ",;".includes(mark) && bare.some((line) => line.endsWith(mark))) {
      const name = mark === "," ? "comma" : "semicolon";
      throw new InputError(
        `line ${first}: a cell is empty, and a row ends with a ${name}; write 0 for an empty field`,
      );
    }
    const rows = found.map((row) => row.map((cell) => cell || " "));
    return { rows: numbered(rows), separated: true };
  }
  const beside = all.some((line) => BESIDE.test(line));
  if (!bare.some((line) => line.includes(" "))) {
    // at most, blanks are around the rows
    const fields = withoutEnds(all);
    checkEnds(first, fields);
    return { rows: numbered(fields.map(chars)), separated: false };
  }
  const cells = found.flat();
  const alike = new Set(found.map((row) => row.length)).size === 1 && found[0].length > 1;
  const isCode = (word) => CODE.test(word);
  if (alike && cells.some(isCode) && cells.every((x) => isCode(x) || /^[0-9]?$/.test(x))) {
    return { rows: numbered(found), separated: true };
  }
  const isSymbol = (s) => CONTENT.has(s) || OTHERS.has(s);
  if (alike && cells.every(isSymbol)) {
    if (cells.every((cell) => NUMBERS.includes(cell))) {
      throw new InputError(
        `line ${first}: blanks may be fields or separators; write the fields without separators, ` +
          "and 0 for an empty field",
      );
    }
    if (all.every((line) => line.endsWith("  "))) checkEnds(first, all);
    if (areNumbers(found.map((row) => row[0])) && bare.every((line) => LABELLED.test(line))) {
      throw new InputError(
        `line ${first}: the first column may be the numbers of the rows; remove them, and the ` +
          "blanks between fields",
      );
    }
    const gaps = new Set(bare.flatMap((line) => line.match(/ +/g) ?? []));
    if (gaps.size === 1) {
      if (all.every((line) => line.startsWith(` ${[...gaps][0]}`))) {
        remarks.push(
          "read without the blanks at the beginnings of the rows; if they are fields, write 0",
        );
      }
      return { rows: numbered(found), separated: true };
    }
  }
  if (beside && bare.every((line) => chars(line).every(isSymbol))) {
    throw new InputError(
      `line ${first}: blanks are beside covered fields or flags, so they are not 0; remove the ` +
        "blanks between fields, and write 0 for an empty field",
    );
  }
  checkEnds(first, all);
  return { rows: numbered(all.map(chars)), separated: false };
}

/** Return rows without the blanks at their beginnings or ends, if these cannot be fields. */
function withoutEnds(all) {
  let found = all;
  const text = all.join("");
  const zeros = text.includes("0") && [".", ...HIDDEN].some((s) => text.includes(s));
  for (const [cut, beside] of [
    [lstrip, BEGINS],
    [rstrip, ENDS],
  ]) {
    const bare = found.map(cut);
    if (new Set(bare.map(length)).size === 1 && (zeros || found.some((x) => beside.test(x)))) {
      found = bare;
    }
  }
  return found;
}

function checkEnds(number, all) {
  for (const [where, ends] of [
    ["beginnings", (line) => line.startsWith(" ")],
    ["ends", (line) => line.endsWith(" ")],
  ]) {
    if (all.every((line) => ends(line) && strip(line))) {
      throw new InputError(
        `line ${number}: blanks at the ${where} of all rows may be fields or not; remove them, or ` +
          "write 0",
      );
    }
  }
}

function checkEmptyLines(text, bodies) {
  if (splitLines(text).some((line) => line.endsWith(" "))) return;
  const withBlanks = bodies.some(
    ({ rows, separated }) => !separated && rows.some(([, row]) => row.includes(" ")),
  );
  bodies.slice(1).forEach((below, i) => {
    const alike = bodies[i].rows[0][1].length === below.rows[0][1].length;
    if (withBlanks && alike && !below.header) {
      throw new InputError(
        `line ${below.rows[0][0] - 1}: an empty line may be a row of zeros, or separate two states; ` +
          "write 0 instead of blanks",
      );
    }
  });
}

// ---- The other formats of states ----

const SAMPLE = {
  ...{ seed: "count", rows: "positive", cols: "positive", mines: "count", i: "count" },
  ...{ state: "str" },
};
const MINE_SIZE = /^(\d{1,7})x(\d{1,7})x(\d{1,7})$/;

const nameOf = (row) =>
  `state ${row.i} of ${row.rows}×${row.cols} with ${counted(row.mines, "mine")}`;

function linesIn(row, column) {
  const lines = row[column].split("/").map(chars);
  if (lines.length !== row.rows || lines.some((line) => line.length !== row.cols)) {
    throw new InputError(
      `expected ${counted(row.rows, "row")} of ${counted(row.cols, "field")} as its ${column}`,
    );
  }
  return lines;
}

function readSample(text) {
  const puzzles = parseCsv(text, SAMPLE).map((row, i) =>
    within(`line ${i + 2}: ${nameOf(row)}`, () => {
      checkShape(Number(row.rows), Number(row.cols));
      return stateOfLines(linesIn(row, "state"), row.mines);
    }),
  );
  return { puzzles, remarks: [] };
}

function readMine(text) {
  const others = new Set();
  const puzzles = blocks(text).map((block) => {
    const [number, line] = block[0];
    const size = MINE_SIZE.exec(line);
    if (!size) {
      throw new InputError(`line ${number}: expected COLSxROWSxMINES, such as 9x9x10`);
    }
    const [cols, rows, mines] = size.slice(1).map(Number);
    within(`line ${number}`, () => {
      checkShape(rows, cols);
      if (block.length !== rows + 1) {
        throw new InputError(
          `expected ${counted(rows, "row")} below, not ${block.length - 1}`,
        );
      }
    });
    const lines = block.slice(1).map(([at, row]) => {
      const symbols = chars(row);
      if (symbols.length !== cols) {
        throw new InputError(`line ${at}: expected ${cols} fields, not ${symbols.length}`);
      }
      for (const s of symbols) if (!"012345678FH".includes(s)) others.add(s);
      return symbols.map((s) => ("012345678F".includes(s) ? s : "."));
    });
    return within(`line ${number}`, () => stateOfLines(lines, mines));
  });
  return { puzzles, remarks: [...others].map((symbol) => `read ${symbol} as covered`) };
}

function writeMine(state) {
  if (state.mines === undefined) {
    throw new InputError(
      "this format needs the number of mines; write mines: N above the rows",
    );
  }
  const size = `${state.rows[0].length}x${state.rows.length}x${state.mines}`;
  return [size, ...state.rows.map((row) => row.replaceAll("#", "H"))].join("\n");
}

/** Return the objects of a JSON text, of which there may be one per line, or an empty list. */
function objectsIn(text) {
  let read = fromJson(text);
  if (read === undefined) {
    read = splitLines(text).filter(strip).map(fromJson);
    if (read.includes(undefined)) return [];
  }
  const found = Array.isArray(read) ? read : [read];
  return found.every((value) => value instanceof Map) ? found : [];
}

/**
 * Return the rows of JSON, and add a remark on other grids; refuse a row of blanks, which would be
 * read as an empty line.
 */
function checkedRows([rows, remark], remarks) {
  if (remark) remarks.push(remark);
  if (rows.split("\n").some((line) => /^ +$/.test(line))) {
    throw new InputError("a row consists of blanks; write 0 for an empty field");
  }
  return rows;
}

const jsonRows = (text, remarks) => checkedRows(listsAsRows(text) ?? [text, ""], remarks);

function readJson(text) {
  const remarks = [];
  const objects = objectsIn(text);
  if (!objects.length) {
    const found = readStates(jsonRows(text, remarks), false);
    return { puzzles: found.puzzles, remarks: [...remarks, ...found.remarks] };
  }
  const puzzles = [];
  for (const value of objects) {
    const found = readStates(objectRows(value, remarks), false);
    puzzles.push(...found.puzzles);
    remarks.push(...found.remarks);
  }
  return { puzzles, remarks: [...new Set(remarks)] };
}

/** Return the rows of a JSON object below the number of mines; refuse a list of places. */
function objectRows(value, remarks) {
  const lists = [...value].filter(([, x]) => Array.isArray(x));
  const isPlace = (x) => Array.isArray(x) && x.length === 2 && x.every(isWhole);
  for (const [key, list] of lists) {
    if (lists.length === 1 && MENTION.test(key) && list.every(isPlace)) {
      throw new InputError(
        `${quoted(key)} is a list of places; write the rows of the board, such as ["-*", "--"]`,
      );
    }
  }
  const isList = lists.length === 1 && !flatGrids(value).length;
  if (isList) remarks.push(...extrasIn(value).map((key) => `ignored ${quoted(key)}`));
  const rows = checkedRows(valueAsRows(isList ? lists[0][1] : value), remarks);
  return minesIn(value) + rows;
}

/** Return the keys of a JSON object and of those in it that mention mines, and the numbers. */
function numbersIn(value) {
  return [...value].flatMap(([key, x]) => {
    if (x instanceof Map) return numbersIn(x);
    const isNumber = (isWhole(x) || typeof x === "string") && /^[0-9]+$/.test(String(x));
    return isNumber && MENTION.test(key) ? [[key, x]] : [];
  });
}

/** Return the line with the number of mines that a JSON object gives, or an empty string. */
function minesIn(value) {
  const found = [...new Map(numbersIn(value))];
  if (new Set(found.map(([, x]) => String(x))).size > 1) {
    const keys = found.map(([key]) => quoted(key)).join(" and ");
    throw new InputError(`${keys} differ; keep only "mines", the number of all mines`);
  }
  if (!found.length) return "";
  const [[key, number]] = found;
  const isKnown = HEADERS.some((header) => header.test(`${key}: ${number}`));
  return `${isKnown ? key : "mines"}: ${number}\n`;
}

function writeStateJson(state) {
  const mines = state.mines === undefined ? "" : `"mines": ${state.mines}, `;
  return `{${mines}"state": ${toJson(linesOfState(state))}}`;
}

function writeStateRows(state) {
  const header = state.mines === undefined ? [] : [`mines: ${state.mines}`];
  return [...header, ...linesOfState(state)].join("\n");
}

/** The formats of states, in the order in which they are tried. */
export const FORMATS = new Formats("state", [
  {
    name: "csv",
    title: "sample",
    recognises: (text) => (isHeader(firstLine(text), SAMPLE) ? "" : null),
    read: readSample,
  },
  {
    name: "mine",
    title: "file of JSMinesweeper",
    recognises: (text) => (MINE_SIZE.test(firstLine(text)) ? "" : null),
    read: readMine,
    write: writeMine,
  },
  {
    name: "json",
    title: "JSON",
    recognises: (text) => (objectsIn(text).length || listsAsRows(text) ? "" : null),
    read: readJson,
    write: writeStateJson,
  },
  { name: "rows", title: "rows", recognises: () => "", read: readStates, write: writeStateRows },
]);

// ---- Whole boards ----

/** Return the board with a set of mined fields, numbered row by row; raise InputError if invalid. */
function boardOf(height, width, mined, first = null) {
  checkShape(height, width);
  const fields = height * width;
  const place = (f) => [Math.floor(f / width), f % width];
  const mines = [...mined].sort((a, b) => a - b).map(place);
  if (first === null) return { width, height, mines };
  if (!(0 <= first && first < fields)) {
    throw new InputError(`the first click is outside the ${height}×${width} fields`);
  }
  if (mined.has(first)) {
    throw new InputError(`the first click, (${place(first).join(", ")}), is a mine`);
  }
  return { width, height, mines, first: place(first) };
}

const minedFields = (board) => new Set(board.mines.map(([r, c]) => r * board.width + c));

export function boardLines(board) {
  const rows = Array.from({ length: board.height }, () => new Array(board.width).fill("-"));
  for (const [r, c] of board.mines) rows[r][c] = "*";
  return rows.map((row) => row.join(""));
}

// ---- Game IDs of Simon Tatham's Mines ----

const ID_LINK = String.raw`(?:Game ID:\s*)?["'${"`"}]?(?:https?://[^\s#]{1,200}#)?`;
const ID = asciiPattern(
  String.raw`^${ID_LINK}(?:[0-9]+(?:x[0-9]+)?(?:n[0-9]+)?a?:\S+|[0-9]+(?:x[0-9]+)?n[0-9]+a?#\S+|[0-9]+x[0-9]+a?#[0-9]+\s*$)`,
);
const ID_PREFIX = asciiPattern(`^${ID_LINK}`);

/** Return the pattern of Python's flags ASCII and IGNORECASE. */
function asciiPattern(source) {
  return new RegExp(
    source
      .replaceAll(String.raw`[^\s#]`, String.raw`[^ \t\n\r\f\v#]`)
      .replaceAll(String.raw`\s`, String.raw`[ \t\n\r\f\v]`)
      .replaceAll(String.raw`\S`, String.raw`[^ \t\n\r\f\v]`),
    "i",
  );
}

const PARAMETERS = /^([0-9]{1,7})(?:x([0-9]{1,7}))?(?:n([0-9]{1,7}))?a?$/;
const POSITION = /^([0-9]{1,7}),([0-9]{1,7}),([mu]?)([^\n]*)$/;

const isId = (text) => ID.test(lstrip(text));

function parseId(given) {
  const text = rstripped(strip(given).replace(ID_PREFIX, ""), "\"'`");
  if (text.includes("#")) {
    throw new InputError(
      "this is a random seed, for which that program's generator is needed; copy the ID of Game > " +
        "Specific, which has a colon, not that of Game > Random Seed",
    );
  }
  const colon = text.indexOf(":");
  const parameters = colon < 0 ? text : text.slice(0, colon);
  const description = colon < 0 ? "" : text.slice(colon + 1);
  const size = PARAMETERS.exec(parameters);
  if (!size) {
    throw new InputError(`${quoted(parameters)} is not a size of Mines; expected WxH, such as 9x9`);
  }
  const [cols, rows] = [Number(size[1]), Number(size[2] ?? size[1])];
  checkShape(rows, cols);
  if (description.startsWith("r")) {
    throw new InputError(
      "this ID is of a game before its first click, so its mines are not yet placed; uncover a " +
        "field, and copy the ID again",
    );
  }
  const position = POSITION.exec(description);
  if (!position) throw new InputError("after the colon of a game ID, expected X,Y,BITMAP");
  const [, x, y, kind, bitmap] = position;
  if (Number(x) >= cols || Number(y) >= rows) {
    throw new InputError(`the first click, ${x},${y}, is outside ${cols}x${rows}`);
  }
  const fields = rows * cols;
  const digits = Math.ceil(fields / 4);
  if (length(bitmap) !== digits) {
    throw new InputError(
      `the bitmap must have ${counted(digits, "hexadecimal digit")} for ${cols}x${rows}, not ` +
        `${length(bitmap)}`,
    );
  }
  if (!/^[0-9a-fA-F]*$/.test(bitmap)) {
    throw new InputError("the bitmap contains a character that is no hexadecimal digit");
  }
  const hex = bitmap + "0".repeat(digits % 2);
  let bits = Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
  if (kind === "m") bits = exchanged(bits, fields, false);
  const mined = new Set();
  for (let f = 0; f < fields; f++) if ((bits[f >> 3] >> (7 - (f % 8))) & 1) mined.add(f);
  if (size[3] && Number(size[3]) !== mined.size) {
    throw new InputError(
      `the ID says ${counted(Number(size[3]), "mine")}, but has ${mined.size}`,
    );
  }
  return boardOf(rows, cols, mined, Number(y) * cols + Number(x));
}

function writeId(board) {
  if (!board.first) {
    throw new InputError("a game ID needs the first click; add it with --first ROW,COLUMN");
  }
  const fields = board.width * board.height;
  const bits = new Uint8Array(Math.ceil(fields / 8));
  for (const f of minedFields(board)) bits[f >> 3] |= 1 << (7 - (f % 8));
  const masked = [...exchanged(bits, fields, true)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  const [y, x] = board.first;
  return `${board.width}x${board.height}:${x},${y},m${masked.slice(0, Math.ceil(fields / 4))}`;
}

/** Mask the bits of a bitmap, or undo it. */
function exchanged(bits, fields, masking) {
  const middle = bits.length >> 1;
  const first = bits.slice(0, middle);
  const second = bits.slice(middle);
  for (const step of masking ? [0, 1] : [1, 0]) {
    if (step === 0) {
      xor(first, second);
    } else {
      xor(second, first);
      // the bits that belong to no field stay clear
      if (fields % 8) second[second.length - 1] &= (0xff00 >> (fields % 8)) & 0xff;
    }
  }
  return joinedBytes(first, second);
}

function joinedBytes(first, second) {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** XOR bytes with the SHA-1 of a seed and 0, of the seed and 1, and so on. */
function xor(target, seed) {
  const common = seed.length - (seed.length % 64); // bytes of the blocks that all hashes begin with
  const begun = compressed(SHA1, seed.subarray(0, common));
  for (let at = 0, block = 0; at < target.length; at += 20, block++) {
    const digits = Uint8Array.from(String(block), (digit) => digit.charCodeAt(0));
    const digest = sha1(joinedBytes(seed.subarray(common), digits), begun, common);
    for (let i = 0; i < 20 && at + i < target.length; i++) target[at + i] ^= digest[i];
  }
}

const SHA1 = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];

/**
 * Return the SHA-1 of bytes, before which a number of bytes led to the state `begun`. The browser's
 * own is not available in files, and not synchronous.
 */
function sha1(bytes, begun, before) {
  const size = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(64 * size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((before + bytes.length) / 0x20000000));
  view.setUint32(padded.length - 4, ((before + bytes.length) << 3) >>> 0);
  const digest = new DataView(new ArrayBuffer(20));
  compressed(begun, padded).forEach((x, i) => digest.setInt32(4 * i, x));
  return new Uint8Array(digest.buffer);
}

/** Return the state of SHA-1 after blocks of 64 bytes. */
function compressed(begun, bytes) {
  const rotated = (x, n) => (x << n) | (x >>> (32 - n));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const state = [...begun];
  const w = new Int32Array(80);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getInt32(block + 4 * t);
    for (let t = 16; t < 80; t++) {
      w[t] = rotated(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    }
    let [a, b, c, d, e] = state;
    for (let t = 0; t < 80; t++) {
      const [f, k] =
        t < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : t < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : t < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      const next = (rotated(a, 5) + f + e + k + w[t]) | 0;
      [a, b, c, d, e] = [next, a, rotated(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((x, i) => (state[i] = (state[i] + x) | 0));
  }
  return state;
}

function readIds(text) {
  const puzzles = blocks(text)
    .flat()
    .map(([number, line]) => within(`line ${number}`, () => parseId(line)));
  return { puzzles, remarks: [] };
}

// ---- Rows of whole boards ----

const FIRST = whole(
  pattern(
    String.raw`(?:first|start)(?:[ _](?:click|field|move))?\s*+[:=]?\s*+\(?\s*+(?P<row>\d{1,7})(?:\s*+,\s*+|\s++)(?P<column>\d{1,7})\s*\)?`,
    "i",
  ),
);
const BOARD_MINES = ["*", "💣", "💥", "@", "X", "x", "M", "B", "b", "9", "-1"];
const BOARD_FREE = [..."-_oO·⬜."];
const IS_STATE =
  "a board shows all mines, as * (for a state of a game, use minesweeper deduce)";
const WRITE_FREE = "write - for a field without a mine";

function readMineMaps(given, gaps = true) {
  const text = withoutFrame(given);
  checkBlankLines(text);
  const remarks = [];
  let parts = boardParts(blocks(text, false));
  const isPlain = ({ first, mines }) => first === null && mines === null;
  if (gaps && parts.slice(1).every(([heads]) => isPlain(heads))) {
    const [joined, remark] = withoutGaps(parts.map(([, lines]) => lines));
    if (remark) {
      remarks.push(remark);
      const none = { first: null, mines: null };
      parts = joined.map((block, i) => [i === 0 ? parts[0][0] : none, block]);
    }
  }
  const found = parts.map(([heads, lines]) => [heads, boardCells(unlabelled(lines, remarks))]);
  const symbols = new Set(found.flatMap(([, rows]) => rows.flatMap(([, row]) => row)));
  for (const [, rows] of found) checkBoardRows(rows);
  const single = found.filter(([, rows]) => rows.length === 1 && rows[0][1].length === 1);
  if (single.length > 1) {
    throw new InputError(
      `line ${single[0][1][0][0]}: a board of one field; if the lines are the rows of one board, ` +
        "remove the empty lines between them",
    );
  }
  if (!symbols.size) return { puzzles: [], remarks: [] };
  const mine = mineSymbol(symbols, found[0][1][0][0]);
  if (mine !== "*") remarks.push(`read ${mine} as a mine`);
  return { puzzles: found.map(([heads, rows]) => boardOfRows(heads, rows, mine)), remarks };
}

/** Return the lines of each board, and what the lines above and below it say. */
function boardParts(found) {
  const parts = [];
  let heads = { first: null, mines: null };
  let some = false;
  for (const block of found) {
    const lines = [];
    for (const [number, line] of block) {
      const first = FIRST.exec(stripped(line, " .;#"))?.groups;
      if (first) {
        heads.first = [integer(first.row), integer(first.column)];
        some = true;
      } else if (MENTION.test(line)) {
        heads.mines = parseHeader(number, line).mines;
        some = true;
      } else if (stripped(line, " ")) {
        lines.push([number, line]);
      }
    }
    if (lines.length) {
      parts.push([heads, lines]);
      [heads, some] = [{ first: null, mines: null }, false];
    }
  }
  if (some) throw new InputError(`line ${found.at(-1)[0][0]}: no board follows this line`);
  return parts;
}

function checkBlankLines(text) {
  const all = splitLines(text);
  for (let i = 1; i < all.length; i++) {
    const blank = [strip(all[i - 1]) === "", strip(all[i]) === ""];
    if (blank[0] !== blank[1] && length(all[i - 1]) === length(all[i])) {
      throw new InputError(`line ${i + (blank[1] ? 1 : 0)}: blanks; ${WRITE_FREE}`);
    }
  }
}

/** Return the rows of symbols, which may be separated; refuse blanks that may be fields. */
function boardCells(block) {
  const found = block.map(([, line]) => splitCells(line) ?? []);
  const bare = block.map(([, line]) => stripped(line, " "));
  const numbered = (rows) => rows.map((row, i) => [block[i][0], row]);
  const doubt = () => new InputError(`line ${block[0][0]}: blanks may be fields; ${WRITE_FREE}`);
  if ([",", ";", "|", "\t"].some((mark) => bare.every((line) => line.includes(mark)))) {
    return numbered(found);
  }
  const known = (x) => BOARD_FREE.includes(x) || NUMBERS.includes(x);
  if (bare.some((line) => line.includes(" "))) {
    const gaps = new Set(bare.flatMap((line) => line.match(/ +/g) ?? []));
    const widths = new Set(found.map((row) => row.length));
    if (gaps.size > 1 || widths.size > 1 || !chars(bare.join("")).some(known)) throw doubt();
    return numbered(found);
  }
  const withBlanks = block.some(([, line]) => line.startsWith(" ") || line.endsWith(" "));
  if (
    withBlanks &&
    (new Set(bare.map(length)).size > 1 ||
      !chars(bare.join("")).some((x) => x === "0" || BOARD_FREE.includes(x)))
  ) {
    throw doubt();
  }
  return numbered(bare.map(chars));
}

function checkBoardRows(rows) {
  const [line, row] = rows[0];
  within(`line ${line}`, () => checkShape(rows.length, row.length));
  for (const [number, other] of rows) {
    if (other.length !== row.length) {
      throw new InputError(
        `line ${number}: ${counted(other.length, "field")}, but the board's first row has ` +
          `${row.length}; ${WRITE_FREE}`,
      );
    }
  }
}

/** Return the symbol of a mine; refuse symbols of states, and unknown ones. */
function mineSymbol(symbols, line) {
  const mines = BOARD_MINES.filter((symbol) => symbols.has(symbol));
  const other = [...symbols].find(
    (s) => !mines.includes(s) && !NUMBERS.includes(s) && !BOARD_FREE.includes(s),
  );
  if (other !== undefined) {
    throw new InputError(`line ${line}: ${quoted(other)} is not a field; ${IS_STATE}`);
  }
  if (mines.length === 1) return mines[0];
  if (symbols.size === 2 && symbols.has("0") && symbols.has("1")) return "1";
  if (mines.length) {
    throw new InputError(
      `line ${line}: ${mines[0]} and ${mines[1]} may be mines; write * for a mine`,
    );
  }
  throw new InputError(`line ${line}: there is no mine; ${IS_STATE}`);
}

function boardOfRows(heads, rows, mine) {
  const [line, row] = rows[0];
  const [height, width] = [rows.length, row.length];
  const grid = rows.map(([, cells]) => cells);
  const symbols = grid.flat();
  const mined = new Set([...symbols.keys()].filter((f) => symbols[f] === mine));
  const board = within(`line ${line}`, () => {
    let start = null;
    if (heads.first) {
      const [r, c] = heads.first;
      start = r < height && c < width ? r * width + c : height * width;
    }
    const found = boardOf(height, width, mined, start);
    if (heads.mines !== null && heads.mines !== mined.size) {
      throw new InputError(
        `the board has ${counted(mined.size, "mine")}, not ${heads.mines}; ${IS_STATE}`,
      );
    }
    return found;
  });
  if (mine !== "1" && symbols.some((s) => s !== "0" && NUMBERS.includes(s))) {
    symbols.forEach((symbol, f) => {
      if (mined.has(f)) return;
      const [r, c] = [Math.floor(f / width), f % width];
      const shown = NUMBERS.includes(symbol) ? Number(symbol) : 0;
      const number = around(grid, r, c).filter((s) => s === mine).length;
      if (number !== shown) {
        throw new InputError(
          `line ${rows[r][0]}, column ${c + 1}: ${quoted(symbol)} has ${counted(number, "mine")} ` +
            `around it; ${IS_STATE}`,
        );
      }
    });
  }
  return board;
}

const BOARD_SAMPLE = { rows: "positive", cols: "positive", mines: "count", board: "str" };
const STARTS = { start_row: "count", start_col: "count" };

function readBoardSample(text) {
  const names = firstLine(text).split(",");
  const withStart = Object.keys(STARTS).every((name) => names.includes(name));
  const columns = withStart ? { ...BOARD_SAMPLE, ...STARTS } : BOARD_SAMPLE;
  const puzzles = parseCsv(text, columns).map((row, i) =>
    within(`line ${i + 2}`, () => {
      checkShape(Number(row.rows), Number(row.cols));
      const symbols = linesIn(row, "board").flat();
      const mined = new Set([...symbols.keys()].filter((f) => symbols[f] === "*"));
      if (symbols.some((s) => s !== "*" && s !== "-") || mined.size !== row.mines) {
        throw new InputError(`expected ${counted(row.mines, "mine")} (*) and - elsewhere`);
      }
      if (!withStart) return boardOf(row.rows, row.cols, mined);
      if (row.start_col >= row.cols) {
        throw new InputError(`start_col is ${row.start_col}; expected a column`);
      }
      const first = Number(row.start_row) * row.cols + row.start_col;
      return boardOf(row.rows, row.cols, mined, first);
    }),
  );
  return { puzzles, remarks: [] };
}

function writeMineMap(board) {
  const first = board.first ? [`first: ${board.first[0]}, ${board.first[1]}`] : [];
  return [...first, ...boardLines(board)].join("\n");
}

/** The formats of whole boards, in the order in which they are tried. */
export const BOARDS = new Formats("board", [
  {
    name: "id",
    title: "game ID",
    recognises: (text) => (isId(text) ? "" : null),
    read: readIds,
    write: writeId,
  },
  {
    name: "csv",
    title: "sample",
    recognises: (text) => (isHeader(firstLine(text), BOARD_SAMPLE) ? "" : null),
    read: readBoardSample,
  },
  {
    name: "picture",
    title: "rows",
    recognises: () => "",
    read: (text) => {
      const isJson = objectsIn(text).length > 0 || listsAsRows(text) !== null;
      if (!isJson) return readMineMaps(text);
      const remarks = [];
      const objects = objectsIn(text);
      const rows = objects.length
        ? objects.map((value) => objectRows(value, remarks))
        : [jsonRows(text, remarks)];
      const found = rows.map((x) => readMineMaps(x, false));
      const told = [...remarks, ...found.flatMap((x) => x.remarks)];
      return { puzzles: found.flatMap((x) => x.puzzles), remarks: [...new Set(told)] };
    },
    write: writeMineMap,
  },
]);

/**
 * Return the states or the whole boards of a text: boards if it cannot be states, or if no number
 * is in it.
 * @throws {InputError} If it is neither; the message is that about states.
 */
function readAny(text, name = "auto") {
  if (name !== "auto") return (FORMATS.get(name) ? FORMATS : BOARDS).parse(text, name);
  const head = firstLine(text);
  const isBoard = isId(text) || /^(?:first|start)\b/i.test(head) || isHeader(head, STARTS);
  if (isBoard) return BOARDS.parse(text);
  const asBoards = () => attempt(() => BOARDS.parse(text));
  try {
    const states = FORMATS.parse(text);
    const isMineMap = states.remarks.includes(MAY_BE_MINES);
    return (isMineMap && asBoards()) || states;
  } catch (error) {
    const boards = error instanceof InputError ? asBoards() : null;
    if (boards) return boards;
    throw error;
  }
}

const isState = (puzzle) => Array.isArray(puzzle.rows);

/** The game, for the entry panel, addresses and pictures. */
export const GAME = {
  name: "minesweeper",
  noun: "state",
  list: [...FORMATS.list, ...BOARDS.list],
  parse: readAny,
  formats: (puzzle) => (isState(puzzle) ? FORMATS : BOARDS),
  shape: (puzzle) =>
    isState(puzzle) ? [puzzle.rows.length, puzzle.rows[0].length] : [puzzle.height, puzzle.width],
  measure: ({ mines }) =>
    mines === undefined ? "" : counted(Array.isArray(mines) ? mines.length : mines, "mine"),
  hint: "Rows of 0-8, # or . for covered fields and F for flags, a game ID, JSON …",
  settings: ["mines", "first"],
  addresses: (puzzle) =>
    isState(puzzle)
      ? [
          () => ({
            text: linesOfState(puzzle).join("\n"),
            settings: puzzle.mines === undefined ? {} : { mines: puzzle.mines },
          }),
        ]
      : [() => ({ text: writeId(puzzle) }), () => ({ text: writeMineMap(puzzle) })],
  ofAddress(text, { mines, first }) {
    if (isId(text)) return BOARDS.parse(text);
    const rows = text.replaceAll("/", "\n");
    if (first !== undefined) return BOARDS.parse(`first: ${first}\n${rows}`);
    return readAny((mines === undefined ? "" : `mines: ${mines}\n`) + rows);
  },
  /** Return the state of a picture: rows of numbers, -1 for covered and -2 for flagged fields. */
  ofFields(fields, mines) {
    const content = fields.map((row) => [...row]);
    if (mines === "") return stateOf(content);
    const number = wholeNumber(mines, 0, fields.length * fields[0].length);
    if (number === null) {
      throw new InputError(`${mines} mines do not fit on ${fields.length}×${fields[0].length} fields`);
    }
    return stateOf(content, number);
  },
};
