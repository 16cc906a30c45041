/**
 * The page for Minesweeper: certain fields with their reasons, probabilities, the best next move;
 * games.
 *
 *     start({ puzzle, tab })
 *
 * `puzzle` is a state `{rows, mines?}` or a board `{width, height, mines, first?}`; `tab` is the
 * tab of a state that is shown first.
 */

import { Board } from "#js/board.js";
import { Engine, answerHere } from "#js/engine.js";
import { mountEntry } from "#js/entry.js";
import { GAME } from "#js/formats/minesweeper.js";
import { fragmentOf, puzzleIn } from "#js/share.js";
import { $, MAX_PAGE_FIELDS, begin, calm, embedded, fail, h, holdFocus, onLifted, refuse, say, setAddress, tabs } from "#js/shell.js";
import { Steps, keep } from "#js/store.js";
import { counted } from "#js/words.js";
import { Deductions } from "#js/minesweeper/deductions.js";
import { Play } from "#js/minesweeper/play.js";
import { sentence } from "#js/minesweeper/reasons.js";
import { Solve } from "#js/minesweeper/solve.js";
import { Game, State } from "#js/minesweeper/state.js";

const EXAMPLE = { rows: ["01F###", "023##2", "01#21#", "0234##", "01####"], mines: 8 };
const BUSY = 400; // milliseconds after which a person is told that something takes time
const KEPT = 200; // analyses and reasons of the last positions

/** The state of the page, and what its tabs share. */
class App {
  constructor() {
    this.engine = new Engine();
    this.steps = new Steps(() => this.show(), ({ state, game, line }) => (line === this.steps.now.line && !game === !this.game
      ? { ...state.puzzle, guesses: game?.guessed.length } : null));
    this.analyses = new Map();
    this.reasons = new Map();
    this.running = 0;
    const on = {};
    for (const name of ["press", "alternate", "key", "focus"]) {
      on[name] = (r, c, event) => this.mode[name]?.(this.state.at(r, c), event);
    }
    on.hover = (r, c) => this.mode.hover?.(r === null ? null : this.state.at(r, c));
    this.board = new Board($("board"), { label: "Minesweeper board", on });
    this.board.labels = true;
    this.board.lettersButton.remove(); // no field is told apart by its colour alone
    this.board.edge = 0.55;
    this.stopButton = h("button", { hidden: true, onclick: () => this.engine.stop() }, "Stop");
    this.modes = {};
    this.modes.solve = this.modes.edit = new Solve(this, $("solve"), $("edit"), $("below"));
    this.modes.play = new Play(this, $("play"));
    this.modes.reasons = new Deductions(this, $("reasons"));
    this.entry = mountEntry($("entry"), {
      game: GAME,
      engine: this.engine,
      onpuzzle: (puzzle, play) => this.open(puzzle, play),
      check: checkPlay,
      home: () => this.home(),
      current: () => this.game?.board ?? this.state.puzzle,
    });
    $("below").append(this.board.tools);
    this.board.tools.append(this.steps.undoButton, this.steps.redoButton, this.stopButton);
    this.first = [EXAMPLE, "example"];
    onLifted(() => { if (this.state) setAddress(this.origin ? "" : this.fragment.slice(1)); });
    this.turn = tabs(document.querySelector("[role=tablist]"), (name) => this.enter(name));
  }

  /** Show what the page has without an address. */
  home() {
    const [puzzle, origin] = this.first;
    this.turn("solve");
    this.change(State.of(puzzle), null, { fresh: true, origin });
  }

  enter(name) {
    const { mode } = this;
    this.mode = this.modes[name];
    this.modes.edit.palette.hidden = name !== "edit";
    this.modes.edit.choose(null);
    if (name !== "edit") refuse(null);
    else this.entry.refresh();
    if (!this.state) return; // the first puzzle follows
    if (mode !== this.mode) mode?.leave?.();
    this.mode.enter();
    this.draw();
  }

  get state() {
    return this.steps.now?.state;
  }

  get game() {
    return this.steps.now.game;
  }

  /** "example", "file" (a single-file page), or "" for a position of the person. */
  get origin() {
    return this.steps.now.origin;
  }

  /**
   * Show another position: a state, with the game it belongs to if its mines are known. One that is
   * `fresh` is kept next to the one before; `past` is what was kept of those before it.
   */
  change(state, game = null, { fresh = false, origin = "", continues = false, past } = {}) {
    const line = fresh || !this.steps.now ? { kept: null } : this.steps.now.line;
    const unpacked = ({ guesses, ...puzzle }) => (
      { state: State.of(puzzle), game: game && new Game(game.board, { guesses: game.guesses.slice(0, guesses) }), origin, line });
    this.steps.set({ state, game, origin, line }, { continues, past: past?.map(unpacked) });
    this.show();
  }

  show() {
    const { rows, cols } = this.state;
    calm();
    if (this.shape !== `${rows}×${cols}`) this.board.shape(rows, cols);
    this.shape = `${rows}×${cols}`;
    $("example").hidden = this.origin !== "example";
    this.link();
    this.mode.changed();
    this.draw();
  }

  /** Try again to answer for the position, after the engine could not be loaded. */
  again() {
    calm();
    this.mode.changed();
  }

  /** Show a puzzle that was entered, and the game on it that is kept. */
  open(puzzle, { board, exploded, guesses, past } = {}) {
    if (board) {
      const state = State.of(puzzle), { won } = new Game(board).uncover(state).game;
      this.turn("play");
      this.change(state, new Game(board, { exploded, guesses, won: won && exploded === null }), { fresh: true, past });
    } else if (Array.isArray(puzzle.rows)) {
      this.turn("solve");
      this.change(State.of(puzzle), null, { fresh: true, past });
    } else {
      this.turn("play");
      this.modes.play.open(puzzle, past);
    }
  }

  /** Draw the board as the current tab shows it. */
  draw() {
    if (!this.state) return;
    const pictures = [];
    const ended = this.game?.over ? this.game : null;
    this.board.draw((r, c) => {
      const [look, shapes] = this.mode.look(this.state.at(r, c), ended);
      pictures.push(...shapes);
      return look;
    });
    this.board.over.replaceChildren(...pictures, ...(this.mode.over?.() ?? []));
  }

  /** Keep the address up to date, so that it can be shared, and the position on this device. */
  link() {
    const { state, game, line } = this.steps.now;
    const isNew = game && !state.fields.some((f) => state.content[f] >= 0);
    const fragment = fragmentOf(GAME, isNew ? game.board : state.puzzle);
    this.fragment = `#${fragment}`;
    if (this.origin) return;
    setAddress(fragment, !line.kept);
    const play = { past: this.steps.kept, ...(game && !isNew && { board: game.board, exploded: game.exploded, guesses: game.guessed }) };
    const label = [this.shape, state.mines !== null && counted(state.mines, "mine"), game && "a game"].filter(Boolean).join(", ");
    keep({ game: "minesweeper", fragment, label, play }, line.kept);
    line.kept = fragment;
  }

  /**
   * Call the engine; after a while, say what takes so long, if it is given and the position is
   * still the same, and offer to stop it.
   */
  async call(method, argument, doing = null) {
    const { state, mode } = this;
    const timer = setTimeout(() => {
      if (doing && state === this.state && mode === this.mode) say(doing);
      this.stopButton.hidden = false;
    }, BUSY);
    this.running++;
    try {
      return await this.engine.call(method, argument);
    } finally {
      clearTimeout(timer);
      if (--this.running === 0) this.stopButton.hidden = true;
      holdFocus(this.stopButton);
    }
  }

  /** Call the engine; undefined if it was stopped or has failed, which the page then tells. */
  async ask(method, argument, doing) {
    try {
      return await this.call(method, argument, doing);
    } catch (error) {
      if (error.stopped) say("Stopped.");
      else fail(error);
      return undefined;
    }
  }

  /**
   * The analysis of a state: {safe, mines, probabilities, best, placements}, or {error} with the
   * sentence why there is none. Analyses of the last positions are kept.
   */
  analysis(state) {
    const key = JSON.stringify(state.puzzle);
    const known = this.analyses.get(key);
    if (known) return known;
    const promise = this.call("minesweeper.analyse", state.puzzle)
      .then((found) => ({ ...found, chances: found.probabilities.flat() }))
      .catch((error) => {
        const isAnswer = Array.isArray(error.fields); // the state is contradictory
        if (!isAnswer && this.analyses.get(key) === promise) this.analyses.delete(key);
        return { error };
      });
    this.analyses.set(key, promise);
    if (this.analyses.size > KEPT) this.analyses.delete(this.analyses.keys().next().value);
    return promise;
  }

  /** End all calls, and forget the analyses of states, which are computed again if needed. */
  forget(states) {
    for (const state of states) this.analyses.delete(JSON.stringify(state.puzzle));
    this.engine.stop();
  }

  /**
   * The fewest numbers that make a field certain, with fields as numbers and a sentence: {field,
   * value, numbers, text}; null if the field is not certain, or if the search was
   * stopped or has failed.
   */
  async reason(state, f, doing = null) {
    const key = `${f} ${JSON.stringify(state.puzzle)}`;
    if (!this.reasons.has(key)) {
      const argument = { ...state.puzzle, fields: [state.place(f)] };
      const found = await this.ask("minesweeper.simplest", argument, doing);
      if (!found) return null;
      const numbers = found.numbers.map(([r, c]) => state.at(r, c));
      if (this.reasons.size > KEPT) this.reasons.clear();
      this.reasons.set(key, { value: found.value, field: f, numbers, text: sentence(state, found) });
    }
    return this.reasons.get(key);
  }
}

let app;

/** Show a puzzle, or that of the address, or an example. */
export function start({ puzzle, tab = "solve" } = {}) {
  app ??= new App();
  const isState = puzzle && Array.isArray(puzzle.rows);
  if (isState) app.first = [puzzle, "file"];
  if (isState) app.home();
  else if (puzzle) app.open(puzzle);
  else app.entry.start();
  if (tab !== "solve") app.turn(tab);
}

addEventListener("online", () => {
  if (app && !$("error").hidden) app.again();
});

/** The numbers of rows and columns of a state or a board. */
const shapeOf = ({ rows, height, width }) => (Array.isArray(rows) ? [rows.length, rows[0].length] : [height, width]);

/** Throws if a value is neither a state nor a board. */
function check(puzzle) {
  const [rows, cols] = shapeOf(puzzle);
  if (![rows, cols].every((n) => Number.isInteger(n) && n >= 1) || rows * cols > MAX_PAGE_FIELDS) throw new TypeError();
  puzzleIn(GAME, fragmentOf(GAME, puzzle));
  const { mines } = puzzle;
  if (!Array.isArray(puzzle.rows)) answerHere("minesweeper.numbers", { board: puzzle }); // refuses mines that are no fields
  else if (mines !== undefined && !Number.isInteger(mines)) throw new TypeError();
}

/** Throws if what was kept of a state is not a game that has come to it. */
function checkPlay(puzzle, { board, exploded, guesses, past = [] }) {
  past.forEach(check);
  if (String(past.map(shapeOf)) !== String(past.map(() => shapeOf(puzzle)))) throw new TypeError();
  if (!board) return;
  check(board);
  const state = State.of(puzzle), { rows } = answerHere("minesweeper.numbers", { board }), isMine = exploded === null || new Game(board).mined.has(exploded);
  const isSame = String([state.rows, state.cols, state.mines ?? board.mines.length]) === String([...shapeOf(board), board.mines.length]);
  const isNumber = (f) => state.content[f] < 0 || String(state.content[f]) === rows.join("")[f];
  if (!isSame || !isMine || !state.fields.every(isNumber) || !guesses.every(({ risk }) => risk >= 0 && risk <= 1)) throw new TypeError();
}

await begin(() => start(embedded(check) ?? {}));
