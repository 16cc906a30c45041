/** Words with definitions, which a person can select in the texts of the step-by-step views. */

import { h } from "#shell.js";

const TERMS = {
  constraint:
    "The condition given by a number: exactly this many of the fields around it are mines. C(a,b) is the constraint of the number in row a and column b, and n(a,b) is the number itself.",
  variable: "A covered field. Its value is 1 if it is a mine and 0 if it is safe.",
  array: "The values of the eight fields around a number, row by row. Beyond the border they are 0.",
  support:
    "An assignment of the constraint's other variables that satisfies the constraint together with the value. If only one value of a variable has a support, the variable has this value.",
  fixpoint: "The state in which a whole round over all constraints decides nothing further.",
  propagation: "Removing all values without a support, constraint by constraint, until nothing changes.",
  "formula φ":
    "The conjunction of the clauses of all numbers. It is true for exactly the placements of mines that fit them.",
  φ: "The formula: the conjunction of the clauses of all numbers. It is true for exactly the placements of mines that fit them.",
  clause: "Literals of which at least one must be true.",
  literal: "A variable (the field is a mine) or its negation (the field is safe).",
  "¬": "Not: ¬x(r, c) means that the field in row r and column c is safe. In the algorithm, l̄ is the negation of l.",
  "∨": "Or: at least one of the literals of a clause is true.",
  SAT: "A call of a SAT solver. It decides whether the formula is satisfiable, and returns a model if it is.",
  unsatisfiable: "No placement of mines makes the formula true.",
  satisfiable: "At least one placement of mines makes the formula true.",
  "partial model":
    "A model without the fields whose values do not matter. Fields left out are not in the backbone.",
  model: "A placement of mines that makes the formula true.",
  ν_R: "The result: the part of the backbone found so far.",
  ν: "The model found last.",
  Λ: "The literals still to be tested. Each contradicts all models found so far.",
  backbone: "The fields that have the same value in every model: certain mines and certainly safe fields.",
};

const WORDS = new RegExp(
  `(${Object.keys(TERMS).sort((a, b) => b.length - a.length).join("|")})`,
  "u",
);
const beginsWithLetter = (text) => /^\p{L}/u.test(text);

/** A text as nodes, in which words with definitions are buttons. */
export function marked(text) {
  const parts = text.split(WORDS);
  return parts.map((part, i) => {
    const whole =
      i % 2 &&
      !(/^[a-z]/i.test(part) && (/\p{L}$/u.test(parts[i - 1]) || beginsWithLetter(parts[i + 1].replace(/^s\b/, ""))));
    return whole ? h("button", { class: "term", type: "button" }, part) : document.createTextNode(part);
  });
}

/** The definition of a word that `marked` has made a button. */
export const definition = (term) => `${term}: ${TERMS[term]}`;
