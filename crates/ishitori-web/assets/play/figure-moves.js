// What a move changes of a figure, found by comparing two pictures: the same for all kinds of positions. Things have names:
// p:3 a point, l:1|3 a line, c:0,2 a cell. `shown` are the things that are drawn as changed, `touches` those that choose the
// move when clicked, `key` the one that means this move above others, `to` where a token goes.

const point = (label) => `p:${label}`;
export const line = (u, v) => `l:${[u, v].sort().join("|")}`;
export const cell = (row, column) => `c:${row},${column}`;

/** Whether the positions of a game are pictures, of whatever kind. */
export const isFigure = (game) => Boolean(game.figure);

/** The lines of a picture by the labels of their ends. */
export const linesOf = ({ points, lines }) => lines.map(([u, v]) => [points[u].label, points[v].label]);
export const tokenOf = ({ points, token }) => (token === null || token === undefined ? null : points[token].label);

/** What differs between the pictures `before` and `after` of a game. */
export function changes(game, before, after) {
  if (before.points) return pointChanges(game, before, after);
  if (game.kind === "diagram") return diagramChanges(game, before, after);
  return plain(cellDifference(before, after));
}

const plain = (things, key = null) => ({ shown: new Set(things), touches: new Set(things), key });

function pointChanges(game, before, after) {
  const left = new Set(after.points.map(({ label }) => label));
  const gone = before.points.filter(({ label }) => !left.has(label)).map(({ label }) => point(label));
  const token = tokenOf(after);
  const moved = token !== tokenOf(before);
  // Which elements lie right above others is told anew, so of a poset the lines are only drawn.
  const kept = new Set(linesOf(after).map(([u, v]) => line(u, v)));
  const lines = game.kind === "poset" ? [] : linesOf(before).map(([u, v]) => line(u, v));
  const lost = lines.filter((name) => !kept.has(name));
  const things = [...gone, ...lost, ...(moved && token !== null ? [point(token)] : [])];
  const to = moved && token !== null ? point(token) : null;
  return { ...plain(things, to ?? (gone.length ? null : (lost[0] ?? null))), to };
}

function cellDifference({ rows: before }, { rows: after }) {
  const found = [];
  before.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      if (letter !== (after[r]?.[c] ?? " ")) found.push(cell(r, c));
    }),
  );
  return found;
}

/** The lengths of the rows of a diagram. */
const lengths = ({ rows }) => rows.map((row) => row.trimEnd().length).filter((length) => length > 0);

/** Where whole rows and columns go, the rest moves up and left: then these are what is changed, and not the rim. */
function diagramChanges(game, before, after) {
  const [from, to] = [lengths(before), lengths(after)];
  const moves = game.moves ?? "";
  const found = (moves.includes("cut") && cut(from, to)) || (/take a (row|column)/.test(moves) && lineGone(from, to, moves));
  if (found) return found;
  const rim = cellDifference(before, after);
  const places = rim.map((name) => name.slice(2).split(",").map(Number));
  // A hook is called after the square in its corner.
  const corner = cell(Math.min(...places.map(([r]) => r)), Math.min(...places.map(([, c]) => c)));
  if (!moves.includes("hook")) return plain(rim);
  return { shown: new Set(rim), touches: new Set([...rim, corner]), key: corner };
}

const same = (a, b) => a.length === b.length && a.every((length, i) => length === b[i]);
const squares = (from, wanted) =>
  from.flatMap((length, r) => Array.from({ length }, (_, c) => c).flatMap((c) => (wanted(r, c) ? [cell(r, c)] : [])));

/** So many rows at the top and columns at the left whose loss makes one diagram of the other, as few as possible. */
function cut(from, to) {
  const most = from.length + (from[0] ?? 0);
  for (let both = 1; both <= most; both += 1) {
    for (let r = 0; r <= Math.min(both, from.length); r += 1) {
      const c = both - r;
      const rest = from.slice(r).map((length) => length - c);
      if (same(rest.filter((length) => length > 0), to)) return plain(squares(from, (i, j) => i < r || j < c));
    }
  }
  return null;
}

/** One row or column that is gone; where several are alike, each of them means it. */
function lineGone(from, to, moves) {
  const turned = (rows) => Array.from({ length: rows[0] ?? 0 }, (_, c) => rows.filter((length) => length > c).length);
  const alike = (before, after) =>
    before.flatMap((_, i) => (same(before.filter((_, other) => other !== i), after) ? [i] : []));
  const rows = moves.includes("take a row") ? alike(from, to) : [];
  const columns = moves.includes("take a column") ? alike(turned(from), turned(to)) : [];
  if (!rows.length && !columns.length) return null;
  const shown = rows.length
    ? squares(from, (r) => r === rows.at(-1))
    : squares(from, (_, c) => c === columns.at(-1));
  return { shown: new Set(shown), touches: new Set(squares(from, (r, c) => rows.includes(r) || columns.includes(c))), key: null };
}

/**
 * The options in which all chosen things change, the likeliest first: the one that is called after what was chosen, then the
 * one that changes least besides it. Where a vertex is taken with its neighbours, these count as chosen too.
 */
export function remaining(options, chosen, near) {
  const names = [...chosen];
  const fits = options.filter(({ change }) => names.every((name) => change.touches.has(name)));
  if (!names.length) return fits;
  const meant = new Set(names.flatMap(near));
  const distance = ({ shown }) => {
    const solid = [...shown].filter((name) => !name.startsWith("l:"));
    const common = solid.filter((name) => meant.has(name)).length;
    return solid.length + meant.size - 2 * common;
  };
  const rank = ({ change }) => (names.includes(change.key) ? -1 : distance(change));
  return fits.map((option) => [rank(option), option]).sort((a, b) => a[0] - b[0]).map(([, option]) => option);
}

/** What is meant by choosing a thing: a line means its ends, a vertex with its neighbours means these too. */
export function nearOf(game, picture) {
  const joined = new Map();
  const withNeighbours = /vertex with its neighbours/.test(game.moves ?? "");
  for (const [u, v] of picture.points ? linesOf(picture) : []) {
    for (const [a, b] of [[u, v], [v, u]]) joined.set(a, [...(joined.get(a) ?? []), b]);
  }
  return (name) => {
    if (name.startsWith("l:")) return name.slice(2).split("|").map(point);
    if (!withNeighbours || !name.startsWith("p:")) return [name];
    return [name, ...(joined.get(name.slice(2)) ?? []).map(point)];
  };
}
