"use strict";
/*
 * Minesweeper: exact counting as in src/puzzlesat/minesweeper/solve/counting.py, with whole numbers
 * of any size; see web/engine/minesweeper.cpp.
 */

const COVERED = -1;
const FLAGGED = -2;
const MOST_STATE = 10_000; // fields
const MOST_PLAYED = 1000; // fields of a board of the player
const BEST = 12; // moves that are listed
const MARGIN = 0.1; // candidates are at most so much less safe than the safest field
const PLACEMENTS = 4000n; // the end of a game is searched if at most so many fit
const PATIENCE = 200; // changes of a board without progress
const SECONDS = 20; // for the search for the smallest reason

// States ------------------------------------------------------------------------------------------

/** Return the fields around each field, in increasing order. */
function neighboursOf(rows, cols) {
  return Array.from({ length: rows * cols }, (_, f) => {
    const [r, c] = [Math.floor(f / cols), f % cols];
    const near = [];
    for (let y = Math.max(r - 1, 0); y <= Math.min(r + 1, rows - 1); y++)
      for (let x = Math.max(c - 1, 0); x <= Math.min(c + 1, cols - 1); x++)
        if (y !== r || x !== c) near.push(y * cols + x);
    return near;
  });
}

function stateOf({ rows: lines, mines }) {
  const cols = lines?.[0]?.length;
  refuseUnless(Array.isArray(lines) && cols > 0, "The state has no field; give at least one row.");
  refuseUnless(
    lines.every((line) => line.length === cols),
    "The rows of the state differ in length; make them equally long.",
  );
  const rows = lines.length;
  refuseUnless(
    rows * cols <= MOST_STATE,
    `The state has ${rows * cols} fields; a page takes at most ${MOST_STATE}.`,
  );
  const content = [...lines.join("")].map((symbol) => {
    if (symbol === "F") return FLAGGED;
    if (symbol === "#" || symbol === ".") return COVERED;
    refuseUnless(/^[0-8]$/.test(symbol), `${symbol} is not a field; use 0-8, # (covered) or F.`);
    return Number(symbol);
  });
  const known = mines ?? null;
  refuseUnless(
    known === null || isWhole(known, 0, content.length),
    `The number of mines must be a whole number from 0 to ${content.length}.`,
  );
  return newState(rows, cols, content, known);
}

function newState(rows, cols, content, mines) {
  return { rows, cols, content, mines, around: neighboursOf(rows, cols) };
}

const placesOf = (state, fields) => fields.map((f) => placeOf(state, f));
const inWords = (state, f) => `(${placeOf(state, f).join(", ")})`;

function fieldOf(state, place) {
  const [r, c] = place ?? [];
  refuseUnless(
    isWhole(r, 0, state.rows - 1) && isWhole(c, 0, state.cols - 1),
    `There is no field in row ${r}, column ${c}.`,
  );
  return r * state.cols + c;
}

/**
 * Return the constraints of a state: each the field that shows it, its mines and its scope, which
 * are the covered fields. A field without covered ones around it is a constraint only if it is
 * violated.
 */
function sumsOf(state) {
  const sums = [];
  state.content.forEach((number, field) => {
    if (number < 0) return;
    const scope = state.around[field].filter((g) => state.content[g] === COVERED);
    const flags = state.around[field].filter((g) => state.content[g] === FLAGGED).length;
    if (scope.length > 0 || flags !== number) sums.push({ field, need: number - flags, scope });
  });
  return sums;
}

const wordsOf = (sums) => [
  sums.length,
  ...sums.flatMap(({ field, need, scope }) => [field, need, scope]),
];

// Counting ----------------------------------------------------------------------------------------

function product(a, b) {
  const result = new Array(a.length + b.length - 1).fill(0n);
  a.forEach((x, i) => b.forEach((y, j) => (result[i + j] += x * y)));
  return result;
}

const dot = (a, b, from = 0) => a.reduce((sum, x, i) => sum + x * b[from + i], 0n);

/** Return the sums of a[i] · b[i + j] over i, for each j for which all these items exist. */
const correlation = (a, b) =>
  Array.from({ length: b.length - a.length + 1 }, (_, j) => dot(a, b, j));

/** Return the first `count` of C(b, r), C(b, r - 1), … */
function binomials(b, r, count) {
  const values = [];
  let value = null;
  for (let k = r; k > r - count; k--) {
    if (k < 0 || k > b) {
      values.push(0n);
    } else {
      if (value === null) {
        value = 1n;
        for (let i = 1; i <= k; i++) value = (value * BigInt(b - k + i)) / BigInt(i);
      } else {
        value = (value * BigInt(k + 1)) / BigInt(b - k);
      }
      values.push(value);
    }
  }
  return values;
}

/**
 * Count the placements of `mines` mines (null: any number) on `covered` fields that fit some sums.
 * Return {models, ways}, where ways[f] is the number of placements with a mine on f, or null if
 * none fits.
 */
function count(sums, covered, mines, deadline = Infinity) {
  const limit = milliseconds(secondsUntil(deadline));
  const found = kernel("minesweeper_count", limit, ...wordsOf(sums));
  if (found === null) return null;
  const known = new Map(found.known);
  const before = [[1n]];
  const tables = found.components.map(({ length, numbers }) => {
    const all = numbers.map(BigInt);
    const table = [];
    for (let at = 0; at < all.length; at += length) table.push(all.slice(at, at + length));
    before.push(product(before.at(-1), table[0]));
    return table;
  });
  const constrained = new Set(sums.flatMap(({ scope }) => scope));
  const free = covered.filter((f) => !constrained.has(f));
  const { length } = before.at(-1);
  let outside, withMine;
  if (mines === null) {
    outside = new Array(length).fill(2n ** BigInt(free.length));
    withMine = new Array(length).fill(2n ** BigInt(Math.max(free.length - 1, 0)));
  } else {
    let rest = mines;
    for (const value of known.values()) rest -= value;
    for (const { least } of found.components) rest -= least;
    outside = binomials(free.length, rest, length);
    withMine = binomials(free.length - 1, rest - 1, length);
  }
  const models = dot(before.at(-1), outside);
  if (models === 0n) return null;
  const ways = new Map();
  for (const [f, value] of known) ways.set(f, value ? models : 0n);
  const ofFree = dot(before.at(-1), withMine);
  for (const f of free) ways.set(f, ofFree);
  for (let i = tables.length - 1; i >= 0; i--) {
    const weights = correlation(before[i], outside);
    found.components[i].groups.forEach((fields, g) => {
      const number = dot(tables[i][g + 1], weights);
      for (const f of fields) ways.set(f, number);
    });
    outside = correlation(tables[i][0], outside);
  }
  return { models, ways };
}

/** Return the double nearest to the quotient of two whole numbers, 0 ≤ part ≤ whole. */
function quotient(part, whole) {
  if (part === 0n || part === whole) return part === 0n ? 0 : 1;
  const bits = (x) => x.toString(16).length * 4; // at least the length of x
  // 64 or more significant bits, the last one set if there is a remainder: rounds as the quotient
  const shift = BigInt(Math.max(bits(whole) - bits(part) + 68, 0));
  const scaled = part << shift;
  const digits = scaled / whole;
  return Number(digits * whole === scaled ? digits : digits | 1n) / 2 ** Number(shift);
}

const coveredIn = (state) => state.content.flatMap((c, f) => (c === COVERED ? [f] : []));
const minesLeft = (state) =>
  state.mines === null ? null : state.mines - state.content.filter((c) => c === FLAGGED).length;

/** Count the placements that fit a state; refuse a contradictory one. */
function countState(state, deadline) {
  const [sums, covered] = [sumsOf(state), coveredIn(state)];
  const found = count(sums, covered, minesLeft(state), deadline);
  if (found === null) refuseContradiction(state, deadline);
  return { sums, covered, ...found };
}

const certainOf = ({ models, ways }, value) =>
  [...ways]
    .filter(([, number]) => number === (value ? models : 0n))
    .map(([f]) => f)
    .sort((a, b) => a - b);

/** Return the fields, the least likely to be a mine first; ties as in solve/finish.py. */
function safestFirst(state, { models, ways }) {
  const open = (f) => ways.has(f) && ways.get(f) > 0n && ways.get(f) < models;
  const around = new Map([...ways.keys()].map((f) => [f, state.around[f].filter(open).length]));
  return [...ways.keys()].sort((f, g) => {
    const [a, b] = [ways.get(f), ways.get(g)];
    return a < b ? -1 : a > b ? 1 : around.get(f) - around.get(g) || f - g;
  });
}

/** Return the probability that a field is safe and its number makes another one safe. */
function progressProbability(state, counts, f, deadline) {
  const near = state.around[f].filter((g) => counts.ways.has(g));
  const mines = near.filter((g) => counts.ways.get(g) === counts.models).length;
  const open = near.filter((g) => counts.ways.get(g) > 0n && counts.ways.get(g) < counts.models);
  const left = minesLeft(state);
  let models = 0n;
  for (let need = mines; need <= mines + open.length; need++) {
    const sums = [...counts.sums, { field: f, need, scope: near }, { field: f, need: 0, scope: [f] }];
    const after = count(sums, counts.covered, left, deadline);
    if (after === null) continue;
    const safe = (g) => g !== f && after.ways.get(g) === 0n && counts.ways.get(g) !== 0n;
    if (counts.covered.some(safe)) models += after.models;
  }
  return quotient(models, counts.models);
}

/** Return what the engine's player is told: the content, and all certain values. */
function playerWords(state, counts) {
  const known = state.content.map((content, f) => {
    if (content === FLAGGED) return 1;
    const ways = counts.ways.get(f);
    return ways === 0n ? 0 : ways === counts.models ? 1 : -1;
  });
  return [state.rows, state.cols, state.mines, state.content, known];
}

const isPlayable = (state) => state.mines !== null && state.content.length <= MOST_PLAYED;

/** Return the field with which perfect play begins, and its chance of winning, or null. */
function endOf(state, counts, deadline = Infinity) {
  if (!isPlayable(state) || counts.models > PLACEMENTS) return null;
  if (certainOf(counts, 0).length > 0) return null;
  const limit = milliseconds(secondsUntil(deadline));
  const end = kernel("minesweeper_end", limit, ...playerWords(state, counts));
  return end && { field: end.field, wins: end.wins / end.placements };
}

function moveOf(state, counts, f, { opens = null, wins = null } = {}) {
  const safety = quotient(counts.models - counts.ways.get(f), counts.models);
  return { field: placeOf(state, f), safety, opens, wins };
}

/** Return the best next moves; what is not known at the deadline is null. */
function bestMoves(state, counts, deadline) {
  const order = safestFirst(state, counts);
  const risk = (f) => quotient(counts.ways.get(f), counts.models);
  if (order.length === 0 || counts.ways.get(order[0]) === counts.models) return [];
  const near = order.filter((f) => risk(f) <= risk(order[0]) + MARGIN).slice(0, BEST);
  const isCertain = counts.ways.get(order[0]) === 0n;
  const end = nullIfStopped(() => endOf(state, counts, deadline));
  if (end !== null && !near.includes(end.field)) near.push(end.field);
  const moves = near.map((f) => {
    const opens = isCertain
      ? null
      : nullIfStopped(() => progressProbability(state, counts, f, deadline));
    return moveOf(state, counts, f, { opens, wins: end?.field === f ? end.wins : null });
  });
  // The value of a guess: its safety, and a fifth of the chance that it leads on, as in a player of the studies.
  const worth = (move) => (move.wins === null ? 0 : 2) + move.safety + 0.2 * (move.opens ?? 0);
  if (!isCertain) moves.sort((a, b) => worth(b) - worth(a));
  return moves.slice(0, BEST);
}

METHODS["minesweeper.analyse"] = ({ rows, mines, seconds }) => {
  const state = stateOf({ rows, mines });
  const deadline = deadlineAfter(seconds);
  const counts = countState(state, deadline);
  const at = (f) => (counts.ways.has(f) ? quotient(counts.ways.get(f), counts.models) : null);
  return {
    safe: placesOf(state, certainOf(counts, 0)),
    mines: placesOf(state, certainOf(counts, 1)),
    probabilities: Array.from({ length: state.rows }, (_, r) =>
      Array.from({ length: state.cols }, (_, c) => at(r * state.cols + c)),
    ),
    solutions: counts.models.toString(),
    best: bestMoves(state, counts, deadline),
  };
};

METHODS["minesweeper.move"] = ({ rows, mines }) => {
  const state = stateOf({ rows, mines });
  refuseUnless(state.mines !== null, "The player needs the number of mines.");
  const counts = countState(state);
  refuseUnless(counts.covered.length > 0, "Every field is uncovered or flagged.");
  const safe = certainOf(counts, 0);
  if (safe.length > 0) {
    const text = `${inWords(state, safe[0])} is safe in every placement of mines that fits.`;
    return { ...moveOf(state, counts, safe[0]), kind: "safe", text };
  }
  refuseUnless(certainOf(counts, 1).length < counts.covered.length, "Every covered field is a mine.");
  refuseUnless(
    isPlayable(state),
    `The player takes boards of at most ${MOST_PLAYED} fields, but this one has ${state.content.length}.`,
  );
  const guess = kernel("minesweeper_guess", ...playerWords(state, counts));
  refuseUnless(guess !== null, "The player cannot count the placements of mines that fit.");
  const wins = guess.wins < 0 ? null : guess.wins;
  const move = moveOf(state, counts, guess.field, { wins, opens: progressProbability(state, counts, guess.field) });
  const percent = (x) => `${Number((100 * x).toPrecision(3))}%`;
  const kind = state.content.every((c) => c < 0) ? "first" : "guess";
  const least = moveOf(state, counts, safestFirst(state, counts)[0]).safety;
  const safety = `it is safe with ${percent(move.safety)}`;
  const text =
    wins !== null
      ? `Nothing is certain; ${inWords(state, guess.field)} begins perfect play, which wins ${percent(wins)} of the games from here, and ${safety}.`
      : move.safety < least
        ? `Nothing is certain; ${inWords(state, guess.field)} leads on more often than the safest field: ${safety}, the safest field with ${percent(least)}.`
        : `Nothing is certain; no field is safer than ${inWords(state, guess.field)}: ${safety}.`;
  return { ...move, kind, text };
};

// Reasons -----------------------------------------------------------------------------------------

/**
 * Return values of the fields that satisfy some sums, or null. `fixed` maps fields to values;
 * `total` is {need, covered} if the number of all mines counts, too.
 */
function modelOf(sums, fixed, total, deadline) {
  const parts = sums.map(({ need, scope }) => ({ need, scope }));
  const whole = total && { need: total.need, scope: total.covered };
  if (whole) parts.push(whole);
  const value = new Map(fixed);
  const holding = new Map();
  parts.forEach((part) => {
    part.mines = 0;
    part.open = 0;
    for (const f of part.scope) {
      if (!holding.has(f)) holding.set(f, []);
      holding.get(f).push(part);
      if (value.has(f)) part.mines += value.get(f);
      else part.open += 1;
    }
  });
  const trail = [];
  const assign = (f, v) => {
    value.set(f, v);
    trail.push(f);
    for (const part of holding.get(f)) {
      part.open -= 1;
      part.mines += v;
    }
  };
  const undo = (length) => {
    while (trail.length > length) {
      const f = trail.pop();
      for (const part of holding.get(f)) {
        part.open += 1;
        part.mines -= value.get(f);
      }
      value.delete(f);
    }
  };
  const settle = (queue) => {
    while (queue.length > 0) {
      const part = queue.pop();
      const left = part.need - part.mines;
      if (left < 0 || left > part.open) return false;
      if (part.open === 0 || (left > 0 && left < part.open)) continue;
      for (const f of part.scope) {
        if (value.has(f)) continue;
        assign(f, left > 0 ? 1 : 0);
        queue.push(...holding.get(f));
      }
    }
    return true;
  };
  let steps = 0;
  const search = () => {
    if (++steps % 256 === 0 && performance.now() > deadline)
      throw new Stopped("Time is up.", "timeout");
    // the sum with the fewest open fields, so that the number of all mines is the last
    let best = null;
    for (const part of parts) if (part.open > 0 && (!best || part.open < best.open)) best = part;
    if (best === null) return true;
    if (best === whole) {
      const left = whole.need - whole.mines;
      const open = whole.scope.filter((g) => !value.has(g));
      open.forEach((g, i) => assign(g, i < left ? 1 : 0));
      return true;
    }
    const f = best.scope.find((g) => !value.has(g));
    const length = trail.length;
    for (const v of [1, 0]) {
      assign(f, v);
      if (settle([...holding.get(f)]) && search()) return true;
      undo(length);
    }
    return false;
  };
  return settle([...parts]) && search() ? value : null;
}

/** Return a smallest set that meets every one of some sets, as a set. */
function hittingSet(sets, deadline) {
  let best = null;
  const chosen = new Set();
  const disjoint = (rest) => {
    const used = new Set();
    let number = 0;
    for (const set of rest) {
      if (set.some((x) => used.has(x))) continue;
      number += 1;
      for (const x of set) used.add(x);
    }
    return number;
  };
  let steps = 0;
  const search = (rest) => {
    if (++steps % 1024 === 0 && performance.now() > deadline)
      throw new Stopped("Time is up.", "timeout");
    if (rest.length === 0) {
      best = new Set(chosen);
      return;
    }
    if (best !== null && chosen.size + disjoint(rest) >= best.size) return;
    const smallest = rest.reduce((a, b) => (b.length < a.length ? b : a));
    const excluded = new Set();
    for (const x of smallest) {
      chosen.add(x);
      const left = rest
        .filter((set) => !set.includes(x))
        .map((set) => set.filter((y) => !excluded.has(y)));
      if (left.every((set) => set.length > 0)) search(left);
      chosen.delete(x);
      excluded.add(x);
    }
  };
  search([...sets].sort((a, b) => a.length - b.length));
  return best;
}

/**
 * Return a smallest set of sums that no values satisfy, given fixed values, or null if all can be
 * satisfied: {sums: indices, smallest}. By implicit hitting sets: each model of a candidate gives
 * sums of which one is needed. After half of the time until the deadline, sums are left out one
 * after the other instead; the set is then irreducible, or contains what is left at the deadline.
 */
function smallestCore(sums, fixed, total, deadline) {
  const half = (performance.now() + deadline) / 2;
  const model = (chosen, until) => {
    const some = chosen.map((i) => sums[i]);
    return modelOf(some, fixed, total, until);
  };
  const all = sums.map((_, i) => i);
  if (model(all, half) !== null) return null;
  const smallest = nullIfStopped(() => smallestByHittingSets(sums, (chosen) => model(chosen, half), half));
  if (smallest !== null) return { sums: smallest, smallest: true };
  let left = all;
  nullIfStopped(() => {
    for (const i of all) {
      secondsUntil(deadline);
      const rest = left.filter((j) => j !== i);
      if (model(rest, deadline) === null) left = rest;
    }
  });
  return { sums: left, smallest: false };
}

/** Return the indices of a smallest set of sums without a model, if all together have none. */
function smallestByHittingSets(sums, model, deadline) {
  const all = sums.map((_, i) => i);
  const needed = [];
  while (true) {
    const chosen = [...hittingSet(needed, deadline)];
    let values = model(chosen);
    if (values === null) return chosen.sort((a, b) => a - b);
    const kept = new Set(chosen);
    const isMet = ({ need, scope }) =>
      scope.reduce((sum, f) => sum + (values.get(f) ?? 0), 0) === need;
    const order = all.filter((i) => !kept.has(i));
    for (const i of order) if (isMet(sums[i])) kept.add(i);
    for (const i of order) {
      if (kept.has(i)) continue;
      const larger = model([...kept, i]);
      if (larger === null) continue;
      values = larger;
      kept.add(i);
      for (const j of order) if (isMet(sums[j])) kept.add(j);
    }
    needed.push(all.filter((i) => !kept.has(i)));
  }
}

const listed = (names) =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

const nameOf = (state, f) =>
  state.content[f] === FLAGGED
    ? `the flag at ${inWords(state, f)}`
    : `the ${state.content[f]} at ${inWords(state, f)}`;

/** Refuse a state that no placement fits, and name as few fields as possible. */
function refuseContradiction(state, deadline = Infinity) {
  // Each flag is a sum of its own, so that it can belong to the conflict.
  const bare = { ...state, content: state.content.map((c) => (c === FLAGGED ? COVERED : c)) };
  const flags = state.content.flatMap((c, f) => (c === FLAGGED ? [f] : []));
  const sums = [
    ...sumsOf(bare),
    ...flags.map((f) => ({ field: f, need: 1, scope: [f] })),
  ];
  const total = state.mines === null ? null : { need: state.mines, covered: coveredIn(bare) };
  const end = Math.min(deadline, deadlineAfter(SECONDS));
  for (const all of total ? [null, total] : [null]) {
    const core = nullIfStopped(() => smallestCore(sums, new Map(), all, end));
    if (core === null) continue;
    const fields = core.sums.map((i) => sums[i].field);
    const names = fields.map((f) => nameOf(state, f));
    if (all) names.push(`the number of mines, ${state.mines}`);
    throw new Refusal(
      `No placement of mines fits ${listed(names)} (rows and columns are counted from 0).`,
      placesOf(state, fields),
    );
  }
  throw new Refusal("No placement of mines fits all numbers and flags.", []);
}

METHODS["minesweeper.reason"] = ({ rows, mines, field, seconds }) => {
  const state = stateOf({ rows, mines });
  const f = fieldOf(state, field);
  refuseUnless(state.content[f] === COVERED, `${inWords(state, f)} is not a covered field.`);
  const deadline = deadlineAfter(seconds);
  const counts = countState(state, deadline);
  const ways = counts.ways.get(f);
  if (ways > 0n && ways < counts.models) return null;
  const value = ways > 0n ? 1 : 0;
  const opposite = new Map([[f, 1 - value]]);
  const total = state.mines === null ? null : { need: minesLeft(state), covered: counts.covered };
  const end = Math.min(deadline, deadlineAfter(SECONDS));
  for (const all of total ? [null, total] : [null]) {
    let core = null;
    try {
      core = smallestCore(counts.sums, opposite, all, end);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      if (!all) continue;
      core = { sums: [], smallest: false };
    }
    if (core === null) continue;
    const numbers = core.sums.map((i) => counts.sums[i].field).sort((a, b) => a - b);
    return {
      field: placeOf(state, f),
      value,
      numbers: placesOf(state, numbers),
      total: all !== null,
      smallest: core.smallest,
    };
  }
  throw new Refusal("The reason was not found in time.");
};

// Whole games -------------------------------------------------------------------------------------

/** Uncover a field of a board, and, if its number is 0, all around it; return the fields. */
function uncover(board, content, f) {
  const opened = [];
  const waiting = [f];
  while (waiting.length > 0) {
    const g = waiting.pop();
    if (content[g] >= 0) continue;
    content[g] = board.around[g].filter((h) => board.mined.has(h)).length;
    opened.push(g);
    if (content[g] === 0) waiting.push(...board.around[g]);
  }
  return opened;
}

/** Return the certain values of a state of a game: propagation first, which is fast. */
function certainValues(state, deadline) {
  const sums = sumsOf(state);
  const covered = coveredIn(state);
  const constrained = new Set(sums.flatMap(({ scope }) => scope));
  const free = covered.filter((f) => !constrained.has(f));
  const left = minesLeft(state);
  const found = kernel("minesweeper_propagate", free.length, left, ...wordsOf(sums));
  const values = new Map(found.known);
  if (found.free >= 0) for (const f of free) values.set(f, found.free);
  if ([...values.values()].includes(0)) return values;
  const counts = count(sums, covered, left, deadline);
  for (const [f, ways] of counts.ways)
    if (ways === 0n || ways === counts.models) values.set(f, ways === 0n ? 0 : 1);
  return values;
}

/** Play by certain fields alone; return the content and the fields uncovered in each round. */
function playedOn(board, first, { tellPage = () => {}, deadline } = {}) {
  const content = new Array(board.rows * board.cols).fill(COVERED);
  uncover(board, content, first);
  const rounds = [];
  while (content.some((c, f) => c < 0 && !board.mined.has(f))) {
    const state = { ...board, content, mines: board.mined.size };
    const values = certainValues(state, deadline);
    const safe = [...values].filter(([, value]) => value === 0).map(([f]) => f);
    for (const [f, value] of values) if (value === 1) content[f] = FLAGGED;
    if (safe.length === 0) break;
    for (const f of safe) uncover(board, content, f);
    rounds.push(safe.sort((a, b) => a - b));
    tellPage({ round: rounds.length });
  }
  return { content, rounds };
}

function boardOf({ width: cols, height: rows, mines = [], first }) {
  refuseUnless(
    isWhole(cols, 1, MOST_STATE) && isWhole(rows, 1, MOST_STATE) && cols * rows <= MOST_STATE,
    `A board has at least one field, and a page takes at most ${MOST_STATE}.`,
  );
  const board = newState(rows, cols, [], mines.length);
  board.mined = new Set(mines.map((place) => fieldOf(board, place)));
  if (first) {
    board.first = fieldOf(board, first);
    refuseUnless(!board.mined.has(board.first), `The first click, ${inWords(board, board.first)}, is a mine.`);
  }
  return board;
}

const linesOf = ({ rows, cols }, content) => {
  const symbol = (c) => (c === COVERED ? "#" : c === FLAGGED ? "F" : String(c));
  return Array.from({ length: rows }, (_, r) =>
    content.slice(r * cols, (r + 1) * cols).map(symbol).join(""),
  );
};

METHODS["minesweeper.needsGuess"] = ({ board: given }, tellPage) => {
  const board = boardOf(given ?? {});
  refuseUnless(board.first !== undefined, "The first click is unknown; choose a field.");
  const { content, rounds } = playedOn(board, board.first, { tellPage });
  const solved = content.every((c, f) => c >= 0 || board.mined.has(f));
  let guess = null;
  if (!solved) {
    const state = { ...board, content, mines: board.mined.size };
    const counts = countState(state);
    const end = endOf(state, counts);
    guess = end
      ? moveOf(state, counts, end.field, { wins: end.wins })
      : moveOf(state, counts, safestFirst(state, counts)[0]);
  }
  return {
    status: solved ? "solved" : "stuck",
    rounds: rounds.map((fields) => placesOf(board, fields)),
    rows: linesOf(board, content),
    guess,
  };
};

/** Return a function of a bound that draws a whole number below it (SplitMix32). */
function randomOf(seed) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  return (bound) => Math.floor((next() / 2 ** 32) * bound);
}

function shuffled(items, below) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

/** Exchange a mine and a field without one near the place where play is stuck, or return null. */
function changed(board, content, below) {
  const open = content.flatMap((c, f) => (c === COVERED && !board.free.has(f) ? [f] : []));
  const isNear = (f) => board.around[f].some((g) => content[g] >= 0);
  let near = open.filter(isNear);
  if (near.length === 0) {
    near = content.flatMap((c, f) => (c === FLAGGED ? [f] : []));
    open.push(...near);
  }
  if (near.length === 0) return null;
  const f = near[below(near.length)];
  const others = open.filter((g) => board.mined.has(g) !== board.mined.has(f));
  if (others.length === 0) return null;
  const far = others.filter((g) => !isNear(g));
  const among = far.length > 0 ? far : others;
  const g = among[below(among.length)];
  const mined = new Set(board.mined);
  for (const x of [f, g]) if (!mined.delete(x)) mined.add(x);
  return { ...board, mined };
}

/** Draw the first field, and mines elsewhere: not around it if there is room. */
function drawBoard(plain, mines, below) {
  const fields = plain.around.map((_, f) => f);
  const room = (f) => fields.length - 1 - plain.around[f].length >= mines;
  const openings = fields.filter(room);
  const among = openings.length > 0 ? openings : fields;
  const first = plain.first ?? among[below(among.length)];
  const free = new Set(room(first) ? [first, ...plain.around[first]] : [first]);
  const order = shuffled(
    fields.filter((f) => !free.has(f)),
    below,
  );
  return { ...plain, first, free, mined: new Set(order.slice(0, mines)) };
}

/** Draw boards, and exchange mines where play is stuck, until a board needs no guess. */
function drawGuessFree(plain, mines, below, deadline, tellPage) {
  const uncovered = (content) => content.filter((x) => x >= 0).length;
  let boards = 0;
  let changes = 0;
  while (true) {
    boards += 1;
    let board = drawBoard(plain, mines, below);
    let { content } = playedOn(board, board.first, { deadline });
    for (let waited = 0; waited < PATIENCE; ) {
      if (uncovered(content) === content.length - mines) return board;
      secondsUntil(deadline);
      tellPage({ boards, changes });
      const other = changed(board, content, below);
      if (other === null) break;
      changes += 1;
      waited += 1;
      const tried = playedOn(other, board.first, { deadline }).content;
      if (uncovered(tried) > uncovered(content)) waited = 0;
      if (uncovered(tried) >= uncovered(content)) [board, content] = [other, tried];
    }
  }
}

METHODS["minesweeper.random"] = (wanted, tellPage) => {
  const { mines, guessFree = false, seed = 0, seconds = 60 } = wanted;
  const plain = boardOf({ ...wanted, mines: [] });
  const { rows, cols } = plain;
  refuseUnless(
    isWhole(mines, 0, rows * cols - 1),
    `A board of ${rows}×${cols} fields has room for 0 to ${rows * cols - 1} mines.`,
  );
  const below = randomOf(seed);
  const deadline = deadlineAfter(seconds);
  const board = guessFree
    ? nullIfStopped(() => drawGuessFree(plain, mines, below, deadline, tellPage))
    : drawBoard(plain, mines, below);
  refuseUnless(
    board !== null,
    `No board of ${rows}×${cols} fields with ${counted(mines, "mine")} that needs no guess was found in ${seconds} s; choose fewer mines.`,
  );
  return {
    width: cols,
    height: rows,
    mines: placesOf(plain, [...board.mined].sort((a, b) => a - b)),
    first: placeOf(plain, board.first),
  };
};
