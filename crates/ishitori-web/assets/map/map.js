// The map: a canvas that shows a plane of a game. `view` is the cell in the upper left corner and
// the pixels a cell takes. Below one pixel a cell coarser tiles are used, so the work of a frame
// depends on the screen only. A frame is drawn when something changed, and never twice.

import { SIDE, Tiles } from "./tiles.js";
import { cells, mark, RULER, rulers } from "./marks.js";
import { gestures } from "./gestures.js";

/** The most pixels of a cell. */
const MOST = 64;
/** With more tiles than this in view, coarser ones are fetched first. */
const MANY = 6;
const COARSER = 2;
const LEVELS = 8;

export class HeatMap {
  /** `told` has optional listeners: hover(cell), chosen(cell), moved(view), failed(problem), painted(). */
  constructor(canvas, told = {}) {
    this.canvas = canvas;
    this.told = told;
    this.view = { x: 0, y: 0, z: 4 };
    this.marks = [];
    this.cursor = null;
    this.edge = 1000;
    this.names = ["", ""];
    this.pen = canvas.getContext("2d", { alpha: false });
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(canvas);
    this.repaint = () => this.restyle();
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.scheme.addEventListener("change", this.repaint);
    addEventListener("themechange", this.repaint);
    gestures(canvas, this);
    this.resize();
  }

  /** Shows another plane, or another thing about it. */
  open(plane, question, edge) {
    this.tiles?.end();
    this.plane = plane;
    this.edge = edge;
    const asked = { ...question, ...plane.question() };
    this.names = asked.axes.split(",");
    this.canvas.removeAttribute("data-painted");
    this.tiles = new Tiles(
      asked,
      () => this.soon(),
      (problem) => this.told.failed?.(problem),
    );
    this.fence();
    this.soon();
  }

  /** Says how many cells a side there are. */
  reach(edge) {
    this.edge = edge;
    this.fence();
    this.soon();
  }

  end() {
    this.ended = true;
    this.tiles?.end();
    this.watch.disconnect();
    this.scheme.removeEventListener("change", this.repaint);
    removeEventListener("themechange", this.repaint);
  }

  restyle() {
    // Colours as the style sheet resolved them; a custom property would come as the text of light-dark().
    const css = getComputedStyle(this.canvas);
    this.style = {
      page: css.backgroundColor,
      ink: css.color,
      line: css.borderTopColor,
      hatch: css.caretColor,
      grid: "rgba(128,128,128,.35)",
      chosen: "#e4572e",
      option: "#fff",
      winning: "#ffb000",
      witness: "#e4572e",
    };
    this.tiles?.recolour();
    this.soon();
  }

  resize() {
    const box = this.canvas.getBoundingClientRect();
    const dense = Math.min(devicePixelRatio || 1, 2);
    this.width = Math.max(box.width, 1);
    this.height = Math.max(box.height, 1);
    this.dense = dense;
    this.canvas.width = Math.round(this.width * dense);
    this.canvas.height = Math.round(this.height * dense);
    this.restyle();
  }

  /** The pixel where a cell begins. */
  x(column) {
    return RULER.left + (column - this.view.x) * this.view.z;
  }
  y(row) {
    return RULER.top + (row - this.view.y) * this.view.z;
  }

  /** The cell under a pixel, or null. */
  cell(x, y) {
    if (x < RULER.left || y < RULER.top) return null;
    const column = Math.floor(this.view.x + (x - RULER.left) / this.view.z);
    const row = this.flat() ? 0 : Math.floor(this.view.y + (y - RULER.top) / this.view.z);
    return row < 0 || column < 0 || row > this.edge || column > this.edge ? null : [row, column];
  }

  /** A game of one heap is a single row. */
  flat() {
    return this.plane?.axes.length === 1;
  }

  /** First and last row and column in view. */
  shown() {
    const { x, y, z } = this.view;
    const last = (from, room) => Math.min(Math.floor(from + room / z), this.edge);
    const bottom = this.flat() ? 0 : last(y, this.height - RULER.top);
    return [Math.max(Math.floor(y), 0), Math.max(Math.floor(x), 0), bottom, last(x, this.width - RULER.left)];
  }

  // Moving about.

  look(view) {
    this.view = { ...this.view, ...view };
    this.fence();
    this.soon();
  }

  /** Puts so many cells a side into view. */
  fit(count) {
    const room = Math.min(this.width - RULER.left, this.height - RULER.top);
    this.look({ x: 0, y: 0, z: room / count });
  }

  centre([row, column], zoom = this.view.z) {
    const wide = (this.width - RULER.left) / zoom;
    const high = (this.height - RULER.top) / zoom;
    this.look({ x: column + 0.5 - wide / 2, y: row + 0.5 - high / 2, z: zoom });
  }

  /** Keeps the view within the cells there are. */
  fence() {
    const { view } = this;
    const room = Math.min(this.width - RULER.left, this.height - RULER.top);
    view.z = Math.min(Math.max(view.z, Math.min(room / (this.edge + 1), 4)), MOST);
    const most = (room2) => Math.max(0, this.edge + 1 - room2 / view.z);
    view.x = Math.min(Math.max(view.x, 0), most(this.width - RULER.left));
    view.y = this.flat() ? 0 : Math.min(Math.max(view.y, 0), most(this.height - RULER.top));
  }

  shift(x, y) {
    this.look({ x: this.view.x - x / this.view.z, y: this.view.y - y / this.view.z });
    this.told.moved?.(this.view);
  }

  zoomAt(x, y, factor) {
    const { view } = this;
    const [column, row] = [view.x + (x - RULER.left) / view.z, view.y + (y - RULER.top) / view.z];
    view.z *= factor;
    this.fence();
    this.look({ x: column - (x - RULER.left) / view.z, y: row - (y - RULER.top) / view.z });
    this.told.moved?.(this.view);
  }

  hover(x, y) {
    this.point(this.cell(x, y));
  }

  point(cell) {
    if (String(cell) === String(this.cursor)) return;
    this.cursor = cell;
    this.told.hover?.(cell);
    this.soon();
  }

  click(x, y) {
    const cell = this.cell(x, y);
    if (!cell) return;
    this.point(cell);
    this.told.chosen?.(cell);
  }

  /** Keys: arrows move the cursor (with shift the map), + and - zoom, Enter chooses. */
  key(key, shift) {
    const middle = [(this.width + RULER.left) / 2, (this.height + RULER.top) / 2];
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
    if (way && shift) this.shift(-way[1] * this.width * 0.2, -way[0] * this.height * 0.2);
    else if (way) this.walk(way);
    else if (key === "+" || key === "=") this.zoomAt(...middle, 1.5);
    else if (key === "-") this.zoomAt(...middle, 1 / 1.5);
    else if (key === "Home") this.shift(1e9, 1e9);
    else if ((key === "Enter" || key === " ") && this.cursor) this.told.chosen?.(this.cursor);
    else return false;
    return true;
  }

  walk([down, right]) {
    const [top, left, bottom, last] = this.shown();
    const from = this.cursor ?? [Math.ceil(this.view.y) - down, Math.ceil(this.view.x) - right];
    const stride = Math.max(1, Math.round(1 / this.view.z));
    const keep = (size) => Math.min(Math.max(size, 0), this.edge);
    const to = [this.flat() ? 0 : keep(from[0] + down * stride), keep(from[1] + right * stride)];
    this.point(to);
    if (to[0] <= top || to[0] >= bottom || to[1] <= left || to[1] >= last) {
      const { z } = this.view;
      const over = (cell, low, high) => (cell <= low ? cell - low : cell >= high ? cell - high + 1 : 0);
      this.shift(-over(to[1], Math.ceil(this.view.x), last) * z, -over(to[0], Math.ceil(this.view.y), bottom) * z);
    }
  }

  // Drawing.

  soon() {
    if (this.asked || this.ended) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      if (!this.ended && this.tiles) this.draw();
    });
  }

  /** Below a pixel a cell: as fine as it goes, or for outcomes so coarse that every P-position still has its pixel. */
  level() {
    const wanted = Math.log2(1 / this.view.z);
    const level = this.tiles.question.what === "outcome" ? Math.ceil(wanted - 0.01) : Math.floor(wanted + 0.01);
    return Math.max(0, Math.min(LEVELS, level));
  }

  draw() {
    const { pen, style } = this;
    pen.setTransform(this.dense, 0, 0, this.dense, 0, 0);
    pen.fillStyle = style.page;
    pen.fillRect(0, 0, this.width, this.height);
    pen.imageSmoothingEnabled = this.view.z < 1 && this.tiles.question.what !== "outcome";
    const level = this.level();
    const list = this.visible(level);
    // A large view shows a coarse picture at once, and a pan never runs into nothing.
    const coarse = list.length > MANY && level + COARSER <= LEVELS ? this.visible(level + COARSER) : [];
    this.tiles.want(list, coarse);
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, this.x(this.edge + 1), this.flat() ? this.y(1) : this.y(this.edge + 1));
    pen.clip();
    for (const [, x, y] of list) this.tile(level, x, y);
    cells(pen, this);
    pen.restore();
    for (const { cell, kind } of this.marks) mark(pen, this, cell, kind);
    if (this.cursor) mark(pen, this, this.cursor, "hover");
    rulers(pen, this);
    this.report(list);
  }

  /** Says when there is something to see everywhere, and when all of it is as it should be. */
  report(list) {
    const shown = ([level, x, y]) => {
      for (let up = 0; up <= COARSER + 1; up += 1) {
        if (this.tiles.peek(level + up, x >> up, y >> up)) return true;
      }
      return false;
    };
    if (!this.first && list.every(shown)) {
      this.first = true;
      performance.mark("map-first");
    }
    if (this.tiles.complete() && !this.canvas.hasAttribute("data-painted")) {
      this.canvas.setAttribute("data-painted", "");
      performance.mark("map-painted");
      this.told.painted?.();
    }
  }

  /** Tiles in view, from the middle outwards. */
  visible(level) {
    const [top, left, bottom, right] = this.shown();
    const side = SIDE * 2 ** level;
    const list = [];
    for (let y = Math.floor(top / side); y * side <= bottom; y += 1) {
      for (let x = Math.floor(left / side); x * side <= right; x += 1) list.push([level, x, y]);
    }
    const [midX, midY] = [(left + right) / 2 / side - 0.5, (top + bottom) / 2 / side - 0.5];
    return list.sort((a, b) => Math.hypot(a[1] - midX, a[2] - midY) - Math.hypot(b[1] - midX, b[2] - midY));
  }

  /** Draws a tile, or what is there of it at a coarser level while it is on its way. */
  tile(level, x, y) {
    const side = SIDE * 2 ** level;
    const [left, top] = [Math.round(this.x(x * side)), Math.round(this.y(y * side))];
    const wide = Math.round(this.x((x + 1) * side)) - left;
    const high = Math.round(this.y((y + 1) * side)) - top;
    const tile = this.tiles.peek(level, x, y);
    if (tile) {
      this.pen.drawImage(this.tiles.picture(tile), left, top, wide, high);
      return;
    }
    for (let up = 1; up <= COARSER + 1; up += 1) {
      const part = 2 ** up;
      const coarse = this.tiles.peek(level + up, Math.floor(x / part), Math.floor(y / part));
      if (!coarse) continue;
      const piece = SIDE / part;
      const from = [(x % part) * piece, (y % part) * piece];
      this.pen.drawImage(this.tiles.picture(coarse), ...from, piece, piece, left, top, wide, high);
      return;
    }
    this.pen.fillStyle = this.style.hatch;
    this.pen.fillRect(left, top, wide, high);
  }
}
