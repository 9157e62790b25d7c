// Explore for figures: the position is drawn, a move on the drawing or in the list goes to what comes after it, and any
// position can be typed. Every option tells what it is; pointed at, it shows on the drawing what it changes.

import { el, labelled, put, segments } from "../dom.js";
import { query, write } from "../address.js";
import { go } from "../app.js";
import { rule, t, title } from "../i18n.js";
import { details } from "../parts/details.js";
import { picker } from "../parts/picker.js";
import { FigureTable } from "../play/figure.js";
import { Places } from "../play/figure-picture.js";

export async function figureExplorer(root, values, game) {
  const state = { game: values.game, at: values.at || game.start, misere: values.misere === "1" };
  const panel = el("section", { class: "panel details", "aria-label": t("position") });
  const stage = el("div", { class: "stage", on: { keydown: (event) => key(event) } });
  const places = new Places();
  const field = el("input", { value: state.at, spellcheck: "false", autocomplete: "off" });
  let choosing;
  let table;

  function lay(position, known) {
    const held = document.activeElement?.dataset?.thing;
    const confirm = () => choose(table.text());
    table = new FigureTable(position, { about: game, known, places, lists: false, confirm });
    put(stage, table.node);
    stage.dataset.position = position;
    if (held !== undefined) (table.things?.get(held)?.node ?? stage.querySelector("[data-thing]"))?.focus();
  }

  async function choose(position) {
    state.at = position;
    field.value = position;
    write(state);
    choosing?.abort();
    const asked = (choosing = new AbortController());
    const told = (known) => lay(position, known);
    const peek = (option) => table?.peek?.(option);
    await details(panel, state.game, position, state.misere, choose, asked.signal, { pictured: false, peek, told });
  }

  /** Enter goes where the drawing shows, Escape takes the choice back. */
  function key(event) {
    if (event.key === "Escape") return table?.reset();
    if (event.key !== "Enter" || event.target.closest("button") || !table?.touched()) return;
    event.preventDefault();
    choose(table.text());
  }

  const typed = el(
    "form",
    {
      class: "row",
      on: {
        submit: (event) => {
          event.preventDefault();
          choose(field.value.trim());
        },
      },
    },
    labelled(t("position"), field),
    el("button", { type: "submit" }, t("show-position")),
  );
  root.append(
    el("h1", { class: "sr" }, `${t("explore")}: ${title(game)}`),
    el(
      "div",
      { class: "explore-grid" },
      el(
        "section",
        { class: "panel controls", "aria-label": t("controls") },
        picker(state.game, (next) => go(`/explore${query({ game: next })}`), title(game)),
        el("p", {}, rule(game)),
        typed,
        segments(
          t("convention"),
          [
            ["", t("normal")],
            ["1", t("misere")],
          ],
          state.misere ? "1" : "",
          (misere) => {
            state.misere = misere === "1";
            choose(state.at);
          },
        ),
        el("p", { class: "quiet" }, t("figure-hint")),
        el("p", { class: "quiet" }, t("figure-examples", { position: game.start, list: game.list })),
      ),
      el("section", { class: "map-box" }, stage),
      panel,
    ),
  );
  choose(state.at);
  return () => choosing?.abort();
}
