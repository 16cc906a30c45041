/**
 * States of the game, as a player sees them, and games on boards with known mines.
 *
 * Fields are numbered row by row from 0. For the engine and for addresses, a state is an object
 * `{rows: string[], mines?: number}` with the symbols 0–8, # (covered) and F (flag); a board is
 * `{width, height, mines: [row, column][], first?: [row, column]}`.
 */

import { answerHere } from "#js/engine.js";
import { fieldName } from "#js/words.js";

export const COVERED = -1;
export const FLAGGED = -2;

const CONTENT = { "#": COVERED, ".": COVERED, F: FLAGGED };

/** The shape of a board: which fields are around which. */
class Grid {
  constructor(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.size = rows * cols;
    this.fields = [...Array(this.size).keys()];
  }

  /** The row and column of a field. */
  place(f) {
    return [Math.floor(f / this.cols), f % this.cols];
  }

  /** The field at a row and column, or null beyond the border. */
  at(r, c) {
    return r >= 0 && r < this.rows && c >= 0 && c < this.cols ? r * this.cols + c : null;
  }

  /** A field's name, as the rim shows it. */
  named(f) {
    return fieldName(...this.place(f));
  }
}

/** A state: for each field its number, COVERED or FLAGGED; `mines` is null if unknown. */
export class State extends Grid {
  constructor(rows, cols, content, mines = null) {
    super(rows, cols);
    this.content = content;
    this.mines = mines;
  }

  static of({ rows, mines = null }) {
    const content = rows.flatMap((row) => [...row].map((x) => CONTENT[x] ?? Number(x)));
    return new State(rows.length, content.length / rows.length, content, mines);
  }

  static covered(rows, cols, mines = null) {
    return new State(rows, cols, Array(rows * cols).fill(COVERED), mines);
  }

  /** The state as an object for the engine. */
  get puzzle() {
    const symbols = this.content.map((x) => (x === COVERED ? "#" : x === FLAGGED ? "F" : String(x)));
    const rows = [];
    for (let f = 0; f < this.size; f += this.cols) rows.push(symbols.slice(f, f + this.cols).join(""));
    return this.mines === null ? { rows } : { rows, mines: this.mines };
  }

  /** The state with other contents of some fields, given as pairs. */
  with(changes, mines = this.mines) {
    const content = [...this.content];
    for (const [f, value] of changes) content[f] = value;
    return new State(this.rows, this.cols, content, mines);
  }

  /** The state without its flags. */
  get unflagged() {
    return this.with(this.flagged.map((f) => [f, COVERED]));
  }

  get covered() {
    return this.fields.filter((f) => this.content[f] === COVERED);
  }

  get flagged() {
    return this.fields.filter((f) => this.content[f] === FLAGGED);
  }
}

/**
 * A position of a game on a board whose mines are known, next to its state.
 *
 * @typedef {object} Guess  a move that may have failed; the engine's answer fills it in
 * @property {number} risk        the probability that it fails; 0 until it is known
 * @property {boolean} avoidable  whether another field was certainly safe
 */
export class Game {
  /**
   * @param {{width, height, mines: [number, number][]}} board
   * @param {{exploded?: ?number, won?: boolean, guesses?: Guess[]}} [position]
   */
  constructor(board, { exploded = null, won = false, guesses = [] } = {}) {
    Object.assign(this, { board, exploded, won, guesses });
    this.mined = new Set(board.mines.map(([r, c]) => r * board.width + c));
    this.over = this.lost || won;
  }

  get lost() {
    return this.exploded !== null;
  }

  /** The guesses whose risk is known. */
  get guessed() {
    return this.guesses.filter(({ risk }) => risk > 0);
  }

  /**
   * The position after some fields are uncovered, until one of them is a mine, or those `around` a
   * number with all its flags: {state, game, fields, flags}; see minesweeper.uncover.
   */
  uncover(state, { fields = [], around = null } = {}) {
    const { width, height, mines } = this.board, place = (f) => state.place(f), at = (field) => state.at(...field);
    const found = answerHere("minesweeper.uncover", {
      board: { width, height, mines }, rows: state.puzzle.rows, fields: fields.map(place), around: around === null ? null : place(around) });
    return {
      state: State.of({ rows: found.rows, mines: state.mines }),
      game: new Game(this.board, { exploded: found.exploded && at(found.exploded), won: found.won, guesses: this.guesses }),
      fields: found.fields.map(at), flags: found.flags,
    };
  }
}
