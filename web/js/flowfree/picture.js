/** The picture of a Flow Free board: marks, flows, endpoints and what is pointed out, as SVG. */

import { inkOn } from "#js/colours.js";
import { BOTTOM, DX, DY, RIGHT } from "#js/flowfree/graph.js";
import { svg } from "#js/shell.js";

const RADIUS = 0.38; // of an endpoint

/** The half of a link at one of its nodes, `from` its middle, as a path; at a warp, it leads out of the board. */
function half(graph, node, link, from = 0) {
  const d = graph.adjacent[node].indexOf(link), [x, y] = graph.at(node), [u, v] = graph.at(graph.beyond(node, link));
  const far = u === x + DX[d] && v === y + DY[d] ? 0.5 : 0.78;
  return `M${x + 0.5 + from * DX[d]} ${y + 0.5 + from * DY[d]}l${(far - from) * DX[d]} ${(far - from) * DY[d]}`;
}

const whole = (graph, link) => graph.links[link].map((node) => half(graph, node, link)).join("");

/** A link without its parts on endpoints, whose letters remain to be seen. */
const outside = (graph, link) => graph.links[link].map((node) => half(graph, node, link, graph.endOf[node] < 0 ? 0 : RADIUS + 0.04)).join("");

/** Small crosses on a link's side. */
function cross(graph, link) {
  return graph.links[link].map((node) => {
    const d = graph.adjacent[node].indexOf(link), [x, y] = graph.at(node);
    return `M${x + 0.42 + DX[d] / 2} ${y + 0.42 + DY[d] / 2}l.16 .16m0-.16l-.16 .16`;
  }).join("");
}

const path = (kind, d, more = {}) => (d ? svg("path", { class: kind, d, ...more }) : null);

/** The line along side `d` of a cell. */
function side(graph, c, d) {
  const x = c % graph.cols, y = Math.floor(c / graph.cols);
  const mx = x + 0.5 + DX[d] / 2, my = y + 0.5 + DY[d] / 2;
  return `M${mx - Math.abs(DY[d]) / 2} ${my - Math.abs(DX[d]) / 2}${DX[d] ? "v1" : "h1"}`;
}

const grounds = new WeakMap(); // for each graph, what is the same in all its pictures

/** The marks of a board: grid lines and rails below, walls, border and arrows of warps above. */
function ground(graph, { missing = [], bridges = [], walls = [], warps = [] }) {
  const gone = new Set(missing), closed = new Set(walls.map(String)), open = new Set(warps.map(String));
  let thin = "", thick = "", rail = "";
  const arrows = [];
  for (let c = 0; c < graph.rows * graph.cols; c++) {
    if (gone.has(c)) continue;
    const x = c % graph.cols, y = Math.floor(c / graph.cols);
    for (let d = 0; d < 4; d++) {
      const other = graph.neighbour(c, d), border = graph.leavesBoard(c, d);
      const name = d === RIGHT || d === BOTTOM ? `${c},${d}` : `${other},${d + 1}`;
      if (border && open.has(name)) {
        const px = x + 0.5 + 0.82 * DX[d], py = y + 0.5 + 0.82 * DY[d];
        arrows.push(path("arrow", `M${px} ${py}l${-0.16 * DX[d] - 0.12 * DY[d]} ${-0.16 * DY[d] - 0.12 * DX[d]}`
          + `l${0.24 * DY[d]} ${0.24 * DX[d]}z`));
      } else if (border || closed.has(name) || gone.has(other)) thick += side(graph, c, d);
      else thin += side(graph, c, d);
    }
    if (bridges.includes(c)) {
      for (const off of [0.22, 0.78]) {
        rail += `M${x + off} ${y}v1`;
        for (const start of [0, 0.78]) rail += `M${x + start} ${y + off}h.22`;
      }
    }
  }
  return { below: [path("thin", thin)], above: [path("thick", thick), path("rail", rail), ...arrows] };
}

/** The endpoints, with their symbols. */
function endpoints(graph, symbols, colours) {
  return graph.ends.flatMap((ends, f) => ends.flatMap((node) => {
    const [x, y] = graph.at(node);
    const text = svg("text", { x: x + 0.5, y: y + 0.52, fill: inkOn(colours[f]),
      "font-size": symbols[f].length > 1 ? 0.36 : 0.46 }, symbols[f]);
    return [svg("circle", { class: "end", cx: x + 0.5, cy: y + 0.5, r: RADIUS, fill: colours[f] }), text];
  }));
}

/**
 * Links in the colours of flows, and what is pointed out, between the marks and the endpoints.
 *
 * `used` links; `shut` ones get a small cross; `tried`, `triedShut` are assumptions; `here` are
 * `{link, shut}` pointed out, `bad` ones are wrong; the cells of the nodes in `tint` are coloured.
 */
export function picture(graph, marks, symbols, colours, { used = [], shut = [], tried = [], triedShut = [], here = [], bad = [], tint = [] }) {
  const flow = graph.flowOf(used);
  const low = new Map(), high = new Map();
  let casing = "";
  for (const link of used) {
    const f = flow[graph.links[link][0]];
    for (const node of graph.links[link]) {
      const layer = node >= graph.firstOver ? high : low;
      layer.set(f, (layer.get(f) ?? "") + half(graph, node, link));
      if (node >= graph.firstOver) {
        const [x, y] = graph.at(node);
        casing += `M${x + 0.5} ${y + 0.08}v.84`;
      }
    }
  }
  const coloured = (layer) => [...layer].flatMap(([f, d]) =>
    (f < 0 ? [path("piece", d)] : [path("edge", d), path("flow", d, { stroke: colours[f] })]));
  const all = (links, shape) => [...links].map((link) => shape(graph, link)).join("");
  if (!grounds.has(graph)) {
    grounds.set(graph, { ...ground(graph, marks), ends: endpoints(graph, symbols, colours) });
  }
  const { below, above, ends } = grounds.get(graph);
  return [
    ...[...new Set(tint)].map((node) => {
      const [x, y] = graph.at(node);
      return svg("rect", { class: "tint", x, y, width: 1, height: 1 });
    }),
    ...below, ...coloured(low), path("casing", casing), ...coloured(high), ...above,
    path("tried", all(tried, whole)), ...ends,
    path("shut", all(shut, cross)), path("tried shut", all(triedShut, cross)),
    path("bad-halo", all(bad, outside)), path("bad", all(bad, outside)),
    ...["here-halo", "here"].map((kind) =>
      path(kind, here.map(({ link, shut: closed }) => (closed ? cross : outside)(graph, link)).join(""))),
  ].filter(Boolean);
}
