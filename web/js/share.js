/**
 * Addresses of puzzles: the part behind #.
 *
 * It is a text form of the puzzle, with "/" between rows, and then "&name=value" for what that form
 * does not say: start=ROW,COLUMN (Flood-It), rule=NAME (Flow Free), mines=N and first=ROW,COLUMN
 * (Minesweeper). For example #4x4c4m0:0120120333210012,7 or #numlin/5/5/1j2h3m1h2j3&rule=strict.
 */

import { InputError } from "#formats/common.js";

const MAX_LENGTH = 100_000;

/**
 * Return the part of an address behind #.
 *
 * @param {string} text A text form of a puzzle; line ends become "/".
 * @param {Object<string, string|number>} settings The values of settings of the game.
 */
function writeFragment(text, settings = {}) {
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
 * @param {string[]} names The settings that the game has.
 * @returns {{text: string, settings: Object<string, string>}|null}
 * @throws {InputError} If it cannot be an address of a puzzle.
 */
function readFragment(hash, names) {
  const given = hash.replace(/^#/, "");
  if (!given) return null;
  if (given.length > MAX_LENGTH) {
    throw new InputError("the link is too long to be that of a puzzle; copy it again");
  }
  const [text, ...more] = given.split("&").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw new InputError("the link is damaged: it has an invalid % escape; copy it again");
    }
  });
  const settings = {};
  for (const part of more) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(part) ?? [];
    if (!names.includes(name)) {
      throw new InputError("the link is damaged behind an &; copy it again");
    }
    settings[name] = value;
  }
  return { text, settings };
}

/**
 * Return the puzzle of the part of an address behind #, remarks and the name of its format; or null
 * if it is empty.
 *
 * @param {Object} game GAME of a module of formats.
 * @throws {InputError} If it is not the address of one puzzle of this game.
 */
export function puzzleIn(game, hash) {
  const found = readFragment(hash, game.settings);
  if (!found) return null;
  const { puzzles, remarks, format } = game.ofAddress(found.text, found.settings);
  if (puzzles.length !== 1) {
    throw new InputError(`the link has ${puzzles.length} puzzles; share one of them`);
  }
  return { puzzle: puzzles[0], remarks, format };
}

/**
 * Return the part of an address behind # that leads to a puzzle, or "" if no form can express it.
 *
 * @param {Object} game GAME of a module of formats.
 */
export function fragmentOf(game, puzzle) {
  for (const write of game.addresses(puzzle)) {
    try {
      const { text, settings } = write();
      return writeFragment(text, settings);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  return "";
}
