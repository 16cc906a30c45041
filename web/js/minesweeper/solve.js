/** The tabs "Solve" and "Enter": chances, the best next move, reasons; editing. */

import { GAME } from "#js/formats/minesweeper.js";
import { $, MAX_SIDE, busy, fail, h, holdFocus, numberIn, onEntry, say, share, sizeIn } from "#js/shell.js";
import { COVERED, FLAGGED, State } from "#js/minesweeper/state.js";
import { FRAMES, frame, playLook } from "#js/minesweeper/view.js";
import { counted, listed, percent } from "#js/words.js";

const SOON = 120; // milliseconds that the mouse rests on a field before its reason is asked for
const SLOW = 150; // milliseconds that the answer of the position before stands at most
const GIVEN_UP = 300; // milliseconds that the analysis of a position that is gone may still take
const SHOWN = 5; // moves in the list
const TYPED = { f: FLAGGED, "#": COVERED, ".": COVERED };
const HELP = "Choose a covered field to see why it is certain, or how likely a mine is.";

export class Solve {
  constructor(app, panel, edit, below) {
    this.app = app;
    this.found = null;
    this.because = null; // the reason that is shown
    this.conflict = [];
    this.latestChange = 0;
    this.pending = new Set(); // states whose analysis is not finished
    this.brush = null;

    this.answer = $("answer");
    this.begin = h("button", { class: "main", onclick: () => app.change(this.state, null, { fresh: true }) }, "Solve");
    this.answer.after(this.begin);
    this.table = h("div");
    this.note = $("note");
    this.flagAll = h("button", { onclick: () => this.flagCertain() }, "Flag the certain mines");
    const number = (name, min, max) => h("input", { type: "number", id: name, min, max, inputmode: "numeric" });
    [this.rows, this.cols, this.mines] = [number("rows", 1, MAX_SIDE), number("cols", 1, MAX_SIDE), number("mines", 0)];
    this.mines.placeholder = "unknown";
    this.usual = h("button", { onclick: () => { this.mines.value = this.usual.value; this.setMines(); holdFocus(this.usual); } });
    this.note.after(this.usual);
    onEntry(this.mines, () => this.setMines());
    panel.append(
      this.table,
      h("div", { class: "bar" }, h("label", {}, "Mines on the board ", this.mines), this.flagAll,
        h("button", { onclick: () => share(app.fragment.slice(1)) }, "Share")),
      h("p", { class: "quiet small" }, "Numbers on covered fields are chances of a mine in percent."),
      h("p", { class: "quiet small keys" }, "Keys: 0–8, F (flag) and # (covered) set a field and go on to the next one."),
    );

    const kinds = [
      [null, "Look"], [COVERED, "Cover"], ...Array.from({ length: 9 }, (_, n) => [n, String(n)]), [FLAGGED, "Flag"],
    ];
    this.palette = h("div", { class: "tools palette", role: "group", "aria-label": "What a click does" },
      kinds.map(([kind, words]) => h("button", {
        "data-brush": String(kind),
        onclick: () => this.choose(kind),
      }, words)));
    below.append(this.palette);
    this.choose(null);

    edit.append(
      h("div", { id: "entry" }),
      h("p", { class: "paint" }, "Choose a number below the board, then the fields."),
      h("div", { class: "bar paint" },
        h("label", {}, "Rows ", this.rows),
        h("label", {}, "Columns ", this.cols),
        h("button", { onclick: () => this.empty() }, "New empty board")),
    );
  }

  get state() {
    return this.app.state;
  }

  enter() {
    $("result").hidden = false;
    this.changed();
  }

  leave() {
    $("result").hidden = true;
    this.latestChange++; // the answer under way is not wanted
    clearTimeout(this.slowTimer);
    clearTimeout(this.explainTimer);
  }

  choose(kind) {
    this.brush = kind;
    for (const button of this.palette.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", button.dataset.brush === String(kind));
    }
  }

  // The position has changed.
  async changed() {
    const { app, state } = this;
    if (!state) return;
    this.found = this.because = null;
    this.conflict = [];
    if (document.activeElement !== this.mines) this.mines.value = state.mines ?? "";
    this.usual.value = GAME.usualMines(state.rows, state.cols) ?? "";
    this.usual.textContent = `Usual: ${this.usual.value}`;
    this.usual.hidden = !this.usual.value || state.mines !== null;
    this.rows.value = state.rows;
    this.cols.value = state.cols;
    this.flagAll.disabled = true;
    this.begin.hidden = app.origin !== "example";
    holdFocus(this.begin);
    const change = ++this.latestChange;
    clearTimeout(this.slowTimer);
    if (app.origin === "example") {
      this.answer.textContent = "An example";
      this.note.textContent = "Solve it, play it, or give your position.";
      this.table.replaceChildren();
      busy(false);
      say("");
      return;
    }
    say(HELP);
    busy(true);
    this.slowTimer = setTimeout(() => {
      this.answer.textContent = "Counting the placements of mines …";
      this.table.replaceChildren();
      this.note.textContent = "";
    }, SLOW);
    clearTimeout(this.giveUpTimer);
    const older = [...this.pending].filter((other) => other !== state);
    if (older.length) this.giveUpTimer = setTimeout(() => this.giveUp(older), GIVEN_UP);
    this.pending.add(state);
    const found = await app.analysis(state);
    this.pending.delete(state);
    if (change !== this.latestChange) return;
    clearTimeout(this.slowTimer);
    busy(false);
    if (found.error) this.fail(found.error);
    else this.show(found);
    app.draw();
  }

  // Give up slow analyses of positions that are no longer shown, and ask again for the present one.
  giveUp(older) {
    if (!older.some((state) => this.pending.has(state))) return;
    this.app.forget([...this.pending]);
    this.pending.clear();
    if (this.app.mode === this) this.changed();
  }

  fail(error) {
    this.table.replaceChildren();
    this.note.textContent = "";
    say("");
    this.conflict = (error.fields ?? []).map(([r, c]) => this.state.at(r, c));
    if (error.stopped) {
      this.answer.textContent = "Stopped: nothing is known about this state.";
      return;
    }
    const isAnswer = Array.isArray(error.fields); // the state is contradictory
    this.answer.textContent = isAnswer ? error.message : "No answer";
    if (!isAnswer) fail(error);
  }

  show(found) {
    this.found = found;
    const { safe, mines, best, placements } = found;
    this.flagAll.disabled = !mines.length;
    const covered = this.state.covered.length;
    const parts = [safe.length && counted(safe.length, "safe field"), mines.length && counted(mines.length, "mine")].filter(Boolean);
    const certain = `${listed(parts)} ${safe.length + mines.length === 1 ? "is" : "are"} certain.`;
    const [first] = best;
    let why = "";
    if (!covered) this.answer.textContent = "No field is covered.";
    else if (safe.length) this.answer.textContent = certain;
    else if (!first) this.answer.textContent = "All covered fields are certainly mines.";
    else {
      const where = this.state.named(this.state.at(...first.field));
      this.answer.textContent = `${mines.length ? `No field is safe; ${certain}` : "No field is certain."} Best guess: ${where}.`;
      why = `${guessed(this.state, found)} `;
    }
    this.table.replaceChildren(...(covered && first ? [this.moves(best)] : []));
    this.note.textContent = covered
      ? `${why}${amount(placements)} of mines ${placements === "1" ? "fits" : "fit, each taken as equally likely"}` +
        (this.state.mines === null ? "; the number of mines is not known, and would change the chances." : ".")
      : "";
  }

  // The best next moves, and what they rest on.
  moves(all) {
    const best = all.filter((move) => move.safety === 1 || all[0].safety < 1);
    const opens = best.some((move) => move.opens !== null && move.opens !== undefined);
    const cell = (p) => h("td", {}, p === null || p === undefined ? "–" : percent(p, 1));
    const head = ["Next move", "Safe", ...(opens ? ["Makes another field safe"] : [])];
    return h("table", { class: "moves" },
      h("thead", {}, h("tr", {}, head.map((words) => h("th", { scope: "col" }, words)))),
      h("tbody", {}, best.slice(0, SHOWN).map((move) => {
        const f = this.state.at(...move.field);
        return h("tr", {},
          h("th", { scope: "row" }, h("button", { class: "quiet", onclick: () => this.press(f, null) },
            this.state.named(f))),
          cell(move.safety), opens && cell(move.opens));
      })));
  }

  // Reasons --------------------------------------------------------------------------------------

  hover(f) {
    clearTimeout(this.explainTimer);
    if (f === null) {
      if (this.because && !this.because.pinned) this.explain(null);
    } else this.focus(f);
  }

  focus(f) {
    clearTimeout(this.explainTimer);
    this.explainTimer = setTimeout(() => this.explain(f), SOON);
  }

  // Show why a field is certain, or how likely a mine is.
  async explain(f, pinned = false) {
    const { app, state, found } = this;
    if (this.because?.pinned && !pinned) return;
    if (f === null || !found || state.content[f] !== COVERED) {
      if (this.because) this.stopExplaining();
      return;
    }
    const p = found.chances[f];
    this.because = { field: f, numbers: [], pinned };
    if (p !== 0 && p !== 1) {
      say(`${state.named(f)}: a mine with ${percent(p, 2)}${this.rank(f)}.`);
      app.draw();
      return;
    }
    say(`${state.named(f)} is ${p ? "a mine" : "safe"}.`); // until the reason is found
    const reason = await app.reason(state, f);
    if (state !== this.state || app.mode !== this || this.because?.field !== f) return;
    if (reason) {
      this.because.numbers = reason.numbers;
      say(reason.text);
    }
    app.draw();
  }

  stopExplaining() {
    this.because = null;
    say(HELP);
    this.app.draw();
  }

  // The rank of a guess, in words.
  rank(f) {
    const [first] = this.found.best;
    if (this.found.safe.length || !first) return "";
    return this.state.at(...first.field) === f ? "; this is the best next move" : "";
  }

  // Editing --------------------------------------------------------------------------------------

  press(f, event) {
    if (event && this.brush !== null) {
      this.set(f, this.state.content[f] === this.brush ? COVERED : this.brush);
      return;
    }
    clearTimeout(this.explainTimer);
    if (this.because?.pinned) this.because = null;
    this.explain(f, true);
  }

  alternate(f) {
    this.set(f, this.state.content[f] === FLAGGED ? COVERED : FLAGGED);
  }

  key(f, event) {
    const { key } = event;
    const { app, state } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const typed = /^[0-8]$/.test(key) ? Number(key) : TYPED[key.toLowerCase()];
    if (typed !== undefined) {
      this.set(f, typed);
      app.board.focus(...state.place(Math.min(f + 1, state.size - 1)), true);
    } else if (key === "Delete") this.set(f, COVERED);
    else if (key === "Backspace") {
      this.set(f, COVERED);
      app.board.focus(...state.place(Math.max(f - 1, 0)), true);
    } else if (key === "Escape" && this.because) this.stopExplaining();
    else return false;
    return true;
  }

  set(f, value) {
    if (this.state.content[f] !== value) this.app.change(this.state.with([[f, value]]));
  }

  setMines() {
    const mines = numberIn("mines", 0, this.state.size, "The number of mines", { optional: true });
    if (mines !== null) this.app.change(this.state.with([], mines ?? null));
  }

  empty() {
    const size = sizeIn();
    if (size) this.app.change(State.covered(size.rows, size.cols));
  }

  flagCertain() {
    const { state } = this;
    this.app.change(state.with(this.found.mines.map(([r, c]) => [state.at(r, c), FLAGGED])));
  }

  // Drawing --------------------------------------------------------------------------------------

  look(f, ended) {
    const p = this.found && this.state.content[f] === COVERED ? this.found.chances[f] : null;
    return playLook(this.state, f, p, ended);
  }

  over() {
    const { state, found, because } = this;
    const pictures = [];
    const outline = (f, ...more) => pictures.push(frame(...state.place(f), ...more));
    for (const f of this.conflict) outline(f, FRAMES.conflict);
    if (found && !found.safe.length && found.best.length) outline(state.at(...found.best[0].field), FRAMES.advised, true);
    if (because) {
      outline(because.field, FRAMES.chosen);
      for (const f of because.numbers) outline(f, FRAMES.reason);
    }
    return pictures;
  }
}

/** What the best guess rests on: a sentence. */
export function guessed(state, { best: [first], chances, safest }) {
  const isSafest = safest.some((field) => state.at(...field) === state.at(...first.field));
  const safe = `It is safe with ${percent(first.safety, 1)}`;
  if (isSafest) return `${safe}, and no field is safer.`;
  const opens = first.opens === null ? "" : `, and makes another field certainly safe with ${percent(first.opens, 1)}`;
  return `${safe}${opens}; the safest field, with ${percent(1 - chances[state.at(...safest[0])], 1)}, would tell less.`;
}

/** A number of placements in words; large ones cut to three digits. */
function amount(digits) {
  const noun = digits === "1" ? "placement" : "placements";
  if (digits.length <= 9) return `${Number(digits).toLocaleString("en")} ${noun}`;
  return `About ${digits[0]}.${digits.slice(1, 3)}·10${power(digits.length - 1)} ${noun}`;
}

const power = (n) => [...String(n)].map((x) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[x]).join("");
