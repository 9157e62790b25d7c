// Before the game: which game, from where, against whom, and by which convention.

import { el, labelled, put, segments, tick } from "../dom.js";
import { query } from "../address.js";
import { get, words } from "../api.js";
import { go } from "../app.js";
import { t, title } from "../i18n.js";
import { picker } from "../parts/picker.js";

/** A form; what is chosen goes into the address, and the view starts again from there. */
export function setup(game, state) {
  const next = {
    game: state.game,
    misere: state.misere,
    against: state.against,
    first: state.first,
    study: state.study,
  };
  const begin = (start) => go(`/play${query({ ...next, start })}`);
  const problem = el("p", { class: "notice", role: "alert", hidden: true });
  const start = el("input", {
    value: state.start ?? "",
    placeholder: game.start,
    spellcheck: "false",
    autocomplete: "off",
  });
  const random = async (size) => {
    try {
      start.value = (await get("start", { game: state.game, size })).position;
      begin(start.value);
    } catch (what) {
      problem.textContent = words(what);
      problem.hidden = false;
    }
  };
  // Two people know themselves who begins.
  const begins = segments(
    t("who-begins"),
    [
      ["you", t("you-begin")],
      ["machine", t("other-begins")],
    ],
    state.first,
    (key) => {
      next.first = key;
    },
  );
  begins.hidden = state.against === "people";
  const form = el("form", {
    class: "setup",
    on: {
      submit: (event) => {
        event.preventDefault();
        begin(start.value.trim());
      },
    },
  });
  put(
    form,
    picker(state.game, (name) => go(`/play${query({ ...next, game: name })}`), title(game)),
    segments(
      t("against"),
      ["easy", "medium", "perfect", "people"].map((key) => [key, t(`against-${key}`)]),
      state.against,
      (key) => {
        next.against = key;
        begins.hidden = key === "people";
      },
    ),
    begins,
    segments(
      t("convention"),
      [
        ["", t("normal-long")],
        ["1", t("misere-long")],
      ],
      state.misere ? "1" : "",
      (key) => {
        next.misere = key === "1";
      },
    ),
    tick(t("study-mode"), state.study, (on) => {
      next.study = on;
    }),
    labelled(t("start-position"), start),
    el(
      "div",
      { class: "row" },
      ["small", "medium", "large"].map((size) =>
        el("button", { type: "button", "data-size": size, on: { click: () => random(size) } }, t(`size-${size}`)),
      ),
    ),
    problem,
    el("button", { type: "submit", class: "primary" }, t("new-game")),
  );
  return form;
}
