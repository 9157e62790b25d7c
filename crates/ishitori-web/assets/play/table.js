// Which table a game is played on: heaps, a circle, a line, groups, a board of stones or of coins,
// heaps that fall apart, a figure.

import { heapsOf } from "../map/plane.js";
import { parse } from "../parts/picker.js";
import { Cells } from "./cells.js";
import { FigureTable } from "./figure.js";
import { isFigure } from "./figure-moves.js";
import { Piles } from "./piles.js";
import { Sums } from "./sums.js";
import { settle } from "./draft.js";

function layoutOf(game) {
  const symmetry = `${game.symmetry ?? ""} ${/^position\b.*$/m.exec(game.rule ?? "")?.[0] ?? ""}`;
  if (/circle/.test(symmetry)) return "circle";
  if (/\bon a line\b|\bline\b/.test(symmetry)) return "line";
  if (/ranges/.test(symmetry)) return "groups";
  return "heaps";
}

/** The last heap of each range, for a shape such as `[2,3]`. */
function groupsOf(game) {
  const shape = parse(game.full_name ?? "").given.find((text) => text.startsWith("["));
  let end = -1;
  return shape
    ? shape
        .slice(1, -1)
        .split(",")
        .map((size) => (end += Number(size)))
    : [];
}

/** Whether a rule splits and deletes heaps, and whether a heap may grow, by its words. */
export function toolsOf(game) {
  const rule = (game.rule ?? "").split(/^(?=(?:claim|define)\b)/m)[0];
  const moves = rule.split("\n").filter((line) => /^\s*(option|move)\b/.test(line));
  return {
    split: moves.some((line) => /\bsplit\b|\bdelete\b|where x \+ y =/.test(line)),
    add: moves.some((line) => /[a-z\]] \+ /.test(line.replace(/\b(where|for)\b.*$/, ""))),
  };
}

/** The table for a position. `seen` is what lay there before, so that heaps keep their places. */
export function table(game, position, seen, options) {
  if (isFigure(game)) return new FigureTable(position, { ...options, about: game });
  if (game.kind === "single") return new Sums(position, options);
  const sizes = heapsOf(position);
  if (!sizes) return new Cells(position, { ...options, coins: Boolean(game.coins) });
  const before = seen && heapsOf(seen);
  const placed = game.unordered && before ? settle(before, sizes) : sizes;
  const moved = before ? placed.flatMap((size, place) => (size === before[place] ? [] : [place])) : [];
  const layout = layoutOf(game);
  return new Piles(placed, {
    ...options,
    layout,
    names: game.heaps,
    groups: layout === "groups" ? groupsOf(game) : [],
    tools: toolsOf(game),
    moved,
  });
}
