/**
 * Buttons that go forwards and backwards through recorded steps.
 *
 *     const player = new Player({ show: (step) => …, noun: "move", pace: 900 });
 *     container.append(player.element);
 *     player.load(21);          // steps 0 (the start) to 21; shows step 0
 *     player.goTo(3);
 *     player.extend(22, 3, true);  // one more step, and others may follow
 *     player.key(event);        // for a page's keydown: arrows, Home, End and space
 *
 * `show` is called whenever the step changes. Playing stops by itself at the end, when the page
 * goes into the background, and with `stop()`.
 */

import { h, icon, setIcon } from "#js/shell.js";
import { setting } from "#js/store.js";

const SPEEDS = 8;

export class Player {
  #timer = null;
  #isOpen = false; // whether further steps may follow
  #isEnding = false; // whether to go to the last of them

  constructor({ show, noun = "step", pace = 1000 }) {
    this.show = show;
    this.pace = pace;
    this.at = this.length = 0;
    const button = (name, label, act) => h("button", { "aria-label": label, title: label, onclick: act }, icon(name));
    this.first = button("first", "to the start", () => this.turn(0));
    this.back = button("back", `one ${noun} back`, () => this.turn(this.at - 1));
    this.runner = button("run", "play automatically", () => this.run());
    this.next = button("next", `one ${noun} forward`, () => this.turn(this.at + 1));
    this.last = button("last", "to the end", () => this.end());
    this.speed = h("input", { type: "range", min: 0, max: SPEEDS, value: setting.get("speed", 3), "aria-label": "speed",
      title: "speed", oninput: () => {
        setting.set("speed", Number(this.speed.value));
        if (this.#timer) this.#begin();
      } });
    this.element = h("div", { class: "player", role: "group", "aria-label": "steps" },
      this.first, this.back, this.runner, this.next, this.last, this.speed);
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.stop(); });
    this.#refresh();
  }

  /** Starts over with so many steps, or more (`isOpen`), at step `at`. */
  load(length, at = 0, isOpen = false) {
    this.stop();
    this.length = length;
    this.#isOpen = isOpen;
    this.goTo(at);
  }

  /** Changes the number of steps while they are being found, and the step if `at` is given. */
  extend(length, at = this.at, isOpen = false) {
    this.length = length;
    this.#isOpen = isOpen;
    if (this.#isEnding && isOpen) return this.goTo(length);
    this.at = Math.min(at, length);
    if (this.at === length && !isOpen) this.stop();
    this.#refresh();
  }

  /** Goes to a step. */
  goTo(step) {
    this.at = Math.max(0, Math.min(this.length, step));
    if (this.at === this.length && !this.#isOpen) this.stop();
    this.#refresh();
    this.show(this.at);
  }

  /** Goes to the last step, also if it is still to be found. */
  end() {
    this.turn(this.length);
    this.#isEnding = this.#isOpen;
  }

  /** Goes to a step, and stops playing. */
  turn(step) {
    this.stop();
    this.goTo(step);
  }

  /** Starts playing, or stops. */
  run() {
    if (this.#timer) this.stop();
    else if (this.length) {
      if (this.at === this.length && !this.#isOpen) this.goTo(0);
      this.#begin();
    }
    this.#refresh();
  }

  /** Stops playing. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#isEnding = false;
    this.#refresh();
  }

  /** Handles a key; returns whether it is one of the player's. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { key, target } = event;
    const range = target.type === "range", onButton = target.closest?.("button, a, input, summary");
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0 }[key];
    if (to !== undefined && !range) this.turn(to);
    else if (key === "End" && !range) this.end();
    else if (key === " " && !onButton) this.run();
    else return false;
    return true;
  }

  #begin() {
    clearInterval(this.#timer);
    const delay = this.pace * 2 ** ((3 - Number(this.speed.value)) / 1.5);
    this.#timer = setInterval(() => this.goTo(this.at + 1), delay);
  }

  #refresh() {
    this.first.disabled = this.back.disabled = this.at === 0;
    this.next.disabled = this.last.disabled = this.at === this.length;
    this.runner.disabled = this.length === 0;
    setIcon(this.runner, this.#timer ? "pause" : "run");
    const label = this.#timer ? "stop" : "play automatically";
    this.runner.setAttribute("aria-label", label);
    this.runner.title = label;
  }
}
