/** The list of the boards of a page that contains many: a table to filter and to sort. */

import { h } from "#js/shell.js";
import { counted } from "#js/words.js";

const MOST = 200; // rows of the table; more make a page slow
const HIDDEN = ["name", "rows", "moves"];

/** Whether a board has all words of a filter: "k=4" for a column's value, others in its name. */
function fits(board, words) {
  return words.every((word) => {
    const [column, value] = word.split("=");
    return value === undefined ? board.name.toLowerCase().split(/[\s,]+/).includes(word) : String(board[column]) === value;
  });
}

/**
 * An element with a list of boards, `{name, …}`, which calls `open(board)` for the one chosen.
 *
 * Each board has the same properties, which are the columns; `filter` is the first filter.
 */
export function boardList(boards, open, filter = "") {
  const columns = Object.keys(boards[0]).filter((name) => !HIDDEN.includes(name));
  let by = null, sign = 1; // the column that sorts, and the direction
  const found = h("p", { class: "quiet small", role: "status" });
  const input = h("input", { type: "search", value: filter, placeholder: `k=${boards[0].k} minimum=${boards[0].minimum}`, oninput: list });
  const body = h("tbody", {});
  const sorter = (name) => h("th", { scope: "col" }, h("button", { onclick: () => { sign = by === name ? -sign : 1; by = name; list(); } }, name));
  const table = h("table", { class: "moves" }, h("thead", {}, h("tr", {}, columns.map(sorter), h("th", { scope: "col" }, "open"))), body);

  function list() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fitting = boards.filter((board) => fits(board, words));
    if (by) fitting.sort((a, b) => sign * (a[by] - b[by]));
    found.textContent = counted(fitting.length, "board") + (fitting.length > MOST ? `; the first ${MOST} are listed` : "");
    [...table.tHead.rows[0].cells].slice(0, -1).forEach((cell, i) => {
      cell.setAttribute("aria-sort", by !== columns[i] ? "none" : sign > 0 ? "ascending" : "descending");
    });
    body.replaceChildren(...fitting.slice(0, MOST).map((board) => h("tr", {}, columns.map((name) => h("td", {}, String(board[name]))),
      h("td", {}, h("button", { "aria-label": board.name, onclick: () => open(board) }, "open")))));
  }

  list();
  return h("details", { open: true }, h("summary", {}, "All boards of the run"), h("label", {}, "Filter ", input), found,
    h("div", { class: "scroll" }, table));
}
