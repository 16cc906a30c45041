/**
 * Backbones step by step, by Algorithm 1 and by the simple iterative approach (Simon 2012, §3.3).
 *
 * The answers of the SAT solver come from an oracle: `recorded` by the command `minesweeper explain`,
 * or `computed` on this page.
 */

import { COVERED } from "#minesweeper/state.js";
import { counted } from "#words.js";
import { placement } from "#minesweeper/models.js";
import { Run, plainLook } from "#minesweeper/run.js";

const FILTERING = [
  "(sat, ν) ← SAT(φ)",
  "Λ ← {l | l̄ ∈ ν},  ν_R ← ∅",
  "foreach l ∈ Λ:",
  "    (sat, ν) ← SAT(φ ∪ {l})",
  "    if sat = false:  ν_R ← ν_R ∪ {l̄},  φ ← φ ∪ {l̄}",
  "    else:  Λ without variables not in ν, and without literals in ν",
  "return ν_R",
];

const ITERATIVE = [
  "(sat, ν) ← SAT(φ)",
  "Λ ← both literals of every variable,  ν_R ← ∅",
  "foreach l ∈ Λ:",
  "    (sat, ν) ← SAT(φ ∪ {l})",
  "    if sat = false:  ν_R ← ν_R ∪ {l̄}",
  "    else:  l̄ is not in the backbone",
  "return ν_R",
];

/** The procedures by their names in the menu. */
export const PROCEDURES = {
  lifting: "Algorithm 1, with partial models",
  filtering: "Algorithm 1, with complete models",
  iterative: "simple iterative approach",
};

/**
 * An oracle that answers as recorded: `first` is a model, and `witnesses` has, for each covered
 * field, a model without a mine there and one with a mine, or null. A model is a string with a
 * character for each covered field: 0 or 1, plus 2 if the partial model leaves the field out.
 */
export function recorded(state, { first, witnesses }) {
  const position = new Map(state.covered.map((f, i) => [f, i]));
  return (literal) => (literal ? witnesses[position.get(literal[0])][literal[1]] : first);
}

/**
 * An oracle that searches for models itself.
 *
 * `certain` maps fields to the values that the engine found to be certain, so that no model is
 * searched for in vain; it is null if there is no model at all.
 */
export function computed(state, certain, total = null) {
  const { covered } = state;
  let last = null;
  return (literal) => {
    if (certain === null) return null;
    if (literal && certain.get(literal[0]) === 1 - literal[1]) return null;
    const before = last;
    const found = placement(state, {
      given: [...certain, ...(literal ? [literal] : [])],
      first: (f) => before?.get(f) ?? 0,
      total,
    });
    if (!found) return found; // undefined: the search gave up
    last = found;
    const isFree = (f) => total === null && !state.around(f).some((g) => state.content[g] >= 0);
    return covered.map((f) => found.get(f) + (isFree(f) ? 2 : 0)).join("");
  };
}

export class Backbone extends Run {
  static jumps = [
    ["nextField", "Next field"],
    ["all", "Run to the end"],
  ];

  /** @param {State} state @param {(literal?) => string|null} oracle @param {string} procedure */
  constructor(state, oracle, procedure = "lifting") {
    super(state);
    this.oracle = oracle;
    this.procedure = procedure;
  }

  get lines() {
    return this.procedure === "iterative" ? ITERATIVE : FILTERING;
  }

  restart() {
    this.variables = this.state.covered;
    this.position = new Map(this.variables.map((f, i) => [f, i]));
    this.found = new Map(); // ν_R: field -> value
    this.excluded = new Set(); // fields that are not in the backbone
    this.lastModels = []; // the last two models
    this.shownModels = []; // the part of them that is shown, null for "no model"
    this.pending = null; // Λ
    this.tested = null;
    this.chosen = null;
    this.calls = 0;
    this.events = this.tests();
    this.done = false;
    this.say(
      "A SAT solver looks at all numbers at once, as one formula φ. A field that is a mine in every " +
        "model, or in none, is in the backbone. Choose a field, or start.",
      0,
    );
  }

  value(model, f) {
    return Number(model[this.position.get(f)]) % 2;
  }

  free(model, f) {
    return this.procedure === "lifting" && Number(model[this.position.get(f)]) > 1;
  }

  // A model of φ ∪ {l}, or of φ, or null.
  sat(literal) {
    this.calls++;
    const found = this.oracle(literal);
    if (found) this.lastModels = [...this.lastModels.slice(-1), found];
    this.shownModels = found === null ? [...this.lastModels.slice(-1), null] : this.lastModels;
    return found;
  }

  literal([f, value]) {
    return `${value ? "" : "¬"}x${this.state.named(f)}`;
  }

  filterPending(model) {
    const before = this.pending.length;
    const out = ([f, value]) => this.value(model, f) === value || this.free(model, f);
    for (const [f] of this.pending.filter(out)) this.excluded.add(f);
    this.pending = this.pending.filter((l) => !out(l));
    return before - this.pending.length;
  }

  *tests() {
    const simple = this.procedure === "iterative";
    const named = (f) => this.state.named(f);
    const first = this.sat();
    if (!first) {
      this.pending = [];
      const words =
        first === null
          ? "SAT(φ): unsatisfiable, a number or a flag must be wrong."
          : "The search for a model took too long.";
      yield { level: 0, line: 6, words };
      return;
    }
    yield { level: 2, line: 0, words: "SAT(φ): satisfiable, a model." };
    this.pending = this.variables.flatMap((f) =>
      simple ? [[f, 0], [f, 1]] : [[f, 1 - this.value(first, f)]],
    );
    const dropped = simple ? 0 : this.filterPending(first);
    yield {
      level: 3,
      line: 1,
      words:
        `Λ has ${counted(this.pending.length, "literal")}` +
        (dropped ? `; the partial model does not assign ${dropped}.` : "."),
    };
    while (this.pending.length) {
      const at = this.chosen === null ? 0 : this.pending.findIndex(([f]) => f === this.chosen);
      this.chosen = null;
      const [literal] = this.pending.splice(Math.max(at, 0), 1);
      const [f, value] = literal;
      this.tested = f;
      yield {
        level: 3,
        line: 2,
        words: `l = ${this.literal(literal)}: can ${named(f)} be ${value ? "a mine?" : "safe?"}`,
      };
      const found = this.sat(literal);
      yield {
        level: 3,
        line: 3,
        words:
          `SAT(φ ∪ {${this.literal(literal)}}): ` +
          (found === null
            ? "unsatisfiable."
            : found === undefined
              ? "satisfiable by counting; the search for a model took too long."
              : "satisfiable, a model."),
      };
      if (found === null) {
        this.found.set(f, 1 - value);
        const words = `${named(f)} is ${value ? "safe" : "a mine"} in every model.`;
        yield { level: 2, line: 4, words };
      } else if (simple) {
        if (!this.found.has(f) && !this.pending.some(([g]) => g === f)) this.excluded.add(f);
        const words = `${this.literal([f, 1 - value])} is not in the backbone.`;
        yield { level: 2, line: 5, words };
      } else {
        this.excluded.add(f);
        const less = found ? this.filterPending(found) : 0;
        yield {
          level: 2,
          line: 5,
          words:
            `${named(f)} is not in the backbone` +
            (less ? `; the model removes ${less} more from Λ.` : "."),
        };
      }
    }
    this.tested = null;
    yield {
      level: 0,
      line: 6,
      words:
        `${counted(this.calls, "call")}: ${this.found.size} of ` +
        `${this.variables.length} fields are in the backbone.`,
    };
  }

  get active() {
    return this.tested ?? undefined;
  }

  get details() {
    return [];
  }

  next() {
    this.advance(3);
  }

  nextField() {
    this.advance(2);
  }

  /** The values of the fields that are in the backbone, as far as it is known. */
  decided() {
    return this.found;
  }

  pick(f) {
    const { state } = this;
    if (state.content[f] >= 0 && state.open(f).length) {
      const clauses = this.clauses(f);
      this.say(
        `The ${state.content[f]} at ${state.named(f)}: ${counted(clauses.length, "clause")}\n` +
          clauses.slice(0, 12).join("\n") +
          (clauses.length > 12 ? "\n…" : ""),
        this.line,
      );
      return;
    }
    if (this.pending === null) {
      this.advance(2);
      this.advance(3);
    }
    if (!this.pending.some(([g]) => g === f)) {
      this.say(`${state.named(f)} is not in Λ.`, this.line);
      return;
    }
    this.chosen = f;
    this.advance(2); // the test under way, or already that of f
    while (this.pending.some(([g]) => g === f)) {
      this.chosen = f;
      this.advance(2);
    }
  }

  // The clauses of a number's truth table: each excludes an assignment that does not satisfy it.
  clauses(number) {
    const { state } = this;
    const open = state.open(number);
    const mines = state.content[number] - state.flags(number);
    const barred = [];
    for (let row = 0; row < 2 ** open.length; row++) {
      const values = open.map((_, i) => (row >> (open.length - 1 - i)) & 1);
      if (values.reduce((a, b) => a + b, 0) === mines) continue;
      barred.push(open.map((f, i) => this.literal([f, 1 - values[i]])).join(" ∨ "));
    }
    return barred;
  }

  look(f) {
    const value = this.state.content[f];
    if (value !== COVERED) return plainLook(this.state, f);
    const letter = f === this.tested ? "t" : "x";
    if (this.found.has(f)) return { letter, square: this.found.get(f) ? "M" : "S" };
    if (this.excluded.has(f)) return { letter, square: "N" };
    return {
      letter,
      models: this.shownModels.map((model) =>
        model === null ? "×" : this.free(model, f) ? "–" : String(this.value(model, f)),
      ),
    };
  }
}
