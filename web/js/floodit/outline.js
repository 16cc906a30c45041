/** The border of an area of fields [row, column] as an SVG path, in units of fields. */
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
