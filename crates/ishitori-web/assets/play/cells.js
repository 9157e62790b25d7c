// A board of stones or coins. Every cell is a button; arrows go from cell to cell, space or a click
// chooses one. Chosen stones are taken (drawn hollow and crossed), chosen coins are turned over.

import { el, svg } from "../dom.js";
import { t } from "../i18n.js";

export class Cells {
  /** `free`: any cell may be changed (to set up a board); `changed` is told the board as text. */
  constructor(position, { coins = false, free = false, changed = () => {}, locked = false }) {
    this.rows = position.split("/").map((row) => [...row]);
    this.coins = coins;
    this.free = free;
    this.changed = changed;
    this.locked = locked;
    this.chosen = new Set();
    this.cursor = [0, 0];
    this.node = el("div", { class: coins ? "cells coins" : "cells", role: "group", "aria-label": t("board") });
    this.node.style.setProperty("--columns", this.rows[0]?.length ?? 1);
    this.buttons = this.rows.map((row, r) => row.map((_, c) => this.button(r, c)));
    this.node.append(...this.buttons.flat());
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.paint();
  }

  button(row, column) {
    return el("button", {
      type: "button",
      class: "cell",
      "data-cell": `${row},${column}`,
      on: {
        click: () => this.toggle(row, column),
        focus: () => this.visit(row, column),
      },
    });
  }

  visit(row, column) {
    this.cursor = [row, column];
    this.buttons.flat().forEach((button) => button.setAttribute("tabindex", "-1"));
    this.buttons[row][column].setAttribute("tabindex", "0");
  }

  key(event) {
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = this.buttons[this.cursor[0] + way[0]]?.[this.cursor[1] + way[1]];
    next?.focus();
  }

  toggle(row, column) {
    if (this.locked) return;
    if (!this.free && !this.coins && this.rows[row][column] !== "#") return;
    const key = `${row},${column}`;
    if (!this.chosen.delete(key)) this.chosen.add(key);
    this.paint();
    this.changed(this.text());
  }

  /** The board with what was chosen done. */
  text() {
    return this.rows.map((row, r) => row.map((_, c) => (this.stands(r, c) ? "#" : ".")).join("")).join("/");
  }

  stands(row, column) {
    return (this.rows[row][column] === "#") !== this.chosen.has(`${row},${column}`);
  }

  touched() {
    return this.chosen.size > 0;
  }

  reset() {
    this.chosen.clear();
    this.paint();
  }

  paint() {
    this.buttons.forEach((row, r) =>
      row.forEach((button, c) => {
        const chosen = this.chosen.has(`${r},${c}`) && !this.free;
        const stands = this.stands(r, c);
        const state = this.coins ? (stands ? "heads" : "tails") : stands ? "stone" : chosen ? "taken" : "empty";
        button.className = `cell ${state}${chosen ? " chosen" : ""}`;
        button.setAttribute("aria-pressed", String(chosen));
        button.setAttribute("aria-label", t("cell", { row: r + 1, column: c + 1, state: t(`cell-${state}`) }));
        button.tabIndex = r === this.cursor[0] && c === this.cursor[1] ? 0 : -1;
        button.replaceChildren(this.drawing(state, chosen));
      }),
    );
  }

  drawing(state, chosen) {
    const parts = [svg("circle", { cx: 20, cy: 20, r: 16, class: "disc" })];
    if (state === "stone") parts.push(svg("ellipse", { cx: 14.5, cy: 13, rx: 5, ry: 3.5, class: "shine" }));
    if (state === "taken") parts.push(svg("path", { d: "M12 12L28 28M28 12L12 28", class: "cut" }));
    if (this.coins)
      parts.push(svg("text", { x: 20, y: 26, "text-anchor": "middle", class: "face" }, t(`face-${state}`)));
    if (this.coins && chosen) parts.push(svg("circle", { cx: 20, cy: 20, r: 18.5, class: "turned" }));
    return svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, parts);
  }
}
