/**
 * The geometry of a Flow Free board as a graph, numbered as in Python's `puzzlesat.flowfree.board.grid`.
 *
 * A node is a place through which exactly one flow passes: an ordinary cell is one node, a bridge two
 * (the second ones come last, and are crossed from top to bottom), a missing cell none. A link joins
 * two nodes whose cells share an open side.
 */

export const [LEFT, RIGHT, TOP, BOTTOM] = [0, 1, 2, 3];
export const DX = [-1, 1, 0, 0], DY = [0, 0, -1, 1];
export const opposite = (d) => d ^ 1;

export class Graph {
  /** @param puzzle  an object of `formats/flowfree.js` */
  constructor({ rows, cols, flow, missing = [], bridges = [], walls = [], warps = [] }) {
    this.rows = rows;
    this.cols = cols;
    const cells = rows * cols, gone = new Set(missing), crossed = [...bridges].sort((a, b) => a - b);
    const closed = new Set(walls.map(String)), open = new Set(warps.map(String));
    this.cell = [...Array(cells).keys()].filter((c) => !gone.has(c));
    this.firstOver = this.cell.length;
    this.cell.push(...crossed);
    this.nodesAt = Array.from({ length: cells }, () => []); // of a bridge: first the horizontal one
    this.cell.forEach((c, node) => this.nodesAt[c].push(node));
    this.links = [];
    this.adjacent = this.cell.map(() => [-1, -1, -1, -1]); // the link in each direction, or -1
    for (const d of [RIGHT, BOTTOM]) {
      for (let c = 0; c < cells; c++) {
        const other = this.neighbour(c, d);
        if (gone.has(c) || gone.has(other)) continue;
        if (this.leavesBoard(c, d) ? !open.has(`${c},${d}`) : closed.has(`${c},${d}`)) continue;
        const node = d === RIGHT ? this.nodesAt[c][0] : this.nodesAt[c].at(-1);
        const next = d === RIGHT ? this.nodesAt[other][0] : this.nodesAt[other].at(-1);
        if (node === next || this.linkBetween(node, next) >= 0) continue;
        this.adjacent[node][d] = this.adjacent[next][opposite(d)] = this.links.length;
        this.links.push(node < next ? [node, next] : [next, node]);
      }
    }
    this.ends = []; // of each flow, its two endpoints
    this.endOf = this.cell.map(() => -1);
    (flow ?? []).forEach((f, c) => {
      if (f < 0) return;
      const [node] = this.nodesAt[c];
      (this.ends[f] ??= []).push(node);
      this.endOf[node] = f;
    });
  }

  /** The cell beyond a side of a cell; beyond the border, the one at the other end. */
  neighbour(c, d) {
    const x = (c % this.cols + DX[d] + this.cols) % this.cols;
    const y = (Math.floor(c / this.cols) + DY[d] + this.rows) % this.rows;
    return y * this.cols + x;
  }

  /** Whether a side of a cell belongs to the border. */
  leavesBoard(c, d) {
    const x = c % this.cols + DX[d], y = Math.floor(c / this.cols) + DY[d];
    return x < 0 || y < 0 || x >= this.cols || y >= this.rows;
  }

  /** The column and row of a node. */
  at(node) { return [this.cell[node] % this.cols, Math.floor(this.cell[node] / this.cols)]; }

  /** The row and column of a node, as the engine writes it. */
  place(node) { return this.at(node).reverse(); }

  /** The other node of a link. */
  beyond(node, link) {
    const [a, b] = this.links[link];
    return a === node ? b : a;
  }

  /** The link between two nodes, or -1. */
  linkBetween(i, j) { return this.adjacent[i].find((link) => link >= 0 && this.beyond(i, link) === j) ?? -1; }

  /** The link between two cells [row, col], or -1; at bridges, the nodes that fit. */
  linkOf([r, c], [s, e]) {
    for (const i of this.nodesAt[r * this.cols + c]) {
      for (const j of this.nodesAt[s * this.cols + e]) {
        const link = this.linkBetween(i, j);
        if (link >= 0) return link;
      }
    }
    return -1;
  }

  /** The links of a path of cells [row, col]. */
  linksOf(path) { return path.slice(1).map((cell, i) => this.linkOf(path[i], cell)); }

  /** The cells [row, col] of a link. */
  cellsOf(link) { return this.links[link].map((node) => this.place(node)); }

  /** The flow of each node if these links are used, or -1. */
  flowOf(used) {
    const root = this.cell.map((_, i) => i);
    const find = (i) => { while (root[i] !== i) i = root[i] = root[root[i]]; return i; };
    const flow = [...this.endOf];
    for (const link of used) {
      const [i, j] = this.links[link].map(find);
      if (i !== j) { root[i] = j; flow[j] = Math.max(flow[i], flow[j]); }
    }
    return root.map((_, i) => flow[find(i)]);
  }
}

/**
 * The first fault of flows, each a list of nodes from endpoint to endpoint, or null if they solve the
 * puzzle under the rule.
 */
export function fault(graph, symbols, rule, paths) {
  const place = graph.cell.map(() => null);
  for (const [f, path] of paths.entries()) {
    for (const [i, node] of path.entries()) {
      if (place[node]) return "two flows share a cell, or one flow visits it twice";
      place[node] = [f, i];
      if (i && graph.linkBetween(path[i - 1], node) < 0) return `${symbols[f]} jumps`;
    }
    if (path.length < 2 || graph.endOf[path[0]] !== f || graph.endOf[path.at(-1)] !== f) {
      return `${symbols[f]} does not lead from endpoint to endpoint`;
    }
  }
  if (rule !== "numberlink" && place.includes(null)) return "a cell is empty";
  if (rule === "strict") {
    for (const [i, j] of graph.links) {
      if (place[i][0] === place[j][0] && Math.abs(place[i][1] - place[j][1]) !== 1) {
        return `${symbols[place[i][0]]} touches itself`;
      }
    }
  }
  return null;
}
