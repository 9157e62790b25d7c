// A plane through a game: two heaps run along the axes, the others stand still. The first axis goes
// down and the second to the right, as in the tables of the papers.

/** A position as numbers, `"3,5"` -> `[3, 5]`; null if it is not one of heaps. */
export function heapsOf(text) {
  if (!/^\d+(,\d+)*$/.test(text)) return null;
  return text.split(",").map(Number);
}

export class Plane {
  /** `axes` are the places of two heaps (or of one, in a game of one heap), `fixed` sizes by place. */
  constructor(game, axes, fixed) {
    this.heaps = game.heaps;
    this.unordered = Boolean(game.unordered);
    this.axes = axes;
    this.fixed = fixed;
  }

  /** The position in a cell. */
  at(row, column) {
    const sizes = this.heaps.map((_, place) => this.fixed[place] ?? 0);
    sizes[this.axes[0]] = row;
    if (this.axes.length > 1) sizes[this.axes[1]] = column;
    else sizes[this.axes[0]] = column;
    return sizes;
  }

  /** The cells where a position stands: none, one, or two if the order of heaps means nothing. */
  cells(sizes) {
    if (!sizes || sizes.length !== this.heaps.length) return [];
    if (this.axes.length < 2) return [[0, sizes[0]]];
    const found = [];
    const [down, right] = this.axes;
    if (!this.unordered) {
      const stands = sizes.every((size, place) => this.axes.includes(place) || size === (this.fixed[place] ?? 0));
      return stands ? [[sizes[down], sizes[right]]] : [];
    }
    const rest = [...sizes];
    for (let place = 0; place < this.heaps.length; place += 1) {
      if (this.axes.includes(place)) continue;
      const same = rest.indexOf(this.fixed[place] ?? 0);
      if (same < 0) return [];
      rest.splice(same, 1);
    }
    found.push([rest[0], rest[1]]);
    if (rest[0] !== rest[1]) found.push([rest[1], rest[0]]);
    return found;
  }

  /** How the server is asked for it. */
  question() {
    const fix = this.heaps
      .map((name, place) => [name, place])
      .filter(([, place]) => !this.axes.includes(place))
      .map(([name, place]) => `${name}:${this.fixed[place] ?? 0}`);
    return { axes: this.axes.map((place) => this.heaps[place]).join(","), fix: fix.join(",") };
  }
}

/** A plane from what the address says, with whatever is missing or wrong put right. */
export function planeFrom(game, axesText, fixText) {
  const heaps = game.heaps;
  const wanted = (axesText ?? "").split(",").map((name) => heaps.indexOf(name));
  const good = wanted.length === 2 && wanted.every((place) => place >= 0) && wanted[0] !== wanted[1];
  const axes = heaps.length < 2 ? [0] : good ? wanted : usualAxes(game);
  const least = leastOf(game);
  const fixed = heaps.map((_, place) => (axes.includes(place) ? undefined : usual(game, place, least)));
  for (const part of (fixText ?? "").split(",")) {
    const colon = part.lastIndexOf(":");
    const place = heaps.indexOf(part.slice(0, colon));
    const size = Number(part.slice(colon + 1));
    if (colon > 0 && place >= 0 && !axes.includes(place) && Number.isSafeInteger(size)) {
      fixed[place] = Math.max(least[place], size);
    }
  }
  return new Plane(game, axes, fixed);
}

/** The least size of each heap. */
export function leastOf(game) {
  const lower = game.lower;
  return game.heaps.map((_, place) => (Array.isArray(lower) ? lower[place] : lower) ?? 0);
}

/** On a circle two heaps face each other: neighbours may be lowered together, which leaves little to see. */
function usualAxes(game) {
  return /circle/.test(game.symmetry ?? "") ? [0, Math.floor(game.heaps.length / 2)] : [0, 1];
}

/** Where the other heaps stand at first: small, apart where equal heaps are no position, in equal pairs on a circle. */
function usual(game, place, least) {
  if (/\bdistinct\b/.test(game.rule ?? "")) return Math.max(least[place], place);
  const round = /circle/.test(game.symmetry ?? "") && game.heaps.length > 3;
  return round ? Math.max(least[place], 1 + (place % Math.floor(game.heaps.length / 2))) : least[place];
}

/** The most cells a side that may be asked for. */
export function edgeOf(game) {
  const largest = game.largest;
  const axes = Math.min(game.heaps.length, 2);
  const found = typeof largest === "number" ? largest : (largest?.[String(axes)] ?? largest?.[axes - 1]);
  return Number.isFinite(found) ? found : 4000;
}

/** A map with fewer cells a side shows little. */
export const FEW = 63;

/** What is shown if nobody says: who wins, where values take too long to be found for many positions. */
export const usualWhat = (game) => (edgeOf(game) < FEW ? "outcome" : "grundy");
