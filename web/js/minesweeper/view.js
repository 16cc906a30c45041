/** How fields look: numbers, flags and chances. */

import { COLOURS } from "#js/colours.js";
import { svg } from "#js/shell.js";
import { FLAGGED } from "#js/minesweeper/state.js";
import { percent } from "#js/words.js";

const OPEN = "#dcdcdc";
const HIDDEN = "#b4bfca";
const SAFE = "#8fd6bc";
const MINE = "#e08a82";
const DARK = "#1f3b73";

/** The colours of frames around fields. */
export const FRAMES = { chosen: "#000000", reason: DARK, advised: "#00508c", conflict: "#b3261e" };

// The colour of each number, as in most programs, but dark enough to read on an uncovered field.
const INK = ["#000000", "#0000c8", "#006400", "#b40000", "#00006e", "#6e0000", "#005f5f", "#000000", "#4b4b4b"];

const { red } = COLOURS;

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
 * @param {import("#js/minesweeper/state.js").State} state
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
  if (p >= 0.995) return ">99"; // it would be rounded to 100
  return String(Math.round(100 * p));
}
