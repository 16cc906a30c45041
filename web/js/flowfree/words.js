/** The reasons of the engine in words; the codes are those of engine/interface/README.md. */

import { counted, fieldName, filled } from "#js/words.js";
import SENTENCES from "#js/flowfree/sentences.js";

/** The name of a node's cell. */
function place(graph, node) {
  const nodes = graph.nodesAt[graph.cell[node]];
  const name = fieldName(...graph.place(node));
  if (nodes.length === 1) return name;
  return `the bridge at ${name} ${nodes[0] === node ? "from left to right" : "from top to bottom"}`;
}

/** The names of the two cells of a link. */
export function between(graph, link) {
  const [[r, c], [y, x]] = graph.cellsOf(link).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const warp = Math.abs(r - y) + Math.abs(c - x) > 1 ? " (warp)" : "";
  return `${fieldName(r, c)} and ${fieldName(y, x)}${warp}`;
}

/** The reason of a step, as one or two sentences, or that of a rule in it. */
export function reasonOf(graph, symbols, step, rule = step.rule) {
  const { nodes, flows: [smaller, larger] } = step, [node] = nodes;
  const values = {
    ...step, nodes: nodes.map((each) => place(graph, each)), smaller: symbols[smaller], larger: symbols[larger],
    end: symbols[graph.endOf[node]], bridge: node !== undefined && graph.nodesAt[graph.cell[node]].length > 1,
  };
  if (rule !== "contradiction") return filled(SENTENCES[rule], values);
  if (step.link === null) return filled(SENTENCES.stuck, values);
  return filled(SENTENCES.contradiction, { ...values, because: reasonOf(graph, symbols, step, step.because) });
}

/** What is wrong with flows that connect their endpoints. */
export const faultInWords = (symbols, { code, flow }) => ({
  empty: "a cell is empty", touches: `${symbols[flow]} touches itself`,
}[code] ?? "two flows share a cell, or one flow visits it twice");

/** What a hint says: the reason of its link, or why there is none. */
export function hintInWords(graph, { symbols, rule }, { kind, link, step }) {
  if (kind === "link") {
    return step.rule === "refuted" ? "Without a link here, the rules lead to a contradiction." : reasonOf(graph, symbols, step);
  }
  const counting = rule === "numberlink";
  return {
    done: "All links are drawn.",
    unsolvable: "The puzzle has no solution under this rule.",
    wrong: link ? "The only solution does not use this link." : "No solution uses all the links drawn so far.",
    several: counting ? "The puzzle has several solutions; under this rule, hints follow from a single one."
      : "From here, there are several solutions, and none of the links left is in all.",
    undecided: counting ? "The solutions of this puzzle are too many, or take too long, to be counted." : "No hint was found in time.",
  }[kind];
}

/** The number of solutions of recorded steps, and the evidence; `words` state the rule. */
export function verdictOf({ steps, solutions }, words) {
  const searched = steps.filter(({ rule }) => rule === "search").length, last = steps.at(-1);
  if (!solutions.length) {
    return last?.rule === "contradiction" ? `There is no solution ${words}: the derived links contradict each other.`
      : `There is no solution ${words}, according to a search; the reasons shown do not prove it. flowfree prove writes a proof.`;
  }
  if (solutions.length === 2) return `There are several solutions ${words}; two of them are shown.`;
  if (!searched) return `There is exactly one solution ${words}: every step was forced.`;
  return `There is exactly one solution ${words}. A search finds no other one; for ${counted(searched, "link")}, it gives no reason. `
    + "flowfree prove writes a proof of uniqueness.";
}
