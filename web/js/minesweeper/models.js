/**
 * Placements of mines that fit a state, found by search with propagation of each number.
 *
 * The engine decides whether a placement exists (by counting); this module shows one.
 */

import { COVERED, FLAGGED } from "#minesweeper/state.js";

const MOST = 20_000; // decisions of one attempt; a placement that exists is nearly always found by then

/**
 * Return a placement as a map from covered fields to 0 or 1; null if there is none, and undefined
 * if the search gave up.
 *
 * @param {State} state
 * @param {object} [options]
 * @param {[number, number][]} [options.given]  values of some fields
 * @param {(f: number) => number} [options.first]  the value of a field that is tried first
 * @param {?number} [options.total]  the number of mines on the board, with those under flags
 */
export function placement(state, { given = [], first = () => 0, total = null } = {}) {
  for (const order of [first, (f) => 1 - first(f), () => 0, () => 1]) {
    const found = attempt(state, given, order, total);
    if (found !== undefined) return found;
  }
  return undefined;
}

class TooManyDecisions extends Error {}

function attempt(state, given, first, total) {
  const { content, fields } = state;
  const isUncovered = (f) => content[f] >= 0;
  const values = new Map();
  const trail = [];
  const covered = state.covered;
  const spare = covered.filter((f) => !state.around(f).some(isUncovered));
  const isSpare = new Set(spare);
  const known = new Map(given);
  const freeSpare = spare.filter((f) => !known.has(f));
  const left = total === null ? 0 : total - state.flagged.length - spare.filter((f) => known.get(f)).length;
  // From `least` to `most` mines are next to numbers.
  const [least, most] = total === null ? [0, Infinity] : [left - freeSpare.length, left];
  let mines = 0;
  let undecided = covered.length - spare.length;
  let decisions = 0;

  const value = (f) => (content[f] >= 0 ? 0 : content[f] === FLAGGED ? 1 : values.get(f));
  const set = (f, v) => {
    values.set(f, v);
    trail.push(f);
    if (isSpare.has(f)) return;
    mines += v;
    undecided--;
  };
  const undoTo = (length) => {
    while (trail.length > length) {
      const f = trail.pop();
      if (!isSpare.has(f)) {
        mines -= values.get(f);
        undecided++;
      }
      values.delete(f);
    }
  };
  const propagate = (waiting) => {
    while (waiting.length) {
      const constraint = waiting.pop();
      const around = state.around(constraint);
      const open = around.filter((f) => value(f) === undefined);
      const missing = content[constraint] - around.filter((f) => value(f) === 1).length;
      if (missing < 0 || missing > open.length) return false;
      if (missing !== 0 && missing !== open.length) continue;
      for (const f of open) set(f, missing ? 1 : 0);
      for (const f of open) waiting.push(...state.around(f).filter(isUncovered));
    }
    return mines <= most && mines + undecided >= least;
  };

  if (given.some(([f, v]) => content[f] !== COVERED && value(f) !== v)) return null;
  for (const [f, v] of known) if (content[f] === COVERED) set(f, v);
  if (!propagate(fields.filter(isUncovered))) return null;

  // Fields are decided outwards from those given, one connected part after another.
  const reached = new Set();
  const starts = [...known.keys(), ...covered].filter((f) => content[f] === COVERED && !isSpare.has(f));
  for (const start of starts) {
    for (const waiting = [start]; waiting.length; ) {
      const f = waiting.shift();
      if (reached.has(f)) continue;
      reached.add(f);
      for (const g of state.around(f).filter(isUncovered)) {
        waiting.push(...state.open(g).filter((x) => !reached.has(x)));
      }
    }
  }
  const order = [...reached];
  function decide(at) {
    while (at < order.length && values.has(order[at])) at++;
    if (at === order.length) return true;
    if (++decisions > MOST) throw new TooManyDecisions();
    const f = order[at];
    for (const v of [first(f), 1 - first(f)]) {
      const before = trail.length;
      set(f, v);
      if (propagate(state.around(f).filter(isUncovered)) && decide(at + 1)) return true;
      undoTo(before);
    }
    return false;
  }
  try {
    if (!decide(0)) return null;
  } catch (error) {
    if (error instanceof TooManyDecisions || error instanceof RangeError) return undefined;
    throw error;
  }
  let rest = total === null ? 0 : left - mines;
  // Spare fields whose first value is a mine come first.
  for (const f of [...freeSpare].sort((a, b) => first(b) - first(a))) {
    values.set(f, total === null ? first(f) : Number(rest-- > 0));
  }
  return values;
}
