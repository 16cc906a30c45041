/**
 * The formula of a small puzzle: its conditions one by one, each with its clauses.
 *
 *     mountFormula(container, puzzle, board);
 *
 * For Flood-It these are conditions 1-12 of the thesis (§3.4 and §4.2.2, with the corrections of
 * Python's floodit.encode.thesis), for Flow Free those of flowfree.encode.links and acyclic.ranks.
 * The board, a view with `mark(fields)`, shows the fields that a clause speaks of while it has the
 * pointer or the focus. The clauses are those of the commands `floodit encode` and `flowfree encode`,
 * with the same variables.
 */

import { greedyMoves } from "#floodit/greedy.js";
import { bitLength } from "#formula/clauses.js";
import { flooditFormula, literalsOfFloodit } from "#formula/floodit.js";
import { flowfreeFormula } from "#formula/flowfree.js";
import { choice, MAX_LITERALS, panel, tooLarge } from "#formula/panel.js";
import { h } from "#shell.js";

const MAX_MOVES = 100;

export function mountFormula(container, puzzle, board) {
  if (Array.isArray(puzzle.flow)) {
    const method = choice("Cycles", [["ranks", "excluded (ranks)"], ["repair", "allowed"]]);
    panel(container, board, [method], () => {
      const cells = puzzle.flow.length - puzzle.missing.length;
      const least = cells * (16 + 8 * bitLength(puzzle.symbols.length - 1)); // of degrees and linked
      return least > MAX_LITERALS ? tooLarge("flowfree") : flowfreeFormula(puzzle, method.value());
    }, "flowfree");
    return;
  }
  const p = h("input", { type: "number", min: 0, max: MAX_MOVES, value: Math.min(MAX_MOVES, greedyMoves(puzzle)) });
  const encoding = choice("Encoding", [["minimal", "minimal (1–10)"], ["extended", "extended (1–12)"]]);
  const moves = { element: h("label", {}, "Moves p", p), input: p };
  panel(container, board, [moves, encoding], () => {
    const allowed = Number(p.value);
    if (!Number.isInteger(allowed) || allowed < 0 || allowed > MAX_MOVES || p.value === "") {
      return `Choose a number of moves from 0 to ${MAX_MOVES}.`;
    }
    const literals = literalsOfFloodit(puzzle, allowed, encoding.value());
    return literals > MAX_LITERALS ? tooLarge("floodit") : flooditFormula(puzzle, allowed, encoding.value());
  }, "floodit");
}
