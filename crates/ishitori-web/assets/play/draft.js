// A move in the making: what the heaps would be. Stones are taken (or, where a rule adds some, put
// on), heaps are split and deleted; whether the result is a move is for the server to say.

export class Draft {
  constructor(sizes) {
    this.from = sizes;
    this.reset();
  }

  reset() {
    this.piles = this.from.map((size, origin) => ({ origin, was: size, size, gone: false }));
  }

  /** Leaves so many stones in a pile. */
  leave(place, size) {
    this.piles[place].size = Math.max(0, size);
  }

  /** Deletes a pile, or brings it back. */
  remove(place) {
    this.piles[place].gone = !this.piles[place].gone;
  }

  /** Splits a pile into `first` stones and the rest. */
  split(place, first) {
    const pile = this.piles[place];
    const part = (size) => ({ origin: pile.origin, was: size, size, gone: false, part: true });
    this.piles.splice(place, 1, part(first), part(pile.size - first));
  }

  sizes() {
    return this.piles.filter((pile) => !pile.gone).map((pile) => pile.size);
  }

  text() {
    return this.sizes().join(",");
  }

  /** Whether anything was done. */
  touched() {
    return this.piles.length !== this.from.length || this.piles.some((pile) => pile.gone || pile.size !== pile.was);
  }

  /** How many heaps were touched. */
  count() {
    return this.piles.filter((pile) => pile.size !== pile.was).length;
  }

  /** How many heaps there are too many, or (below 0) too few. */
  surplus() {
    return this.sizes().length - this.from.length;
  }
}

/**
 * The heaps of `after` in the places where they stood before: an unordered position comes sorted, but
 * heaps that nobody touched should not jump about on the table.
 */
export function settle(before, after) {
  if (!before || before.length !== after.length) return after;
  const rest = [...after];
  const placed = before.map((size) => {
    const same = rest.indexOf(size);
    return same < 0 ? null : rest.splice(same, 1)[0];
  });
  // Of the rest the largest goes where most stones stood.
  const open = placed.flatMap((size, place) => (size === null ? [place] : [])).sort((a, b) => before[b] - before[a]);
  rest.sort((a, b) => b - a);
  for (const [i, place] of open.entries()) placed[place] = rest[i];
  return placed;
}

/** What a move changed, in a way that needs no words: `7 → 2`, or cells of a board. */
export function difference(before, after, unordered) {
  if (!/^[\d,]+$/.test(before)) return boardDifference(before, after);
  const [from, to] = [before.split(","), after.split(",")];
  if (!unordered && from.length === to.length) {
    return from
      .flatMap((size, place) => (size === to[place] ? [] : [`#${place + 1}: ${size} → ${to[place]}`]))
      .join(", ");
  }
  const rest = [...to];
  const gone = from.filter((size) => {
    const same = rest.indexOf(size);
    if (same >= 0) rest.splice(same, 1);
    return same < 0;
  });
  return `${gone.join(", ")} → ${rest.join(", ") || "0"}`;
}

function boardDifference(before, after) {
  const [from, to] = [before.split("/"), after.split("/")];
  const cells = [];
  from.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      if (letter !== to[r]?.[c]) cells.push(`(${r + 1},${c + 1})`);
    }),
  );
  return cells.join(" ");
}
