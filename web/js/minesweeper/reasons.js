/** Why a field is certain, in words: the codes of the engine, as in Python's show/words.py. */

import { counted, fieldName, listed } from "#js/words.js";

const mine = (n) => (n === 1 ? "a mine" : "mines");
const what = (value) => (value ? "a mine" : "safe");
const joined = (phrases) =>
  phrases.length > 1 ? `${phrases.slice(0, -1).join(", ")}, and ${phrases.at(-1)}` : phrases[0];
const named = ([r, c]) => fieldName(r, c);
const places = (fields) => listed(fields.map(named));

/** Return a sentence that states the value of a certain field, and the reason: see engine/interface/README.md. */
export function sentence(state, { field, value, numbers, total, because }) {
  const number = ([r, c]) => `the ${state.content[state.at(r, c)]} at ${named([r, c])}`;
  const all = [...numbers.map(number), ...(total ? [`the number of mines, ${state.mines}`] : [])];
  const phrase = {
    number: () => byOne(number, because),
    sums: () => bySums(number, because, value),
    chain: () => byAChain(number, because, value),
    total: () => byTheTotal(numbers.map(number), because, value),
    numbers: () => `were it ${what(1 - value)}, no placement of mines would fit ${listed(all)}`,
    "given up": () => `no other placement of ${total ? counted(state.mines, "mine") : "mines"} fits all numbers`,
  }[because.kind]();
  return `${named(field)} is ${what(value)}: ${phrase}.`;
}

function byOne(name, { number, mines, flags }) {
  if (mines) {
    const flagged = flags.length ? `${counted(flags.length, "flag")} and ` : "";
    return `${name(number)} has ${flagged}only ${counted(mines, "covered field")} around it`;
  }
  if (!flags.length) return `${name(number)} has no mine around it`;
  const under = flags.length === 1 ? "its mine under the flag" : `its ${flags.length} mines under the flags`;
  return `${name(number)} has ${under} at ${places(flags)}`;
}

// One number with the bounds of others on the fields that they share.
function bySums(name, { parts, number, others, flags }, value) {
  const phrases = parts.map((part) => `${name(part.number)} has ${share(part, value)}`);
  if (value) {
    const where = others === 1 ? "its only other covered field" : "all its other covered fields";
    return `${joined(phrases)}, so ${name(number)} has ${mine(others)} on ${where}`;
  }
  const besides = flags ? `apart from its ${flags === 1 ? "flag" : "flags"}, ` : "";
  return [...phrases, `and ${besides}${name(number)} has no other mine`].join(", ");
}

function share({ fields, mines, all, flags }, value) {
  const where = `${fields.length === 1 ? "at" : "among"} ${places(fields)}`;
  if (value) return mines ? `at most ${counted(mines, "mine")} ${where}` : `no mine ${where}`;
  if (!all) return `at least ${counted(mines, "mine")} ${where}`;
  return `its ${flags ? "other " : ""}${mines === 1 ? "mine" : `${mines} mines`} ${where}`;
}

// The steps from the other value to a contradiction, one number after another.
function byAChain(name, { parts, number, mines, most }, value) {
  const steps = parts.map((part) => {
    const where = places(part.fields);
    const effect = part.mines ? `make ${where} ${mine(part.fields.length)}` : `leave ${where} safe`;
    return `${name(part.number)} would ${effect}`;
  });
  const last = `${steps.length ? "but then " : ""}${name(number)} would have ${most ? "at most " : ""}${mines}`;
  return [`were it ${what(1 - value)}`, ...(steps.length ? [joined(steps)] : []), last].join(", ");
}

function byTheTotal(names, { mines, all, others, flags }, value) {
  const flagged = flags ? " under flags" : "";
  if (!names.length) {
    if (value) return `the number of mines left equals the number of covered fields, ${others}`;
    return flagged ? `all mines are${flagged}` : "there are no mines";
  }
  const has = `${listed(names)} ${names.length === 1 ? "has" : "have"}`;
  const free = flagged ? ` that ${all === 1 ? "is" : "are"} not${flagged}` : "";
  if (!value) return `${has} ${{ 1: "the only mine", 2: "both mines" }[all] ?? `all ${all} mines`}${free}`;
  return (
    `${has} ${mines} of the ${counted(all, "mine")}${free}, and only ${counted(others, "covered field")} ` +
    `${others === 1 ? "is" : "are"} left for the others`
  );
}
