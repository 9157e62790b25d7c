// Values computed here, from nothing but the rules as people say them, to compare with what the page shows.

/** The least natural number that is not in `seen`. */
export function mex(seen) {
  let value = 0;
  while (seen.has(value)) value += 1;
  return value;
}

/** Grundy values of two heaps up to `most`; `moves(a, b)` lists where one can go. */
export function table(most, moves) {
  const values = Array.from({ length: most + 1 }, () => []);
  for (let sum = 0; sum <= 2 * most; sum += 1) {
    for (let a = Math.max(0, sum - most); a <= Math.min(sum, most); a += 1) {
      const b = sum - a;
      values[a][b] = mex(new Set(moves(a, b).map(([x, y]) => values[x][y])));
    }
  }
  return values;
}

export function wythoffMoves(a, b) {
  const moves = [];
  for (let x = 0; x < a; x += 1) moves.push([x, b]);
  for (let y = 0; y < b; y += 1) moves.push([a, y]);
  for (let t = 1; t <= Math.min(a, b); t += 1) moves.push([a - t, b - t]);
  return moves;
}

/** Misère outcomes of the same: whoever cannot move has won. True where the player to move loses. */
export function misere(most, moves) {
  const lost = Array.from({ length: most + 1 }, () => []);
  for (let sum = 0; sum <= 2 * most; sum += 1) {
    for (let a = Math.max(0, sum - most); a <= Math.min(sum, most); a += 1) {
      const options = moves(a, sum - a);
      lost[a][sum - a] = options.length > 0 && options.every(([x, y]) => !lost[x][y]);
    }
  }
  return lost;
}

/** Grundy values of Wythoff's Nim by what each row, column and diagonal has had so far: faster than by all moves. */
export function wythoffTable(most) {
  const sets = () => Array.from({ length: most + 1 }, () => new Set());
  const [rows, columns, above, below] = [sets(), sets(), sets(), sets()];
  const values = Array.from({ length: most + 1 }, () => []);
  for (let a = 0; a <= most; a += 1) {
    for (let b = 0; b <= most; b += 1) {
      const diagonal = b >= a ? above[b - a] : below[a - b];
      let value = 0;
      while (rows[a].has(value) || columns[b].has(value) || diagonal.has(value)) value += 1;
      for (const set of [rows[a], columns[b], diagonal]) set.add(value);
      values[a][b] = value;
    }
  }
  return values;
}
