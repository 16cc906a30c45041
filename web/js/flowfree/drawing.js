/** Drawing flows by hand: paths of nodes, picked up and extended. */

import { BOTTOM, DX, DY, LEFT, RIGHT, TOP } from "#js/flowfree/graph.js";

export class Drawing {
  constructor(graph) {
    this.graph = graph;
    this.paths = graph.ends.map(() => []); // each begins at an endpoint
    this.active = -1; // the flow that is being drawn
    this.cut = null; // the paths that `step` begins with, after `pick`
  }

  /** Whether a flow joins its endpoints. */
  complete(f) {
    const path = this.paths[f];
    return path.length > 1 && this.graph.endOf[path.at(-1)] === f;
  }

  /** The flow that is drawn through a node, or -1. */
  owner(node) { return this.paths.findIndex((path) => path.includes(node)); }

  /** The drawn links. */
  links() {
    return this.paths.flatMap((path) => path.slice(1).map((node, i) => this.graph.linkBetween(path[i], node)));
  }

  /** The node of a cell that is meant: where a flow ends, or else passes, or else the first. */
  nodeAt(c) {
    const nodes = this.graph.nodesAt[c];
    return nodes.find((node) => this.paths.some((path) => path.at(-1) === node))
      ?? nodes.find((node) => this.owner(node) >= 0) ?? nodes[0];
  }

  /** Picks up a flow, at its endpoint or on its drawn part; returns whether that is possible. */
  take(node) {
    this.cut = null;
    const f = this.graph.endOf[node], laid = this.owner(node);
    if (laid >= 0 && !(f >= 0 && this.paths[laid][0] !== node && this.complete(laid))) {
      this.paths[laid] = this.paths[laid].slice(0, this.paths[laid].indexOf(node) + 1);
      this.active = laid;
    } else if (f >= 0) {
      this.paths[f] = [node];
      this.active = f;
    } else return false;
    return true;
  }

  /** Picks up a flow as `take` does, but changes it only when `step` leads it on. */
  pick(node) {
    const before = [...this.paths], isTaken = this.take(node);
    [this.cut, this.paths] = [this.paths, before];
    return isTaken;
  }

  /** Leads the active flow on in a direction; returns the node of its head, or -1 if it cannot. */
  step(d) {
    const before = this.paths;
    this.paths = [...this.cut ?? before];
    const node = this.ahead(d);
    if (node >= 0 && this.lead(node)) this.cut = null;
    else this.paths = before;
    return this.paths === before ? -1 : node;
  }

  /** Extends the active flow to a node beside its head, or shortens it; returns whether it can. */
  lead(node) {
    const { graph, active } = this, path = this.paths[active], own = path.indexOf(node);
    if (own >= 0) { this.paths[active] = path.slice(0, own + 1); return true; }
    if (this.complete(active) || graph.linkBetween(path.at(-1), node) < 0) return false;
    if (graph.endOf[node] >= 0 && graph.endOf[node] !== active) return false;
    const laid = this.owner(node);
    if (laid >= 0) this.paths[laid] = this.paths[laid].slice(0, this.paths[laid].indexOf(node));
    path.push(node);
    return true;
  }

  /** The node next to the head of the active flow in a direction, or -1. */
  ahead(d) {
    const head = this.paths[this.active].at(-1), link = this.graph.adjacent[head][d];
    return link < 0 ? -1 : this.graph.beyond(head, link);
  }

  /** Leads the active flow towards a cell; returns "" (no change), "changed", or "warped". */
  leadTo(x, y) {
    let result = "";
    for (let left = this.graph.rows + this.graph.cols; left > 0; left--) {
      const [hx, hy] = this.graph.at(this.paths[this.active].at(-1));
      if (x === hx && y === hy) break;
      const across = x > hx ? RIGHT : LEFT, down = y > hy ? BOTTOM : TOP;
      const ways = Math.abs(x - hx) >= Math.abs(y - hy)
        ? [across, down] : [down, across];
      const way = ways.filter((d) => DX[d] * (x - hx) + DY[d] * (y - hy) > 0)
        .find((d) => this.ahead(d) >= 0 && this.lead(this.ahead(d)));
      if (way === undefined) break;
      result = "changed";
      const [nx, ny] = this.graph.at(this.paths[this.active].at(-1));
      if (nx !== hx + DX[way] || ny !== hy + DY[way]) return "warped";
    }
    return result;
  }

  /** What the paths are, to be compared. */
  state() { return JSON.stringify(this.paths); }

  clear() {
    this.paths = this.graph.ends.map(() => []);
    this.active = -1;
  }
}
