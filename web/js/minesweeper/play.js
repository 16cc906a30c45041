/** The tab "Play": games with "was that safe?", with or without guessing. */

import { MAX_SIDE, fail, h, numberIn, say, sizeIn } from "#js/shell.js";
import { COVERED, FLAGGED, Game, State } from "#js/minesweeper/state.js";
import { guessed } from "#js/minesweeper/solve.js";
import { FRAMES, frame, playLook } from "#js/minesweeper/view.js";
import { counted, percent } from "#js/words.js";

const SIZES = {
  beginner: ["Beginner, 9×9, 10 mines", 9, 9, 10],
  intermediate: ["Intermediate, 16×16, 40 mines", 16, 16, 40],
  expert: ["Expert, 16×30, 99 mines", 16, 30, 99],
  own: ["Own size"],
};

const SECONDS = 60; // to find a board that needs no guess

export class Play {
  constructor(app, panel) {
    this.app = app;
    this.hint = null;
    this.starts = new WeakMap(); // state without a game -> what the new game will be
    this.ends = new WeakMap(); // board -> the rows of the state in which its board needs a guess

    this.size = h("select", { id: "size", onchange: () => this.resize() },
      Object.entries(SIZES).map(([name, [words]]) => h("option", { value: name }, words)));
    const number = (id, value) => h("input", { type: "number", id, min: 1, max: MAX_SIDE, value, inputmode: "numeric" });
    this.own = h("div", { class: "bar", hidden: true },
      h("label", {}, "Rows ", number("own-rows", 10)),
      h("label", {}, "Columns ", number("own-cols", 12)),
      h("label", {}, "Mines ", number("own-mines", 20)));
    this.guessFree = h("input", { type: "checkbox", id: "guess-free" });
    this.chances = h("input", { type: "checkbox", id: "chances", onchange: () => app.draw() });
    this.hintButton = h("button", { onclick: () => this.suggest() }, "Hint");
    this.questionButton = h("button", { onclick: () => this.question() }, "Does this board need a guess?");
    this.stuckButton = h("button", { hidden: true, onclick: () => this.showStuck() }, "Show where it stops");
    this.continueButton = h("button", { onclick: () => this.continue() }, "Play on from this state");
    this.tally = h("p", { class: "quiet small" });
    panel.append(
      h("div", { class: "bar" }, this.hintButton, h("label", {}, this.chances, "Show chances")),
      this.tally,
      h("div", { class: "bar" }, h("label", {}, "New game ", this.size)),
      this.own,
      h("div", { class: "bar" },
        h("label", {}, this.guessFree, "No guess needed"),
        h("button", { class: "main", onclick: () => this.fresh() }, "New game"),
        this.continueButton),
      h("div", { class: "bar" }, this.questionButton, this.stuckButton),
      h("p", { class: "quiet small" },
        "A long touch or a right click sets a flag. On a number with all its flags, a click uncovers the fields around it."),
      h("p", { class: "quiet small keys" }, "Keys: Enter uncovers, F sets a flag."),
    );
  }

  get state() {
    return this.app.state;
  }

  get game() {
    return this.app.game;
  }

  /** The new game that waits for its first field, if the position belongs to one. */
  get waiting() {
    return this.game ? undefined : this.starts.get(this.state);
  }

  enter() {
    this.changed();
    say(this.game || this.waiting ? "" : "Start a new game, or play on from this state.");
  }

  resize() {
    this.own.hidden = this.size.value !== "own";
  }

  // Games ----------------------------------------------------------------------------------------

  /** The size and the number of mines in the form, or null if one is impossible. */
  shape() {
    const [, rows, cols, mines] = SIZES[this.size.value];
    if (rows) return { rows, cols, mines };
    const size = sizeIn("own-rows", "own-cols");
    const own = size && numberIn("own-mines", 0, size.rows * size.cols - 1, "The number of mines");
    return own === null ? null : { ...size, mines: own };
  }

  /** A new game; its mines are placed after the first click. */
  fresh() {
    const wanted = this.shape();
    if (!wanted) return;
    const state = State.covered(wanted.rows, wanted.cols, wanted.mines);
    this.starts.set(state, { ...wanted, guessFree: this.guessFree.checked });
    this.app.change(state, null, { fresh: true });
    say("Choose the first field; it is never a mine.");
  }

  /** A game on a board that was entered or shared. */
  open(board, past) {
    this.app.change(State.covered(board.height, board.width, board.mines.length), new Game(board), { fresh: true, past });
    this.question();
  }

  /** A game on one placement of mines that fits the state. */
  async continue() {
    const { app, state } = this;
    const seed = Math.floor(Math.random() * 2 ** 31);
    const found = await app.ask("minesweeper.placement", { ...state.puzzle, seed });
    if (!found || state !== this.state) return;
    const board = { width: state.cols, height: state.rows, mines: found.mines };
    app.change(state, new Game(board).uncover(state).game);
    say(
      "Mines are placed in one of the ways that fit. In the game that this state comes from they may be elsewhere, " +
        "so a loss here is not a loss there.",
    );
  }

  // The position has changed: what was said of the one before is no longer so.
  changed() {
    const { app, game, state } = this;
    this.hint = null;
    this.found = null;
    say("");
    this.update();
    // Flags may be wrong, so that chances are computed without them.
    const isOver = game ? game.over : !this.waiting;
    if (isOver || !state.fields.some((f) => state.content[f] >= 0)) return;
    app.analysis(state.unflagged).then((found) => {
      if (state !== this.state || found.error) return;
      this.found = found;
      if (app.mode === this) app.draw();
    });
  }

  update() {
    const { game, state } = this;
    this.continueButton.hidden = Boolean(game) || Boolean(this.waiting) || !state.covered.length;
    this.questionButton.disabled = !game?.board.first;
    this.stuckButton.hidden = !this.ends.has(game?.board);
    this.hintButton.disabled = !game || game.over;
    const flags = state.flagged.length;
    const left = state.mines === null ? "" : `Mines without a flag: ${state.mines - flags}. `;
    this.tally.textContent = left + this.record();
  }

  /** The guesses so far, in words. */
  record() {
    const guesses = this.game?.guessed ?? [];
    if (!guesses.length) return "";
    const avoidable = guesses.filter((guess) => guess.avoidable).length;
    const luck = guesses.reduce((product, guess) => product * (1 - guess.risk), 1);
    return (
      `${counted(guesses.length, "guess", "guesses")}` +
      (avoidable ? `, ${avoidable} of them avoidable` : "") +
      `; the chance to survive ${guesses.length === 1 ? "it" : "all"} was ${percent(luck, 1)}.`
    );
  }

  press(f) {
    const { state, game } = this;
    if (game?.over) return;
    const value = state.content[f];
    if (value === FLAGGED) say(`${state.named(f)} has a flag; remove it first.`);
    else if (value >= 0) game && this.uncover({ around: f });
    else if (this.waiting) this.first(f);
    else if (!game) say("Start a new game, or play on from this state.");
    else this.uncover({ fields: [f] });
  }

  // Place the mines and uncover the first field.
  async first(f) {
    const { app, state, waiting } = this;
    say(waiting.guessFree ? "Looking for a board that needs no guess …" : "Placing the mines …");
    const board = await app.ask(
      "minesweeper.random",
      {
        width: waiting.cols, height: waiting.rows, mines: waiting.mines, first: state.place(f),
        guessFree: waiting.guessFree, seed: Math.floor(Math.random() * 2 ** 31), seconds: SECONDS,
      },
      "Looking for a board …",
    );
    if (state !== this.state || this.waiting !== waiting) return;
    if (!board) return say("No board was made; choose a first field again.");
    const after = new Game(board).uncover(state.unflagged, { fields: [f] });
    app.change(after.state, after.game, { continues: true });
    this.ended("The first field is never a mine.");
  }

  async uncover(move) {
    const { app, game, state } = this;
    const { fields, flags, ...after } = game.uncover(state, move);
    if (flags !== null) {
      const f = move.around;
      return say(`${state.named(f)}: the number ${state.content[f]}, with ${counted(flags, "flag")} around it.`);
    }
    if (!fields.length) return;
    const isFirst = !state.fields.some((f) => state.content[f] >= 0);
    const guess = { risk: 0, avoidable: false };
    if (!isFirst) after.game.guesses = [...game.guesses, guess];
    const unflagged = state.unflagged; // flags may be wrong
    const asked = !isFirst && Promise.all([
      app.analysis(unflagged), app.call("minesweeper.risk", { ...unflagged.puzzle, fields: fields.map((f) => state.place(f)) }),
    ]).catch(() => []);
    app.change(after.state, after.game);
    if (isFirst) {
      this.ended(after.game.lost ? "" : `${state.named(fields[0])} is uncovered.`);
      return;
    }
    const [found, { risk, safest } = {}] = await asked;
    const isKnown = risk !== undefined && !found.error;
    if (isKnown) Object.assign(guess, { risk, avoidable: found.safe.length > 0 });
    if (this.game !== after.game) return;
    app.link();
    if (app.mode !== this) return;
    if (this.state === after.state) this.ended(isKnown ? this.judge(state, fields, found, risk, safest, move.around) : "");
    this.update();
  }

  /** Whether a move was safe, in words. */
  judge(state, fields, { chances, safe, best, safest }, risk, isSafest, around) {
    const [f] = fields, isOne = fields.length === 1;
    const where = isOne ? state.named(f) : `The ${fields.length} covered fields around ${state.named(around)}`;
    const were = isOne ? "was" : "were", mine = isOne ? "a mine" : "a mine among them";
    if (risk === 0) return `${where} ${were} certainly safe.`;
    const example = safe.length && state.named(state.at(...safe[0]));
    if (risk === 1) {
      return `${where} ${isOne ? "was certainly a mine" : "certainly held a mine"}${example ? `; ${example}, for example, was safe` : ""}.`;
    }
    const first = `${where} ${were} a guess: ${mine} with ${percent(risk, 1)}`;
    if (example) {
      return `${first}. It was not needed: ${example} was certainly safe` +
        `${safe.length > 1 ? `, and ${counted(safe.length - 1, "other field")}` : ""}.`;
    }
    const safer = state.at(...safest[0]);
    if (isOne && best.length && f === state.at(...best[0].field)) return `${first}. A guess was needed, and this was the best one.`;
    if (!isSafest) return `${first}. A guess was needed, but ${state.named(safer)} was safer: ${percent(chances[safer], 1)}.`;
    return `${first}. A guess was needed, and no field was safer.`;
  }

  ended(words) {
    const { game } = this;
    const end = game.lost ? "The game is lost." : game.won ? "The game is won." : "";
    say([words, end].filter(Boolean).join(" "));
    this.app.draw();
  }

  alternate(f) {
    const { app, game, state } = this;
    if (game?.over || state.content[f] >= 0 || (!game && !this.waiting)) return;
    const value = state.content[f] === FLAGGED ? COVERED : FLAGGED;
    const after = state.with([[f, value]]);
    if (!game) this.starts.set(after, this.waiting);
    app.change(after, game);
    say(`${state.named(f)}: ${value === FLAGGED ? "a flag is set" : "the flag is removed"}.`);
  }

  key(f, event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key.toLowerCase() === "f") this.alternate(f);
    else if (key === "?") this.suggest();
    else if (key === "Backspace") this.app.steps.undo();
    else return false;
    return true;
  }

  // Hints ----------------------------------------------------------------------------------------

  /** Name the best next move; if it is already named, make it. */
  async suggest() {
    const { app, game, state } = this;
    if (!game || game.over) return;
    if (this.hint) {
      const { field, value } = this.hint;
      if (state.content[field] === FLAGGED || value) this.alternate(field);
      else this.uncover({ fields: [field] });
      return;
    }
    const isFirst = !state.fields.some((f) => state.content[f] >= 0);
    if (isFirst) {
      const [r, c] = game.board.first ?? [0, 0];
      this.mark(state.at(r, c), 0, [], `The first click of this board is ${state.named(state.at(r, c))}.`);
      return;
    }
    const found = await app.analysis(state.unflagged);
    if (state !== this.state || found.error) return found.error && fail(found.error);
    const wrong = state.flagged.find((f) => found.chances[f] === 0);
    const field = wrong ?? found.safe.map(([r, c]) => state.at(r, c)).find((f) => state.content[f] === COVERED);
    if (field === undefined) {
      const [first] = found.best;
      const f = state.at(...first.field);
      const where = state.named(f);
      const start = state.content[f] === FLAGGED ? `The flag on ${where} is not certain.` : "No field is certainly safe.";
      this.mark(f, 0, [], `${start} The best guess is ${where}. ${guessed(state.unflagged, found)}`);
      return;
    }
    const reason = await app.reason(state.unflagged, field, "Looking for a reason …");
    if (!reason || state !== this.state) return;
    const text = wrong === undefined ? reason.text : `The flag at ${state.named(field)} is wrong. ${reason.text}`;
    this.mark(field, reason.value, reason.numbers, text);
  }

  mark(field, value, numbers, text) {
    this.hint = { field, value, numbers };
    say(text);
    this.app.board.focus(...this.state.place(field));
    this.app.draw();
    this.app.board.reveal(...this.state.place(field));
  }

  /** Tell whether the board can be finished from its first click without a guess. */
  async question() {
    const { app, game, state } = this;
    const { board } = game;
    if (!board.first) return say("The first click is not known; uncover a field, then ask again.");
    const found = await app.ask("minesweeper.needsGuess", { board }, "Playing the board …");
    if (!found) return;
    if (found.status === "stuck") this.ends.set(board, { rows: found.rows, mines: board.mines.length });
    if (app.mode !== this || this.game?.board !== board) return;
    this.update();
    if (this.state !== state) return; // what is said now is about a move
    const first = state.named(state.at(...board.first));
    if (found.status === "solved") {
      say(`This board needs no guess: from the first click ${first}, ${counted(found.rounds.length, "round")} of certainly safe fields finish it.`);
    } else if (found.status !== "stuck") {
      say("It is undecided whether this board needs a guess: the counting took too much time or memory.");
    } else {
      const { guess } = found;
      const best = guess
        ? ` The best guess there is ${state.named(state.at(...guess.field))}, safe with ${percent(guess.safety, 1)}.`
        : "";
      say(`This board needs a guess: from the first click ${first}, no field is certainly safe after ${counted(found.rounds.length, "round")}.${best}`);
    }
  }

  /** Show the state in which a board cannot be finished without a guess, as a state to solve. */
  showStuck() {
    const state = State.of(this.ends.get(this.game.board));
    this.app.turn("solve");
    this.app.change(state);
  }

  // Drawing --------------------------------------------------------------------------------------

  look(f, ended) {
    const { state } = this;
    const shown = this.chances.checked && this.found && state.content[f] === COVERED;
    return playLook(state, f, shown ? this.found.chances[f] : null, ended);
  }

  over() {
    const { state, game, hint } = this;
    const pictures = [];
    const first = game?.board.first;
    if (first && state.content[state.at(...first)] === COVERED) pictures.push(frame(...first, FRAMES.advised, true));
    if (hint) {
      pictures.push(frame(...state.place(hint.field), FRAMES.chosen));
      for (const f of hint.numbers) pictures.push(frame(...state.place(f), FRAMES.reason));
    }
    return pictures;
  }
}
