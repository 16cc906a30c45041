"use strict";
/* Flow Free: see web/engine/flowfree.cpp. */

const MOST_CELLS = 10_000;
const MOST_SOLUTIONS = 1000;
const RULES = ["strict", "touching", "numberlink"];
const LEVELS = ["easy", "medium", "hard", "extreme"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const [UNKNOWN, UNUSED, USED] = [-1, 0, 1];

const symbolOf = (puzzle, f) => puzzle.symbols?.[f] ?? LETTERS[f] ?? `flow ${f}`;

function cellInWords(puzzle, cell) {
  const [r, c] = placeOf(puzzle, cell);
  return `row ${r}, column ${c}`;
}

/** Return the arguments for a puzzle after checking it; `rule` replaces its own rule. */
function puzzleArguments(puzzle, rule) {
  const { rows, cols, flow, missing = [], bridges = [], walls = [], warps = [] } = puzzle ?? {};
  refuseUnless(
    isWhole(rows, 1, MOST_CELLS) && isWhole(cols, 1, MOST_CELLS) && rows * cols <= MOST_CELLS,
    `A board has at least one cell, and a page takes at most ${MOST_CELLS}.`,
  );
  refuseUnless(flow?.length === rows * cols, "The board must have a value for each cell.");
  const odd = flow.findIndex((f) => !isWhole(f, -1, rows * cols));
  refuseUnless(odd < 0, `The flow of cell ${odd} must be a whole number from -1 to ${rows * cols}.`);
  const ends = new Map();
  flow.forEach((f, cell) => {
    if (f >= 0) ends.set(f, [...(ends.get(f) ?? []), cell]);
  });
  refuseUnless(ends.size > 0, "The board has no endpoint; give each flow two.");
  for (let f = 0; f < ends.size; f++) {
    const cells = ends.get(f) ?? [];
    if (cells.length === 2) continue;
    refuseUnless(
      false,
      `${symbolOf(puzzle, f)} has ${counted(cells.length, "endpoint")}; every flow needs two.`,
      cells.map((cell) => placeOf(puzzle, cell)),
    );
  }
  for (const cell of [...missing, ...bridges]) {
    refuseUnless(isWhole(cell, 0, rows * cols - 1), `There is no cell ${cell} on the board.`);
    refuseUnless(flow[cell] < 0, `No flow can end on the bridge or missing cell in ${cellInWords(puzzle, cell)}.`);
  }
  refuseUnless(
    new Set(missing.concat(bridges)).size === missing.length + bridges.length,
    "A bridge is on a missing cell, or a cell is listed twice.",
  );
  for (const [cell, side] of [...walls, ...warps])
    refuseUnless(
      isWhole(cell, 0, rows * cols - 1) && (side === 1 || side === 3),
      "A wall or warp is at the right (1) or bottom (3) side of a cell.",
    );
  const named = rule ?? puzzle.rule ?? RULES[0];
  refuseUnless(RULES.includes(named), `There is no rule ${named}; choose from ${RULES.join(", ")}.`);
  return [named === "strict", rows, cols, flow, missing, bridges, walls.flat(), warps.flat()];
}

const isFilling = (puzzle, rule) => (rule ?? puzzle.rule) !== "numberlink";

METHODS["flowfree.solve"] = ({ puzzle, rule, limit = 2, seconds }) => {
  refuseUnless(
    isWhole(limit, 1, MOST_SOLUTIONS),
    `The limit on solutions must be a whole number from 1 to ${MOST_SOLUTIONS}.`,
  );
  const given = puzzleArguments(puzzle, rule);
  const filling = isFilling(puzzle, rule);
  const timeLimit = seconds ?? Infinity;
  const place = (cell) => placeOf(puzzle, cell);
  const placed = (found) =>
    found.solutions.slice(0, limit).map((paths) => paths.map((path) => path.map(place)));
  if (!filling) {
    const found = nullIfStopped(() =>
      kernel("flowfree_count", milliseconds(timeLimit / 2), limit, ...given),
    );
    if (found !== null) {
      const { number } = found;
      const complete = number !== null && Number(number) <= limit;
      return { solutions: placed(found), complete, status: complete ? "complete" : "limit", number };
    }
  }
  // One more than wanted shows whether there are others. If cells may stay empty, solutions that
  // fill the board are some of all.
  const left = filling ? timeLimit : timeLimit / 2;
  const found = kernel("flowfree_solve", milliseconds(left), limit + 1, ...given);
  const isMore = found.solutions.length > limit;
  const complete = filling && found.ended && !isMore;
  const ended = found.ended && (filling || isMore);
  const status = complete ? "complete" : ended ? "limit" : "timeout";
  return { solutions: placed(found), complete, status, number: null };
};

// Hints -------------------------------------------------------------------------------------------

/**
 * The known links of a puzzle and the pieces that they form: the rules of
 * src/puzzlesat/flowfree/solve/reasons.py, each with its reason in one sentence.
 */
class Links {
  constructor(puzzle, board, strict) {
    const nodes = board.cell.length;
    Object.assign(this, { puzzle, board, strict });
    this.adjacent = board.link.map((links) => links.filter((link) => link >= 0));
    this.value = board.ends.map(() => UNKNOWN);
    this.need = board.flow.map((f) => (f < 0 ? 2 : 1)); // used links that a node still lacks
    this.free = this.adjacent.map((links) => links.length); // its open links
    this.piece = Array.from({ length: nodes }, (_, node) => node);
    this.nodes = this.piece.map((node) => [node]);
    this.flow = [...board.flow];
  }

  flowAt(node) {
    return this.flow[this.piece[node]];
  }

  at(node) {
    const cell = this.board.cell[node];
    const place = cellInWords(this.puzzle, cell);
    if (!this.puzzle.bridges?.includes(cell)) return place;
    const way = this.board.node[cell] === node ? "from left to right" : "from top to bottom";
    return `the bridge at ${place} ${way}`;
  }

  beyond(node, link) {
    const [one, two] = this.board.ends[link];
    return node === one ? two : one;
  }

  /** Set the value of an open link. */
  settle(link, value) {
    if (this.value[link] !== UNKNOWN) return;
    this.value[link] = value;
    for (const node of this.board.ends[link]) this.free[node] -= 1;
    if (value === UNUSED) return;
    const [one, two] = this.board.ends[link].map((node) => this.piece[node]);
    for (const node of this.board.ends[link]) this.need[node] -= 1;
    if (one !== two) {
      for (const node of this.nodes[two]) this.piece[node] = one;
      this.nodes[one] = this.nodes[one].concat(this.nodes[two]);
      this.flow[one] = Math.max(this.flow[one], this.flow[two]);
    }
    for (const node of this.board.ends[link])
      if (this.need[node] === 0) for (const other of this.adjacent[node]) this.settle(other, UNUSED);
  }

  /** Return whether the rules exclude an open link. */
  isExcluded(link) {
    const [one, two] = this.board.ends[link];
    if (this.piece[one] === this.piece[two]) return true; // it would close a cycle
    const [f, g] = [this.flowAt(one), this.flowAt(two)];
    if (f >= 0 && g >= 0 && f !== g) return true;
    // the flow would touch itself elsewhere
    const isElsewhere = (node) => (other) =>
      other !== link && this.piece[this.beyond(node, other)] === this.piece[two];
    return (
      this.strict &&
      this.nodes[this.piece[one]].some((node) => this.adjacent[node].some(isElsewhere(node)))
    );
  }

  /** Return the reason to use a link of a node that needs all its open links, or null. */
  needed(node) {
    const [need, f] = [this.need[node], this.board.flow[node]];
    if (need === 0 || this.free[node] !== need) return null;
    const at = this.at(node);
    if (f >= 0) return `${symbolOf(this.puzzle, f)} ends at ${at} and has only one way left.`;
    if (this.puzzle.bridges?.includes(this.board.cell[node])) return `A flow crosses ${at}.`;
    if (need === 1) return `The flow has only one way to continue from ${at}.`;
    return `The cell at ${at} needs both of its open sides.`;
  }

  /** Return the reason to use an open link without which a flow would touch itself, or null. */
  joining(link) {
    const [one, two] = this.board.ends[link];
    const f = this.flowAt(one);
    if (!this.strict || f < 0 || f !== this.flowAt(two)) return null;
    return `Both cells belong to ${symbolOf(this.puzzle, f)}, which would touch itself without a link here.`;
  }

  /** Return whether the known links contradict the rules. */
  get contradicted() {
    const touches = (link) => {
      const [one, two] = this.board.ends[link];
      const f = this.flowAt(one);
      return this.piece[one] === this.piece[two] || (f >= 0 && f === this.flowAt(two));
    };
    return (
      this.free.some((free, node) => free < this.need[node]) ||
      (this.strict && this.value.some((value, link) => value === UNUSED && touches(link)))
    );
  }

  /** Apply the rules until they use a link that was not used: {link, nodes, text}, or null. */
  next() {
    for (let again = true; again; ) {
      again = false;
      for (let node = 0; node < this.need.length; node++) {
        const text = this.needed(node);
        if (!text) continue;
        const link = this.adjacent[node].find((other) => this.value[other] === UNKNOWN);
        if (!this.isExcluded(link)) return { link, nodes: [node], text };
      }
      for (let link = 0; link < this.value.length; link++) {
        if (this.value[link] !== UNKNOWN || !this.isExcluded(link)) continue;
        this.settle(link, UNUSED);
        again = true;
      }
      if (this.contradicted) return null;
    }
    for (let link = 0; link < this.value.length; link++) {
      const text = this.value[link] === UNKNOWN ? this.joining(link) : null;
      if (text) return { link, nodes: this.board.ends[link], text };
    }
    return null;
  }
}

/** Return the number of the link between two cells. */
function linkBetween(puzzle, board, [[r1, c1], [r2, c2]]) {
  const [one, other] = [r1 * puzzle.cols + c1, r2 * puzzle.cols + c2];
  const link = board.ends.findIndex((ends) => {
    const cells = ends.map((node) => board.cell[node]);
    return one !== other && cells.includes(one) && cells.includes(other);
  });
  refuseUnless(
    link >= 0,
    `The cells in row ${r1}, column ${c1} and row ${r2}, column ${c2} are not neighbours.`,
  );
  return link;
}

let lastCount = { key: "", found: null }; // hints ask for the same count again and again

/** Return the number of solutions if cells may stay empty, and at most one of them. */
function countedSolutions(given, timeLimit) {
  const key = JSON.stringify(given);
  if (lastCount.key !== key)
    lastCount = { key, found: kernel("flowfree_count", timeLimit, 1, ...given) };
  return lastCount.found;
}

/** A hint if cells may stay empty: a link of the only solution, next to what is drawn if possible. */
function hintOfCount(puzzle, given, known, timeLimit) {
  const none = { link: null, by: null, fields: [] };
  const { number, solutions } = countedSolutions(given, timeLimit);
  if (number === "0")
    return { ...none, kind: "unsolvable", text: "The puzzle has no solution under this rule." };
  if (number !== "1") {
    const text = "The puzzle has several solutions; under this rule, hints follow from a single one.";
    return { ...none, kind: "undecided", text };
  }
  const place = (cell) => placeOf(puzzle, cell);
  const name = (pair) => pair.map(String).sort().join(" ");
  const drawn = new Set(known.map(name));
  const linksOn = (path) => path.slice(1).map((cell, i) => [place(path[i]), place(cell)]);
  const flows = solutions[0].map(linksOn);
  const used = new Set(flows.flat().map(name));
  const found = (kind, link, text) => ({ kind, link, by: "search", text, fields: link });
  const wrong = known.find((link) => !used.has(name(link)));
  if (wrong) return found("wrong", wrong, "The only solution does not use this link.");
  const isDrawn = (link) => drawn.has(name(link));
  const flow = flows.find((links) => links.some(isDrawn) && !links.every(isDrawn))
    ?? flows.find((links) => !links.every(isDrawn));
  if (!flow) return { ...none, kind: "done", text: "All links are drawn." };
  const next = flow.find((link) => !isDrawn(link));
  return found("link", next, "The only solution uses this link, as a count of all shows.");
}

METHODS["flowfree.hint"] = ({ puzzle, rule, known = [], seconds }) => {
  const given = puzzleArguments(puzzle, rule);
  const none = { link: null, by: null, fields: [] };
  if (!isFilling(puzzle, rule)) {
    const text = "The solutions of this puzzle are too many, or take too long, to be counted.";
    const found = nullIfStopped(() => hintOfCount(puzzle, given, known, milliseconds(seconds)));
    return found ?? { ...none, kind: "undecided", text };
  }
  const board = kernel("flowfree_board", ...given);
  const drawn = known.map((pair) => linkBetween(puzzle, board, pair));
  const place = (cell) => placeOf(puzzle, cell);
  const placeOfNode = (node) => place(board.cell[node]);
  const endsOf = (link) => board.ends[link].map(placeOfNode);
  const deadline = deadlineAfter(seconds);
  const timeLimit = () => milliseconds(secondsUntil(deadline));
  const hint = (link, by, text, nodes = board.ends[link]) => ({
    kind: "link",
    link: endsOf(link),
    by,
    text,
    fields: nodes.map(placeOfNode),
  });
  const solutions = (wanted, links, unused = -1) =>
    kernel("flowfree_continue", wanted, timeLimit(), ...given, links, unused).solutions;
  const wrong = () => {
    const [solution, other] = solutions(2, []);
    if (!solution)
      return { ...none, kind: "unsolvable", text: "The puzzle has no solution under this rule." };
    const used = other ? null : linksOf(board, solution);
    const link = used && drawn.find((x) => !used.has(x));
    if (link == null)
      return { ...none, kind: "wrong", text: "No solution uses all the links drawn so far." };
    const text = "The only solution does not use this link.";
    return { kind: "wrong", link: endsOf(link), by: "search", text, fields: endsOf(link) };
  };
  try {
    const state = new Links(puzzle, board, given[0]);
    for (const link of drawn) {
      if (state.value[link] === UNUSED || (state.value[link] === UNKNOWN && state.isExcluded(link)))
        return wrong();
      state.settle(link, USED);
    }
    if (drawn.length > 0 && solutions(1, drawn).length === 0) return wrong();
    while (true) {
      const found = state.next();
      if (found) return hint(found.link, "rules", found.text, found.nodes);
      if (state.contradicted) return wrong();
      if (state.need.every((need) => need === 0))
        return { ...none, kind: "done", text: "All links are drawn." };
      const assumed = kernel("flowfree_assume", timeLimit(), ...given, drawn);
      if (assumed === null) return wrong();
      const forced = assumed.assumed.find(([, value]) => value === USED);
      if (forced)
        return hint(forced[0], "assumption", "Without a link here, the rules lead to a contradiction.");
      const more = assumed.assumed.filter(([link]) => state.value[link] === UNKNOWN);
      if (more.length === 0) break;
      for (const [link, value] of more) state.settle(link, value);
    }
    const [one, other] = solutions(2, drawn).map((paths) => linksOf(board, paths));
    if (!one) return wrong();
    const open = [...one].filter((link) => state.value[link] === UNKNOWN && (!other || other.has(link)));
    for (const link of open.sort((a, b) => a - b))
      if (!other || solutions(1, drawn, link).length === 0)
        return hint(link, "search", "There is otherwise no solution, as a search shows.");
    const text = "From here, there are several solutions, and none of the links left is in all.";
    return { ...none, kind: "several", text };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { ...none, kind: "undecided", text: "No hint was found in time." };
  }
};

/** Return the links that some paths of nodes use. */
function linksOf(board, paths) {
  const between = new Map(board.ends.map(([one, two], link) => [`${one} ${two}`, link]));
  const links = new Set();
  for (const path of paths)
    for (let i = 1; i < path.length; i++) {
      const [one, two] = [path[i - 1], path[i]].sort((a, b) => a - b);
      links.add(between.get(`${one} ${two}`));
    }
  return links;
}

// Generation --------------------------------------------------------------------------------------

METHODS["flowfree.generate"] = (wanted) => {
  const { rows, cols, flows = 0, seed = 0, rule = "strict", seconds = 60 } = wanted;
  const level = LEVELS.includes(wanted.difficulty)
    ? LEVELS.indexOf(wanted.difficulty)
    : (wanted.difficulty ?? -1);
  refuseUnless(
    isWhole(rows, 1, 60) && isWhole(cols, 1, 60) && Math.max(rows, cols) >= 3,
    "A puzzle has at least three cells in a row or column, and at most 60.",
  );
  refuseUnless(isWhole(level, -1, 3), "The difficulty must be 0, 1, 2 or 3.");
  refuseUnless(
    rule === "strict" || rule === "touching",
    "Flows of generated puzzles fill the board; choose strict or touching.",
  );
  const most = Math.min(Math.floor((rows * cols) / 3), LETTERS.length);
  refuseUnless(
    isWhole(flows, 0, most),
    `A board of ${rows}×${cols} cells has room for at most ${counted(most, "flow")} of 3 cells or more.`,
  );
  const halves = [Math.floor(seed / 2 ** 32) | 0, seed | 0];
  const request = [milliseconds(seconds), ...halves, rows, cols, flows, level, rule === "strict"];
  const found = nullIfStopped(() => kernel("flowfree_generate", ...request));
  refuseUnless(
    found !== null,
    `No such puzzle of ${rows}×${cols} cells was found in ${seconds} s; choose another size, difficulty or number of flows.`,
  );
  const symbols = [...LETTERS.slice(0, Math.max(...found.flow) + 1)];
  const marks = { missing: [], bridges: [], walls: [], warps: [] };
  return { rows, cols, flow: found.flow, symbols, rule, ...marks, given: [], name: "" };
};
