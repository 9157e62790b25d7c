// Explore for boards: the board is edited stone by stone, and tells its value and its options.

import { el, put, segments } from "../dom.js";
import { query, write } from "../address.js";
import { go } from "../app.js";
import { t, title } from "../i18n.js";
import { Cells } from "../play/cells.js";
import { details } from "../parts/details.js";
import { picker } from "../parts/picker.js";

export async function boardExplorer(root, values, game) {
  const state = { game: values.game, at: values.at || game.start, misere: values.misere === "1" };
  const panel = el("section", { class: "panel details", "aria-label": t("position") });
  const stage = el("div", { class: "stage" });
  let choosing;
  let cells;

  async function choose(position) {
    state.at = position;
    write(state);
    choosing?.abort();
    choosing = new AbortController();
    if (cells?.text() !== position) {
      cells = new Cells(position, { coins: Boolean(game.coins), free: true, changed: choose });
      put(stage, cells.node);
    }
    await details(panel, state.game, position, state.misere, choose, choosing.signal);
  }
  root.append(
    el("h1", { class: "sr" }, `${t("explore")}: ${title(game)}`),
    el(
      "div",
      { class: "explore-grid" },
      el(
        "section",
        { class: "panel controls", "aria-label": t("controls") },
        picker(state.game, (next) => go(`/explore${query({ game: next })}`), title(game)),
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
        el("p", { class: "quiet" }, t("board-hint")),
      ),
      el("section", { class: "map-box" }, stage),
      panel,
    ),
  );
  choose(state.at);
  return () => choosing?.abort();
}
