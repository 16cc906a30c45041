/** The panel with the conditions of a formula and their clauses. */

import { grouped as withCommas } from "#formats/common.js";
import { dimacs } from "#formula/clauses.js";
import { h } from "#shell.js";
import { counted } from "#words.js";

export const MAX_LITERALS = 200_000;
const MOST_SHOWN = 300; // clauses of a condition

/** Return a setting with a choice between some values. */
export function choice(label, options) {
  const select = h("select", {}, options.map(([value, text]) => h("option", { value }, text)));
  return { element: h("label", {}, label, select), input: select, value: () => select.value };
}

export const tooLarge = (program) =>
  `This formula has more than ${withCommas(MAX_LITERALS)} literals, too many to show here. Choose a smaller ` +
  `puzzle${program === "floodit" ? " or fewer moves" : ""}, or write it with the command ${program} encode.`;

/**
 * Show a formula in a container.
 *
 * @param {Object} board A view with `mark(fields)`.
 * @param {{element: HTMLElement, input: HTMLElement}[]} settings
 * @param {() => Object|string} make Return the formula for the settings, or why there is none.
 * @param {string} program The command with `encode`.
 */
export function panel(container, board, settings, make, program) {
  const said = h("p", { class: "quiet", role: "status" });
  const save = h("button", { type: "button" }, "Save as DIMACS");
  const time = h("input", { type: "number", min: 0, value: 0 });
  const timeLabel = h("label", {}, "Show time t", time);
  const list = h("div", { class: "conditions" });
  const open = new Set(); // names of conditions
  let formula = null;

  const show = () => {
    const found = make();
    const error = typeof found === "string" ? found : found.literals > MAX_LITERALS ? tooLarge(program) : "";
    formula = error ? null : found;
    save.disabled = !formula;
    board.mark?.([]);
    if (error) {
      said.textContent = error;
      list.replaceChildren();
      timeLabel.hidden = true;
      return;
    }
    said.textContent = `${withCommas(found.variables)} variables, ${withCommas(found.clauses)} clauses, ${withCommas(found.literals)} literals.`;
    const last = Math.max(...found.conditions.flatMap((c) => c.parts.map(({ t }) => t ?? 0)));
    timeLabel.hidden = last === 0;
    time.max = last;
    if (Number(time.value) > last) time.value = last;
    const wanted = Number(time.value) || 0;
    list.replaceChildren(...found.conditions.map((condition) =>
      conditionElement(condition, open, () => clauseList(condition, wanted, found.meaning, board))));
  };

  save.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([dimacs(formula)], { type: "text/plain" }));
    h("a", { href: url, download: `${program}.cnf` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  for (const { input } of settings) input.addEventListener("input", show);
  time.addEventListener("input", show);
  container.classList.add("formula");
  container.replaceChildren(
    h("p", {}, program === "floodit"
      ? "The conditions of the thesis, whose models are the ways to flood the board in p moves. Fields f are numbered row by row from 0."
      : "The conditions whose models are the solutions. Cells i are numbered row by row from 0, and flows in binary."),
    h("div", { class: "bar" }, settings.map(({ element }) => element), save),
    said,
    h("div", { class: "bar" }, timeLabel),
    list,
  );
  show();
}

/**
 * Return the element of a condition.
 *
 * @param {Set<string>} open The names of the open conditions, which is kept up to date.
 * @param {() => HTMLElement} makeList Return the list of its clauses, when it opens.
 */
function conditionElement({ name, title, form, parts }, open, makeList) {
  const all = parts.reduce((sum, part) => sum + part.clauses.length, 0);
  const body = h("div", {});
  const element = h(
    "details",
    {},
    h("summary", {}, h("b", {}, name), ` ${title} `, h("span", { class: "quiet small" }, counted(all, "clause"))),
    h("p", { class: "form" }, form),
    body,
  );
  element.open = open.has(name);
  const fill = () => {
    if (element.open) open.add(name);
    else open.delete(name);
    body.replaceChildren(...(element.open ? [makeList()] : []));
  };
  element.addEventListener("toggle", fill);
  if (element.open) fill();
  return element;
}

/** Return the clauses of a condition at a time, or the nearest at which it holds. */
function clauseList({ name, parts }, time, meaning, board) {
  if (!parts.length) return h("p", { class: "quiet small" }, "No clause.");
  const part = parts.find(({ t }) => t === time) ?? parts.at(time < (parts[0].t ?? 0) ? 0 : -1);
  const shown = part.clauses.slice(0, MOST_SHOWN);
  const words = h("p", { class: "words", role: "status" });
  const clauses = h(
    "ul",
    { role: "listbox", "aria-label": `Clauses of condition ${name}${part.t === null ? "" : ` at time ${part.t}`}` },
    shown.map((clause, i) => {
      const literals = clause.map((x) => `${x < 0 ? "¬" : ""}${meaning(Math.abs(x)).symbol}`);
      const item = h("li", { role: "option", tabindex: i ? -1 : 0, "aria-selected": "false" }, literals.join(" ∨ "));
      item.clause = clause;
      return item;
    }),
  );
  followClause(clauses, (clause) => {
    const fields = clause.flatMap((x) => meaning(Math.abs(x)).fields);
    board.mark?.([...new Map(fields.map((field) => [String(field), field])).values()]);
    words.textContent = clause.length ? inWords(clause, meaning) : "";
  });
  const times = part.t === null ? "" : ` at t = ${part.t}`;
  const more = part.clauses.length - shown.length;
  return h(
    "div",
    {},
    h("p", { class: "quiet small" }, `${counted(part.clauses.length, "clause")}${times}` +
      (more ? `, of which the first ${MOST_SHOWN} are shown` : "")),
    clauses,
    words,
  );
}

/** Tell a function the clause with the pointer or else the focus, or [] if there is none; keys move the focus. */
function followClause(clauses, tell) {
  const leave = () => {
    const focused = document.activeElement;
    tell(clauses.contains(focused) ? focused.clause ?? [] : []);
  };
  const select = (item) => {
    for (const other of clauses.querySelectorAll("[aria-selected=true]")) other.setAttribute("aria-selected", "false");
    for (const other of clauses.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
    item.tabIndex = 0;
    item.setAttribute("aria-selected", "true");
    tell(item.clause);
  };
  clauses.addEventListener("pointerover", (event) => event.target.clause && tell(event.target.clause));
  clauses.addEventListener("pointerleave", leave);
  clauses.addEventListener("focusin", (event) => select(event.target));
  clauses.addEventListener("focusout", () => setTimeout(leave)); // when the next element has the focus
  clauses.addEventListener("click", (event) => event.target.clause && event.target.focus());
  clauses.addEventListener("keydown", (event) => {
    const items = [...clauses.children];
    const i = items.indexOf(event.target);
    const to = { ArrowUp: i - 1, ArrowDown: i + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || !items[to]) return;
    event.preventDefault();
    event.stopPropagation();
    items[to].focus();
  });
}

/** Return what a clause says, in words. */
function inWords(clause, meaning) {
  const words = (some) => some.map((x) => meaning(Math.abs(x)).words);
  const [yes, no] = [words(clause.filter((x) => x > 0)), words(clause.filter((x) => x < 0))];
  const upper = (text) => text[0].toUpperCase() + text.slice(1);
  if (!no.length) return `${upper(yes.join(", or "))}.`;
  if (yes.length) return `If ${no.join(", and ")}, then ${yes.join(", or ")}.`;
  if (no.length === 1) return `It is not so that ${no[0]}.`;
  return `Not ${no.length === 2 ? "both" : "all of this"}: ${no.join(", and ")}.`;
}
