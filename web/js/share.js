/**
 * Addresses of puzzles: the part behind #.
 *
 * It is a text form of the puzzle, with "/" between rows, and then "&name=value" for what that form
 * does not say: start=ROW,COLUMN, colours=HEX.HEX, limit=MOVES and symbols=A.B (Flood-It),
 * rule=NAME (Flow Free), mines=N and first=ROW,COLUMN (Minesweeper). For example
 * #4x4c4m0:0120120333210012,7 or #arukone/5/5/1j2h3m1h2j3&rule=strict.
 */

import { InputError } from "#js/formats/common.js";

const MAX_LENGTH = 100_000;

/** What an address needs escaped: "&" ends the text, "%" begins an escape, the rest is invalid. */
const escaped = (text) => text.replace(/[^A-Za-z0-9:/,;.*_\-+=~!?$@()]+/g, encodeURIComponent);

/** Return the part of an address behind # that leads to a puzzle. */
export function fragmentOf(game, puzzle) {
  const { text, settings = {} } = game.address(puzzle);
  const more = Object.entries(settings).map(([name, value]) => `&${name}=${escaped(String(value))}`);
  return escaped(text.trimEnd().replaceAll("\n", "/")) + more.join("");
}

/**
 * Return the puzzle of the part of an address behind #, or null if it is empty.
 *
 * @param {Object} game GAME of a module of formats.
 * @param {string} hash With or without the leading "#".
 * @throws {InputError} If it is not the address of one puzzle of this game.
 */
export function puzzleIn(game, hash) {
  const given = hash.replace(/^#/, "");
  try {
    return given ? read(game, given) : null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw damaged(error);
  }
}

/** What to say of a link for a reason of a reader or of the engine, without its advice on texts. */
export const damaged = ({ reason, fits }) => new InputError(`the link is damaged: ${reason}`, "copy it again", fits);

function read(game, given) {
  if (given.length > MAX_LENGTH) throw new InputError("it is too long for a puzzle");
  const [text, ...more] = given.split("&").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw new InputError("it has an invalid % escape");
    }
  });
  const settings = {};
  for (const part of more) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(part) ?? [];
    if (!game.settings.includes(name)) throw new InputError("it has an unknown setting behind an &");
    if (name in settings) throw new InputError(`it has ${name} twice`);
    settings[name] = value;
  }
  const puzzles = game.ofAddress(text, settings);
  if (puzzles.length !== 1) throw new InputError(`it has ${puzzles.length} puzzles, not one`);
  return puzzles[0];
}
