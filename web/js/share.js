/**
 * Addresses of puzzles: the part behind #.
 *
 * It is a text form of the puzzle, with "/" between rows, and then "&name=value" for what that form
 * does not say: start=ROW,COLUMN (Flood-It), rule=NAME (Flow Free), mines=N and first=ROW,COLUMN
 * (Minesweeper). For example #4x4c4m0:0120120333210012,7 or #numlin/5/5/1j2h3m1h2j3&rule=strict.
 */

const NAMES = ["start", "rule", "mines", "first"];

const MAX_LENGTH = 100_000;

/**
 * Return the part of an address behind #.
 *
 * @param {string} text A text form of a puzzle; line ends become "/".
 * @param {Object<string, string|number>} settings The values of some of NAMES.
 */
export function writeFragment(text, settings = {}) {
  const rows = text.trimEnd().replaceAll("\n", "/");
  const more = Object.entries(settings).map(([name, value]) => `&${name}=${escaped(String(value))}`);
  return escaped(rows) + more.join("");
}

function escaped(text) {
  // "&" ends the text, and "%" begins an escape; the rest is what addresses cannot contain
  return text.replace(/[^A-Za-z0-9:/,;.*_\-+=~!?$@()]+/g, encodeURIComponent);
}

/**
 * Return the text and the settings of the part of an address behind #, or null if it is empty.
 *
 * @param {string} hash With or without the leading "#".
 * @returns {{text: string, settings: Object<string, string>}|null}
 * @throws {Error} If it cannot be an address of a puzzle; the message is a sentence.
 */
export function readFragment(hash) {
  const whole = hash.replace(/^#/, "");
  if (!whole) return null;
  if (whole.length > MAX_LENGTH) {
    throw new Error("The link is too long to be that of a puzzle; copy it again.");
  }
  const [text, ...more] = whole.split("&").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw new Error("The link is damaged: a % in it is not followed by two digits; copy it again.");
    }
  });
  const settings = {};
  for (const part of more) {
    const [name, value] = part.split(/=(.*)/s);
    if (NAMES.includes(name) && value !== undefined) settings[name] = value;
  }
  return { text, settings };
}
