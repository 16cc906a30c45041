/**
 * Colours of boards, as `puzzlesat.common.colours` in Python: distinguishable with any colour vision.
 *
 *     fills(["R", "G", "1"])    a colour for each symbol, as a hexadecimal code
 *     inkOn("#000080")          "#fff": black or white, whichever is easier to read on a colour
 *     nameOf("#0072b2")         "blue", for screen readers; "" if the colour has no name
 */

/** Colours by Okabe and Ito and by Paul Tol. */
export const COLOURS = {
  blue: "#0072b2", orange: "#ee9a00", green: "#009e73", red: "#cc2211", purple: "#cc79a7",
  cyan: "#56b4e9", yellow: "#f0e442", magenta: "#aa3377", white: "#f2f2f2", black: "#000000",
};

/** The name of the colour of each square or circle. */
export const EMOJI = {
  "🟥": "red", "🟧": "orange", "🟨": "yellow", "🟩": "green", "🟦": "blue", "🟪": "purple", "⬛": "black",
  "⬜": "white", "🔴": "red", "🟠": "orange", "🟡": "yellow", "🟢": "green", "🔵": "blue", "🟣": "purple",
  "⚫": "black", "⚪": "white", "🟫": "brown", "🟤": "brown",
};

/** The names that denote colours in texts. */
export const NAMES = ("red green blue yellow orange purple violet pink cyan magenta brown black white gray lime teal maroon "
  + "navy olive gold tan silver turquoise indigo beige fuchsia").split(" ");

const BY_NAME = new Map(Object.entries(COLOURS).flatMap(([word, fill]) =>
  [[word, fill], [word === "black" ? "k" : word[0], fill]]).reverse());
const SPARE = [...Object.values(COLOURS).slice(0, 8), "#332288", "#882255"];

const rgb = (fill) => [1, 3, 5].map((i) => parseInt(fill.slice(i, i + 2), 16));
const mixed = (fill, times, plus) =>
  `#${rgb(fill).map((x) => Math.floor(times * x + plus).toString(16).padStart(2, "0")).join("")}`;

/** A darker shade; for black, a grey. */
const darker = (fill) => (rgb(fill).some((x) => x) ? mixed(fill, 0.6, 0) : mixed(fill, 0, 80));

/** A paler shade. */
const paler = (fill) => mixed(fill, 0.5, 127.5);

const SHADES = [...SPARE, ...SPARE.map(darker), ...SPARE.map(paler)];

/** A colour for each symbol: names, initials and emoji get their own colour, others the spare ones. */
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

/** Black or white, whichever is easier to read on a colour (WCAG's relative luminance). */
export function inkOn(fill) {
  const linear = rgb(fill).map((x) => x / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
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
