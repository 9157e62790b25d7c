// Who is winning, for those who want to know; in study mode what the student thinks, to be compared in the end.

import { el, put } from "../dom.js";
import { get } from "../api.js";
import { t } from "../i18n.js";
import { outcome } from "../parts/verdict.js";

export class Answers {
  constructor(study) {
    this.study = study;
    /** By move: P or N. */
    this.guesses = [];
    this.node = el("div", { class: "answers" });
  }

  /** For the position `ask` after so many moves. */
  async show(ask, moves) {
    this.asked = ask.position;
    if (this.study) return put(this.node, this.question(moves));
    try {
      const value = await get("value", ask);
      if (this.asked === ask.position) put(this.node, answer(value, ask.misere));
    } catch {
      put(this.node);
    }
  }

  hide() {
    this.asked = null;
    put(this.node);
  }

  /** Forgets what was guessed of moves that were taken back. */
  undo(moves) {
    this.guesses.length = Math.min(this.guesses.length, moves);
  }

  question(moves) {
    const choice = (letter) => {
      const pressed = String(this.guesses[moves] === letter);
      const click = () => {
        this.guesses[moves] = letter;
        put(this.node, this.question(moves));
        this.node.querySelector(`[data-guess="${letter}"]`).focus();
      };
      const about = { type: "button", "data-guess": letter, "aria-pressed": pressed, on: { click } };
      return el("button", about, t(`guess-${letter}`));
    };
    const row = el("div", { class: "row" }, choice("N"), choice("P"));
    return el("div", { class: "guess" }, el("p", {}, t("guess-ask")), row);
  }
}

function answer(value, misere) {
  return el(
    "details",
    {},
    el("summary", {}, t("show-answer")),
    el("p", {}, outcome(value.outcome === "P" ? "P" : "N", misere)),
    value.grundy !== null && el("p", {}, `${t("grundy-value")} ${value.grundy}`),
  );
}
