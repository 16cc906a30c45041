/** Why a field is certain, in words, as in Python's show/words.py. */

import { fieldName, filled } from "#js/words.js";
import SENTENCES from "#js/minesweeper/sentences.js";

/** Return a sentence that states the value of a certain field, and the reason: see engine/interface/README.md. */
export function sentence(state, { field, value, numbers, total, because }) {
  const name = (place) => fieldName(...place), number = (place) => `the ${state.content[state.at(...place)]} at ${name(place)}`;
  const known = { field: name(field), value, numbers: numbers.map(number), total, mines: state.mines };
  const phrase = (kind, argument) => {
    const named = { ...known, ...argument };
    for (const [key, given] of Object.entries(argument)) {
      if (key === "number") named[key] = number(given);
      else if (key === "parts") named[key] = given.map((part) => phrase(`part of ${kind}`, part));
      else if (Array.isArray(given)) named[key] = given.map(name);
    }
    return filled(SENTENCES[kind], named);
  };
  return filled(SENTENCES.reason, { ...known, because: phrase(because.kind, because) });
}
