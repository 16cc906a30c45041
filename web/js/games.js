/** The three puzzles, and which of them a text or a picture shows. */

import { InputError } from "#js/formats/common.js";
import { GAME as FLOODIT } from "#js/formats/floodit.js";
import { GAME as FLOWFREE } from "#js/formats/flowfree.js";
import { GAME as MINESWEEPER } from "#js/formats/minesweeper.js";
import { fragmentOf, puzzleIn } from "#js/share.js";

export const GAMES = [FLOODIT, FLOWFREE, MINESWEEPER];

const PAGE = /^\S{0,300}?\b(floodit|flowfree|minesweeper)\.html#(\S+)$/;

/**
 * Return what each puzzle reads in a text: {game, puzzles} or {game, error}. A link to a page is of
 * its puzzle alone. `stated` are options of readers.
 */
export function readings(text, stated = {}) {
  const [, page, fragment] = PAGE.exec(text.trim()) ?? [];
  return GAMES.filter((game) => !page || game.name === page).map((game) => {
    try {
      return { game, puzzles: page ? [puzzleIn(game, fragment)] : game.parse(text, stated) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { game, error };
    }
  });
}

/** Return {game, reading} of a picture for each game, where the reading may be one of no board. */
export async function gamesIn({ rgba, width, height }, engine, games = GAMES) {
  const found = [];
  for (const game of games) {
    found.push({ game, reading: await engine.call("picture.read", { game: game.name, rgba, width, height }) });
  }
  return found;
}

/** The address of the page that shows a puzzle. */
export const addressOf = (game, puzzle) => `${game.name}.html#${fragmentOf(game, puzzle)}`;
