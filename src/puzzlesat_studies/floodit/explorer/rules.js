// The rules of Flood-It, and an exact search; part of every page on which a board is shown or
// played.

const MAX_POSITIONS = 1000000; // about as many as fit in the memory of a phone

// Returns the number of the colour whose symbol is typed, or -1. Upper and lower case are equivalent
// unless both are symbols.
function colourOfKey(symbols, key) {
  const names = [key, key.toUpperCase(), key.toLowerCase()].map((name) => symbols.indexOf(name));
  return names.find((colour) => colour >= 0) ?? -1;
}

function rulesOf(rows, cols, k, pivot) {
  // ---- the rules, on fields ------------------------------------------------------------------

  const cells = rows * cols;
  const around = Array.from({ length: cells }, (_, f) => [
    ...(f >= cols ? [f - cols] : []),
    ...(f % cols > 0 ? [f - 1] : []),
    ...(f % cols < cols - 1 ? [f + 1] : []),
    ...(f + cols < cells ? [f + cols] : []),
  ]);

  // Returns a list of the fields that are connected to a field by fields of its colour.
  function areaOf(colours, start) {
    const reached = [start];
    const seen = new Set(reached);
    for (const f of reached) {
      for (const g of around[f]) {
        if (colours[g] === colours[start] && !seen.has(g)) { seen.add(g); reached.push(g); }
      }
    }
    return reached;
  }

  function move(colours, colour) {
    const after = colours.slice();
    for (const f of areaOf(colours, pivot)) after[f] = colour;
    return after;
  }

  const isDone = (colours) => colours.every((c) => c === colours[0]);

  // ---- an exact search: A* over sets of flooded clusters -------------------------------------

  // Returns the graph of the clusters of a position. A set of clusters is a Uint32Array of bits; the
  // flooded area is cluster 0.
  function graphOf(colours) {
    const cluster = new Int32Array(cells).fill(-1);
    const colourOf = [];
    for (const f of [pivot, ...colours.keys()]) {
      if (cluster[f] < 0) {
        for (const g of areaOf(colours, f)) cluster[g] = colourOf.length;
        colourOf.push(colours[f]);
      }
    }
    const size = colourOf.length;
    const words = (size + 31) >>> 5;
    const empty = () => new Uint32Array(words);
    const add = (s, x) => { s[x >>> 5] |= 1 << (x & 31); };
    const adjacent = colourOf.map(empty);
    const ofColour = Array.from({ length: k }, empty);
    for (let f = 0; f < cells; f++) {
      add(ofColour[colours[f]], cluster[f]);
      for (const g of around[f]) {
        if (cluster[g] !== cluster[f]) add(adjacent[cluster[f]], cluster[g]);
      }
    }
    const flooded = empty();
    add(flooded, 0);
    return { size, words, adjacent, ofColour, flooded };
  }

  // Adds to a set all clusters next to the members of another.
  function addAround(graph, to, members) {
    for (let w = 0; w < graph.words; w++) {
      for (let bits = members[w]; bits; bits &= bits - 1) {
        const next = graph.adjacent[(w << 5) + 31 - Math.clz32(bits & -bits)];
        for (let v = 0; v < graph.words; v++) to[v] |= next[v];
      }
    }
  }

  // Returns a lower bound on the number of moves that flood the rest: colours whose dry clusters are
  // all in the front are flooded one by one; if there are none, the whole front is flooded in one
  // move.
  function lowerBound(graph, start) {
    const { words, ofColour } = graph;
    const flooded = start.slice();
    const front = new Uint32Array(words);
    addAround(graph, front, flooded);
    const gained = new Uint32Array(words);
    for (let moves = 0; ; ) {
      let any = 0;
      for (let w = 0; w < words; w++) { front[w] &= ~flooded[w]; any |= front[w]; }
      if (!any) return moves;
      gained.fill(0);
      let finished = 0;
      for (const of of ofColour) {
        let dry = 0, beyond = 0;
        for (let w = 0; w < words; w++) {
          const left = of[w] & ~flooded[w];
          dry |= left;
          beyond |= left & ~front[w];
        }
        if (dry && !beyond) {
          finished++;
          for (let w = 0; w < words; w++) gained[w] |= of[w] & ~flooded[w];
        }
      }
      if (!finished) { finished = 1; gained.set(front); }
      moves += finished;
      for (let w = 0; w < words; w++) flooded[w] |= gained[w];
      addAround(graph, front, gained);
    }
  }

  const keyOf = (s) => String.fromCharCode(...new Uint16Array(s.buffer));

  // Returns a shortest list of moves that floods the board from a position. Yields the number of
  // states searched from time to time, so that the page remains responsive.
  function* search(colours) {
    const graph = graphOf(colours);
    const { words, ofColour, size } = graph;
    const start = { flooded: graph.flooded, made: 0, colour: -1, before: null };
    const reached = new Map([[keyOf(start.flooded), 0]]);
    // queue[estimate] is a stack: of two equally promising states, the newer one is deeper
    const queue = [];
    const push = (estimate, state) => { (queue[estimate] ??= []).push(state); };
    push(lowerBound(graph, start.flooded), start);
    const count = (s) => {
      let n = 0;
      for (let w = 0; w < words; w++) for (let bits = s[w]; bits; bits &= bits - 1) n++;
      return n;
    };
    for (let estimate = 0, opened = 0; ; ) {
      while (!queue[estimate]?.length) estimate++;
      const state = queue[estimate].pop();
      if (state.made > reached.get(keyOf(state.flooded))) continue;
      if (count(state.flooded) === size) {
        const moves = [];
        for (let at = state; at.before; at = at.before) moves.push(at.colour);
        return moves.reverse();
      }
      const front = new Uint32Array(words);
      addAround(graph, front, state.flooded);
      for (let colour = 0; colour < ofColour.length; colour++) {
        let gains = 0;
        const after = state.flooded.slice();
        for (let w = 0; w < words; w++) {
          const gained = front[w] & ofColour[colour][w] & ~after[w];
          gains |= gained;
          after[w] |= gained;
        }
        if (!gains) continue;
        const key = keyOf(after);
        const known = reached.get(key);
        if (known !== undefined && known <= state.made + 1) continue;
        reached.set(key, state.made + 1);
        const next = Math.max(estimate, state.made + 1 + lowerBound(graph, after));
        push(next, { flooded: after, made: state.made + 1, colour, before: state });
      }
      if (++opened % 256 === 0) yield opened;
    }
  }

  // Returns the paths of a black outline of an area and of a wider white one below it, to be filled in
  // a drawing in which fields have side 1. Both lie inside the area. The black one is as wide on all
  // boards, except that it leaves room for the symbols on large boards.
  function outlineOf(area) {
    const inside = new Set(area);
    const width = Math.min(Math.max(rows, cols) / 150, 0.15);
    const within = (side) => area.map((f) => {
      const x = f % cols, y = Math.floor(f / cols);
      let path = "";
      for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) {
        const isOnBoard = x + dx >= 0 && x + dx < cols;
        if (isOnBoard && inside.has(f + dy * cols + dx)) continue;
        const w = dx ? side : 1, h = dy ? side : 1;
        path += `M${dx > 0 ? x + 1 - w : x} ${dy > 0 ? y + 1 - h : y}h${w}v${h}h${-w}z`;
      }
      return path;
    }).join("");
    return { line: within(width), halo: within(1.4 * width) };
  }

  // Searches for a shortest list of moves from a position, in steps, so that the page remains
  // responsive: `onProgress` is called with the number of positions searched so far. Returns null
  // if there are too many, and undefined once the answer is no longer wanted.
  async function solve(colours, onProgress, isWanted) {
    const work = search(colours);
    for (let turn = { done: false }; ; ) {
      const until = performance.now() + 40;
      while (!turn.done && performance.now() < until) turn = work.next();
      if (turn.done) return turn.value;
      if (turn.value > MAX_POSITIONS) return null;
      onProgress(turn.value);
      await new Promise((resume) => setTimeout(resume));
      if (!isWanted()) return undefined;
    }
  }

  return { areaOf, move, isDone, search, solve, outlineOf };
}
