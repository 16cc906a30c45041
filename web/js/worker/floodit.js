"use strict";
/* Flood-It: see web/engine/floodit.cpp. */

const MOST_FIELDS = 40_000; // larger boards exceed the memory of a page
const MOST_COLOURS = 255;

/** Return the columns, the colours, the start and the fields of a board. */
function boardWords({ rows, k, start = [0, 0] }) {
  const cols = rows?.[0]?.length;
  refuseUnless(Array.isArray(rows) && cols > 0, "The board has no field; give at least one row.");
  refuseUnless(
    rows.every((row) => row.length === cols),
    "The rows of the board differ in length; make them equally long.",
  );
  refuseUnless(
    rows.length * cols <= MOST_FIELDS,
    `The board has ${rows.length * cols} fields; a page takes at most ${MOST_FIELDS}.`,
  );
  const fields = rows.flat();
  const most = k ?? Math.max(...fields) + 1;
  refuseUnless(
    isWhole(most, 1, MOST_COLOURS) && fields.every((colour) => isWhole(colour, 0, most - 1)),
    `The colours must be whole numbers from 0 to ${most - 1}, at most ${MOST_COLOURS} of them.`,
  );
  const [r, c] = start;
  refuseUnless(
    isWhole(r, 0, rows.length - 1) && isWhole(c, 0, cols - 1),
    `The start, row ${r}, column ${c}, is not on the board.`,
  );
  return [cols, most, r * cols + c, fields];
}

METHODS["floodit.solve"] = (board, tellPage) => {
  let latest = "";
  tell = (progress) => {
    const { lower, upper, moves } = progress;
    const shown = `${lower} ${moves}`;
    if (shown !== latest) tellPage({ lower, upper, moves });
    latest = shown;
  };
  const found = kernel("floodit_solve", milliseconds(board.seconds), ...boardWords(board));
  return { ...found, minimum: found.status === "optimal" ? found.upper : null };
};

METHODS["floodit.greedy"] = (board) => kernel("floodit_greedy", ...boardWords(board));
