// Reads texts as the pages do: a list of {program, text} on standard input becomes a list of
// {puzzles, shown: their rows, written: by name, shared: what their addresses lead to} or {error}
// on standard output. With "fragments", a list of {program, fragment} becomes one of reasons to
// refuse them; with "addresses", a list of {program, board} one of what their addresses lead to.

import { readFileSync } from "node:fs";

import { compiled, loadHere } from "../../web/js/engine.js";
import { InputError } from "../../web/js/formats/common.js";
import { GAME as floodit } from "../../web/js/formats/floodit.js";
import { GAME as flowfree } from "../../web/js/formats/flowfree.js";
import { GAME as minesweeper } from "../../web/js/formats/minesweeper.js";
import { fragmentOf, puzzleIn } from "../../web/js/share.js";

await loadHere(() => compiled(readFileSync(new URL("../../web/engine/puzzlesat.wasm.gz", import.meta.url))));

const GAMES = { floodit, flowfree, minesweeper };
const gameOf = (program) => GAMES[program.split("-")[0]];

function orError(call) {
  try {
    return call();
  } catch (error) {
    return { error: error instanceof InputError ? error.message : `!!! ${error.stack}` };
  }
}

/** The rows of a puzzle, with blanks between the cells. */
function shownRows(game, puzzle) {
  if (game === floodit) return puzzle.rows.map((row) => row.map((c) => puzzle.symbols[c]).join(" "));
  const { flow, cols, symbols } = puzzle;
  if (game === flowfree) return Array.from({ length: puzzle.rows }, (_, r) => flow.slice(r * cols, (r + 1) * cols).map((f) => symbols[f] ?? ".").join(" "));
  return game.writers(puzzle).rows().trimEnd().split("\n").filter((line) => !line.includes(":")).map((line) => [...line].join(" "));
}

function read({ program, text }) {
  const game = gameOf(program);
  return orError(() => {
    const puzzles = game.parse(text);
    return {
      puzzles,
      shown: puzzles.map((puzzle) => shownRows(game, puzzle)),
      written: puzzles.map((puzzle) => Object.fromEntries(Object.entries(game.writers(puzzle)).map(([name, write]) => [name, write()]))),
      shared: puzzles.map((puzzle) => puzzleIn(game, fragmentOf(game, puzzle))),
    };
  });
}

const refusal = ({ program, fragment }) => orError(() => (puzzleIn(gameOf(program), fragment), null))?.error ?? null;

const shared = ({ program, board }) => orError(() => puzzleIn(gameOf(program), fragmentOf(gameOf(program), board)));

const given = JSON.parse(readFileSync(0));
console.log(JSON.stringify(given.map({ fragments: refusal, addresses: shared }[process.argv[2]] ?? read)));
