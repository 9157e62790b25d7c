// Heaps on the table: side by side, along a line, in groups, or round a circle, as the game has them.
// A click on a stone takes it and those above it; a second click gives them back. The same by keys:
// arrows up and down on a heap. Taken stones stay in sight, hollow and crossed, until the move is made.

import { el, svg } from "../dom.js";
import { t } from "../i18n.js";
import { Draft } from "./draft.js";

const DRAWN = 100;

export class Piles {
  /** `tools`: {split, add}; `layout`: heaps, line, circle or groups; `changed` is told after each change. */
  constructor(
    sizes,
    { layout = "heaps", names = [], groups = [], tools = {}, changed = () => {}, locked = false, moved = [] },
  ) {
    Object.assign(this, { layout, names, groups, tools, changed, locked, moved });
    this.draft = new Draft(sizes);
    this.node = el("div", { class: `piles ${layout}`, role: "group", "aria-label": t("heaps") });
    this.paint();
  }

  text() {
    return this.draft.text();
  }
  touched() {
    return this.draft.touched();
  }
  reset() {
    this.draft.reset();
    this.paint();
  }

  /** Draws all piles again; the one with the focus keeps it. */
  paint(focus) {
    const { piles } = this.draft;
    this.node.replaceChildren(...piles.map((pile, place) => this.pile(pile, place)));
    if (this.layout === "circle") this.round(piles.length);
    if (focus !== undefined) this.node.querySelector(`[data-pile="${focus}"]`)?.focus();
  }

  round(count) {
    this.node.prepend(el("div", { class: "ring", "aria-hidden": "true" }));
    [...this.node.querySelectorAll(".pile")].forEach((node, place) => {
      const angle = (place / count) * 2 * Math.PI - Math.PI / 2;
      node.style.left = `${50 + 37 * Math.cos(angle)}%`;
      node.style.top = `${50 + 37 * Math.sin(angle)}%`;
    });
  }

  pile(pile, place) {
    const fresh = this.moved.includes(pile.origin) && !this.draft.touched();
    const marks = { gone: pile.gone, fresh, part: pile.part, "group-end": this.groups.includes(pile.origin) };
    const kinds = ["pile", ...Object.keys(marks).filter((kind) => marks[kind])].join(" ");
    const changed = pile.size === pile.was ? String(pile.was) : `${pile.was}→${pile.size}`;
    const size = el("span", { class: "size", "aria-hidden": "true" }, pile.gone ? "✗" : changed);
    return el("div", { class: kinds }, this.handle(pile, place), size, !this.locked && this.pileTools(pile, place));
  }

  /** What cannot be done by touching stones. */
  pileTools(pile, place) {
    const { split, add } = this.tools;
    const then = (act) => () => {
      act();
      this.after(place);
    };
    const grow = then(() => this.draft.leave(place, pile.size + 1));
    const remove = then(() => this.draft.remove(place));
    const parts = [
      add && this.tool("＋", "add-stone", place, grow),
      split && !pile.gone && pile.size > 0 && this.tool("✂", "split-heap", place, () => this.askSplit(place)),
      split && this.tool(pile.gone ? "↺" : "✕", pile.gone ? "undelete-heap" : "delete-heap", place, remove),
    ].filter(Boolean);
    return parts.length > 0 && el("span", { class: "pile-tools" }, parts);
  }

  tool(sign, label, place, act) {
    const text = t(label, { name: this.name(place) });
    return el("button", { type: "button", class: "tool", title: text, "aria-label": text, on: { click: act } }, sign);
  }

  name(place) {
    return this.names[this.draft.piles[place].origin] ?? String(place + 1);
  }

  handle(pile, place) {
    const most = this.tools.add ? undefined : pile.was;
    return el(
      "div",
      {
        class: "stones",
        role: "slider",
        tabindex: 0,
        "data-pile": place,
        "aria-label": t("heap-name", { name: this.name(place) }),
        "aria-valuemin": 0,
        "aria-valuemax": most ?? pile.was * 2,
        "aria-valuenow": pile.size,
        "aria-valuetext": pile.gone
          ? t("heap-deleted")
          : t("heap-state", { was: pile.was, size: pile.size, taken: pile.was - pile.size }),
        "aria-disabled": String(this.locked),
        on: { keydown: (event) => this.key(event, place) },
      },
      this.stones(pile, place),
    );
  }

  stones(pile, place) {
    const count = Math.max(pile.was, pile.size);
    if (count > DRAWN) {
      const field = el("input", {
        type: "number",
        min: 0,
        max: pile.was,
        value: pile.size,
        disabled: this.locked,
        "aria-label": t("leave", { name: this.name(place) }),
        on: {
          change: () => {
            this.draft.leave(place, Math.trunc(Number(field.value)) || 0);
            this.after();
          },
        },
      });
      return field;
    }
    const tall = this.layout === "circle" ? Math.max(2, Math.ceil(Math.sqrt(count))) : 10;
    const columns = Math.max(1, Math.ceil(count / tall));
    const rows = Math.max(1, Math.min(count, tall));
    const side = this.layout !== "circle" && Math.max(...this.draft.from) <= 12 ? 30 : 22;
    const drawing = svg("svg", {
      viewBox: `0 0 ${columns * 22} ${rows * 22}`,
      width: columns * side,
      height: rows * side,
      "aria-hidden": "true",
    });
    for (let stone = 0; stone < count; stone += 1) {
      const [x, y] = [Math.floor(stone / tall) * 22 + 11, (rows - 1 - (stone % tall)) * 22 + 11];
      const kind = pile.gone || stone >= pile.size ? "taken" : stone >= pile.was ? "added" : "stone";
      drawing.append(
        svg(
          "g",
          { class: kind, "data-stone": stone, on: { click: () => this.touch(place, stone) } },
          svg("circle", { cx: x, cy: y, r: 9.5, class: "disc" }),
          kind === "taken"
            ? svg("path", { d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`, class: "cut" })
            : svg("ellipse", { cx: x - 3, cy: y - 4, rx: 3, ry: 2, class: "shine" }),
        ),
      );
    }
    if (count === 0) drawing.append(svg("circle", { cx: 11, cy: 11, r: 8, class: "none" }));
    return drawing;
  }

  touch(place, stone) {
    if (this.locked) return;
    const pile = this.draft.piles[place];
    if (pile.gone) return;
    this.draft.leave(place, stone < pile.size ? stone : stone + 1);
    this.after(place);
  }

  key(event, place) {
    const pile = this.draft.piles[place];
    const count = this.draft.piles.length;
    const turn = { ArrowLeft: count - 1, ArrowRight: 1 }[event.key];
    if (event.target.tagName === "INPUT" && event.key !== "Delete") return;
    if (turn) {
      this.node.querySelector(`[data-pile="${(place + turn) % count}"]`)?.focus();
    } else if (!this.locked && event.key === "s" && this.tools.split && pile.size > 0) {
      this.askSplit(place);
    } else if (!this.locked && event.key === "Delete" && this.tools.split) {
      this.draft.remove(place);
      this.after(place);
    } else {
      const most = this.tools.add ? pile.was * 2 + 99 : pile.was;
      const size = {
        ArrowDown: pile.size - 1,
        ArrowUp: pile.size + 1,
        PageDown: pile.size - 5,
        PageUp: pile.size + 5,
        Home: 0,
        End: pile.was,
      }[event.key];
      if (size === undefined || this.locked || pile.gone) return;
      this.draft.leave(place, Math.min(size, most));
      this.after(place);
    }
    event.preventDefault();
  }

  after(focus) {
    this.paint(focus);
    this.changed(this.text());
  }

  /** Asks for the sizes of the two parts, below the heap. */
  askSplit(place) {
    const pile = this.draft.piles[place];
    const rest = el("output", {});
    const tell = () => {
      rest.textContent = `+ ${pile.size - Number(field.value)}`;
    };
    const field = el("input", {
      type: "number",
      min: 0,
      max: pile.size,
      value: Math.floor(pile.size / 2),
      on: { input: tell },
    });
    const form = el(
      "form",
      {
        class: "split-form",
        on: {
          submit: (event) => {
            event.preventDefault();
            const first = Math.min(Math.max(Math.trunc(Number(field.value)) || 0, 0), pile.size);
            this.draft.split(place, first);
            this.after(place);
          },
          keydown: (event) => {
            if (event.key === "Escape") this.paint(place);
            event.stopPropagation();
          },
        },
      },
      el("label", {}, t("split-into", { size: pile.size }), " ", field),
      rest,
      el("button", { type: "submit" }, t("split")),
    );
    tell();
    this.node.querySelectorAll(".pile")[place].append(form);
    field.focus();
    field.select();
  }
}
