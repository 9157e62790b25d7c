// A picture of a figure as SVG: points joined by lines, or squares and cells in rows. Every thing that can be chosen is a
// button in it. `Places` keeps points where they were first seen, so that nothing jumps while vertices go.

import { svg } from "../dom.js";
import { t } from "../i18n.js";
import { cell, line, linesOf, tokenOf } from "./figure-moves.js";

/** Between the nearest points, and around all of them. */
const APART = 58;
const ROOM = 34;
const CELL = 44;

/** Where points lie, by their labels, in the units of the picture. */
export class Places {
  constructor() {
    this.known = new Map();
  }

  /** Takes in a picture; if it has points that are not known, it is a new drawing. */
  see(picture) {
    if (!picture.points || picture.points.every(({ label }) => this.known.has(label))) return;
    this.known = new Map(picture.points.map(({ label, x, y }) => [label, [x * 1.3, y]]));
    this.fit();
  }

  fit() {
    const places = [...this.known.values()];
    let least = Infinity;
    places.forEach(([x, y], i) =>
      places.slice(0, i).forEach(([a, b]) => {
        least = Math.min(least, Math.hypot(x - a, y - b));
      }),
    );
    const scale = Math.min(Math.max(APART / Math.max(least, 1e-3), 220), 900);
    const low = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
    for (const [label, [x, y]] of this.known) {
      this.known.set(label, [ROOM + (x - low[0]) * scale, ROOM + (y - low[1]) * scale]);
    }
    const size = (axis) => Math.max(0, ...[...this.known.values()].map((place) => place[axis])) + ROOM;
    this.size = [size(0), size(1)];
    this.radius = Math.max(7, Math.min(18, (least * scale) / 2.6));
  }
}

/** The picture. `button(name, label, parts, place)` makes a thing of its parts. */
export function draw(game, picture, places, button) {
  if (picture.points) return drawPoints(game, picture, places, button);
  return drawCells(game, picture, button);
}

function frame(width, height, parts) {
  const about = { viewBox: `0 0 ${width} ${height}`, class: "figure", width, height };
  return svg("svg", about, parts);
}

function drawPoints(game, picture, places, button) {
  const at = (label) => places.known.get(label);
  const { radius } = places;
  const left = new Set(picture.points.map(({ label }) => label));
  const past = [...places.known].filter(([label]) => !left.has(label));
  const lines = linesOf(picture).map(([u, v]) => {
    const [[x, y], [a, b]] = [at(u), at(v)];
    const d = `M${x} ${y}L${a} ${b}`;
    if (game.kind === "poset") return svg("path", { d, class: "edge", "aria-hidden": "true" });
    const parts = [svg("path", { d, class: "reach" }), svg("path", { d, class: "edge" })];
    return button(line(u, v), t("thing-edge", { from: u, to: v }), parts, [(x + a) / 2, (y + b) / 2]);
  });
  const token = tokenOf(picture);
  const points = picture.points.map(({ label }) => {
    const [x, y] = at(label);
    const size = radius * Math.min(0.95, 3.1 / Math.max(3, label.length));
    const parts = [
      svg("circle", { cx: x, cy: y, r: Math.max(radius, 22), class: "reach" }),
      svg("circle", { cx: x, cy: y, r: radius, class: "vertex" }),
      token !== null && svg("circle", { cx: x, cy: y, r: radius + 5, class: label === token ? "token" : "landing" }),
      svg("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size }, label),
      svg("path", { d: cross(x, y, radius * 0.8), class: "cut" }),
    ];
    const name = t(game.kind === "poset" ? "thing-element" : "thing-vertex", { label });
    return button(`p:${label}`, label === token ? `${name}, ${t("thing-token")}` : name, parts, [x, y]);
  });
  const dots = past.map(([, [x, y]]) => svg("circle", { cx: x, cy: y, r: 4, class: "past" }));
  return frame(...places.size, [dots, lines, points]);
}

const cross = (x, y, half) =>
  `M${x - half} ${y - half}L${x + half} ${y + half}M${x + half} ${y - half}L${x - half} ${y + half}`;

function drawCells(game, { rows }, button) {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const cells = rows.flatMap((row, r) =>
    [...row].flatMap((letter, c) => (letter === " " ? [] : [drawCell(game, letter === "#", r, c, button)])),
  );
  return frame(columns * CELL + 8, Math.max(1, rows.length) * CELL + 8, cells);
}

function drawCell(game, full, r, c, button) {
  const [x, y] = [4 + c * CELL, 4 + r * CELL];
  const [mx, my] = [x + CELL / 2, y + CELL / 2];
  const round = (name) => svg("circle", { cx: mx, cy: my, r: CELL * 0.36, class: name });
  const parts = [svg("rect", { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 3, class: "square" })];
  if (game.kind === "coins") {
    parts.push(round(full ? "heads" : "tails"));
    parts.push(svg("text", { x: mx, y: my + 6, "text-anchor": "middle", class: "face" }, t(full ? "face-heads" : "face-tails")));
    parts.push(svg("circle", { cx: mx, cy: my, r: CELL * 0.43, class: "turned" }));
  } else if (game.kind === "cells") {
    parts.push(round(full ? "piece" : "coming"));
    if (full) parts.push(svg("path", { d: cross(mx, my, CELL * 0.2), class: "cut" }));
  } else {
    parts.push(svg("path", { d: cross(mx, my, CELL * 0.25), class: "cut" }));
  }
  const state = { coins: ["tails", "heads"], cells: ["empty", "full"] }[game.kind];
  const what = state ? t("cell", { row: r + 1, column: c + 1, state: t(`thing-${state[Number(full)]}`) }) : t("thing-square", { row: r + 1, column: c + 1 });
  return button(cell(r, c), what, parts, [mx, my]);
}
