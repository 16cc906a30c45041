/**
 * Propagation step by step: generalised arc consistency by enumeration of the supports
 * (Simon 2012, §2.4).
 */

import { COVERED, FLAGGED } from "#minesweeper/state.js";
import { counted } from "#words.js";
import { Run, plainLook } from "#minesweeper/run.js";

const UNDEFINED = -1;

export class Propagation extends Run {
  static procedure = [
    "repeat",
    "  for each constraint C(a,b) with unknown neighbours, from top left to bottom right",
    "    for each unknown variable x of C(a,b)",
    "      for each value of x: 0, 1",
    "        loop over the assignments of the others, by a binary counter",
    "          they add up to n(a,b): a support, leave the loop",
    "      only one value has a support: x has this value",
    "until a whole round decides nothing",
  ];

  static jumps = [
    ["nextVariable", "Next variable"],
    ["nextConstraint", "Next constraint"],
    ["all", "Run to the end"],
  ];

  restart() {
    const { state } = this;
    this.domains = state.content.map((x) => (x === COVERED ? UNDEFINED : x === FLAGGED ? 1 : 0));
    this.now = {};
    this.tried = 0;
    this.chosen = null;
    this.events = this.revisions();
    this.done = false;
    this.say(
      "Propagation processes one constraint after another. It tries all values of the covered fields " +
        "around the number, and keeps the values that fit. Choose a number or a field, or start at the top.",
      0,
    );
  }

  get lines() {
    return Propagation.procedure;
  }

  unknown(f) {
    return this.domains[f] === UNDEFINED;
  }

  array(f) {
    return this.state.scope(f).map((g) => (g === null ? 0 : this.domains[g]));
  }

  relevant(f) {
    return this.state.content[f] >= 0 && this.array(f).includes(UNDEFINED);
  }

  // Yields one event after the other; level 1 begins a constraint, 2 a variable, 3 is an assignment
  // that was tried, 4 a variable that was decided.
  *revisions() {
    const { state } = this;
    const named = (f) => state.named(f);
    let changed = true;
    let round = 0;
    while (changed) {
      changed = false;
      round++;
      for (let at = 0; at < state.size; at++) {
        if (this.chosen) {
          at = this.chosen.constraint;
          if (this.chosen.variable === undefined) this.chosen = null;
          changed = true; // a whole round is still to come
        }
        if (!this.relevant(at)) {
          this.chosen = null;
          continue;
        }
        const constraint = at;
        const number = state.content[constraint];
        const around = state.scope(constraint);
        this.now = { constraint };
        const unknown = this.array(constraint).filter((x) => x === UNDEFINED).length;
        yield {
          level: 1,
          line: 1,
          words: `Round ${round}, constraint ${named(constraint)}: the ${number} has ${counted(unknown, "unknown neighbour")}.`,
        };
        for (let i = 0; i < 8; i++) {
          if (this.chosen) {
            const { constraint: wanted, variable: tested } = this.chosen;
            if (wanted !== constraint || tested === undefined) break;
            i = around.indexOf(tested);
            this.chosen = null;
          }
          const variable = around[i];
          if (variable === null || !this.unknown(variable)) continue;
          const array = this.array(constraint);
          const loop = 2 ** (array.filter((x) => x === UNDEFINED).length - 1);
          const supported = [null, null];
          this.now = { constraint, variable, loop, tried: 0, supported };
          yield {
            level: 2,
            line: 2,
            words: `Variable ${named(variable)}: does each value have a support?`,
          };
          for (const value of [0, 1]) {
            if (this.chosen) break;
            let tried = 0;
            for (const filled of this.assignments(array, i, value)) {
              const sum = filled.reduce((a, b) => a + b, 0);
              const satisfied = sum === number;
              this.tried++;
              tried++;
              if (satisfied) supported[value] = true;
              else if (tried === loop) supported[value] = false;
              this.now = { constraint, variable, value, loop, tried, supported, filled, satisfied };
              yield {
                level: 3,
                line: satisfied ? 5 : 4,
                words:
                  `${named(variable)} = ${value}: array [${filled}] adds up to ${sum}, ` +
                  (satisfied ? "satisfied: a support." : `not ${number}: violated.`),
              };
              if (satisfied || this.chosen) break;
            }
          }
          if (this.chosen) continue;
          if (supported[0] !== supported[1]) {
            const value = Number(supported[1]);
            this.domains[variable] = value;
            changed = true;
            yield {
              level: 4,
              line: 6,
              words:
                `${named(variable)} = ${1 - value} has no support, so there is ` +
                `${value ? "a" : "no"} mine.`,
            };
          } else if (!supported[0]) {
            yield {
              level: 4,
              line: 6,
              words: `No value of ${named(variable)} has a support: a number or a flag must be wrong.`,
            };
          }
        }
        if (this.chosen) at--;
      }
    }
    this.now = {};
    yield {
      level: 0,
      line: 7,
      words:
        `Fixpoint after ${counted(round, "round")} and ${counted(this.tried, "assignment")}: ` +
        `${this.decided().size} of ${state.covered.length} fields are decided.`,
    };
  }

  // The assignments of the undefined entries of an array: the digits of a binary counter.
  *assignments(array, tested, value) {
    const given = [...array];
    given[tested] = value;
    const open = [...given.keys()].filter((i) => given[i] === UNDEFINED);
    for (let counter = 0; counter < 2 ** open.length; counter++) {
      const filled = [...given];
      open.forEach((i, k) => {
        filled[i] = (counter >> (open.length - 1 - k)) & 1;
      });
      yield filled;
    }
  }

  get active() {
    return this.now.variable ?? this.now.constraint;
  }

  next() {
    this.advance(4);
  }

  nextVariable() {
    this.advance(2);
  }

  nextConstraint() {
    this.advance(1);
  }

  /** The values of the covered fields that are decided so far. */
  decided() {
    return new Map(this.state.covered.filter((f) => !this.unknown(f)).map((f) => [f, this.domains[f]]));
  }

  pick(f) {
    const { state } = this;
    if (this.relevant(f)) {
      this.chosen = { constraint: f };
    } else if (state.content[f] === COVERED && this.unknown(f)) {
      const holding = [this.now.constraint, ...state.around(f)].find(
        (c) => c !== undefined && this.relevant(c) && state.scope(c).includes(f),
      );
      if (holding === undefined) {
        this.say(`No number constrains ${state.named(f)}.`, 0);
        return;
      }
      this.chosen = { constraint: holding, variable: f };
    } else {
      this.say(`Nothing is unknown at ${state.named(f)}.`, this.line);
      return;
    }
    if (this.done) {
      this.events = this.revisions();
      this.done = false;
    }
    this.advance(this.chosen.variable === undefined ? 1 : 2);
  }

  /** The lines that describe the constraint and the variable under way. */
  get details() {
    const { constraint, variable, value, loop, tried, supported } = this.now;
    const { state } = this;
    if (constraint === undefined) return [];
    const support = (v) =>
      supported[v] === null ? "not settled yet" : supported[v] ? "has a support" : "has no support";
    const first = `Constraint ${state.named(constraint)}, n = ${state.content[constraint]}`;
    if (variable === undefined) return [first];
    return [
      first,
      `Variable ${state.named(variable)}${value === undefined ? "" : ` = ${value}`}`,
      `Assignments: ${loop} possible, ${tried} tried`,
      `Value 0: ${support(0)}`,
      `Value 1: ${support(1)}`,
    ];
  }

  look(f) {
    const base = plainLook(this.state, f);
    const { constraint, variable, filled, satisfied } = this.now;
    const isCovered = this.state.content[f] === COVERED;
    if (isCovered && !this.unknown(f) && f !== variable) base.square = this.domains[f] ? "M" : "S";
    if (constraint === undefined) return base;
    if (f === constraint) {
      return { ...base, letter: filled === undefined ? "c" : satisfied ? "✓" : "✗", frame: true };
    }
    const i = this.state.scope(constraint).indexOf(f);
    if (i < 0) return base;
    if (!this.unknown(f) && f !== variable) return { ...base, letter: "k" };
    return { letter: f === variable ? "t" : "u", digits: filled?.[i] ?? null };
  }
}
