/**
 * The rules of Flood-It on a position, a list of rows of colours.
 *
 *     neighbours(rows, [0, 0])    the fields [row, col] around a field
 *     area(rows, [0, 0])          the fields of the flooded area
 *     clusters(rows, [0, 0])      the fields of each cluster
 *     flood(rows, [0, 0], 3)      the position after a move
 *     isFlooded(rows)             whether the board has one colour
 *     outline(rows, fields)       an SVG path of the area's border, in units of fields
 *     randomBoard(14, 14, 6)      a board of random colours
 */

const SIDES = [[-1, 0], [0, -1], [0, 1], [1, 0]];

/** The fields around a field. */
export const neighbours = (rows, [r, c]) =>
  SIDES.map(([dr, dc]) => [r + dr, c + dc]).filter(([i, j]) => rows[i]?.[j] !== undefined);

/** The fields that are connected to the start by fields of its colour; marks them as `seen`. */
export function area(rows, [row, col], seen = rows.map(() => [])) {
  const reached = [[row, col]];
  seen[row][col] = true;
  for (const field of reached) {
    for (const [r, c] of neighbours(rows, field)) {
      if (rows[r][c] === rows[row][col] && !seen[r][c]) { seen[r][c] = true; reached.push([r, c]); }
    }
  }
  return reached;
}

/** The fields of each cluster: first that of the start, then in the order of their first fields. */
export function clusters(rows, start = [0, 0]) {
  const seen = rows.map(() => []), found = [area(rows, start, seen)];
  rows.forEach((line, r) => line.forEach((_, c) => { if (!seen[r][c]) found.push(area(rows, [r, c], seen)); }));
  return found;
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
