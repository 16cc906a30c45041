/**
 * What the pages keep on this device: settings, and the last boards with the moves made on them.
 *
 *     setting.get("speed", 3)
 *     keep({ game: "floodit", fragment: "01/10", label: "2×2", play: { moves: [1] } })
 *     lastBoards("floodit")                    the latest first
 *     const steps = new Steps((snapshot) => …); steps.set(snapshot)
 *
 * Everything is in one item of the browser's storage, with a version. What is damaged, or of
 * another version, counts as empty and is replaced by the next change.
 *
 * @typedef {object} Kept
 * @property {string} game      the name of the page
 * @property {string} fragment  the board, as the part of an address behind #; "" for a draft
 * @property {string} label     its size in words
 * @property {number} [time]    when it was last shown or changed, in milliseconds as of Date.now()
 * @property {?object} play     what the page needs to go on: moves, a draft; of the last board, also what is undone, `past`
 */

import { GAMES } from "#js/games.js";
import { h, isCovered, isRefused } from "#js/shell.js";

const ITEM = "puzzlesat", VERSION = 1;
const MOST = 30; // boards
const MAX_FRAGMENT = 100_000;

const isKept = (x) => GAMES.some(({ name }) => name === x?.game) && typeof x.fragment === "string" && typeof x.label === "string";

function read() {
  try {
    const { version, settings, boards } = JSON.parse(localStorage.getItem(ITEM));
    if (version === VERSION && settings?.constructor === Object && Array.isArray(boards)) return { settings, boards: boards.filter(isKept) };
  } catch { /* nothing there, damaged, or not allowed */ }
  return { settings: {}, boards: [] };
}

function write(content) {
  try {
    localStorage.setItem(ITEM, JSON.stringify({ version: VERSION, ...content }));
  } catch { // full, or not allowed
    document.querySelector(".unkept") ?? document.querySelector("header").after(h("p", { class: "unkept quiet small", role: "status" },
      "This browser keeps nothing for the page: a board in its address survives a reload, but moves, games and drawings do not."));
  }
}

/** Settings by name, on all pages. */
export const setting = {
  get(name, otherwise) {
    const value = read().settings[name];
    return typeof value === typeof otherwise ? value : otherwise;
  },
  set(name, value) {
    const content = read();
    content.settings[name] = value;
    write(content);
  },
};

/** Puts a board in front of the list, instead of one that it was made from, if that is given. */
export function keep(board, replaced = null) {
  if (board.fragment.length > MAX_FRAGMENT) return;
  const content = read();
  const isSame = ({ game, fragment }) => game === board.game && (fragment === board.fragment || fragment === replaced);
  const others = content.boards.filter((other) => !isSame(other)).map((other) => (
    other.game === board.game && other.play?.past ? { ...other, play: { ...other.play, past: [] } } : other));
  content.boards = [{ ...board, time: Date.now() }, ...others].slice(0, MOST);
  write(content);
}

/** Takes a board out of the list. */
export function forget({ game, fragment }) {
  const content = read();
  content.boards = content.boards.filter((other) => other.game !== game || other.fragment !== fragment);
  write(content);
}

/** The last boards, of one page or of all; the latest first. */
export const lastBoards = (game = null) => read().boards.filter((board) => !game || board.game === game);

/** What is kept for a board; {} if there is nothing, or it is damaged: `check(play)` throws. */
export function keptPlay(game, fragment, check) {
  try {
    const { play } = lastBoards(game).find((board) => board.fragment === fragment);
    check(play);
    return play;
  } catch {
    return {};
  }
}

const MAX_STEPS = 500;
const ROOM = 50_000; // characters of the snapshots that can be undone to after a reload

/** Undo and redo of a page, whose state is an immutable snapshot; with their buttons and keys. */
export class Steps {
  #past = [];
  #future = [];

  /**
   * @param {(snapshot: object) => void} show  shows a snapshot of before
   * @param {(snapshot: object) => object} packed  what is kept of a snapshot; null if neither it nor those before are
   */
  constructor(show, packed = (snapshot) => snapshot) {
    this.now = null;
    this.show = show;
    this.packed = packed;
    this.undoButton = h("button", { title: "undo (Ctrl+Z)", onclick: () => this.undo() }, "Undo");
    this.redoButton = h("button", { title: "redo (Ctrl+Y)", onclick: () => this.redo() }, "Redo");
    document.addEventListener("keydown", (event) => {
      const isText = event.target.closest?.("input:not([type=range]), textarea");
      if (isText || isCovered() || isRefused() || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
      else if (key === "z") this.undo();
      else return;
      event.preventDefault();
    });
    this.#changed();
  }

  /**
   * Goes on to a snapshot; one that `continues` the last change is undone together with it. If the snapshots
   * before it were kept, or are known to be none, they are its `past`.
   */
  set(snapshot, { continues = false, past = null } = {}) {
    if (past) this.#past = [...past];
    else if (this.now && !continues) this.#past.push(this.now);
    if (this.#past.length > MAX_STEPS) this.#past.shift();
    this.#future = [];
    this.now = snapshot;
    this.#changed();
  }

  /** What is kept of the snapshots before that of now, the latest last. */
  get kept() {
    const found = [];
    for (let i = this.#past.length - 1, room = ROOM; i >= 0; i--) {
      const snapshot = this.packed(this.#past[i]);
      room -= snapshot ? JSON.stringify(snapshot).length : Infinity;
      if (room < 0) break;
      found.unshift(snapshot);
    }
    return found;
  }

  undo() { this.#go(this.#past, this.#future); }

  redo() { this.#go(this.#future, this.#past); }

  #go(from, to) {
    if (!from.length) return;
    to.push(this.now);
    this.now = from.pop();
    this.#changed();
    this.show(this.now);
  }

  #changed() {
    this.undoButton.disabled = !this.#past.length;
    this.redoButton.disabled = !this.#future.length;
  }
}
