// Heaps that fall apart. A move changes one heap into what the rule says, so a heap is chosen first and then one of
// its options, each a button that shows what is left. By keys: arrows left and right go from heap to heap, Enter
// opens one, arrows go through its options, Enter chooses one and once more makes the move.

import { el, put, svg } from "../dom.js";
import { get, words } from "../api.js";
import { t } from "../i18n.js";

/** A heap with more stones is drawn as its number. */
const DRAWN = 100;
/** With more options than this a field takes what nobody wants to look for. */
const LISTED = 200;

const heapsOf = (text) =>
  text
    .split(",")
    .map((size) => Number(size))
    .filter((size) => size > 0);
const written = (heaps) => (heaps.length ? heaps.join(",") : "0");

export class Sums {
  /** `game` is how the server calls the game; `confirm` makes the move. */
  constructor(position, { game, changed = () => {}, confirm = () => {}, locked = false }) {
    Object.assign(this, { game, changed, confirm, locked });
    this.heaps = heapsOf(position);
    this.open = this.left = null;
    this.row = el("div", { class: "piles heaps" });
    this.list = el("div", { class: "ways" });
    this.node = el("div", { class: "sums", role: "group", "aria-label": t("heaps") }, this.row, this.list);
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.paint();
  }

  /** The position with the chosen option done. */
  text() {
    if (this.left === null) return written(this.heaps);
    const rest = this.heaps.filter((_, place) => place !== this.open);
    return written([...rest, ...heapsOf(this.left)]);
  }

  touched() {
    return this.left !== null;
  }

  reset() {
    this.asking?.abort();
    const held = this.node.contains(document.activeElement) ? (this.open ?? 0) : null;
    this.open = this.left = null;
    put(this.list);
    this.paint();
    if (held !== null) this.focus(held);
  }

  paint() {
    put(
      this.row,
      this.heaps.map((size, place) => this.heap(size, place)),
    );
    for (const button of this.list.querySelectorAll("[data-left]"))
      button.setAttribute("aria-pressed", String(button.dataset.left === this.left));
  }

  heap(size, place) {
    const open = place === this.open;
    const about = {
      type: "button",
      class: "pile heap",
      "data-pile": place,
      "aria-pressed": String(open),
      "aria-label": `${t("heap-name", { name: place + 1 })}: ${t("heap-state", { was: size, size, taken: 0 })}`,
      disabled: this.locked,
      on: { click: () => this.choose(place) },
    };
    const shown = open && this.left !== null ? `${size} → ${this.left.replaceAll(",", " + ")}` : String(size);
    return el("button", about, size <= DRAWN && stones(size), el("span", { class: "size", "aria-hidden": "true" }, shown));
  }

  /** Shows what a heap can become. */
  async choose(place) {
    if (this.locked) return;
    this.asking?.abort();
    const asked = (this.asking = new AbortController());
    this.open = place;
    this.left = null;
    this.paint();
    this.focus(place);
    this.changed();
    put(this.list, el("p", { class: "quiet" }, t("loading")));
    try {
      // What is left is the same in both conventions, and in normal play it is told sooner.
      const ask = { game: this.game, position: String(this.heaps[place]) };
      const { options } = await get("options", ask, asked.signal);
      if (!asked.signal.aborted) this.offer(options.map((option) => option.position));
    } catch (problem) {
      if (asked.signal.aborted) return;
      put(this.list, el("p", { class: "notice", role: "alert" }, words(problem)), this.field());
    }
  }

  offer(options) {
    const size = this.heaps[this.open];
    if (!options.length) return put(this.list, el("p", {}, t("heap-stuck", { size })));
    const way = (left) => {
      const name = left === "0" ? t("leaves-nothing") : left.replaceAll(",", " + ");
      const about = { type: "button", class: "chip", "data-left": left, "aria-pressed": "false" };
      return el("button", { ...about, on: { click: (event) => this.pick(left, event.detail === 0) } }, name);
    };
    put(
      this.list,
      el("p", {}, t("heap-becomes", { size, count: options.length })),
      el("div", { class: "chips" }, options.slice(0, LISTED).map(way)),
      options.length > LISTED && this.field(),
    );
  }

  /** A field for what is left, where options are too many to be listed. */
  field() {
    const field = el("input", { placeholder: "3,4", "aria-label": t("what-is-left"), autocomplete: "off" });
    const submit = (event) => {
      event.preventDefault();
      const left = written(heapsOf(field.value.trim().replace(/[\s+,]+/g, ",")));
      if (/^\d+(,\d+)*$/.test(left)) this.pick(left, false);
    };
    return el("form", { class: "split-form", on: { submit } }, field, el("button", { type: "submit" }, t("choose")));
  }

  /** Chooses what is left. Chosen again, by keys the move is made, and by a click it is given up. */
  pick(left, byKey) {
    if (this.locked) return;
    if (this.left === left && byKey) return this.confirm();
    this.left = this.left === left ? null : left;
    this.paint();
    this.changed();
  }

  focus(place) {
    this.row.querySelector(`[data-pile="${place}"]`)?.focus();
  }

  /** Arrows go among the heaps, down to the options and up again. */
  key(event) {
    const { pile, left } = event.target.dataset;
    if (pile === undefined && left === undefined) return;
    const heaps = [...this.row.querySelectorAll("[data-pile]")];
    const ways = [...this.list.querySelectorAll("[data-left]")];
    const all = pile === undefined ? ways : heaps;
    const step = { ArrowLeft: all.length - 1, ArrowRight: 1 }[event.key];
    const next =
      step !== undefined
        ? all[(all.indexOf(event.target) + step) % all.length]
        : { ArrowDown: pile !== undefined && ways[0], ArrowUp: left !== undefined && heaps[this.open] }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

function stones(count) {
  const tall = 10;
  const [columns, rows] = [Math.max(1, Math.ceil(count / tall)), Math.max(1, Math.min(count, tall))];
  const drawing = svg("svg", {
    viewBox: `0 0 ${columns * 22} ${rows * 22}`,
    width: columns * 22,
    height: rows * 22,
    "aria-hidden": "true",
  });
  for (let stone = 0; stone < count; stone += 1) {
    const [x, y] = [Math.floor(stone / tall) * 22 + 11, (rows - 1 - (stone % tall)) * 22 + 11];
    drawing.append(
      svg("circle", { cx: x, cy: y, r: 9.5, class: "disc" }),
      svg("ellipse", { cx: x - 3, cy: y - 4, rx: 3, ry: 2, class: "shine" }),
    );
  }
  return drawing;
}
