/**
 * How a position of Flood-It, a list of rows of colours, is drawn and played on.
 *
 *     area(rows, [0, 0])          the fields of the flooded area
 *     flood(rows, [0, 0], 3)      the position after a move
 *     isFlooded(rows)             whether the board has one colour
 *     outline(rows, fields)       an SVG path of the area's border, in units of fields
 *     randomBoard(14, 14, 6)      a board of random colours
 */

const SIDES = [[-1, 0], [0, -1], [0, 1], [1, 0]];

/** The fields that are connected to the start by fields of its colour. */
export function area(rows, [row, col]) {
  const reached = [[row, col]], seen = rows.map(() => []);
  seen[row][col] = true;
  for (const [r, c] of reached) {
    for (const [dr, dc] of SIDES) {
      const [i, j] = [r + dr, c + dc];
      if (rows[i]?.[j] === rows[row][col] && !seen[i][j]) { seen[i][j] = true; reached.push([i, j]); }
    }
  }
  return reached;
}

/** The position after a move; the given one is not changed. */
export function flood(rows, start, colour) {
  const after = rows.map((line) => [...line]);
  for (const [r, c] of area(rows, start)) after[r][c] = colour;
  return after;
}

/** Whether all fields have the same colour. */
export const isFlooded = (rows) => rows.every((line) => line.every((colour) => colour === rows[0][0]));

/** The border of an area as an SVG path. */
export function outline(rows, fields) {
  const inside = rows.map((line) => line.map(() => false));
  for (const [r, c] of fields) inside[r][c] = true;
  let path = "";
  for (const [r, c] of fields) {
    if (!inside[r - 1]?.[c]) path += `M${c} ${r}h1`;
    if (!inside[r + 1]?.[c]) path += `M${c} ${r + 1}h1`;
    if (!inside[r][c - 1]) path += `M${c} ${r}v1`;
    if (!inside[r][c + 1]) path += `M${c + 1} ${r}v1`;
  }
  return path;
}

/** A board whose fields are drawn independently and uniformly. */
export function randomBoard(rows, cols, k) {
  const bytes = crypto.getRandomValues(new Uint32Array(rows * cols));
  return Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => bytes[r * cols + c] % k));
}
