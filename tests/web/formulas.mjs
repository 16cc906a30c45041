// Writes formulas as the web application does: a list of {game, text, rule, p, encoding, method} on
// standard input becomes a list of DIMACS files on standard output.

import { readFileSync } from "node:fs";

import { FORMATS as BOARDS } from "../../web/js/formats/floodit.js";
import { FORMATS as PUZZLES } from "../../web/js/formats/flowfree.js";
import { dimacs, floodit, flowfree } from "../../web/js/formula.js";

function write({ game, text, rule, p, encoding, method }) {
  if (game === "floodit") return dimacs(floodit(BOARDS.parse(text).puzzles[0], p, encoding));
  const [puzzle] = PUZZLES.parse(text).puzzles;
  return dimacs(flowfree({ ...puzzle, rule }, method));
}

console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(write)));
