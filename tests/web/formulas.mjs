// Writes formulas as the web application does: a list of {game, text, rule, p, encoding, method} on
// standard input becomes a list of DIMACS files on standard output.

import { readFileSync } from "node:fs";

import { FORMATS as BOARDS } from "../../web/js/formats/floodit.js";
import { FORMATS as PUZZLES } from "../../web/js/formats/flowfree.js";
import { dimacs } from "../../web/js/formula/clauses.js";
import { flooditFormula, literalsOfFloodit } from "../../web/js/formula/floodit.js";
import { flowfreeFormula } from "../../web/js/formula/flowfree.js";

function write({ game, text, rule, p, encoding, method }) {
  if (game === "floodit") {
    const [board] = BOARDS.parse(text).puzzles;
    const formula = flooditFormula(board, p, encoding);
    const known = literalsOfFloodit(board, p, encoding);
    if (known !== formula.literals) throw new Error(`${known} literals, not ${formula.literals}`);
    return dimacs(formula);
  }
  const [puzzle] = PUZZLES.parse(text).puzzles;
  return dimacs(flowfreeFormula({ ...puzzle, rule }, method));
}

console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(write)));
