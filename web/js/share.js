/**
 * Addresses of puzzles: the part behind #.
 *
 * It is a text form of the puzzle, with "/" between rows, and then "&name=value" for what that form
 * does not say: start=ROW,COLUMN (Flood-It), rule=NAME (Flow Free), mines=N and first=ROW,COLUMN
 * (Minesweeper). For example #4x4c4m0:0120120333210012,7 or #numlin/5/5/1j2h3m1h2j3&rule=strict.
 */

import { InputError } from "#formats/common.js";
import { FORMATS as BOARDS_OF_FLOODIT, parseStart, starting } from "#formats/floodit.js";
import { FORMATS as PUZZLES, RULES, isLink } from "#formats/flowfree.js";
import { BOARDS, FORMATS as STATES, isId, readAny } from "#formats/minesweeper.js";

const NAMES = { floodit: ["start"], flowfree: ["rule"], minesweeper: ["mines", "first"] };

export const MAX_LENGTH = 100_000;

/**
 * Return the part of an address behind #.
 *
 * @param {string} text A text form of a puzzle; line ends become "/".
 * @param {Object<string, string|number>} settings The values of some of NAMES for the game.
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
 * @param {string[]} names The settings that the game has.
 * @returns {{text: string, settings: Object<string, string>}|null}
 * @throws {InputError} If it cannot be an address of a puzzle.
 */
export function readFragment(hash, names = Object.values(NAMES).flat()) {
  const given = hash.replace(/^#/, "");
  if (!given) return null;
  if (given.length > MAX_LENGTH) {
    throw new InputError("the link is too long to be that of a puzzle; copy it again");
  }
  const [text, ...more] = given.split("&").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw new InputError("the link is damaged: a % in it is not followed by two digits; copy it again");
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
 * @param {"floodit"|"flowfree"|"minesweeper"} game
 * @throws {InputError} If it is not the address of one puzzle of this game.
 */
export function puzzleIn(game, hash) {
  const found = readFragment(hash, NAMES[game]);
  if (!found) return null;
  const { puzzles, remarks, format } = READ[game](found);
  if (puzzles.length !== 1) {
    throw new InputError(`the link has ${puzzles.length} puzzles; share one of them`);
  }
  return { puzzle: puzzles[0], remarks, format };
}

const asLines = (text) => text.replaceAll("/", "\n");

const READ = {
  floodit({ text, settings }) {
    const isIdOrLink = /^(?:https?:|\d[a-z0-9]*[:#])/.test(text);
    const found = BOARDS_OF_FLOODIT.parse(isIdOrLink ? text : asLines(text));
    if (settings.start === undefined) return found;
    const start = parseStart(settings.start);
    return { ...found, puzzles: found.puzzles.map((board) => starting(board, start)) };
  },
  flowfree({ text, settings }) {
    const found = PUZZLES.parse(isLink(text) || text.includes("://") ? text : asLines(text));
    const { rule } = settings;
    if (rule === undefined) return found;
    if (!RULES.includes(rule)) {
      throw new InputError(`the rule in the link is unknown; choose from ${RULES.join(", ")}`);
    }
    return { ...found, puzzles: found.puzzles.map((puzzle) => ({ ...puzzle, rule })) };
  },
  minesweeper({ text, settings }) {
    if (isId(text)) return BOARDS.parse(text);
    const { mines, first } = settings;
    if (first !== undefined) return BOARDS.parse(`first: ${first}\n${asLines(text)}`);
    return readAny((mines === undefined ? "" : `mines: ${mines}\n`) + asLines(text));
  },
};

/**
 * Return the part of an address behind # that leads to a puzzle, or "" if no form can express it.
 *
 * @param {"floodit"|"flowfree"|"minesweeper"} game
 */
export function fragmentOf(game, puzzle) {
  for (const write of WRITE[game]) {
    try {
      return write(puzzle);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  return "";
}

const WRITE = {
  floodit: [
    (board) => {
      // an ID has at least three colours, and no names for them
      const usual = board.k >= 3 && board.symbols.every((symbol, c) => symbol === String(c));
      return writeFragment(BOARDS_OF_FLOODIT.get(usual ? "id" : "rows").write(board));
    },
    (board) => writeFragment(BOARDS_OF_FLOODIT.get("rows").write(board)),
  ],
  flowfree: [
    (puzzle) => {
      const [, link] = PUZZLES.get("link").write(puzzle).split("?");
      const rule = link.startsWith("numlin") ? "numberlink" : "touching";
      return writeFragment(link, puzzle.rule === rule ? {} : { rule: puzzle.rule });
    },
    (puzzle) => writeFragment(PUZZLES.get("rows").write(puzzle), { rule: puzzle.rule }),
  ],
  minesweeper: [
    (puzzle) =>
      Array.isArray(puzzle.rows)
        ? writeFragment(
            STATES.get("rows").write({ rows: puzzle.rows }),
            puzzle.mines === undefined ? {} : { mines: puzzle.mines },
          )
        : writeFragment(BOARDS.get("id").write(puzzle)),
    (puzzle) => writeFragment(BOARDS.get("picture").write(puzzle)),
  ],
};
