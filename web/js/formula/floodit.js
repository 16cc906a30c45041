/** The conditions of Flood-It: those of the thesis, with the corrections of floodit.encode.thesis. */

import { clusters, neighbours as around } from "#floodit/rules.js";
import { formulaOf, pairs, placeText, range } from "#formula/clauses.js";
import { counted } from "#words.js";

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
      return { symbol: `Fld(${t}, ${rest})`, words: `${placeText(place(rest))} is flooded in state ${t}`, fields: [place(rest)] };
    }
    if (rest < 2 * N) {
      const f = rest - N;
      return { symbol: `TchFld(${t}, ${f})`, words: `${placeText(place(f))} touches the flood in state ${t}`, fields: [place(f)] };
    }
    const c = rest - 2 * N;
    return { symbol: `Move(${t}, ${c})`, words: `the move at time ${t} is of colour ${board.symbols[c]}`, fields: [] };
  };
  const comments = [
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
  return formulaOf(conditions, meaning, comments, p * stride + 2 * N);
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
