/**
 * An algorithm that runs step by step on a state.
 *
 * A subclass has `restart()`, a generator `events` of {level, line, words}, and one method for each
 * action of a person. To undo an action, the run starts again and repeats all others.
 */

import { FLAGGED } from "#minesweeper/state.js";

export class Run {
  constructor(state) {
    this.state = state;
    this.actions = [];
  }

  begin() {
    this.said = [];
    this.restart();
    return this;
  }

  perform(method, argument) {
    this.actions.push([method, argument]);
    this[method](argument);
  }

  back() {
    const again = this.actions.slice(0, -1);
    this.actions = [];
    this.begin();
    for (const action of again) this.perform(...action);
  }

  say(words, line) {
    this.said.push(words);
    this.line = line;
  }

  /** Continue until an event of at most this level; level 0 ends the algorithm. */
  advance(level) {
    while (!this.done) {
      const event = this.events.next().value;
      this.done = event.level === 0;
      this.say(event.words, event.line);
      if (event.level <= level) return;
    }
  }

  all() {
    this.advance(0);
  }
}

/** How a field looks on the board if no algorithm says anything about it. */
export function plainLook(state, f) {
  const value = state.content[f];
  if (value === FLAGGED) return { text: "F", letter: "F" };
  return { text: value > 0 ? String(value) : "" };
}
