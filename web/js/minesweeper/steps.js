/** The tab "Step by step": the methods one after another, propagation, and backbones (Simon 2012, §2.4, §3.3). */

import { $, fail, h } from "#shell.js";
import { Backbone, PROCEDURES, computed, recorded } from "#minesweeper/backbone.js";
import { Methods, consistency, story } from "#minesweeper/methods.js";
import { Propagation } from "#minesweeper/propagation.js";
import { plainLook } from "#minesweeper/run.js";
import { FLAGGED } from "#minesweeper/state.js";
import { definition, marked } from "#minesweeper/terms.js";
import { LOOKS, stepLook } from "#minesweeper/view.js";
import { percent } from "#words.js";
import { inkOn } from "#colours.js";

const KINDS = { methods: "Methods", propagation: "Propagation", backbone: "Backbone" };
const ASKED = 12; // fields whose reasons are compared to find a simple one
const LOG = 500; // lines

export class Steps {
  constructor(app, panel) {
    this.app = app;
    this.runs = new Map(); // kind -> run, for the current position
    this.kind = "methods";
    this.procedure = "lifting";
    this.formula = "numbers";

    this.kinds = Object.entries(KINDS).map(([kind, words]) => h("label", {},
      h("input", { type: "radio", name: "kind", value: kind, checked: kind === this.kind, onchange: () => this.choose(kind) }),
      words));
    this.next = h("button", { class: "main", id: "next", onclick: () => this.act("next") }, "Next step");
    this.back = h("button", { id: "back", onclick: () => this.undo() }, "Back");
    this.jumps = h("div", { class: "bar" });
    this.legend = h("ul", { class: "legend", "aria-label": "Letters on the board" });
    const select = (label, options, chosen) => h("select", { "aria-label": label, onchange: (event) => chosen(event.target.value) },
      options.map(([value, words]) => h("option", { value }, words)));
    this.procedures = select("Procedure", Object.entries(PROCEDURES), (value) => this.restart({ procedure: value }));
    this.formulas = select("Formula φ", [["numbers", "φ: the numbers alone"], ["total", "φ: with the number of mines"]],
      (value) => this.restart({ formula: value }));
    this.choices = h("div", { class: "bar" }, this.procedures, this.formulas);
    this.facts = h("pre", { id: "facts" });
    this.code = h("pre", { id: "code" });
    this.log = h("div", { class: "log", tabindex: 0, role: "log", "aria-live": "off", "aria-label": "All steps" });
    this.details = h("details", {}, h("summary", {}, "Details"), this.facts, this.code, this.log);
    panel.append(
      h("div", { class: "bar", role: "radiogroup", "aria-label": "What is shown" }, this.kinds),
      h("div", { class: "bar" }, this.next, this.back),
      this.jumps,
      this.choices,
      this.legend,
      this.details,
      h("p", { class: "quiet small" },
        "Choose a number or a field to go on there. Keys on the board: ? is the next step, Backspace goes back. " +
          "Select a dotted word for its definition."),
    );
    document.addEventListener("click", (event) => this.define(event.target.closest?.(".term")));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.define(null);
    });
  }

  get state() {
    return this.app.state;
  }

  get run() {
    return this.runs.get(this.kind);
  }

  enter() {
    if (this.shown !== this.state) this.changed();
    else this.update();
  }

  leave() {
    this.define(null);
    $("status").replaceChildren();
  }

  // The position has changed: all runs begin anew.
  changed() {
    this.shown = this.state;
    this.runs.clear();
    this.formula = "numbers";
    this.formulas.value = "numbers";
    this.choose(this.kind);
  }

  choose(kind) {
    this.kind = kind;
    for (const label of this.kinds) {
      const input = label.querySelector("input");
      input.checked = input.value === kind;
    }
    if (this.run) this.update();
    else this.begin();
  }

  restart(choice) {
    Object.assign(this, choice);
    this.runs.delete("backbone");
    this.begin();
  }

  /** Begin the chosen run on the current position. */
  async begin() {
    const { app, state, kind, procedure, formula } = this;
    if (kind !== "propagation") {
      this.update(); // nothing yet
      $("status").textContent = "Preparing …";
    }
    let run = null, failed = null;
    try {
      run = await this.createRun(kind, state, procedure, formula);
    } catch (error) {
      failed = error;
    }
    if (state !== this.state || this.runs.has(kind)) return; // a run that has begun is kept
    if (kind === "backbone" && (procedure !== this.procedure || formula !== this.formula)) return;
    if (run) this.runs.set(kind, run.begin());
    if (kind !== this.kind || app.mode !== this) return;
    if (run) this.update();
    else if (failed?.stopped) $("status").textContent = "Stopped.";
    else if (failed) {
      $("status").textContent = "";
      fail(failed);
    } else $("status").textContent = "No placement of mines fits this state, so that nothing follows from it.";
  }

  /** Create the run on a position, or return null if nothing follows from it. */
  async createRun(kind, state, procedure, formula) {
    const { app } = this;
    const own = state === app.recorded ? app.steps : null;
    if (kind === "propagation") return new Propagation(state);
    if (kind === "backbone" && own?.formulas?.[formula]) {
      return new Backbone(state, recorded(state, own.formulas[formula]), procedure);
    }
    if (kind === "methods" && own?.story) {
      const guess = own.tour || !own.hint || own.hint.reason ? [] : [own.hint];
      return new Methods(state, [...own.story, ...guess]);
    }
    const withoutTotal = await this.certain(state.with([], null));
    const withTotal = state.mines === null ? withoutTotal : await this.certain(state);
    if (kind === "backbone") {
      const total = formula === "total" ? state.mines : null;
      const certain = total === null ? withoutTotal : withTotal;
      return new Backbone(state, computed(state, certain, total), procedure);
    }
    if (withTotal === null) return null;
    const decided = {
      single: consistency(state), pairs: consistency(state, { pairs: true }), backbone: withoutTotal,
    };
    if (state.mines !== null) {
      decided.total = consistency(state, { pairs: true, total: true });
      decided.backbone_total = withTotal;
    }
    const steps = await story(state, decided, (fields) => this.simplest(state, fields));
    const { best } = await app.analysis(state);
    if (!withTotal.size && best.length) {
      const { field, safety } = best[0];
      steps.push({
        text: `No field is certain; the best guess is ${state.named(state.at(...field))}, a mine with ${percent(1 - safety, 1)}.`,
      });
    }
    return new Methods(state, steps);
  }

  // The certain values of a state, null if it is contradictory.
  async certain(state) {
    const found = await this.app.analysis(state);
    if (found.error?.fields?.length) return null;
    if (found.error) throw found.error;
    const pairs = (places, value) => places.map(([r, c]) => [state.at(r, c), value]);
    return new Map([...pairs(found.safe, 0), ...pairs(found.mines, 1)].sort(([a], [b]) => a - b));
  }

  // A simple reason for one of some fields.
  async simplest(state, fields) {
    let best = null;
    for (const f of fields.slice(0, ASKED)) {
      const found = await this.app.reason(state, f);
      if (!found) continue;
      const size = found.numbers.length + Number(found.total);
      if (!best || size < best.size) best = { ...found, size };
      if (size === 1) break;
    }
    return best;
  }

  act(method, argument) {
    if (!this.run || (method !== "pick" && this.run.done)) return;
    this.run.perform(method, argument);
    this.update();
  }

  undo() {
    if (!this.run?.actions.length) return;
    this.run.back();
    this.update();
  }

  press(f) {
    this.act("pick", f);
  }

  key(f, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "?") this.act("next");
    else if (event.key === "Backspace") this.undo();
    else return false;
    return true;
  }

  /** Put what is decided on the board: flags, and in a game, uncovered fields. */
  apply() {
    const { app, state, run } = this;
    const found = [...run.decided()];
    const { game } = app;
    const mines = found.filter(([, value]) => value).map(([f]) => [f, FLAGGED]);
    let after = state.with(mines);
    if (game) {
      game.state = after;
      for (const [f, value] of found) if (!value) game.uncover(f);
      after = game.state;
    }
    app.change(after, game);
  }

  // Drawing --------------------------------------------------------------------------------------

  update() {
    const { run } = this;
    this.define(null);
    this.choices.hidden = this.kind !== "backbone";
    this.formulas.options[1].disabled = this.state.mines === null;
    this.next.disabled = !run || Boolean(run.done);
    this.back.disabled = !run?.actions.length;
    this.details.hidden = this.kind === "methods";
    const jump = (words, act, disabled) => h("button", { onclick: act, disabled }, words);
    const decided = run ? [...run.decided()] : [];
    const toApply = decided.filter(([, value]) => value || this.app.game);
    this.jumps.replaceChildren(
      ...(run?.constructor.jumps ?? []).map(([name, words]) => jump(words, () => this.act(name), Boolean(run.done))),
      jump(this.app.game ? "Apply to the board" : "Flag the mines found", () => this.apply(), !toApply.length),
    );
    if (!run) {
      for (const part of [this.facts, this.code, this.log, this.legend]) part.replaceChildren();
      this.app.draw();
      return;
    }
    $("status").replaceChildren(...marked(run.said.at(-1)));
    this.facts.replaceChildren(...marked(run.details.join("\n")));
    this.code.replaceChildren(...run.lines.map((text, i) => h("div", { class: i === run.line ? "here" : null }, marked(text))));
    this.log.replaceChildren(...run.said.slice(-LOG).map((text) => h("div", {}, text)));
    this.app.draw();
    this.log.scrollTop = this.log.scrollHeight;
    if (run.active !== undefined) {
      const field = this.app.board.field(...this.state.place(run.active));
      field.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    }
    this.drawLegend();
  }

  drawLegend() {
    const seen = new Set();
    for (const f of this.state.fields) {
      const { letter, square, models } = this.run.look(f);
      for (const x of [letter, square, ...(models ?? [])]) seen.add(x);
    }
    this.legend.replaceChildren(...Object.entries(LOOKS).filter(([letter]) => seen.has(letter)).map(([letter, [fill, meaning]]) =>
      h("li", {}, h("b", { style: { background: fill, color: inkOn(fill) } }, letter), " ", ...marked(meaning))));
  }

  look(f) {
    return stepLook(this.state, f, this.run ? this.run.look(f) : plainLook(this.state, f));
  }

  // Show the definition of a word below the text that it is in.
  define(term) {
    const box = $("definition");
    box.hidden = !term;
    if (!term) return;
    box.textContent = definition(term.textContent);
    term.closest("#status, pre, ul").after(box);
  }
}
