/** The conditions of Flow Free: those of flowfree.encode.links, and the ranks of acyclic.ranks. */

import { Graph } from "#flowfree/graph.js";
import { atLeast, atMost, bitLength, formulaOf, placeText, range } from "#formula/clauses.js";

const FREE = -1;

/** Return the formula of "does this puzzle have a solution?"; see `formulaOf`. */
export function flowfreeFormula(puzzle, method = "ranks") {
  const { rule, symbols, flow } = puzzle;
  const graph = new Graph(puzzle);
  const { links } = graph;
  const nodes = range(graph.cell.length);
  const bits = range(bitLength(symbols.length - 1));
  const differing = rule === "strict" ? bits : [];
  const number = (node) => flow[graph.cell[node]];
  const link = (l) => l + 1;
  const code = (i, b) => links.length + i * bits.length + b + 1;
  const differ = (l, b) => links.length + nodes.length * bits.length + l * differing.length + b + 1;
  let variables = Math.max(links.length + nodes.length * bits.length + links.length * differing.length, 1);
  const own = nodes.map((i) => graph.adjacent[i].filter((l) => l >= 0).map(link));
  const ends = nodes.filter((i) => number(i) !== FREE);
  const inner = nodes.filter((i) => number(i) === FREE);
  const none = rule === "numberlink";
  const meanings = new Map();
  const place = (i) => graph.place(i);
  const both = (l) => links[l].map(place);
  const between = (l) => both(l).map(placeText).join(" and ");
  const define = (variable, symbol, words, fields) => meanings.set(variable, { symbol, words, fields });
  links.forEach((_, l) => define(link(l), `link(${l})`, `a flow runs between ${between(l)}`, both(l)));
  for (const i of nodes) {
    for (const b of bits) {
      define(code(i, b), `code(${i}, ${b})`, `bit ${b} of the number of the flow in ${placeText(place(i))} is 1`, [place(i)]);
    }
  }
  links.forEach((_, l) => differing.forEach((b) =>
    define(differ(l, b), `differ(${l}, ${b})`, `the flows in ${between(l)} differ in bit ${b}`, both(l))));

  const conditions = [
    ["degrees", none
      ? "An endpoint has one used link, another cell has two or none."
      : "An endpoint has one used link, another cell has two.",
      none ? "Σ link(ℓ) = 1, or Σ link(ℓ) ∈ {0, 2}" : "Σ link(ℓ) = 1 or 2, over the links of a cell", [null], () => [
        ...inner.flatMap((i) => none
          ? [...atMost(own[i], 2), ...own[i].map((x) => [-x, ...own[i].filter((y) => y !== x)])]
          : [...atLeast(own[i], 2), ...atMost(own[i], 2)]),
        ...ends.flatMap((i) => [...atLeast(own[i], 1), ...atMost(own[i], 1)]),
      ]],
    ["numbers", "An endpoint carries its own flow.", "code(i, b) ⇔ bit b of the number of the flow", [null],
      () => ends.flatMap((i) => bits.map((b) => [(number(i) >> b) & 1 ? code(i, b) : -code(i, b)]))],
    ["linked", "Linked cells carry the same flow.", "link(ℓ) ⇒ (code(i, b) ⇔ code(j, b))", [null],
      () => links.flatMap(([i, j], l) => bits.flatMap((b) => [
        [-link(l), -code(i, b), code(j, b)], [-link(l), code(i, b), -code(j, b)]]))],
    ...(rule === "strict" ? [
      ["unlinked", "Neighbours that are not linked carry different flows.", "link(ℓ) ∨ ⋁ differ(ℓ, b)", [null],
        () => links.map((_, l) => [link(l), ...differing.map((b) => differ(l, b))])],
      ["difference", "What it means that flows differ in a bit.", "differ(ℓ, b) ⇒ (code(i, b) ⇔ ¬code(j, b))", [null],
        () => links.flatMap(([i, j], l) => differing.flatMap((b) => [
          [-differ(l, b), code(i, b), code(j, b)], [-differ(l, b), -code(i, b), -code(j, b)]]))],
      ["no_square", "A flow does not run around a square.", "Σ link(ℓ) ≤ 2, over the four links of a square", [null],
        () => squares(graph).flatMap((square) => atMost(square.map(link), 2))],
    ] : []),
  ];

  if (method === "ranks") {
    const fresh = () => ++variables;
    const arc = links.map((_, l) => [0, 1].map((d) => {
      const variable = fresh();
      const [tail, head] = d ? [...both(l)].reverse() : both(l);
      define(variable, `arc(${l}, ${d})`, `a flow runs from ${placeText(tail)} to ${placeText(head)}`, both(l));
      return variable;
    }));
    const starts = graph.ends.map((pair) => Math.min(...pair));
    const into = nodes.map((i) => graph.adjacent[i].flatMap((l) => {
      if (l < 0) return [];
      const other = graph.beyond(i, l);
      return [arc[l][other < i ? 0 : 1]];
    }));
    const size = bitLength(nodes.length - 2 * symbols.length + 1);
    const named = (name, text) => (i, b) => {
      const variable = fresh();
      define(variable, `${name}(${i}, ${b})`, `${text(b)} of ${placeText(place(i))} is 1`, [place(i)]);
      return variable;
    };
    const make = (name, text, from) => nodes.map((i) => range(size, from).map((b) => named(name, text)(i, b)));
    const rank = make("rank", (b) => `bit ${b} of the rank`, 0);
    const following = make("next", (b) => `bit ${b} of the next rank`, 1)
      .map((rest, i) => (size ? [-rank[i][0], ...rest] : rest));
    const counting = [];
    let carry = nodes.map((i) => rank[i][0]);
    for (let b = 1; b < size; b++) {
      const last = b === size - 1;
      const next = last ? null : nodes.map((i) => named("carry", (c) => `the carry to bit ${c} of the next rank`)(i, b + 1));
      for (const i of nodes) {
        const [mine, up, c] = [rank[i][b], following[i][b], carry[i]];
        counting.push([-up, mine, c], [-up, -mine, -c], [up, -mine, c], [up, mine, -c]);
        if (next) counting.push([-next[i], mine], [-next[i], c], [next[i], -mine, -c]);
      }
      if (next) carry = next;
    }
    conditions.push(
      ["arcs", "Every used link has a direction.", "link(ℓ) ⇒ arc(ℓ, 0) ∨ arc(ℓ, 1)", [null],
        () => links.map((_, l) => [-link(l), ...arc[l]])],
      ["one arc in", "At most one arc leads into a cell.", "Σ arc ≤ 1, over the arcs into a cell", [null],
        () => into.flatMap((some) => atMost(some, 1))],
      ["no arc into a start", "No arc leads into the first endpoint of a flow.", "¬arc", [null],
        () => starts.flatMap((i) => into[i].map((x) => [-x]))],
      ["counting", "The next rank is the rank plus one.", "next(i) = rank(i) + 1, in binary", [null], () => counting],
      ["a step", "The rank of a cell is one more than that of the cell before it, which excludes cycles.",
        "arc from i to j ⇒ rank(j) = next(i)", [null],
        () => [0, 1].flatMap((d) => links.flatMap((ends, l) => {
          const [tail, head] = d ? [ends[1], ends[0]] : ends;
          return range(size).flatMap((b) => [
            [-arc[l][d], -following[tail][b], rank[head][b]], [-arc[l][d], following[tail][b], -rank[head][b]]]);
        }))],
    );
  }
  const comments = [
    "description: does this Flow Free puzzle have a solution?",
    ...["encoding: links", `method: ${method}`, `rows: ${puzzle.rows}`, `cols: ${puzzle.cols}`],
    ...[`flows: ${symbols.length}`, `rule: ${rule}`],
    `flow numbers: ${symbols.map((symbol, f) => `${f}=${symbol}`).join(" ")}`,
    `links: ${links.map(([i, j]) => `${i}-${j}`).join(" ")}`,
    `link(l): l + 1, a flow runs over link l`,
    `code(i,b): ${links.length + 1} + ${bits.length}*i + b, bit b of the number of the flow in cell i`,
  ];
  const unknown = { symbol: "?", words: "a variable without a meaning", fields: [] };
  return formulaOf(conditions, (variable) => meanings.get(variable) ?? unknown, comments, variables);
}

/** Return the links of each ring of four nodes. */
function squares(graph) {
  const near = graph.cell.map((_, i) =>
    [...new Set(graph.adjacent[i].filter((l) => l >= 0).map((l) => graph.beyond(i, l)))].sort((a, b) => a - b));
  const link = (i, j) => graph.linkBetween(i, j);
  return graph.cell.flatMap((_, i) =>
    near[i].filter((j) => i < j).flatMap((j) =>
      near[i].filter((k) => j < k).flatMap((k) =>
        near[j].filter((far) => i < far && near[k].includes(far)).map((far) =>
          [link(i, j), link(far, k), link(i, k), link(far, j)]))));
}
