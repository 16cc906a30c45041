/**
 * The view of a board: a grid of fields, for mouse, touch, keyboard and screen readers.
 *
 *     const board = new Board($("board"), { label: "the board", on: { press, alternate, key } });
 *     board.shape(rows, cols);            // new fields; the picture of the old ones is gone
 *     board.draw((row, col) => ({ fill: "#0072b2", text: "3", name: "blue" }));
 *     board.over.replaceChildren(svg("path", { d: "M0.5 0.5h3" }));   // in units of fields
 *
 * @typedef {object} Look  how a field looks; all entries are optional
 * @property {string} fill     CSS colour of the background (default: the soft grey of the page)
 * @property {string} ink      CSS colour of the text (black or white, if `fill` is "#rrggbb")
 * @property {string} text     text in the field: a number, a letter
 * @property {string} letter   text that is shown only while letters are on (`board.letters`), if
 *                             there is no `text`: the letter of a colour
 * @property {string[]} marks  classes: "raised" (covered), "missing", "bad" (a double ring); a page
 *                             may style more of its own
 * @property {string} name     what a screen reader says after "B3": "blue", "covered, mine 25%"
 *
 * Handlers (`on`), all optional; rows and columns are counted from 0:
 *   press(row, col, event)      click, tap, Enter or space
 *   alternate(row, col, event)  right click, long touch (450 ms), Shift+Enter
 *   key(row, col, event)        a key on the focused field, before arrows; returns whether it acts
 *   focus(row, col)             the keyboard's field changed
 *   hover(row, col)             the mouse is over a field; hover(null, null) when it leaves
 *   grab(row, col, event)       a pointer goes down; return true to drag: then follow
 *   drag(row, col, event)       the pointer is now over another field (fields may be skipped;
 *                               outside of the board, row or col is -1 or one too large), and
 *   release(event)              the pointer goes up, or is lost. Nothing scrolls during a drag, and
 *                               no press follows.
 *
 * The only field that has `tabindex="0"` is moved by arrows, Home and End, with Ctrl as far as they
 * go, and in its column by PageUp and PageDown.
 *
 * `board.over`                  an SVG group above the fields; the unit is a field
 * `board.tools`                 an element with the buttons "Letters" and "Larger fields" or "Whole
 *                               board", to be placed by the page; the latter only if fields are small
 * `board.letters`               whether `letter`s are shown, also on buttons; kept in the browser's
 *                               storage; `board.onletters` is called when that changes
 * `board.edge = 0.7`            width of a rim around the board, in fields (before `shape`)
 * `board.labels = true`         letters of columns and numbers of rows in the rim (before `shape`)
 * `board.focus(row, col)`       moves the keyboard's field; `board.at` is [row, col] of it
 * `board.field(row, col)`       the element of a field
 */

import { inkOn } from "#js/colours.js";
import { h, svg } from "#js/shell.js";
import { setting } from "#js/store.js";
import { columnName, fieldName } from "#js/words.js";

const LONG_TOUCH = 450; // milliseconds; the delay of common operating systems
const COMFORTABLE = 18; // pixels; a board with smaller fields is shown in part, with larger ones
const MANY = 1600; // fields, from which on shadows and transitions are too slow for a phone
const LATE = 300; // milliseconds, at most, from the end of a touch to its click
const STEADY = 10; // pixels that a finger may move during a long touch
const NEAR = 36, STEP = 5; // pixels: so near to the edge, a drag scrolls the board, by so many in each frame

export class Board {
  /** Makes the view inside `host`. */
  constructor(host, { label = "the board", on = {} } = {}) {
    this.host = host;
    this.on = on;
    this.rows = this.cols = 0;
    this.edge = 0;
    this.labels = false;
    this.at = [0, 0];
    this.over = svg("g");
    this.rim = svg("g", { class: "rim" });
    this.layers = [this.rim, this.over].map((group) => svg("svg", { "aria-hidden": "true" }, group));
    this.layers[1].classList.add("over");
    this.grid = h("div", { role: "grid", "aria-label": label });
    this.frame = h("div", { class: "board" }, this.layers[0], this.grid, this.layers[1]);
    this.lettersButton = h("button", { class: "quiet", "aria-pressed": false, onclick: () => {
      this.letters = !this.letters;
    } }, "Letters");
    this.zoomButton = h("button", { class: "quiet", hidden: true, onclick: () => {
      this.whole = this.zoomed;
      this.#measure();
    } }, "Larger fields");
    this.tools = h("div", { class: "tools" }, this.lettersButton, this.zoomButton);
    host.classList.add("board-host");
    host.replaceChildren(this.frame);
    this.letters = setting.get("letters", false);
    this.#listen();
    if (globalThis.ResizeObserver) new ResizeObserver(() => this.#measure()).observe(host);
  }

  /** Whether letters of colours are shown. */
  get letters() { return document.body.classList.contains("letters"); }

  set letters(on) {
    document.body.classList.toggle("letters", on);
    this.lettersButton.setAttribute("aria-pressed", on);
    if (setting.get("letters", false) !== on) setting.set("letters", on);
    this.onletters?.();
  }

  /** Whether fields are larger than the page is wide, so that the board scrolls. */
  get zoomed() { return this.host.classList.contains("zoomed"); }

  set zoomed(on) {
    this.host.classList.toggle("zoomed", on);
    this.zoomButton.textContent = on ? "Whole board" : "Larger fields";
    if (on) this.field(...this.at)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Brings a field into view if the board scrolls. */
  reveal(row, col) {
    if (this.zoomed) this.field(row, col)?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** Makes new fields; a `look` for each should follow (`draw`). */
  shape(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.seen = [];
    this.at = [Math.min(this.at[0], rows - 1), Math.min(this.at[1], cols - 1)];
    const e = this.edge;
    for (const [name, value] of Object.entries({ rows, cols, edge: e })) {
      this.host.style.setProperty(`--${name}`, value);
    }
    for (const layer of this.layers) {
      layer.setAttribute("viewBox", `${-e} ${-e} ${cols + 2 * e} ${rows + 2 * e}`);
    }
    this.frame.classList.toggle("many", rows * cols > MANY);
    this.host.closest(".page")?.classList.toggle("wide", cols > 1.5 * rows && cols > 12);
    this.grid.setAttribute("aria-rowcount", rows);
    this.grid.setAttribute("aria-colcount", cols);
    const field = h("div", { role: "gridcell", tabindex: -1, class: "field" });
    const row = h("div", { role: "row" }, Array.from({ length: cols }, () => field.cloneNode()));
    this.grid.replaceChildren(...Array.from({ length: rows }, () => row.cloneNode(true))); // faster than one by one
    this.fields = [...this.grid.querySelectorAll(".field")];
    this.fields.forEach((each, f) => { each.place = [Math.floor(f / cols), f % cols]; });
    this.field(...this.at).tabIndex = 0;
    this.over.replaceChildren();
    this.rim.replaceChildren();
    if (this.labels) this.#label();
    this.#measure();
  }

  /** Shows every field as `look(row, col)` says. */
  draw(look) {
    this.fields.forEach((field, f) => {
      const [r, c] = field.place, now = look(r, c) ?? {};
      const { fill, ink, text = "", letter = "", marks = [], name = "" } = now;
      const key = [fill, ink, text, letter, marks, name].join("\0");
      if (this.seen[f] === key) return;
      this.seen[f] = key;
      field.className = ["field", ...marks].join(" ");
      field.style.backgroundColor = fill ?? "";
      field.style.color = ink ?? (/^#[0-9a-f]{6}$/i.test(fill ?? "") ? inkOn(fill) : "");
      field.setAttribute("aria-label", fieldName(r, c) + (name && `, ${name}`));
      const parts = [];
      if (text) parts.push(h("span", { class: "text", "data-long": text.length > 2 }, text));
      else if (letter) parts.push(h("span", { class: "letter", "data-long": letter.length > 2 }, letter));
      field.replaceChildren(...parts);
    });
  }

  /** The element of a field. */
  field(row, col) { return row >= 0 && col >= 0 && col < this.cols ? this.fields?.[row * this.cols + col] : undefined; }

  /** Moves the keyboard's field, and the focus if it is on the board or `take` is true. */
  focus(row, col, take = this.grid.contains(document.activeElement)) {
    this.field(...this.at).tabIndex = -1;
    this.at = [row, col];
    const field = this.field(row, col);
    field.tabIndex = 0;
    if (take) field.focus({ preventScroll: true });
    if (take) field.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.on.focus?.(row, col);
  }

  #label() {
    const { rows, cols } = this, e = this.edge, every = Math.max(rows, cols) > 20 ? 5 : 1;
    const size = Math.min(0.3 * (every === 1 ? 1 : 1.5), 0.7 * e), off = 0.5 * size + 0.1 - e;
    const label = (x, y, n) => svg("text", { x, y, "font-size": size }, String(n));
    const upTo = (n) => [...Array(n).keys()].filter((i) => i % every === 0);
    this.rim.replaceChildren(...upTo(cols).map((c) => label(c + 0.5, off, columnName(c))),
      ...upTo(rows).map((r) => label(off, r + 0.5, r + 1)));
  }

  #measure() {
    this.host.style.setProperty("--pixel", `${1 / devicePixelRatio}px`);
    const { zoomed, host, host: { scrollLeft, scrollTop } } = this;
    const width = host.clientWidth / (this.cols + 2 * this.edge); // of a field, if all columns fit
    if (!width || !this.fields) return;
    host.classList.remove("zoomed");
    const isSmall = this.fields[0].clientWidth < COMFORTABLE; // if the whole board fits
    const isZoomed = isSmall && !(this.whole ?? width >= COMFORTABLE);
    host.classList.toggle("zoomed", isZoomed);
    if (isZoomed !== zoomed) this.zoomed = isZoomed;
    else host.scrollTo(scrollLeft, scrollTop);
    this.zoomButton.hidden = !isSmall;
  }

  // The place under a pointer; at most one field outside of the board.
  #under(event) {
    const box = this.grid.getBoundingClientRect();
    const at = (x, side, n) => Math.max(-1, Math.min(n, Math.floor((x / side) * n)));
    return [at(event.clientY - box.top, box.height, this.rows), at(event.clientX - box.left, box.width, this.cols)];
  }

  #listen() {
    const { grid } = this;
    const placeOf = (event) => event.target.closest?.(".field")?.place;
    let held = null; // the timer of a long touch
    let from = null; // where the pointer went down
    let silent = 0; // until when a click belongs to a long touch or a drag
    let dragged = null; // the field of the current drag
    let latest = null; // where the pointer is in a drag
    const letGo = () => { clearTimeout(held); held = null; };
    const follow = (each, event) => {
      const place = this.#under(each);
      if (place[0] === dragged[0] && place[1] === dragged[1]) return;
      dragged = place;
      this.on.drag?.(...place, event);
    };
    const scrollOn = () => {
      if (!dragged) { latest = null; return; }
      const { left, right, top, bottom } = this.host.getBoundingClientRect();
      const by = (at, low, high) => (at < low + NEAR ? -STEP : at > high - NEAR ? STEP : 0);
      this.host.scrollBy(by(latest.clientX, left, right), by(latest.clientY, Math.max(0, top), Math.min(innerHeight, bottom)));
      follow(latest, latest);
      requestAnimationFrame(scrollOn);
    };

    grid.addEventListener("pointerdown", (event) => {
      const place = placeOf(event);
      if (!place || event.button > 0 || !event.isPrimary) return;
      silent = 0;
      from = [event.clientX, event.clientY];
      if (this.on.grab?.(...place, event)) {
        dragged = place;
        silent = Infinity;
        event.preventDefault();
        grid.setPointerCapture(event.pointerId);
        this.focus(...place, true);
      } else if (event.pointerType !== "mouse" && this.on.alternate) {
        held = setTimeout(() => {
          silent = Infinity;
          held = null;
          navigator.vibrate?.(15);
          this.on.alternate(...place, event);
        }, LONG_TOUCH);
      }
    });
    grid.addEventListener("touchstart", (event) => { if (dragged) event.preventDefault(); }, { passive: false });
    grid.addEventListener("pointermove", (event) => {
      if (held && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STEADY) letGo();
      if (dragged) {
        const moves = event.getCoalescedEvents?.() ?? []; // all since the last event of a busy page
        for (const each of moves.length ? moves : [event]) follow(each, event);
        if (this.zoomed && !latest) requestAnimationFrame(scrollOn);
        latest = event;
      } else if (this.on.hover && event.pointerType === "mouse") {
        const place = placeOf(event);
        if (place) this.on.hover(...place);
      }
    });
    for (const name of ["pointerup", "pointercancel"]) {
      grid.addEventListener(name, (event) => {
        letGo();
        if (silent) silent = event.timeStamp + LATE;
        if (!dragged) return;
        dragged = null;
        this.on.release?.(event);
      });
    }
    grid.addEventListener("pointerleave", () => this.on.hover?.(null, null));
    grid.addEventListener("contextmenu", (event) => {
      const place = placeOf(event);
      if (!place || !this.on.alternate) return;
      event.preventDefault();
      if (event.pointerType === "touch" || held || event.timeStamp < silent) return; // the long touch tells
      this.on.alternate(...place, event);
    });
    grid.addEventListener("click", (event) => {
      if (event.timeStamp < silent) { silent = 0; return; }
      const place = placeOf(event);
      if (!place) return;
      this.focus(...place, true);
      this.on.press?.(...place, event);
    });
    grid.addEventListener("keydown", (event) => {
      const place = placeOf(event);
      if (!place) return;
      const [r, c] = place, { rows, cols } = this;
      if (this.on.key?.(r, c, event)) { event.preventDefault(); event.stopPropagation(); return; }
      if (event.altKey || event.metaKey) return;
      const far = event.ctrlKey;
      const to = {
        ArrowLeft: [r, far ? 0 : c - 1], ArrowRight: [r, far ? cols - 1 : c + 1],
        ArrowUp: [far ? 0 : r - 1, c], ArrowDown: [far ? rows - 1 : r + 1, c],
        Home: far ? [0, 0] : [r, 0], End: far ? [rows - 1, cols - 1] : [r, cols - 1],
        PageUp: [0, c], PageDown: [rows - 1, c],
      }[event.key];
      if (to) this.focus(Math.min(rows - 1, Math.max(0, to[0])), Math.min(cols - 1, Math.max(0, to[1])), true);
      else if (event.key === "Enter" && event.shiftKey) this.on.alternate?.(r, c, event);
      else if ((event.key === "Enter" || event.key === " ") && !far) this.on.press?.(r, c, event);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    grid.addEventListener("focusin", (event) => {
      const place = placeOf(event);
      if (place && (place[0] !== this.at[0] || place[1] !== this.at[1])) this.focus(...place);
    });
  }
}
