// After the game: every move with what it was worth, and the one that gave the win away.

import { el } from "../dom.js";
import { post } from "../api.js";
import { t } from "../i18n.js";

/** Asks the server and gives back a table. `change` tells what a move does, `guesses` are what a student thought, by move. */
export async function review(game, change, match, names, guesses) {
  const answer = await post("review", { game, misere: match.misere, positions: match.positions });
  const moves = Array.isArray(answer) ? answer : answer.moves;
  const losing = Array.isArray(answer)
    ? moves.findLastIndex((move) => move.losing)
    : (answer.losing ?? moves.findLastIndex((move) => move.losing));
  const right = guesses.filter(
    (guess, i) => guess && moves[i] && guess === (moves[i].was === "winning" ? "N" : "P"),
  ).length;
  const asked = guesses.filter(Boolean).length;
  return el(
    "section",
    { class: "panel review", "aria-label": t("review") },
    el("h2", {}, t("review")),
    el(
      "p",
      {},
      losing >= 0
        ? t("review-losing", { number: losing + 1, who: names[moves[losing].mover ?? losing % 2] })
        : t("review-none", { who: names[moves[0]?.was === "winning" ? 0 : 1] }),
    ),
    asked > 0 && el("p", {}, t("guesses-right", { right, asked })),
    el(
      "div",
      { class: "scroll" },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ["move", "player", "what", "before", "after-it"].map((key) =>
              el("th", { scope: "col" }, t(`review-${key}`)),
            ),
          ),
        ),
        el(
          "tbody",
          {},
          moves.map((move, i) => row(move, i, i === losing, names, change)),
        ),
      ),
    ),
  );
}

function row(move, number, losing, names, change) {
  const best = (move.best ?? []).filter((position) => position !== move.to);
  const gave = move.was === "winning" && move.good === false;
  return el(
    "tr",
    { class: losing ? "losing" : "" },
    el("td", {}, String(number + 1)),
    el("td", {}, names[move.mover ?? number % 2]),
    el("td", {}, change(move)),
    el("td", {}, t(move.was === "winning" ? "was-winning" : "was-losing")),
    el(
      "td",
      {},
      losing ? el("strong", {}, "✗ ", t("losing-move"), " ") : gave ? "✗ " : "",
      gave && best.length ? t("better", { moves: best.slice(0, 3).join("  ") }) : "",
      move.was === "winning" && !gave ? "✓" : "",
    ),
  );
}
