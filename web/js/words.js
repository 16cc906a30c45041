/** Parts of sentences. */

/** A number with its noun: `counted(1, "move")` is "1 move". */
export const counted = (n, noun, plural = `${noun}s`) => `${grouped(n)} ${n === 1 ? noun : plural}`;

/** A number with commas between its thousands. */
export const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** Names in a row: "a", "a and b", "a, b and c"; " or" instead of " and" if it is given. */
export function listed(names, and = " and") {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")}${and} ${names.at(-1)}` : names.join("");
}

/** The letters of a column, counted from 0: A to Z, AA, AB … */
export const columnName = (c) => (c < 26 ? "" : columnName(Math.floor(c / 26) - 1)) + String.fromCharCode(65 + (c % 26));

/** The name of a field, counted from 0: the one at (2, 1) is B3, as the rim of the board shows. */
export const fieldName = (r, c) => `${columnName(c)}${r + 1}`;

/** A probability in percent: exact at 0 and 1, never rounded to them. */
export function percent(p, digits = 0) {
  if (p === 0 || p === 1) return `${100 * p}%`;
  const least = 10 ** -digits;
  const value = 100 * p;
  if (value < least) return `<${least}%`;
  if (value > 100 - least) return `>${100 - least}%`;
  return `${value.toFixed(digits)}%`;
}

/**
 * A sentence of a table with values in its placeholders: {name} is a value or a list of names, {name,} a list of
 * clauses, {#name} the length of a list; [name:none|one|more] is one of its parts, chosen by a number or a length.
 */
export function filled(sentence, values) {
  const amount = (value) => value?.length ?? Number(value ?? 0);
  for (let before = null; before !== sentence;) { // from the innermost choices on
    before = sentence;
    sentence = before.replace(/\[(\w+):([^[\]]*)\]/g, (_, name, parts) => {
      const all = parts.split("|");
      return all[Math.min(amount(values[name]), all.length - 1)];
    });
  }
  return sentence.replace(/\{(#?)(\w+)(,?)\}/g, (_, count, name, comma) => {
    const value = values[name];
    return count ? value.length : Array.isArray(value) ? listed(value, `${comma} and`) : value;
  });
}
