// Reads texts as the web application does: a list of {program, text, given} on standard input
// becomes a list of {format, puzzles (as rows), remarks, written} or {error} on standard output. With
// the argument "fragments", a list of {program, fragment} becomes one of reasons to refuse them.

import { readFileSync } from "node:fs";

import { FORMATS as floodit, GAME as FLOODIT } from "../../web/js/formats/floodit.js";
import { FORMATS as flowfree, GAME as FLOWFREE, lines } from "../../web/js/formats/flowfree.js";
import { BOARDS, FORMATS as minesweeper, GAME as MINESWEEPER } from "../../web/js/formats/minesweeper.js";

import { fragmentOf, puzzleIn } from "../../web/js/share.js";

const TABLES = { floodit, flowfree, minesweeper, "minesweeper-boards": BOARDS };

const GAMES = { floodit: FLOODIT, flowfree: FLOWFREE };

const ROWS = {
  floodit({ rows, symbols, k, start }) {
    const separator = symbols.some((symbol) => [...symbol].length > 1) ? "," : "";
    const text = rows.map((row) => row.map((c) => symbols[c]).join(separator));
    return { text, more: `${k} ${start}` };
  },
  flowfree: (puzzle) => ({ text: lines(puzzle), more: puzzle.rule + JSON.stringify(puzzle.given) }),
  minesweeper: (state) => ({ text: minesweeper.get("rows").write(state).split("\n") }),
  "minesweeper-boards": (board) => ({ text: BOARDS.get("picture").write(board).split("\n") }),
};

function read({ program, text, given = "auto", write = [] }) {
  const formats = TABLES[program];
  try {
    const found = formats.parse(text, given);
    const puzzles = found.puzzles.map(ROWS[program]);
    return {
      format: found.format,
      puzzles: puzzles.map((puzzle) => puzzle.text),
      more: puzzles.map((puzzle) => puzzle.more ?? ""),
      remarks: found.remarks,
      shared: found.puzzles.map((puzzle) => shared(program, puzzle)),
      written: Object.fromEntries(write.map((name) => [name, written(formats, found.puzzles, name)])),
    };
  } catch (error) {
    return { error: error.constructor.name === "InputError" ? error.message : `!!! ${error.stack}` };
  }
}

/** Why there is no puzzle in the part of an address behind #; null if there is one. */
function refusal({ program, fragment }) {
  try {
    puzzleIn(GAMES[program], fragment);
    return null;
  } catch (error) {
    return error.constructor.name === "InputError" ? error.message : `!!! ${error.stack}`;
  }
}

/** What the address of a puzzle leads to, as rows and as what they do not show. */
function shared(program, puzzle) {
  const game = GAMES[program] ?? MINESWEEPER;
  try {
    const { puzzle: found } = puzzleIn(game, fragmentOf(game, puzzle));
    const { text, more = "" } = ROWS[program]({ ...found, given: [] });
    return { text, more };
  } catch (error) {
    return { text: [error.message], more: "" };
  }
}

function written(formats, puzzles, name) {
  try {
    return formats.written(puzzles, name);
  } catch (error) {
    return `!!! ${error.message}`;
  }
}

if (process.argv[2] === "tables") {
  const names = (formats) => formats.list.map(({ name, write }) => [name, Boolean(write)]);
  const tables = Object.entries(TABLES).map(([program, formats]) => [program, names(formats)]);
  console.log(JSON.stringify(Object.fromEntries(tables)));
} else {
  const answer = process.argv[2] === "fragments" ? refusal : read;
  console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(answer)));
}
