/**
 * The text forms of Flow Free puzzles.
 *
 * @typedef {Object} FlowFree A board with two endpoints for each flow, as in Python's
 *   puzzlesat.flowfree.board. Cells are numbered row by row from 0; flows in the order of their
 *   first endpoints.
 * @property {number} rows
 * @property {number} cols
 * @property {number[]} flow For each cell, the flow that ends there, or -1.
 * @property {string[]} symbols For each flow, its symbol.
 * @property {"strict"|"touching"|"numberlink"} rule
 * @property {number[]} missing Cells that do not belong to the board, increasing.
 * @property {number[]} bridges Cells that two flows cross, increasing.
 * @property {[number, number][]} walls Closed sides: a cell, and RIGHT or BOTTOM; sorted.
 * @property {[number, number][]} warps Open sides on the right or lower border, which lead to the
 *   other end of the row or column: a cell, and RIGHT or BOTTOM; sorted.
 * @property {number[][][]} given For each flow, the [row, column] of each cell of a solution that
 *   came with the puzzle, not checked; empty if there is none.
 * @property {string} name The name of the puzzle in its file; empty if it has only a number.
 */

export const FREE = -1;
export const [LEFT, RIGHT, TOP, BOTTOM] = [0, 1, 2, 3];
export const RULES = ["strict", "touching", "numberlink"];
