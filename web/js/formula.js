/**
 * The thesis's conditions one by one, each with its clauses.
 *
 *     const formula = mountFormula(container, puzzle, board);
 *
 * @param {HTMLElement} container
 * @param {Object} puzzle A Flood-It or Flow Free puzzle.
 * @param {{mark: (fields: [number, number][]) => void}} board The view of the board, whose fields a
 *   clause speaks of are marked while it has the pointer or the focus.
 */
export function mountFormula(container, puzzle, board) {
  container.textContent = "";
}
