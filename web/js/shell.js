/**
 * What every page shares: small helpers for the DOM, the status line, the error sentence, tabs.
 *
 *     import { h, svg, say, fail, calm, tabs } from "#js/shell.js";
 *
 *     h("button", { class: "main", onclick: solve }, "Solve")    an element; text is no markup
 *     svg("path", { d: "M0 0h1" })                               the same for SVG
 *     say("Searching …")               the status line, read out by screen readers (id "status")
 *     fail(error, { "Wait": wait })    an error as one sentence (id "error"), with buttons; a bug is also logged
 *     calm()                           removes the error
 *     refuse("line 2 has 3 cells")     why what was given is no board (id "refusal")
 *     onLifted(act)                    when the board is shown again after that
 *     holdFocus(stop, resume)          gives the focus of a button that is hidden to the other, or to the tab
 *     offerAgain(error, act)           the same if the engine could not be loaded, with a button
 *     await begin(start)               starts the page as soon as the engine is loaded
 *     busy(true)                       the answer (id "result") is not that of the position yet
 *     tabs(list, (name) => …)          the tabs of a page; returns a function that turns to a tab
 *     numberIn("rows", 1, 9, "The number of rows")   a number typed into the field with this id
 *     sizeIn()                         {rows, cols} from the fields with these ids
 *     onEntry(field, act)              when a person has changed a field, and before any click
 *     typed("a", ["A", "B"])           0: the symbol that a key names
 *     swatch("#0072b2", "A", { onclick })            a button in a colour
 *     everySecond((seconds) => …)      calls the function each second until it returns false
 *     embedded((puzzle) => …)          the puzzle of a single-file page, if it has one
 *     isGrid(rows, holds)              whether rows are a rectangle of such values
 *     setAddress(fragment)             puts a fragment (the part behind #) into the address
 *     following(() => …)               shows what the address says
 *     isCovered()                      whether a dialogue is open, or there is no engine; nothing may change
 *     share(fragment)                  shares or copies the address of this page with a fragment
 *
 * A page has the elements `#status` (role="status") and `#error` (role="alert").
 */

import { inkOn } from "#js/colours.js";
import { loadHere } from "#js/engine.js";

const SVG = "http://www.w3.org/2000/svg";

/** The element with this id. */
export const $ = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("aria-") && typeof value === "boolean") element.setAttribute(name, value);
    else if (value === undefined || value === null || value === false) continue;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, x] of Object.entries(value)) element.style.setProperty(key, x);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((x) => x !== undefined && x !== null && x !== false));
  return element;
}

/** An HTML element with attributes, listeners (`onclick`) and children (elements or text). */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** A button in a colour (or in none), with its symbol. */
export const swatch = (fill, symbol, attributes) => h("button", {
  class: "swatch", style: fill && { "--fill": fill, "--on-fill": inkOn(fill) }, ...attributes,
}, symbol);

const ICONS = {
  first: "M3 2v12h2V2zM14 2v12L6 8z", back: "M11 1l2 2-5 5 5 5-2 2-7-7z", run: "M4 2v12l8-6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z", next: "M5 1L3 3l5 5-5 5 2 2 7-7z", last: "M2 2v12l8-6zM11 2v12h2V2z",
};

/** A small picture for a button; its meaning is in the button's name. */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** Changes the picture of an icon. */
export const setIcon = (element, name) => element.querySelector("path").setAttribute("d", ICONS[name]);

// the address remains that of the puzzle
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  [...document.querySelectorAll("#board [tabindex='0'], .entry textarea")].find((x) => x.checkVisibility())?.focus();
});

/** Whether a refusal hides the board, which nothing may change then. */
export const isRefused = () => document.body.classList.contains("refused");

export const isCovered = () => Boolean(document.querySelector("dialog[open], body.unloaded"));

/** The place of the symbol that a key names, or -1; case matters only if both cases are symbols. */
export const typed = (key, symbols) =>
  [key, key.toUpperCase(), key.toLowerCase()].map((name) => symbols.indexOf(name)).find((i) => i >= 0) ?? -1;

/** Shows a text in the status line. */
export function say(text) {
  const line = $("status");
  if (line.textContent !== text) line.textContent = text;
}

/**
 * Shows an error as one sentence, with buttons that do what is `offered`. Errors that are not meant for the
 * reader are logged as well.
 */
export function fail(error, offered = {}) {
  const box = $("error");
  box.replaceChildren(error?.message || String(error), ...Object.entries(offered).map(([words, onclick]) => h("button", { onclick }, words)));
  box.hidden = false;
  if (error instanceof TypeError || error instanceof ReferenceError) console.error(error);
}

/** Starts the page when the engine is loaded, or tells why not, and tries the network again. */
export async function begin(start) {
  let go;
  const asked = new Promise((resolve) => { go = resolve; });
  addEventListener("online", go, { once: true });
  try {
    await loadHere();
  } catch (error) {
    document.body.classList.add("unloaded");
    offerAgain(error, go);
    asked.then(() => (error.needsReload ? location.reload() : begin(start)));
    return;
  }
  if (document.body.classList.contains("unloaded")) refuse(null);
  document.body.classList.remove("unloaded");
  following(start);
}

/** A message of a reader as a sentence. */
export const sentence = (message) => `${message[0].toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;

/**
 * Shows why what a link, a text or a picture holds is refused, or a question about it, as the headline of
 * the page and without any board; null takes it away.
 */
export function refuse(message, isQuestion = false) {
  const wasRefused = isRefused();
  document.body.classList.toggle("refused", message !== null);
  $("refusal").classList.toggle("question", isQuestion);
  $("refusal").textContent = message === null ? "" : sentence(message);
  $("refusal").hidden = message === null;
  if (message !== null) $("refusal").scrollIntoView({ block: "nearest" });
  else if (wasRefused && !isFollowing) lifted();
}

let lifted = () => {};

/** Sets what is done when a refusal is taken away, so that the board of the page is shown again. */
export const onLifted = (act) => { lifted = act; };

/** Shows that the engine could not be loaded, as the headline of the page, with a button to try again. */
export function offerAgain({ message }, act) {
  const hadFocus = $("refusal").contains(document.activeElement), button = h("button", { class: "main", onclick: act }, "Try again");
  refuse(message);
  $("refusal").append(" ", button);
  if (hadFocus) button.focus();
}

/** Removes the error sentence. */
export function calm() {
  $("error").hidden = true;
  $("error").textContent = "";
}

const isSeen = (element) => element.checkVisibility() && !element.disabled;
let focused = null; // what has the focus, or had it until it was taken away
addEventListener("focusin", ({ target }) => { focused = target; });
addEventListener("focusout", ({ target }) => { if (isSeen(target)) focused = null; });

/** Gives the focus of a button that is hidden or disabled to another of a group, or else to the tab. */
export function holdFocus(...group) {
  if (focused && !isSeen(focused) && group.includes(focused)) (group.find(isSeen) ?? document.querySelector("[role=tab][aria-selected=true]"))?.focus();
}

/**
 * Tells whether the answer (id "result") is still to come: what stands there until then may be that
 * of another position. Screen readers wait for the end, and tests do.
 */
export function busy(isBusy) {
  $("result").setAttribute("aria-busy", isBusy);
  $("answer").setAttribute("aria-live", isBusy ? "off" : "polite"); // before the answer changes
}

/**
 * The number in a field of a form; null, with an error sentence, if it is none of `low`..`high`. An
 * `optional` one is undefined if the field is empty.
 */
export function numberIn(id, low, high, what, { optional = false } = {}) {
  const text = $(id).value.trim(), value = Number(text);
  if (optional && !text) return undefined;
  if (text && Number.isInteger(value) && value >= low && value <= high) return value;
  fail(`${what} must be a whole number from ${low} to ${high}.`);
  return null;
}

/** The size of a board in two fields of a form; null, with an error sentence, if it is none. */
export function sizeIn(rowsId = "rows", colsId = "cols") {
  calm();
  const rows = numberIn(rowsId, 1, MAX_SIDE, "The number of rows"), cols = numberIn(colsId, 1, MAX_SIDE, "The number of columns");
  return rows === null || cols === null ? null : { rows, cols };
}

const LATE = 300; // milliseconds
let entered = null; // what a changed field has yet to do
let pressed = 0; // until when a press may still end in a click: that of a finger follows its release
const settle = () => { const act = entered; entered = null; act?.(); };
addEventListener("pointerdown", () => { pressed = Infinity; }, true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => { pressed = performance.now() + LATE; setTimeout(settle); }, true);
}
addEventListener("click", settle, true);

/**
 * Calls `act` when a person has changed a field. If a press elsewhere ends the entry, this waits for
 * its click, which is lost if what the field changes moves the button away before the release.
 */
export function onEntry(field, act) {
  field.addEventListener("change", () => {
    entered = act;
    if (pressed < performance.now()) settle();
    else if (pressed < Infinity) setTimeout(settle);
  });
}

/**
 * Makes tabs of a `role="tablist"` whose buttons have `aria-controls`.
 *
 * Calls `turned(name)` with the id of the panel; the arrow keys move between tabs. Returns a
 * function that turns to the panel with a given id.
 */
export function tabs(list, turned = () => {}) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const name = (tab) => tab.getAttribute("aria-controls");
  function turn(id, focus = false) {
    for (const tab of all) {
      const on = name(tab) === id;
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      $(name(tab)).hidden = !on;
      if (on && focus) tab.focus();
    }
    turned(id);
    holdFocus(focused);
  }
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) turn(name(tab));
  });
  list.addEventListener("keydown", (event) => {
    const at = all.indexOf(event.target.closest("[role=tab]"));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    turn(name(all[(to + all.length) % all.length]), true);
  });
  return turn;
}

/**
 * What a single-file page contains (`<script type="application/json" id="puzzle">`), or null.
 *
 * `check(puzzle)` throws if the puzzle is none; the page then says so, and begins without it.
 */
export function embedded(check) {
  const script = $("puzzle");
  if (!script) return null;
  try {
    const whole = JSON.parse(script.textContent);
    check(whole.puzzle);
    return whole;
  } catch {
    // after the page has begun, which removes older errors
    queueMicrotask(() => refuse("the puzzle in this page is damaged; write the page again"));
    return null;
  }
}

/** Whether a value is a rectangle of values for which a function holds. */
export function isGrid(rows, holds) {
  return Array.isArray(rows) && rows.length > 0 && rows.every((row) => Array.isArray(row)
    && row.length > 0 && row.length === rows[0].length && row.every(holds));
}

/** The largest board that a page shows, and makes by its form. */
export const MAX_PAGE_FIELDS = 10_000, MAX_SIDE = 100;

/** Calls `tick(seconds)` each second, until it returns false; returns a function that ends it. */
export function everySecond(tick) {
  const begun = performance.now();
  const timer = setInterval(() => {
    if (tick(Math.round((performance.now() - begun) / 1000)) === false) clearInterval(timer);
  }, 1000);
  return () => clearInterval(timer);
}

/**
 * A function that passes on its latest argument, at once and then at most every 200 ms after the
 * page has been drawn, so that frequent progress does not keep the page busy. `end(true)` passes on
 * what is waiting.
 */
export function calmly(tell, pause = 200) {
  let isPaused = false, waiting = null;
  const next = () => {
    if (isPaused || !waiting) return;
    const now = waiting;
    [isPaused, waiting] = [true, null];
    tell(...now);
    requestAnimationFrame(() => setTimeout(() => { isPaused = false; next(); }, pause));
  };
  const seen = (...now) => {
    waiting = now;
    next();
  };
  seen.end = (isWanted = false) => {
    if (waiting && isWanted) tell(...waiting);
    waiting = null;
  };
  return seen;
}

let isFollowing = false;

/** Shows what the address says, which is no step in the history of the browser. */
export function following(show) {
  isFollowing = true;
  try { show(); } finally { isFollowing = false; }
}

/**
 * Puts a fragment into the address of the page; for another board (`isNew`) as a step in the
 * history of the browser, so that its back button leads to the board before.
 */
export function setAddress(fragment, isNew = false) {
  if (location.hash.slice(1) === fragment) return;
  try {
    if (isNew && !isFollowing) history.pushState(null, "", `#${fragment}`);
    else history.replaceState(null, "", `#${fragment}`);
  } catch { /* too often, or not allowed here */ }
}

/** Puts a fragment into the address, and shares the address, or copies it. */
export async function share(fragment) {
  setAddress(fragment);
  const url = location.href;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url });
    else {
      await navigator.clipboard.writeText(url);
      if (location.href === url) say("The link is copied. It contains the whole puzzle.");
    }
  } catch (error) {
    const isWanted = error.name !== "AbortError" && location.href === url;
    if (isWanted) say("The link is in the address bar. It contains the whole puzzle.");
  }
}
