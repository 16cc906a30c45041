/** Why a field is certain, in words, as in Python's puzzlesat.minesweeper.solve.reasons. */

import { FLAGGED } from "#minesweeper/state.js";
import { counted, listed } from "#words.js";

const mine = (n) => (n === 1 ? "a mine" : "mines");
const what = (value) => (value ? "a mine" : "safe");
const joined = (phrases) =>
  phrases.length > 1 ? `${phrases.slice(0, -1).join(", ")}, and ${phrases.at(-1)}` : phrases[0];

/**
 * Return a sentence that states the value of a certain field, and the reason.
 *
 * @param {State} state
 * @param {{field: number, value: 0|1, numbers: number[], total: boolean, smallest: boolean}} reason
 *   The fields of the numbers, and whether the number of all mines belongs to the reason.
 */
export const sentence = (state, reason) =>
  `${state.named(reason.field)} is ${what(reason.value)}: ${because(state, reason)}.`;

/** Return the reason as a part of a sentence. */
export function because(state, reason) {
  const { field, value, numbers, total, smallest = true } = reason;
  if (total && !numbers.length && !smallest) {
    return `no other placement of ${counted(state.mines, "mine")} fits all numbers`;
  }
  const words = new Words(state);
  const chosen = state.constraints.filter((constraint) => numbers.includes(constraint.field));
  let found = null;
  if (total) found = words.byTheTotal(field, value, chosen);
  else if (chosen.length === 1) found = words.byOne(chosen[0]);
  else found = words.bySums(field, value, chosen) ?? words.byAChain(field, value, chosen);
  if (found !== null) return found;
  const names = numbers.map((f) => words.number(f));
  if (total) names.push(`the number of mines, ${state.mines}`);
  return `were it ${what(1 - value)}, no placement of mines would fit ${listed(names)}`;
}

/** The implications of one constraint for a second one, through the fields that they share. */
function pairOf(first, second) {
  const shared = second.scope.filter((f) => first.scope.includes(f));
  const least = Math.max(0, first.mines - (first.scope.length - shared.length));
  const most = Math.min(shared.length, first.mines);
  return { shared, least, most };
}

class Words {
  constructor(state) {
    this.state = state;
  }

  number(f) {
    return `the ${this.state.content[f]} at ${this.state.named(f)}`;
  }

  places(fields) {
    return listed([...fields].sort((a, b) => a - b).map((f) => this.state.named(f)));
  }

  byOne({ field, mines }) {
    const { state } = this;
    const number = this.number(field);
    const flagged = state.around(field).filter((f) => state.content[f] === FLAGGED);
    if (mines) {
      const flags = flagged.length ? `${counted(flagged.length, "flag")} and ` : "";
      return `${number} has ${flags}only ${counted(mines, "covered field")} around it`;
    }
    if (!flagged.length) return `${number} has no mine around it`;
    const under =
      flagged.length === 1 ? "its mine under the flag" : `its ${flagged.length} mines under the flags`;
    return `${number} has ${under} at ${this.places(flagged)}`;
  }

  // One constraint with the bounds of others on the fields that they share.
  bySums(field, value, chosen) {
    for (const last of chosen) {
      const before = chosen.filter((constraint) => constraint !== last);
      const pairs = before.map((constraint) => pairOf(constraint, last));
      const shared = pairs.flatMap((pair) => pair.shared);
      const own = last.scope.length - shared.length;
      if (shared.length > new Set(shared).size || shared.includes(field)) continue;
      const bound = pairs.reduce((sum, pair) => sum + (value ? pair.most : pair.least), 0);
      if (!last.scope.includes(field) || last.mines - bound !== own * value) continue;
      const phrases = before.map(
        (constraint, i) => `${this.number(constraint.field)} has ${this.share(constraint, pairs[i], value)}`,
      );
      const number = this.number(last.field);
      if (value) {
        const where = own === 1 ? "its only other covered field" : "all its other covered fields";
        return `${joined(phrases)}, so ${number} has ${mine(own)} on ${where}`;
      }
      const flags = this.state.flags(last.field);
      const besides = flags ? `apart from its ${flags === 1 ? "flag" : "flags"}, ` : "";
      return [...phrases, `and ${besides}${number} has no other mine`].join(", ");
    }
    return null;
  }

  share({ field, mines }, { shared, least, most }, value) {
    const where = `${shared.length === 1 ? "at" : "among"} ${this.places(shared)}`;
    if (value) return most ? `at most ${counted(most, "mine")} ${where}` : `no mine ${where}`;
    if (least < mines) return `at least ${counted(least, "mine")} ${where}`;
    const other = this.state.flags(field) ? "other " : "";
    return mines === 1 ? `its ${other}mine ${where}` : `its ${other}${mines} mines ${where}`;
  }

  // The steps from the other value to a contradiction, one constraint after another.
  byAChain(field, value, chosen) {
    const values = new Map([[field, 1 - value]]);
    const steps = [];
    for (let before = -1; before < steps.length; ) {
      before = steps.length;
      for (const { field: f, scope, mines } of chosen) {
        const rest = scope.filter((g) => !values.has(g));
        const found = scope.reduce((sum, g) => sum + (values.get(g) ?? 0), 0);
        const left = mines - found;
        if (left < 0 || left > rest.length) {
          const all = found + this.state.flags(f);
          const end = left > 0 ? `have at most ${all + rest.length}` : `have ${all}`;
          const last = `${steps.length ? "but then " : ""}${this.number(f)} would ${end}`;
          return [`were it ${what(1 - value)}`, ...(steps.length ? [joined(steps)] : []), last].join(", ");
        }
        if (!rest.length || (left !== 0 && left !== rest.length)) continue;
        for (const g of rest) values.set(g, Number(left > 0));
        const where = this.places(rest);
        const effect = left ? `make ${where} ${mine(rest.length)}` : `leave ${where} safe`;
        steps.push(`${this.number(f)} would ${effect}`);
      }
    }
    return null;
  }

  byTheTotal(field, value, chosen) {
    const { state } = this;
    const scopes = chosen.flatMap(({ scope }) => scope);
    const inside = new Set(scopes);
    if (inside.has(field) || inside.size < scopes.length) return null;
    const mines = chosen.reduce((sum, constraint) => sum + constraint.mines, 0);
    const all = state.mines - state.flagged.length;
    const outside = state.covered.length - inside.size;
    const left = all - mines;
    if (value !== Number(left > 0) || (left !== 0 && left !== outside)) return null;
    const flagged = state.flagged.length ? " under flags" : "";
    if (!chosen.length) {
      if (value) return `the number of mines left equals the number of covered fields, ${outside}`;
      return flagged ? `all mines are${flagged}` : "there are no mines";
    }
    const has = `${listed(chosen.map(({ field: f }) => this.number(f)))} ${chosen.length === 1 ? "has" : "have"}`;
    const free = flagged ? ` that ${all === 1 ? "is" : "are"} not${flagged}` : "";
    if (value) {
      return (
        `${has} ${mines} of the ${counted(all, "mine")}${free}, and only ${counted(outside, "covered field")} ` +
        `${outside === 1 ? "is" : "are"} left for the others`
      );
    }
    const every = { 1: "the only mine", 2: "both mines" }[all] ?? `all ${all} mines`;
    return `${has} ${every}${free}`;
  }
}
