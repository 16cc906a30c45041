/** The page for Flood-It. */

import { Board } from "#board.js";
import { fills, nameOf } from "#colours.js";
import { $ } from "#shell.js";

const EXAMPLE = ["0120", "1203", "3321", "0012"].map((row) => [...row].map(Number));
const shades = fills([..."1234"]);
const board = new Board($("board"), { label: "Flood-It board" });
$("below").append(board.tools);
board.shape(EXAMPLE.length, EXAMPLE[0].length);
board.draw((r, c) => {
  const colour = EXAMPLE[r][c];
  return { fill: shades[colour], letter: String(colour + 1), name: nameOf(shades[colour]) };
});
