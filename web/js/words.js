/** Parts of sentences. */

/** A number with its noun: `counted(1, "move")` is "1 move". */
export const counted = (n, noun, plural = `${noun}s`) => `${n} ${n === 1 ? noun : plural}`;

/** Names in a row: "a", "a and b", "a, b and c". */
export function listed(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
}

/** A probability in percent: exact at 0 and 1, never rounded to them. */
export function percent(p, digits = 0) {
  if (p === 0 || p === 1) return `${100 * p}%`;
  const least = 10 ** -digits;
  const value = 100 * p;
  if (value < least) return `<${least}%`;
  if (value > 100 - least) return `>${100 - least}%`;
  return `${value.toFixed(digits)}%`;
}
