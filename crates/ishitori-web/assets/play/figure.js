// A figure on the table. A click on a thing chooses it, and what is left are the options in which all chosen things change;
// the likeliest of them is shown on the drawing, all of them stand in a list below. When one is left it is played; before that
// Enter plays the one that is shown. By keys: arrows go from thing to thing, space chooses, Escape takes it back.

import { el, put, svg } from "../dom.js";
import { t } from "../i18n.js";
import { said } from "../said.js";
import { changes, nearOf, remaining } from "./figure-moves.js";
import { draw, Places } from "./figure-picture.js";

/** So many options are listed. */
const LISTED = 120;

export class FigureTable {
  /**
   * `known` are the picture and the options that the server told; `places` keeps points where they were; `lists` says whether
   * options are listed before anything is chosen.
   */
  constructor(position, { about, known, places = new Places(), lists = true, changed = () => {}, confirm = () => {}, locked = false }) {
    Object.assign(this, { game: about, position, known, lists, changed, confirm, locked });
    this.picture = known?.picture;
    this.places = places;
    this.chosen = new Set();
    this.shown = null;
    this.drawing = el("div", { class: "drawing" });
    this.list = el("div", { class: "ways" });
    const name = t("figure-label", { position });
    this.node = el("div", { class: "figure-table", role: "group", "aria-label": name }, this.drawing, this.list);
    this.node.addEventListener("keydown", (event) => this.key(event));
    if (!this.picture) return;
    places.see(this.picture);
    this.near = nearOf(about, this.picture);
    const comparable = (known.options ?? []).filter((option) => option.picture);
    this.options = comparable.map((option) => ({ ...option, change: changes(about, this.picture, option.picture) }));
    this.listed = known.options ?? [];
    this.things = new Map();
    put(this.drawing, draw(about, this.picture, places, (...thing) => this.thing(...thing)));
    this.paint();
  }

  thing(name, label, parts, place) {
    const node = svg("g", { class: "thing", "data-thing": name, role: "button", tabindex: -1, "aria-label": label }, parts);
    node.addEventListener("click", () => this.choose(name));
    node.addEventListener("focus", () => this.visit(name));
    this.things.set(name, { node, place });
    return node;
  }

  /** What the table would be: the option that is shown. */
  text() {
    return this.proposal()?.position ?? this.position;
  }

  touched() {
    return this.chosen.size > 0 && this.left().length > 0;
  }

  left() {
    return remaining(this.options ?? [], this.chosen, this.near);
  }

  proposal() {
    return this.chosen.size ? this.left()[0] : null;
  }

  reset() {
    this.chosen.clear();
    this.paint();
  }

  /** A thing that no option changes beside what was chosen begins anew. */
  choose(name) {
    if (this.locked || !this.options) return;
    if (!this.chosen.delete(name)) {
      const before = [...this.chosen];
      this.chosen.add(name);
      if (!this.left().length) this.chosen = new Set([name]);
      if (!this.left().length) this.chosen = new Set(before);
    }
    this.paint();
    this.changed();
    if (this.chosen.size && this.left().length === 1) this.confirm();
  }

  /** Shows an option on the drawing without choosing it. */
  peek(position) {
    this.shown = position ?? null;
    this.mark();
  }

  /** What is to be said while a move is made. */
  words() {
    const left = this.left();
    if (!this.chosen.size) return t("figure-choose");
    return t("figure-would", { move: said(left[0].taken ?? left[0].position), count: left.length });
  }

  paint() {
    this.mark();
    if (this.locked || !(this.lists || this.chosen.size)) return put(this.list);
    const left = this.chosen.size ? this.left() : this.listed;
    const way = (option, at) => {
      const peek = () => this.peek(option.position);
      const off = () => this.peek();
      const about = { type: "button", class: "chip", "data-option": option.position, title: option.position };
      const current = this.chosen.size > 0 && at === 0 ? { "aria-current": "true" } : {};
      const on = { click: () => this.play(option), mouseenter: peek, focus: peek, mouseleave: off, blur: off };
      return el("button", { ...about, ...current, on }, said(option.taken ?? option.position));
    };
    put(
      this.list,
      el("p", { class: "quiet" }, t("figure-left", { count: left.length })),
      el("div", { class: "chips" }, left.slice(0, LISTED).map(way)),
      left.length > LISTED && el("p", { class: "quiet" }, t("figure-more", { count: left.length - LISTED })),
    );
  }

  /** Plays an option of the list. */
  play(option) {
    if (this.locked) return;
    this.text = () => option.position;
    this.touched = () => true;
    this.confirm();
  }

  /** What is chosen, what would change, and what can still be chosen. */
  mark() {
    if (!this.things) return;
    const left = this.left();
    const peeked = this.options.find((option) => option.position === this.shown);
    const { shown: change = new Set(), to } = (peeked ?? this.proposal())?.change ?? {};
    const open = new Set(left.flatMap((option) => [...option.change.touches]));
    const first = this.cursor ?? this.things.keys().next().value;
    for (const [name, { node }] of this.things) {
      const chosen = this.chosen.has(name);
      node.classList.toggle("chosen", chosen);
      node.classList.toggle("changes", change.has(name) && name !== to);
      node.classList.toggle("arrives", name === to);
      node.classList.toggle("shut", !this.locked && !chosen && !open.has(name));
      node.setAttribute("aria-pressed", String(chosen));
      node.setAttribute("aria-disabled", String(this.locked));
      node.setAttribute("tabindex", name === first ? 0 : -1);
    }
  }

  visit(name) {
    this.things.get(this.cursor ?? this.things.keys().next().value)?.node.setAttribute("tabindex", -1);
    this.cursor = name;
    this.things.get(name).node.setAttribute("tabindex", 0);
  }

  key(event) {
    const { thing } = event.target.dataset;
    if (!thing) return;
    if (event.key === " " || (event.key === "Enter" && !this.touched())) {
      event.preventDefault();
      event.stopPropagation();
      return this.choose(thing);
    }
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!way) return;
    event.preventDefault();
    this.nearest(this.things.get(thing).place, way)?.focus();
  }

  /** The nearest thing in a direction: what lies aside counts twice. */
  nearest([x, y], [right, down]) {
    let best = null;
    let least = Infinity;
    for (const { node, place } of this.things.values()) {
      const [dx, dy] = [place[0] - x, place[1] - y];
      const along = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (along > 1 && along + 2 * aside < least) [best, least] = [node, along + 2 * aside];
    }
    return best;
  }
}
