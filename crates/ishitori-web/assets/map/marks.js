// What is drawn over the tiles: rulers, the grid and numbers of large cells, and marks. Every mark
// has a shape of its own (ring, dot, star, cross), so none is told apart by its colour alone.

import { NONE, textOn } from "./colours.js";

/** Room for the rulers, in pixels. */
export const RULER = { left: 46, top: 22 };

/** A round number of cells that gives ticks at least `least` pixels apart. */
export function step(zoom, least) {
  for (let unit = 1; ; unit *= 10) {
    for (const factor of [1, 2, 5]) if (unit * factor * zoom >= least) return unit * factor;
  }
}

export function rulers(pen, map) {
  const { view, width, height, style } = map;
  const every = step(view.z, 52);
  pen.fillStyle = style.page;
  pen.fillRect(0, 0, width, RULER.top);
  pen.fillRect(0, 0, RULER.left, height);
  pen.fillStyle = style.ink;
  pen.strokeStyle = style.line;
  pen.lineWidth = 1;
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.beginPath();
  pen.textAlign = "center";
  for (let column = Math.ceil(view.x / every) * every; column <= map.edge; column += every) {
    const x = RULER.left + (column - view.x + 0.5) * view.z;
    if (x > width) break;
    if (x < RULER.left) continue;
    pen.moveTo(Math.round(x) + 0.5, RULER.top - 4);
    pen.lineTo(Math.round(x) + 0.5, RULER.top);
    pen.fillText(String(column), x, RULER.top / 2 - 1);
  }
  pen.textAlign = "right";
  for (let row = Math.ceil(view.y / every) * every; row <= (map.flat() ? 0 : map.edge); row += every) {
    const y = RULER.top + (row - view.y + 0.5) * view.z;
    if (y > height) break;
    if (y < RULER.top) continue;
    pen.moveTo(RULER.left - 4, Math.round(y) + 0.5);
    pen.lineTo(RULER.left, Math.round(y) + 0.5);
    pen.fillText(String(row), RULER.left - 7, y);
  }
  pen.stroke();
  pen.font = "italic 12px system-ui, sans-serif";
  pen.textAlign = "left";
  pen.fillText(map.names.join("\\"), 4, RULER.top / 2, RULER.left - 10);
}

/** Lines between cells, and the values in them, once they are large enough. */
export function cells(pen, map) {
  const { view, style } = map;
  if (view.z < 9) return;
  const [top, left, bottom, right] = map.shown();
  pen.strokeStyle = style.grid;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let column = left; column <= right + 1; column += 1) {
    const x = Math.round(map.x(column)) + 0.5;
    pen.moveTo(x, Math.max(RULER.top, map.y(top)));
    pen.lineTo(x, map.y(bottom + 1));
  }
  for (let row = top; row <= bottom + 1; row += 1) {
    const y = Math.round(map.y(row)) + 0.5;
    pen.moveTo(Math.max(RULER.left, map.x(left)), y);
    pen.lineTo(map.x(right + 1), y);
  }
  pen.stroke();
  if (view.z < 19) return;
  const { what } = map.tiles.question;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `${Math.min(Math.floor(view.z * 0.46), 20)}px system-ui, sans-serif`;
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const value = map.tiles.value(row, column);
      if (value === undefined || value === NONE) continue;
      pen.fillStyle = textOn(what, value, map.tiles.top);
      const text = what === "outcome" ? (value === 0 ? "P" : view.z > 30 ? "N" : "") : String(value);
      pen.fillText(text, map.x(column + 0.5), map.y(row + 0.5), view.z - 2);
    }
  }
}

/** A mark of at least a few pixels around a cell, so that it is seen in a large map too. */
export function mark(pen, map, [row, column], kind) {
  const { view, style } = map;
  const [x, y] = [map.x(column + 0.5), map.y(row + 0.5)];
  if (x < RULER.left || y < RULER.top || x > map.width || y > map.height) return;
  const half = Math.max(view.z / 2, 4);
  if (kind === "hover") return box(pen, x, y, Math.max(view.z / 2, 2.5), style.ink, style.page);
  if (kind === "chosen") {
    box(pen, x, y, half + 2, style.chosen, style.page);
    return;
  }
  if (kind === "witness") return lines(pen, () => cross(pen, x, y, half + 6), style.page, 8, style.witness, 4);
  // Where a cell shows its value the mark leaves it to be read.
  const large = view.z >= 19;
  if (large || kind === "option") {
    const radius = large ? half * 0.84 : Math.max(view.z * 0.32, 1.5);
    lines(
      pen,
      () => pen.arc(x, y, radius, 0, 7),
      "#000",
      large ? 4 : 1.5,
      "#fff",
      large ? 2 : 0,
      large ? null : style.option,
    );
  }
  if (kind === "winning") {
    const at = large ? half * 0.62 : 0;
    lines(pen, () => star(pen, x + at, y - at, large ? 8 : 7), "#000", 3, style.winning, 1, style.winning);
  }
}

/** Draws a path with an edge, so that it is seen on any colour. */
function lines(pen, path, edge, wide, colour, narrow, fill) {
  pen.beginPath();
  path();
  pen.strokeStyle = edge;
  pen.lineWidth = wide;
  pen.stroke();
  if (fill) {
    pen.fillStyle = fill;
    pen.fill();
  }
  if (!narrow) return;
  pen.strokeStyle = colour;
  pen.lineWidth = narrow;
  pen.stroke();
}

function box(pen, x, y, half, colour, edge) {
  pen.strokeStyle = edge;
  pen.lineWidth = 5;
  pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
  pen.strokeStyle = colour;
  pen.lineWidth = 2.5;
  pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
}

function star(pen, x, y, radius) {
  for (let point = 0; point < 10; point += 1) {
    const angle = (point * Math.PI) / 5 - Math.PI / 2;
    const far = point % 2 ? radius * 0.45 : radius;
    pen.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  pen.closePath();
}

function cross(pen, x, y, half) {
  pen.moveTo(x - half, y - half);
  pen.lineTo(x + half, y + half);
  pen.moveTo(x + half, y - half);
  pen.lineTo(x - half, y + half);
}
