/**
 * A board of Flow Free as a graph, numbered as in Python's `puzzlesat.flowfree.board.grid`.
 *
 * A node is a place through which exactly one flow passes: an ordinary cell is one node, a bridge
 * two (the second ones come last, and are crossed from top to bottom), a missing cell none. A link
 * joins two nodes whose cells share an open side. The engine tells which.
 */

import { answerHere } from "#js/engine.js";

export const [LEFT, RIGHT, TOP, BOTTOM] = [0, 1, 2, 3];
export const DX = [-1, 1, 0, 0], DY = [0, 0, -1, 1];
export const opposite = (d) => d ^ 1;

/** The cells of a board, and what is beside them. */
export class Grid {
  constructor({ rows, cols }) {
    this.rows = rows;
    this.cols = cols;
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
}

export class Graph extends Grid {
  /** @param puzzle  an object of `formats/flowfree.js` */
  constructor({ rows, cols, flow, missing = [], bridges = [], walls = [], warps = [] }) {
    super({ rows, cols });
    const { cells, links, adjacent } = answerHere("flowfree.board", { puzzle: { rows, cols, missing, bridges, walls, warps } });
    this.cell = cells; // of each node
    this.links = links; // the nodes of each
    this.adjacent = adjacent; // of each node: the link in each direction, or -1
    this.firstOver = cells.length - bridges.length;
    this.nodesAt = Array.from({ length: rows * cols }, () => []); // of a bridge: first the horizontal one
    cells.forEach((c, node) => this.nodesAt[c].push(node));
    this.ends = []; // of each flow, its two endpoints
    this.endOf = this.cell.map(() => -1);
    flow.forEach((f, c) => {
      if (f < 0) return;
      const [node] = this.nodesAt[c];
      (this.ends[f] ??= []).push(node);
      this.endOf[node] = f;
    });
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
