/** Greedy play of Flood-It: an upper bound on the minimum. */

import { clusters, neighbours } from "#floodit/rules.js";

/** Return the number of moves of a player who floods as many fields as possible with each move. */
export function greedyMoves({ rows, start, k }) {
  const members = clusters(rows, start);
  const cluster = rows.map(() => []);
  members.forEach((fields, x) => fields.forEach(([r, c]) => (cluster[r][c] = x)));
  const reached = new Uint8Array(members.length);
  reached[0] = 1;
  const adjacent = Array.from({ length: k }, () => []);
  const gains = new Array(k).fill(0);
  let flooded = [0];
  let moves = 0;
  while (flooded.length) {
    for (const x of flooded) {
      for (const f of members[x]) {
        for (const [r, c] of neighbours(rows, f)) {
          const y = cluster[r][c];
          if (reached[y]) continue;
          reached[y] = 1;
          adjacent[rows[r][c]].push(y);
          gains[rows[r][c]] += members[y].length;
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
