/** The tab "Deductions": the certain fields in the order of their reasons, the simplest first. */

import { fail, h, say } from "#js/shell.js";
import { COVERED } from "#js/minesweeper/state.js";
import { sentence } from "#js/minesweeper/reasons.js";
import { FRAMES, frame, playLook } from "#js/minesweeper/view.js";

/** What decides the fields below each heading (Simon 2012, §2.5 and §4.1). */
const HEADINGS = {
  single: "One number at a time",
  pairs: "Two numbers at a time",
  total: "Pairs of numbers, and the number of mines",
  backbone: "All numbers together",
  backbone_total: "All numbers together, and the number of mines",
};

export class Deductions {
  constructor(app, panel) {
    this.app = app;
    this.found = []; // {field, numbers, text, item}
    this.values = new Map(); // of the certain fields
    this.shown = null;
    this.list = h("ol", { class: "steps", id: "deductions", tabindex: "0" });
    panel.append(
      this.list,
      h("p", { class: "quiet small" },
        "All that is certain in this position, the simplest reason first. Choose a line or a field to mark the numbers."),
    );
  }

  get state() {
    return this.app.state;
  }

  enter() {
    this.changed();
  }

  async changed() {
    const { app, state } = this;
    this.found = [];
    this.values = new Map();
    this.shown = null;
    this.list.replaceChildren();
    if (!state.covered.length) return say("No field is covered.");
    say("Looking for reasons …");
    let found, analysis;
    try {
      found = await app.call("minesweeper.explain", state.puzzle);
      if (!found.length) analysis = await app.analysis(state);
      if (analysis?.error) throw analysis.error;
    } catch (error) {
      if (state !== this.state || app.mode !== this) return;
      say(error.stopped ? "Stopped." : "");
      if (!error.stopped) fail(error);
      return;
    }
    if (state !== this.state || app.mode !== this) return;
    const at = ([r, c]) => state.at(r, c);
    let heading = null;
    for (const { method, reason } of found) {
      if (method !== heading) this.list.append(h("li", { class: "quiet" }, HEADINGS[method]));
      heading = method;
      const text = sentence(state, reason);
      const item = h("li", {}, text);
      const deduction = { field: at(reason.field), numbers: reason.numbers.map(at), text, item };
      item.addEventListener("click", () => this.choose(deduction));
      this.list.append(item);
      this.found.push(deduction);
      this.values.set(deduction.field, reason.value);
    }
    if (this.found.length) this.choose(this.found[0]);
    else if (analysis.best?.length) say(`No field is certain; the best guess is ${state.named(at(analysis.best[0].field))}.`);
    else say("No field is certain.");
    app.draw();
  }

  choose(deduction) {
    this.shown?.item.removeAttribute("aria-current");
    this.shown = deduction;
    deduction.item.setAttribute("aria-current", "step");
    deduction.item.scrollIntoView?.({ block: "nearest" });
    say(deduction.text);
    this.app.draw();
    this.app.board.reveal(...this.app.state.place(deduction.field));
  }

  press(f) {
    const deduction = this.found.find(({ field }) => field === f);
    if (deduction) this.choose(deduction);
  }

  /** Go on to the next deduction, or back to the one before. */
  key(_, { key, ctrlKey, altKey, metaKey }) {
    const by = ctrlKey || altKey || metaKey ? 0 : { "?": 1, Backspace: -1 }[key];
    const next = this.found[this.found.indexOf(this.shown) + by];
    if (by && next) this.choose(next);
    return Boolean(by);
  }

  look(f, ended) {
    const p = this.state.content[f] === COVERED ? this.values.get(f) ?? null : null;
    return playLook(this.state, f, p, ended);
  }

  over() {
    if (!this.shown) return [];
    const outline = (f, look) => frame(...this.state.place(f), look);
    const numbers = this.shown.numbers.map((f) => outline(f, FRAMES.reason));
    return [outline(this.shown.field, FRAMES.chosen), ...numbers];
  }
}
