/** How fields look: numbers, flags, chances, and the letters of the step-by-step views. */

import { COLOURS, inkOn } from "#colours.js";
import { svg } from "#shell.js";
import { FLAGGED } from "#minesweeper/state.js";
import { percent } from "#words.js";

const OPEN = "#dcdcdc";
const HIDDEN = "#b4bfca";
const SAFE = "#8fd6bc";
const MINE = "#e08a82";
const DARK = "#1f3b73";

/** The colours of frames around fields. */
export const FRAMES = { chosen: "#000000", reason: DARK, advised: "#00508c", conflict: "#b3261e" };

// The colour of each number, as in most programs, but dark enough to read on an uncovered field.
const INK = ["#000000", "#0000c8", "#006400", "#b40000", "#00006e", "#6e0000", "#005f5f", "#000000", "#4b4b4b"];

const { red, green, orange, yellow, black } = COLOURS;
const GREY = "#8c8c8c";

/** The colour and meaning of each letter (Simon 2012, §2.4 and §3.3). */
export const LOOKS = {
  c: [DARK, "number that is used"],
  k: ["#a9cbe8", "its known neighbour"],
  u: [orange, "its unknown neighbour"],
  t: [yellow, "field in question"],
  "✓": [green, "constraint satisfied"],
  "✗": [red, "constraint violated"],
  x: [orange, "covered field, not decided"],
  F: [red, "flag, counts as a mine"],
  M: [red, "certain: mine"],
  S: [green, "certain: no mine"],
  N: [GREY, "not in the backbone"],
  1: [red, "mine in a model"],
  0: [green, "no mine in a model"],
  "–": [GREY, "not in the partial model"],
  "×": [black, "no model"],
};

/** A picture in a field, in units of fields. */
function shape(r, c, d, fill, more = {}) {
  return svg("path", { d, fill, transform: `translate(${c} ${r})`, ...more });
}

const FLAG = "M.36 .18v.62h-.1v.06h.4v-.06h-.22V.56L.74 .38z";
const BOMB =
  "M.5 .16l.06 .12a.22 .22 0 0 1 .1 .04l.13-.05-.05 .13a.22 .22 0 0 1 .04 .1L.9 .5l-.12 .06a.22 .22 0 0 1-.04 .1l.05 .13-.13-.05a.22 .22 0 0 1-.1 .04L.5 .9l-.06-.12a.22 .22 0 0 1-.1-.04l-.13 .05 .05-.13a.22 .22 0 0 1-.04-.1L.1 .5l.12-.06a.22 .22 0 0 1 .04-.1L.21 .21l.13 .05a.22 .22 0 0 1 .1-.04z";
const TICK = "M.2 .53l.1-.11 .14 .14L.72 .26l.1 .1L.45 .76z";
const CROSS = "M.25 .15L.85 .75l-.1 .1L.15 .25zM.75 .15l.1 .1L.25 .85l-.1-.1z";

const flag = (r, c) => shape(r, c, FLAG, "#a00d0d");
const bomb = (r, c) => shape(r, c, BOMB, "#111111");
const tick = (r, c) => shape(r, c, TICK, "#00503a");
const cross = (r, c) => shape(r, c, CROSS, "#a00d0d");

/** A frame around a field. */
export function frame(r, c, stroke, dashed = false) {
  return svg("rect", {
    x: c + 0.05, y: r + 0.05, width: 0.9, height: 0.9, fill: "none", stroke,
    "stroke-width": 0.1, "stroke-dasharray": dashed ? "0.18 0.12" : null,
  });
}

/** A number or an uncovered field without one. */
function opened(value) {
  return { fill: OPEN, ink: INK[value], text: value ? String(value) : "", name: String(value) };
}

/**
 * How a field looks to a player, and the pictures on it.
 *
 * @param {State} state
 * @param {?number} p  the probability of a mine, if it is known and shown
 * @param {object} [ended]  after a game: {mined: Set, exploded: ?number}
 */
export function playLook(state, f, p = null, ended = null) {
  const value = state.content[f];
  const [r, c] = state.place(f);
  if (value >= 0) return [opened(value), []];
  const isMine = ended?.mined.has(f);
  if (value === FLAGGED) {
    const wrong = ended && !isMine;
    const name = wrong ? "wrong flag" : "flag";
    const pictures = wrong ? [flag(r, c), cross(r, c)] : [flag(r, c)];
    return [{ fill: HIDDEN, name, marks: ["raised"] }, pictures];
  }
  if (isMine) {
    const name = ended.exploded === f ? "mine, uncovered" : "mine";
    return [{ fill: ended.exploded === f ? red : HIDDEN, name, marks: ["raised"] }, [bomb(r, c)]];
  }
  if (p === null) return [{ fill: HIDDEN, name: "covered", marks: ["raised"] }, []];
  if (p === 0) return [{ fill: SAFE, name: "covered, certainly safe", marks: ["raised"] }, [tick(r, c)]];
  if (p === 1) return [{ fill: MINE, name: "covered, certainly a mine", marks: ["raised"] }, [bomb(r, c)]];
  const name = `covered, mine ${percent(p, 1)}`;
  return [{ fill: HIDDEN, ink: "#000000", text: chance(p), name, marks: ["raised", "chance"] }, []];
}

/** A chance on a field: whole percent without the sign. */
function chance(p) {
  if (p < 0.005) return "<1";
  if (p > 0.995) return ">99";
  return String(Math.round(100 * p));
}

const label = (x, y, size, fill, words, more = {}) =>
  svg("text", { x, y, "font-size": size, fill, ...more }, String(words));

/**
 * How a field looks in a step-by-step view, and the pictures on it.
 *
 * @param {object} look  {text, letter, digits: the value assigned or null, square: a letter,
 *     models: letters, frame}
 */
export function stepLook(state, f, { text = "", letter, digits, square, models, frame: framed }) {
  const value = state.content[f];
  const [r, c] = state.place(f);
  const [fill, meaning] = LOOKS[letter] ?? [value >= 0 ? OPEN : HIDDEN];
  const ink = LOOKS[letter] ? inkOn(fill) : INK[Math.max(value, 0)];
  const pictures = [];
  const box = (left, top, side, colour, words, size) => {
    pictures.push(
      svg("rect", {
        x: c + left, y: r + top, width: side, height: side, fill: colour, stroke: "#444444",
        "stroke-width": 0.02,
      }),
      label(c + left + side / 2, r + top + side / 2, size, inkOn(colour), words, { "font-weight": 700 }),
    );
  };
  let words = "";
  if (models?.length) {
    pictures.push(
      svg("line", { x1: c, y1: r + 1, x2: c + 1, y2: r, stroke: "#000000", "stroke-width": 0.04 }),
    );
    models.forEach((x, i) => {
      const at = i ? 0.58 : 0.08;
      box(at, at, 0.34, LOOKS[x][0], x, 0.26);
    });
  } else if (square) {
    box(0.2, 0.2, 0.6, LOOKS[square][0], square, 0.38);
  } else if (digits !== undefined) {
    for (const digit of [0, 1]) {
      const on = digit === digits;
      pictures.push(
        label(c + (digit ? 0.7 : 0.3), r + 0.55, 0.47, on ? "#000000" : "#595959", digit, on ? { "font-weight": 700 } : {}),
      );
    }
  } else if (text === "F") pictures.push(shape(r, c, FLAG, ink));
  else words = text;
  if (letter && letter !== "F" && letter !== text && !square && !models?.length) {
    pictures.push(label(c + 0.83, r + 0.2, 0.29, ink, letter));
  }
  if (framed) pictures.push(frame(r, c, DARK));
  const name = [
    words || (value >= 0 ? String(value) : text === "F" ? letter !== "F" && "flag" : "covered"),
    digits === 0 || digits === 1 ? `value ${digits}` : null,
    meaning,
    LOOKS[square]?.[1],
    models?.length ? `models ${models.join(", ")}` : null,
  ];
  return [{ fill, ink, text: words, name: name.filter(Boolean).join(", ") }, pictures];
}
