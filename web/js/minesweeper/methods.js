/**
 * The fields that each method decides: consistency of one constraint, of pairs, with the number of
 * mines (Simon 2012, §2.5), and the backbone, which the engine computes.
 */

import { COVERED } from "#minesweeper/state.js";
import { counted } from "#words.js";
import { Run, plainLook } from "#minesweeper/run.js";

/**
 * Return the values that consistency decides, as a map, or null if it finds a contradiction.
 *
 * With `pairs`, two constraints that share fields are considered together. With `total`, the number
 * of mines is one more constraint, over all covered fields.
 */
export function consistency(state, { pairs = false, total = false } = {}) {
  const values = new Map();
  const given = state.constraints.map(({ scope, mines }) => ({ scope, mines }));
  if (total) given.push({ scope: state.covered, mines: state.mines - state.flagged.length });
  const isWrong = state.fields.some(
    (f) => state.content[f] >= 0 && !state.open(f).length && state.content[f] !== state.flags(f),
  );
  if (isWrong) return null;
  for (let before = -1; values.size > before; ) {
    before = values.size;
    const sums = given.map(({ scope, mines }) => ({
      scope: scope.filter((f) => !values.has(f)),
      mines: mines - scope.filter((f) => values.get(f) === 1).length,
    }));
    if (sums.some(({ scope, mines }) => mines < 0 || mines > scope.length)) return null;
    // With from `least` to `most` mines, fields may all have the same value.
    const settle = (fields, least, most) => {
      if (most === 0) for (const f of fields) values.set(f, 0);
      else if (least === fields.length) for (const f of fields) values.set(f, 1);
    };
    for (const { scope, mines } of sums) settle(scope, mines, mines);
    if (!pairs || values.size > before) continue;
    const holding = new Map();
    sums.forEach(({ scope }, i) => {
      for (const f of scope) holding.set(f, [...(holding.get(f) ?? []), i]);
    });
    const together = new Set();
    for (const list of holding.values()) {
      for (const i of list) for (const j of list) if (i < j) together.add(i * sums.length + j);
    }
    for (const pair of together) {
      const [one, other] = [sums[Math.floor(pair / sums.length)], sums[pair % sums.length]];
      const inOther = new Set(other.scope);
      const shared = one.scope.filter((f) => inOther.has(f));
      const inShared = new Set(shared);
      const [a, b] = [one, other].map(({ scope }) => scope.filter((f) => !inShared.has(f)));
      const least = Math.max(0, one.mines - a.length, other.mines - b.length);
      const most = Math.min(shared.length, one.mines, other.mines);
      if (least > most) return null;
      settle(shared, least, most);
      settle(a, one.mines - most, one.mines - least);
      settle(b, other.mines - most, other.mines - least);
    }
  }
  return values;
}

const SENTENCES = {
  single: () => "Propagation checks one constraint at a time. It decides",
  pairs: () => "Two constraints at a time decide",
  total: (mines) => `Pairs of constraints and the number of mines, ${mines}, decide`,
  backbone: () => "SAT considers all numbers at once. It decides",
  backbone_total: (mines) =>
    `Knowing that there ${mines === 1 ? "is" : "are"} ${counted(mines, "mine")} decides`,
};

/**
 * Return the steps of `Methods`: for each method its text, the fields known before, those found by
 * it, as pairs of fields and values, and the reason for one of them.
 *
 * @param {State} state
 * @param {Object<string, Map>} decided  for each method of SENTENCES, the values that it decides
 * @param {(fields: number[]) => Promise<?{field, value, numbers: number[], text: string}>} simplest
 */
export async function story(state, decided, simplest) {
  const known = new Map();
  const steps = [];
  for (const [method, sentence] of Object.entries(SENTENCES)) {
    if (!decided[method]) continue;
    const found = [...decided[method]].filter(([f]) => !known.has(f));
    // Fields that follow from the numbers alone are not credited to the total number of mines.
    const own = found.filter(([f]) => method !== "total" || !decided.backbone.has(f));
    const reason = await simplest((own.length ? own : found).map(([f]) => f));
    const covered = counted(state.covered.length, "covered field");
    const some = steps.length
      ? found.length ? `${found.length} more` : "nothing further"
      : `${found.length || "none"} of the ${covered}`;
    steps.push({
      method,
      text: `${sentence(state.mines)} ${some}${reason ? `, for example: ${reason.text}` : "."}`,
      known: [...known],
      found,
      reason,
    });
    for (const [f, value] of found) known.set(f, value);
  }
  return steps;
}

/** The steps of a story, one after another. */
export class Methods extends Run {
  static jumps = [];

  constructor(state, steps) {
    super(state);
    this.steps = steps;
  }

  restart() {
    this.at = -1;
    this.next();
  }

  next() {
    this.step = this.steps[++this.at];
    this.values = new Map([...(this.step.known ?? []), ...(this.step.found ?? [])]);
    this.done = this.at === this.steps.length - 1;
    this.say(`${this.at + 1} of ${this.steps.length}: ${this.step.text}`);
  }

  get lines() {
    return [];
  }

  get details() {
    return [];
  }

  get active() {
    return this.step.reason?.field;
  }

  decided() {
    return this.values;
  }

  pick(f) {
    const value = this.state.content[f];
    this.say(`${this.state.named(f)}: ${value >= 0 ? `the number ${value}` : "covered"}.`);
  }

  look(f) {
    const { reason } = this.step;
    const base = plainLook(this.state, f);
    const decided = this.values;
    if (reason?.numbers.includes(f)) return { ...base, letter: "c" };
    if (reason?.field === f) return { letter: "t", frame: true, square: reason.value ? "M" : "S" };
    const isNear = this.state.content[f] === COVERED && reason?.numbers.length
      && this.state.around(f).some((g) => reason.numbers.includes(g));
    if (isNear) base.letter = "u";
    if (decided.has(f)) base.square = decided.get(f) ? "M" : "S";
    return base;
  }
}
