/**
 * What the formulas of all games share: conditions with their clauses.
 *
 * @typedef {Object} Condition
 * @property {string} name      its number or name in the thesis or the program
 * @property {string} title     what it says, in words
 * @property {string} form      what it says, in symbols
 * @property {{t: ?number, clauses: number[][]}[]} parts  its clauses, at each time at which it holds
 */

export const range = (n, first = 0) => Array.from({ length: Math.max(0, n - first) }, (_, i) => first + i);
export const pairs = (items) => items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b]));

/** Return the subsets of a size, each in the order of the items. */
function subsets(items, size) {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}

export const atMost = (items, n) => subsets(items, n + 1).map((some) => some.map((x) => -x));
export const atLeast = (items, n) =>
  n > items.length ? [[1], [-1]] : subsets(items, items.length - n + 1);

export const bitLength = (n) => (n > 0 ? Math.floor(Math.log2(n)) + 1 : 0);

export const placeText = ([r, c]) => `row ${r}, column ${c}`;

/**
 * Return a formula: conditions, the number of variables, comments, and the meaning of a variable.
 * @returns {{conditions: Condition[], variables: number, clauses: number, literals: number,
 *   comments: string[], meaning: (variable: number) =>
 *   {symbol: string, words: string, fields: [number, number][]}}}
 */
export function formulaOf(definitions, meaning, comments, variables) {
  const conditions = definitions.map(([name, title, form, times, clauses]) => ({
    ...{ name, title, form },
    parts: times.map((t) => ({ t, clauses: clauses(t ?? 0) })).filter((part) => part.clauses.length),
  }));
  const all = conditions.flatMap((condition) => condition.parts.flatMap((part) => part.clauses));
  const literals = all.reduce((sum, clause) => sum + clause.length, 0);
  const most = all.reduce((max, clause) => clause.reduce((x, y) => Math.max(x, Math.abs(y)), max), 0);
  return { conditions, meaning, comments, clauses: all.length, literals, variables: Math.max(variables, most) };
}

/** Return a formula as a DIMACS file. */
export function dimacs(formula) {
  const lines = formula.comments.map((comment) => `c ${comment}`);
  lines.push(`p cnf ${formula.variables} ${formula.clauses}`);
  for (const { name, parts } of formula.conditions) {
    lines.push(`c condition ${name}`);
    for (const { clauses } of parts) for (const clause of clauses) lines.push(`${clause.join(" ")} 0`);
  }
  return `${lines.join("\n")}\n`;
}
