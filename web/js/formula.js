/**
 * The formula of a small puzzle: its conditions one by one, each with its clauses.
 *
 *     mountFormula(container, puzzle, board);
 *
 * For Flood-It these are conditions 1-12 of the thesis (§3.4 and §4.2.2, with the corrections of
 * Python's floodit.encode.thesis), for Flow Free those of flowfree.encode.links and acyclic.ranks.
 * The board, a view with `mark(fields)`, shows the fields that a clause speaks of while it has the
 * pointer or the focus. `flooditFormula` and `flowfreeFormula` return the same clauses as the commands
 * `floodit encode` and `flowfree encode`, with the same variables.
 *
 * @typedef {Object} Condition
 * @property {string} name      its number or name in the thesis or the program
 * @property {string} title     what it says, in words
 * @property {string} form      what it says, in symbols
 * @property {{t: ?number, clauses: number[][]}[]} at  its clauses, at each time at which it holds
 */

import { greedyMoves } from "#floodit/greedy.js";
import { clusters, neighbours as around } from "#floodit/rules.js";
import { Graph } from "#flowfree/graph.js";
import { grouped as withCommas } from "#formats/common.js";
import { h } from "#shell.js";
import { counted } from "#words.js";

const MAX_LITERALS = 200_000;
const MAX_MOVES = 100;
const MOST_SHOWN = 300; // clauses of a condition
const FREE = -1;

const range = (n, from = 0) => Array.from({ length: Math.max(0, n - from) }, (_, i) => from + i);
const pairs = (items) => items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b]));

/** Return the subsets of a size, each in the order of the items. */
function subsets(items, size) {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}

const atMost = (items, n) => subsets(items, n + 1).map((some) => some.map((x) => -x));
const atLeast = (items, n) =>
  n > items.length ? [[1], [-1]] : subsets(items, items.length - n + 1);

const at = ([r, c]) => `row ${r}, column ${c}`;

// ---- Flood-It ----

/** Return the formula of "can this board be flooded in p moves?"; see `formulaOf`. */
export function flooditFormula(board, p, encoding = "minimal") {
  const { rows, k, start } = board;
  const cols = rows[0].length;
  const { colour, neighbours, clusterOf } = geometry(board);
  const fields = range(colour.length);
  const N = fields.length;
  const stride = 2 * N + k;
  const Fld = (t, f) => t * stride + f + 1;
  const TchFld = (t, f) => t * stride + N + f + 1;
  const Move = (t, c) => t * stride + 2 * N + c + 1;
  const flooded = clusterOf[start[0] * cols + start[1]];
  const moves = range(p), states = range(p + 1);

  const conditions = [
    ["1a", "The pivot’s cluster is flooded at the start.", "Fld(0, f) for f ∈ Cluster(pivot)", [0],
      (t) => flooded.map((f) => [Fld(t, f)])],
    ["1b", "No other field is flooded at the start.", "¬Fld(0, f) for f ∉ Cluster(pivot)", [0],
      (t) => fields.filter((f) => !flooded.includes(f)).map((f) => [-Fld(t, f)])],
    ["2", "At least one move is made at each time.", "⋁ Move(t, c) over all colours c", moves,
      (t) => [range(k).map((c) => Move(t, c))]],
    ["3", "At most one move is made at each time.", "¬Move(t, c) ∨ ¬Move(t, d) for c < d", moves,
      (t) => pairs(range(k)).map(([c, d]) => [-Move(t, c), -Move(t, d)])],
    ["4", "A flooded field remains flooded.", "Fld(t, f) ⇒ Fld(t+1, f)", moves,
      (t) => fields.map((f) => [-Fld(t, f), Fld(t + 1, f)])],
    ["5", "A dry field stays dry if no field of its cluster touches the flood.",
      "⋀ ¬TchFld(t, g) ∧ ¬Fld(t, f) ⇒ ¬Fld(t+1, f) over g ∈ Cluster(f)", moves,
      (t) => fields.map((f) => [...clusterOf[f].map((g) => TchFld(t, g)), Fld(t, f), -Fld(t + 1, f)])],
    ["6", "A field that touches the flood is flooded by a move of its colour.",
      "Move(t, Colour(f)) ∧ TchFld(t, f) ⇒ Fld(t+1, f)", moves,
      (t) => fields.map((f) => [-Move(t, colour[f]), -TchFld(t, f), Fld(t + 1, f)])],
    ["7", "A dry field stays dry if the move is not of its colour.",
      "¬Fld(t, f) ∧ ¬Move(t, Colour(f)) ⇒ ¬Fld(t+1, f)", moves,
      (t) => fields.map((f) => [Fld(t, f), Move(t, colour[f]), -Fld(t + 1, f)])],
    ["8", "Every field of a cluster with a flooded field is flooded.",
      "Fld(t, g) ⇒ Fld(t, f) for g ∈ Cluster(f), g ≠ f", states,
      (t) => fields.flatMap((f) => clusterOf[f].filter((g) => g !== f).map((g) => [-Fld(t, g), Fld(t, f)]))],
    ["9a", "A field that touches the flood has a flooded neighbour.",
      "TchFld(t, f) ⇒ ⋁ Fld(t, g) over g ∈ Neighbours(f)", states,
      (t) => fields.map((f) => [-TchFld(t, f), ...neighbours[f].map((g) => Fld(t, g))])],
    ["9b", "A field with a flooded neighbour touches the flood.",
      "Fld(t, g) ⇒ TchFld(t, f) for g ∈ Neighbours(f)", states,
      (t) => fields.flatMap((f) => neighbours[f].map((g) => [-Fld(t, g), TchFld(t, f)]))],
    ["10", "At the end, all fields are flooded.", "Fld(p, f)", [p],
      (t) => fields.map((f) => [Fld(t, f)])],
    ["11", "The next move is of another colour.", "Move(t, c) ⇒ ¬Move(t+1, c)", range(p - 1),
      (t) => (k > 1 ? range(k).map((c) => [-Move(t, c), -Move(t + 1, c)]) : [])],
    ["12", "The neighbours of a flooded field touch the flood.",
      "Fld(t, f) ⇒ TchFld(t, g) for g ∈ Neighbours(f)", states,
      (t) => fields.flatMap((f) => neighbours[f].map((g) => [-Fld(t, f), TchFld(t, g)]))],
  ].filter(([name]) => encoding === "extended" || (name !== "11" && name !== "12"));

  const place = (f) => [Math.floor(f / cols), f % cols];
  const meaning = (variable) => {
    const t = Math.floor((variable - 1) / stride);
    const rest = (variable - 1) % stride;
    if (rest < N) {
      return { symbol: `Fld(${t}, ${rest})`, words: `${at(place(rest))} is flooded in state ${t}`, fields: [place(rest)] };
    }
    if (rest < 2 * N) {
      const f = rest - N;
      return { symbol: `TchFld(${t}, ${f})`, words: `${at(place(f))} touches the flood in state ${t}`, fields: [place(f)] };
    }
    const c = rest - 2 * N;
    return { symbol: `Move(${t}, ${c})`, words: `the move at time ${t} is of colour ${board.symbols[c]}`, fields: [] };
  };
  const listed = [
    "description: can this Flood-It board be flooded in " + counted(p, "move") + "?",
    `encoding: ${encoding}`,
    ...[`rows: ${rows.length}`, `cols: ${cols}`, `colours: ${k}`, `moves: ${p}`],
    ...(start.some(Boolean) ? [`start: ${start}`] : []),
    `board: ${rows.map((row) => row.map((c) => board.symbols[c]).join(board.symbols.some((s) => s.length > 1) ? "," : "")).join("/")}`,
    `Fld(t,f): ${stride}*t + f + 1, field f is flooded in state t`,
    `TchFld(t,f): ${stride}*t + f + ${N + 1}, field f touches flood in state t`,
    `Move(t,c): ${stride}*t + c + ${2 * N + 1}, colour c is chosen at time t`,
  ];
  // as many as a clause mentions: without a move, only those of state 0
  return formulaOf(conditions, meaning, listed, p * stride + 2 * N);
}

/** Return the number of literals of a Flood-It formula, without its clauses (Table 3.1, corrected). */
export function literalsOfFloodit(board, p, encoding = "minimal") {
  const { neighbours, clusterOf } = geometry(board);
  const { k } = board;
  const N = neighbours.length;
  const sum = (numbers) => numbers.reduce((x, y) => x + y, 0);
  const D = sum(neighbours.map((near) => near.length));
  const C = sum(clusterOf.map((cluster) => cluster.length));
  const inMoves = k + k * (k - 1) + 2 * N + (C + 2 * N) + 3 * N + 3 * N;
  const inStates = 2 * (C - N) + (N + D) + 2 * D;
  const redundant = encoding === "extended" ? (k > 1 ? 2 * k * Math.max(0, p - 1) : 0) + 2 * D * (p + 1) : 0;
  return 2 * N + p * inMoves + (p + 1) * inStates + redundant;
}

/** Return the colour, the neighbours and the cluster of each field. */
function geometry({ rows }) {
  const number = ([r, c]) => r * rows[0].length + c;
  const neighbours = rows.flatMap((row, r) => row.map((_, c) => around(rows, [r, c]).map(number)));
  const clusterOf = [];
  for (const cluster of clusters(rows)) {
    const fields = cluster.map(number);
    for (const f of fields) clusterOf[f] = fields;
  }
  return { colour: rows.flat(), neighbours, clusterOf };
}

// ---- Flow Free ----

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
  const between = (l) => both(l).map(at).join(" and ");
  const define = (variable, symbol, words, fields) => meanings.set(variable, { symbol, words, fields });
  links.forEach((_, l) => define(link(l), `link(${l})`, `a flow runs between ${between(l)}`, both(l)));
  for (const i of nodes) {
    for (const b of bits) {
      define(code(i, b), `code(${i}, ${b})`, `bit ${b} of the number of the flow in ${at(place(i))} is 1`, [place(i)]);
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
      define(variable, `arc(${l}, ${d})`, `a flow runs from ${at(tail)} to ${at(head)}`, both(l));
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
      define(variable, `${name}(${i}, ${b})`, `${text(b)} of ${at(place(i))} is 1`, [place(i)]);
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

const bitLength = (n) => (n > 0 ? Math.floor(Math.log2(n)) + 1 : 0);

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

// ---- Formulas ----

/**
 * Return a formula: conditions, the number of variables, comments, and the meaning of a variable.
 * @returns {{conditions: Condition[], variables: number, clauses: number, literals: number,
 *   comments: string[], meaning: (variable: number) =>
 *   {symbol: string, words: string, fields: [number, number][]}}}
 */
function formulaOf(listed, meaning, comments, variables) {
  const conditions = listed.map(([name, title, form, times, clauses]) => ({
    ...{ name, title, form },
    at: times.map((t) => ({ t, clauses: clauses(t ?? 0) })).filter((part) => part.clauses.length),
  }));
  const all = conditions.flatMap((condition) => condition.at.flatMap((part) => part.clauses));
  const literals = all.reduce((sum, clause) => sum + clause.length, 0);
  const most = all.reduce((max, clause) => clause.reduce((x, y) => Math.max(x, Math.abs(y)), max), 0);
  return { conditions, meaning, comments, clauses: all.length, literals, variables: Math.max(variables, most) };
}

/** Return a formula as a DIMACS file. */
export function dimacs(formula) {
  const lines = formula.comments.map((comment) => `c ${comment}`);
  lines.push(`p cnf ${formula.variables} ${formula.clauses}`);
  for (const { name, at: parts } of formula.conditions) {
    lines.push(`c condition ${name}`);
    for (const { clauses } of parts) for (const clause of clauses) lines.push(`${clause.join(" ")} 0`);
  }
  return `${lines.join("\n")}\n`;
}

/** Return what a clause says, in words. */
function inWords(clause, meaning) {
  const words = (some) => some.map((x) => meaning(Math.abs(x)).words);
  const [yes, no] = [words(clause.filter((x) => x > 0)), words(clause.filter((x) => x < 0))];
  const upper = (text) => text[0].toUpperCase() + text.slice(1);
  if (!no.length) return `${upper(yes.join(", or "))}.`;
  if (yes.length) return `If ${no.join(", and ")}, then ${yes.join(", or ")}.`;
  if (no.length === 1) return `It is not so that ${no[0]}.`;
  return `Not ${no.length === 2 ? "both" : "all of this"}: ${no.join(", and ")}.`;
}

// ---- The panel ----

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

const tooLarge = (program) =>
  `This formula has more than ${withCommas(MAX_LITERALS)} literals, too many to show here. Choose a smaller ` +
  `puzzle${program === "floodit" ? " or fewer moves" : ""}, or write it with the command ${program} encode.`;

function choice(label, options) {
  const select = h("select", {}, options.map(([value, text]) => h("option", { value }, text)));
  return { element: h("label", {}, label, select), input: select, value: () => select.value };
}

function panel(container, board, settings, make, program) {
  const said = h("p", { class: "quiet", role: "status" });
  const save = h("button", { type: "button" }, "Save as DIMACS");
  const time = h("input", { type: "number", min: 0, value: 0 });
  const timeLabel = h("label", {}, "Show time t", time);
  const list = h("div", { class: "conditions" });
  const open = new Set();
  let formula = null;

  const show = () => {
    const found = make();
    const error = typeof found === "string" ? found : found.literals > MAX_LITERALS ? tooLarge(program) : "";
    formula = error ? null : found;
    save.disabled = !formula;
    board.mark?.([]);
    if (error) {
      said.textContent = error;
      list.replaceChildren();
      timeLabel.hidden = true;
      return;
    }
    said.textContent = `${withCommas(formula.variables)} variables, ${withCommas(formula.clauses)} clauses, ${withCommas(formula.literals)} literals.`;
    const last = Math.max(...formula.conditions.flatMap((c) => c.at.map(({ t }) => t ?? 0)));
    timeLabel.hidden = last === 0;
    time.max = last;
    if (Number(time.value) > last) time.value = last;
    list.replaceChildren(...formula.conditions.map((condition) => conditionElement(condition)));
  };

  const conditionElement = (condition) => {
    const { name, title, form, at: parts } = condition;
    const all = parts.reduce((sum, { clauses }) => sum + clauses.length, 0);
    const body = h("div", {});
    const element = h(
      "details",
      {},
      h("summary", {}, h("b", {}, name), ` ${title} `, h("span", { class: "quiet small" }, counted(all, "clause"))),
      h("p", { class: "form" }, form),
      body,
    );
    element.open = open.has(name);
    const fill = () => {
      if (element.open) open.add(name);
      else open.delete(name);
      if (element.open) body.replaceChildren(clauseList(condition));
      else body.replaceChildren();
    };
    element.addEventListener("toggle", fill);
    if (element.open) fill();
    return element;
  };

  const clauseList = ({ name, at: parts }) => {
    if (!parts.length) return h("p", { class: "quiet small" }, "No clause.");
    const wanted = Number(time.value) || 0;
    const part = parts.find(({ t }) => t === wanted) ?? parts.at(wanted < (parts[0].t ?? 0) ? 0 : -1);
    const shown = part.clauses.slice(0, MOST_SHOWN);
    const { meaning } = formula;
    const words = h("p", { class: "words", role: "status" });
    const clauses = h(
      "ul",
      { role: "listbox", "aria-label": `Clauses of condition ${name}${part.t === null ? "" : ` at time ${part.t}`}` },
      shown.map((clause, i) => {
        const literals = clause.map((x) => `${x < 0 ? "¬" : ""}${meaning(Math.abs(x)).symbol}`);
        const item = h("li", { role: "option", tabindex: i ? -1 : 0, "aria-selected": "false" }, literals.join(" ∨ "));
        item.clause = clause;
        return item;
      }),
    );
    const point = (item) => {
      const fields = new Map(item.clause.flatMap((x) => meaning(Math.abs(x)).fields).map((field) => [String(field), field]));
      board.mark?.([...fields.values()]);
      words.textContent = inWords(item.clause, meaning);
    };
    const leave = () => {
      if (document.activeElement?.clause && clauses.contains(document.activeElement)) {
        point(document.activeElement);
        return;
      }
      board.mark?.([]);
      words.textContent = "";
    };
    const select = (item) => {
      for (const other of clauses.querySelectorAll("[aria-selected=true]")) other.setAttribute("aria-selected", "false");
      for (const other of clauses.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
      item.tabIndex = 0;
      item.setAttribute("aria-selected", "true");
      point(item);
    };
    clauses.addEventListener("pointerover", (event) => event.target.clause && point(event.target));
    clauses.addEventListener("pointerleave", leave);
    clauses.addEventListener("focusin", (event) => select(event.target));
    clauses.addEventListener("focusout", () => setTimeout(leave)); // when the next element has the focus
    clauses.addEventListener("click", (event) => event.target.clause && event.target.focus());
    clauses.addEventListener("keydown", (event) => {
      const items = [...clauses.children];
      const i = items.indexOf(event.target);
      const to = { ArrowUp: i - 1, ArrowDown: i + 1, Home: 0, End: items.length - 1 }[event.key];
      if (to === undefined || !items[to]) return;
      event.preventDefault();
      event.stopPropagation();
      items[to].focus();
    });
    const times = part.t === null ? "" : ` at t = ${part.t}`;
    const more = part.clauses.length - shown.length;
    return h(
      "div",
      {},
      h("p", { class: "quiet small" }, `${counted(part.clauses.length, "clause")}${times}` +
        (more ? `, of which the first ${MOST_SHOWN} are shown` : "")),
      clauses,
      words,
    );
  };

  save.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([dimacs(formula)], { type: "text/plain" }));
    h("a", { href: url, download: `${program}.cnf` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  for (const { input } of settings) input.addEventListener("input", show);
  time.addEventListener("input", show);
  container.classList.add("formula");
  container.replaceChildren(
    h("p", {}, program === "floodit"
      ? "The conditions of the thesis, whose models are the ways to flood the board in p moves. Fields f are numbered row by row from 0."
      : "The conditions whose models are the solutions. Cells i are numbered row by row from 0, and flows in binary."),
    h("div", { class: "bar" }, settings.map(({ element }) => element), save),
    said,
    h("div", { class: "bar" }, timeLabel),
    list,
  );
  show();
}
