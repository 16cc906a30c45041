/** Greedy play of Flood-It: an upper bound on the minimum. */

/** Return the number of moves of a player who floods as many fields as possible with each move. */
export function greedyMoves(board) {
  const cols = board.rows[0].length;
  const colour = board.rows.flat();
  const cluster = new Int32Array(colour.length).fill(-1);
  const members = [];
  const around = (f) =>
    [f % cols ? f - 1 : -1, (f + 1) % cols ? f + 1 : -1, f - cols, f + cols].filter(
      (g) => g >= 0 && g < colour.length,
    );
  for (const start of [board.start[0] * cols + board.start[1], ...colour.keys()]) {
    if (cluster[start] >= 0) continue;
    const found = [start];
    cluster[start] = members.length;
    for (const f of found) {
      for (const g of around(f)) {
        if (cluster[g] < 0 && colour[g] === colour[start]) {
          cluster[g] = members.length;
          found.push(g);
        }
      }
    }
    members.push(found);
  }
  const reached = new Uint8Array(members.length);
  reached[0] = 1;
  const adjacent = Array.from({ length: board.k }, () => []);
  const gains = new Array(board.k).fill(0);
  let flooded = [0];
  let moves = 0;
  while (flooded.length) {
    for (const x of flooded) {
      for (const f of members[x]) {
        for (const g of around(f)) {
          const y = cluster[g];
          if (reached[y]) continue;
          reached[y] = 1;
          adjacent[colour[g]].push(y);
          gains[colour[g]] += members[y].length;
        }
      }
    }
    const best = gains.indexOf(Math.max(...gains));
    flooded = adjacent[best];
    adjacent[best] = [];
    gains[best] = 0;
    if (flooded.length) moves++;
  }
  return moves;
}
