/**
 * Colours of boards, as in `puzzlesat.common.colours`: distinguishable with any colour vision.
 *
 *     fills(["R", "G", "1"])    a colour for each symbol, as a hexadecimal code
 *     inkOn("#000080")          "#fff": black or white, whichever is easier to read on a colour
 *     nameOf("#0072b2")         "blue", for screen readers; "" if the colour has no name
 *     namesOf(["#f1c40f"])      ["yellow"]: different names for the colours of a picture, or null
 *     shortSymbols(["red"])     ["r"]: symbols as they fit into fields
 */

import PALETTE from "#js/palette.js";

const { LIGHTNESS, MAX_NAME_DISTANCE, OTHER_FILLS, RARE_NAMES, RARITY, TYPICAL } = PALETTE;

export const { COLOURS, EMOJI } = PALETTE;

/** The names that denote colours in texts. */
export const NAMES = Object.keys(TYPICAL);

const BY_NAME = new Map([...Object.entries(TYPICAL), ["n", TYPICAL.brown], ...Object.entries(COLOURS).flatMap(([word, fill]) =>
  [[word, fill], [word === "black" ? "k" : word[0], fill]]).reverse()]);

const rgb = (fill) => [1, 3, 5].map((i) => parseInt(fill.slice(i, i + 2), 16));
const mixed = (fill, times, plus) =>
  `#${rgb(fill).map((x) => Math.floor(times * x + plus).toString(16).padStart(2, "0")).join("")}`;

/** A darker shade; for black, a grey. */
const darker = (fill) => (rgb(fill).some((x) => x) ? mixed(fill, 0.6, 0) : mixed(fill, 0, 80));

/** A paler shade. */
const paler = (fill) => mixed(fill, 0.5, 127.5);

const SHADES = [...OTHER_FILLS, ...OTHER_FILLS.map(darker), ...OTHER_FILLS.map(paler)];

/** A colour for each symbol: that of a name, an initial or an emoji, or else a spare one. */
export function fills(symbols) {
  const names = symbols.map(String), chosen = new Map();
  const isLower = (name) => name !== name.toUpperCase() && name === name.toLowerCase();
  for (const name of [...names].sort((x, y) => isLower(x) - isLower(y))) { // capitals first
    const own = BY_NAME.get((EMOJI[name] ?? name).toLowerCase());
    if (!own) continue;
    const taken = new Set(chosen.values());
    chosen.set(name, [own, darker(own), paler(own)].find((shade) => !taken.has(shade)) ?? own);
  }
  const taken = new Set(chosen.values());
  const free = SHADES.filter((shade) => !taken.has(shade));
  let next = 0;
  for (const name of names) if (!chosen.has(name)) chosen.set(name, free[next++ % free.length]);
  return names.map((name) => chosen.get(name));
}

/** Red, green and blue as intensities of light, from 0 to 1. */
const linearOf = (fill) => rgb(fill).map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));

/** Black or white, whichever is easier to read on a colour (WCAG's relative luminance). */
export function inkOn(fill) {
  const linear = linearOf(fill);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.179 ? "#000" : "#fff";
}

const NAME_OF = new Map([
  ...Object.entries(COLOURS).map(([word, fill]) => [fill, word]),
  ["#332288", "indigo"], ["#882255", "wine"],
]);
for (const [fill, word] of [...NAME_OF]) {
  if (!NAME_OF.has(darker(fill))) NAME_OF.set(darker(fill), word === "black" ? "grey" : `dark ${word}`);
  if (!NAME_OF.has(paler(fill))) NAME_OF.set(paler(fill), `pale ${word}`);
}

/** The English name of a colour of `fills`, or "". */
export const nameOf = (fill) => NAME_OF.get(fill) ?? "";

/** A colour in OKLab, with the weight of lightness. */
function oklab(fill) {
  const [r, g, b] = linearOf(fill);
  const [x, y, z] = [0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b].map(Math.cbrt);
  return [LIGHTNESS * (0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z),
    1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z, 0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z];
}

/** Different names for the colours of a picture, the closest first; null if one has no name. */
export function namesOf(palette) {
  const labs = palette.map(oklab), found = new Map();
  const pairs = NAMES.flatMap((name) => labs.map((lab, i) =>
    ({ i, name, distance: Math.hypot(...oklab(TYPICAL[name]).map((x, j) => x - lab[j])) + (RARE_NAMES.includes(name) ? RARITY : 0) })));
  const taken = new Set();
  for (const { i, name, distance } of pairs.sort((one, other) => one.distance - other.distance)) {
    if (distance <= MAX_NAME_DISTANCE && !found.has(i) && !taken.has(name)) { found.set(i, name); taken.add(name); }
  }
  return found.size === palette.length ? palette.map((_, i) => found.get(i)) : null;
}

/** Symbols as they fit into fields: names are cut where they still differ. */
export function shortSymbols(symbols) {
  if (!symbols.every((symbol) => NAMES.includes(symbol))) return symbols;
  for (let length = 1; ; length++) {
    const cut = symbols.map((symbol) => symbol.slice(0, length));
    if (new Set(cut).size === new Set(symbols).size) return cut;
  }
}
