// A sequence as points on a canvas: heaps along, values upwards. The wheel zooms along, dragging moves, keys do both.
// Nothing is fetched here: all values are known when they are shown.

/** Pixels beside and below the field, for numbers. */
export const LEFT = 46;
export const BELOW = 26;
const TOP = 12;
const RIGHT = 12;
/** Fewer heaps than this are not spread over the whole width. */
const FEWEST = 8;

export class Plot {
  /** `told` has optional listeners: hover(heap), chosen(heap), moved(). */
  constructor(canvas, told = {}) {
    Object.assign(this, { canvas, told, values: [], cursor: null, marked: null });
    this.range = [0, 1];
    this.pen = canvas.getContext("2d", { alpha: false });
    this.watch = new ResizeObserver(() => this.paint());
    this.watch.observe(canvas);
    this.repaint = () => this.paint();
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.scheme.addEventListener("change", this.repaint);
    addEventListener("themechange", this.repaint);
    this.listen();
  }

  /** Shows a sequence, or a part of it. */
  open(values, range) {
    this.values = values;
    this.top = Math.max(1, values.reduce((most, value) => Math.max(most, value), 0));
    this.look(...(range ?? [0, values.length - 1]));
  }

  look(first, last) {
    const end = Math.max(this.values.length - 1, 1);
    const width = Math.min(Math.max(last - first, Math.min(FEWEST, end)), end);
    const start = Math.min(Math.max(first, 0), end - width);
    this.range = [start, start + width];
    this.paint();
    this.told.moved?.();
  }

  zoom(factor, about = (this.range[0] + this.range[1]) / 2) {
    const [first, last] = this.range;
    this.look(about - (about - first) * factor, about + (last - about) * factor);
  }

  shift(heaps) {
    this.look(this.range[0] + heaps, this.range[1] + heaps);
  }

  mark(heap) {
    this.marked = heap;
    this.paint();
  }

  /** Puts the cursor on a heap and brings it into view. */
  point(heap) {
    this.cursor = Math.min(Math.max(heap, 0), this.values.length - 1);
    const [first, last] = this.range;
    if (this.cursor < first) this.shift(this.cursor - first);
    else if (this.cursor > last) this.shift(this.cursor - last);
    else this.paint();
    this.told.hover?.(this.cursor);
  }

  end() {
    this.watch.disconnect();
    this.scheme.removeEventListener("change", this.repaint);
    removeEventListener("themechange", this.repaint);
  }

  // Where things are.

  scale() {
    return Math.max(1, this.canvas.clientWidth - LEFT - RIGHT) / (this.range[1] - this.range[0]);
  }

  x(heap) {
    return LEFT + (heap - this.range[0]) * this.scale();
  }

  y(value) {
    return TOP + (1 - value / this.top) * Math.max(1, this.canvas.clientHeight - TOP - BELOW);
  }

  heapAt(x) {
    const heap = Math.round(this.range[0] + (x - LEFT) / this.scale());
    return Math.min(Math.max(heap, 0), this.values.length - 1);
  }

  // What is done with mouse, finger and keys.

  listen() {
    const { canvas } = this;
    const along = (event) => event.clientX - canvas.getBoundingClientRect().left;
    let held = null;
    canvas.addEventListener("pointerdown", (event) => {
      held = { x: along(event), first: this.range[0], moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!this.values.length) return;
      if (!held) return this.point(this.heapAt(along(event)));
      const far = along(event) - held.x;
      if (Math.abs(far) > 4) held.moved = true;
      if (held.moved) this.shift(held.first - far / this.scale() - this.range[0]);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (held && !held.moved && this.values.length) this.choose(this.heapAt(along(event)));
      held = null;
    });
    canvas.addEventListener("pointercancel", () => {
      held = null;
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const about = this.range[0] + (along(event) - LEFT) / this.scale();
        this.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 400))), about);
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  choose(heap) {
    this.point(heap);
    this.told.chosen?.(heap);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.values.length) return;
    const now = this.cursor ?? Math.ceil(this.range[0]) - 1;
    const step = (heaps) => () => this.point((this.cursor === null && heaps < 0 ? now + 1 : now) + heaps);
    const page = Math.max(1, Math.round((this.range[1] - this.range[0]) / 4));
    const acts = {
      ArrowRight: step(1),
      ArrowLeft: step(-1),
      PageDown: step(page),
      PageUp: step(-page),
      Home: () => this.point(0),
      End: () => this.point(this.values.length - 1),
      "+": () => this.zoom(1 / 1.6, this.cursor ?? undefined),
      "-": () => this.zoom(1.6, this.cursor ?? undefined),
      0: () => this.look(0, this.values.length - 1),
      Enter: () => this.cursor !== null && this.told.chosen?.(this.cursor),
    };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  }

  // What is drawn.

  paint() {
    const { canvas, pen } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height || !this.values.length) return;
    const sharp = devicePixelRatio || 1;
    canvas.width = Math.round(width * sharp);
    canvas.height = Math.round(height * sharp);
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    const css = getComputedStyle(canvas);
    this.style = { page: css.backgroundColor, ink: css.color, line: css.borderTopColor };
    pen.fillStyle = this.style.page;
    pen.fillRect(0, 0, width, height);
    this.rulers(width, height);
    this.points();
    this.marks();
    canvas.dataset.painted = String(this.values.length);
  }

  rulers(width, height) {
    const { pen, style } = this;
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const line = (x, y, w, h) => {
      pen.fillStyle = style.line;
      pen.fillRect(Math.round(x), Math.round(y), w, h);
      pen.fillStyle = style.ink;
    };
    pen.textAlign = "right";
    const up = nice((this.top * 30) / height);
    for (let value = 0; value <= this.top; value += up) {
      line(LEFT, this.y(value), width - LEFT - RIGHT, 1);
      pen.fillText(String(value), LEFT - 8, this.y(value));
    }
    pen.textAlign = "center";
    const along = nice(64 / this.scale());
    for (let heap = Math.ceil(this.range[0] / along) * along; heap <= this.range[1]; heap += along) {
      line(this.x(heap), TOP, 1, height - TOP - BELOW + 4);
      pen.fillText(String(heap), this.x(heap), height - BELOW / 2 + 2);
    }
  }

  points() {
    const { pen } = this;
    const size = Math.min(Math.max(this.scale() * 0.7, 1.5), 9);
    pen.fillStyle = this.style.ink;
    for (let heap = Math.ceil(this.range[0]); heap <= this.range[1]; heap += 1) {
      const value = this.values[heap];
      // Heaps of value 0, the P-positions, are hollow where there is room for it.
      if (value === 0 && size >= 5) {
        pen.lineWidth = 1.5;
        pen.strokeStyle = this.style.ink;
        pen.strokeRect(this.x(heap) - size / 2, this.y(0) - size / 2, size, size);
      } else {
        pen.fillRect(this.x(heap) - size / 2, this.y(value) - size / 2, size, size);
      }
    }
  }

  marks() {
    const { pen, range } = this;
    const ring = (heap, radius, wide) => {
      if (heap === null || heap < range[0] || heap > range[1]) return;
      pen.beginPath();
      pen.arc(this.x(heap), this.y(this.values[heap]), radius, 0, 2 * Math.PI);
      pen.lineWidth = wide;
      pen.strokeStyle = this.style.ink;
      pen.stroke();
    };
    ring(this.cursor, 8, 1.5);
    ring(this.marked < this.values.length ? this.marked : null, 12, 3);
  }
}

/** A step of 1, 2 or 5 times a power of ten, at least so large. */
function nice(least) {
  const ten = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(least, 1))));
  return [1, 2, 5, 10].map((by) => by * ten).find((step) => step >= least) ?? ten;
}
