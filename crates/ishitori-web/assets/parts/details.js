// All about one position: who wins, its value, the moves that win, its options, and the papers' board.

import { el, put } from "../dom.js";
import { address, get, Refusal, words } from "../api.js";
import { query } from "../address.js";
import { t } from "../i18n.js";
import { said } from "../said.js";
import { outcome } from "./verdict.js";

/**
 * Fills `box` and gives back the options (for the map), or null if the position was refused.
 * `choose` is told the text of a position that was clicked.
 * `peek` is told the option that is pointed at, and null after it.
 */
export async function details(box, game, position, misere, choose, signal, { pictured = true, peek, told: tell } = {}) {
  put(box, el("h2", {}, shownPosition(position)), el("p", { class: "quiet" }, t("loading")));
  const ask = { game, position, misere };
  try {
    // Options may be too many to be told where it is known who wins.
    const refused = (problem) => {
      if (!(problem instanceof Refusal)) throw problem;
      return { refused: problem };
    };
    const [value, told] = await Promise.all([get("value", ask, signal), get("options", ask, signal).catch(refused)]);
    if (signal?.aborted) return null;
    tell?.(told.refused ? value : told);
    if (told.refused) return few(box, value, position, misere, choose);
    const { options, omitted } = told;
    put(
      box,
      head(value, position, misere),
      facts(value, misere),
      moves(options, omitted, choose, peek),
      pictured && board(value, ask),
      play(value, ask),
    );
    return options;
  } catch (problem) {
    if (problem.name === "AbortError") return null;
    put(box, el("h2", {}, shownPosition(position)), el("p", { class: "notice", role: "alert" }, words(problem)));
    return null;
  }
}

/** What is known of a position whose options are not told: who wins, and a move that wins if there is one. */
function few(box, value, position, misere, choose) {
  const winning = value.winning.map((to) => chip({ position: to, outcome: "P", winning: true }, choose));
  const moves = winning.length
    ? [
        el("h3", {}, t(value.others ? "a-winning-move" : "winning-moves", { count: winning.length })),
        el("div", { class: "chips" }, winning),
      ]
    : el("p", {}, t(value.outcome === "P" ? "no-winning-move" : "winning-unknown"));
  put(box, head(value, position, misere), facts(value, misere), moves);
  return [];
}

/** Heaps as the papers write them, boards row by row. */
export const shownPosition = (position) =>
  /^[\d,]+$/.test(position) ? `⟨${position.replaceAll(",", ", ")}⟩` : position;

function head(value, position, misere) {
  const letter = value.outcome === "P" ? "P" : "N";
  return [el("h2", { class: "position" }, shownPosition(position)), el("p", {}, outcome(letter, misere))];
}

/** The value, or what is known of it. */
function grundyWords({ grundy, grundy_at_least: least }) {
  if (grundy !== null && grundy !== undefined) return grundy;
  return least ? t("at-least", { least }) : t("not-known");
}

function facts(value, misere) {
  const rows = [];
  if (!misere || value.grundy !== null) rows.push([t("grundy-value"), grundyWords(value)]);
  rows.push([t("remoteness"), value.remoteness ?? t("not-known")]);
  if (value.by) rows.push([t("known-by"), said(value.by)]);
  return el(
    "dl",
    { class: "facts" },
    rows.map(([name, text]) => [el("dt", {}, name), el("dd", {}, String(text))]),
  );
}

function chip(option, choose, peek = () => {}) {
  const win = option.winning;
  const grundy = option.grundy === null || option.grundy === undefined ? "" : ` · ${option.grundy}`;
  return el(
    "button",
    {
      type: "button",
      class: win ? "chip winning" : "chip",
      title: said(option.taken ?? ""),
      on: {
        click: () => choose(option.position),
        mouseenter: () => peek(option.position),
        focus: () => peek(option.position),
        mouseleave: () => peek(null),
        blur: () => peek(null),
      },
    },
    win ? "★ " : "",
    option.position,
    el("small", {}, ` ${option.outcome}${grundy}`),
  );
}

function moves(options, omitted, choose, peek) {
  const winning = options.filter((option) => option.winning);
  const list = el("div", { class: "chips" });
  const all = el(
    "details",
    {
      open: options.length <= 24,
      on: {
        toggle: () =>
          all.open && !list.childElementCount && list.append(...options.slice(0, 400).map((o) => chip(o, choose, peek))),
      },
    },
    el("summary", {}, t("options-count", { count: options.length + (omitted ?? 0) })),
    list,
  );
  const first = winning.length
    ? [
        el("h3", {}, t("winning-moves", { count: winning.length })),
        el(
          "div",
          { class: "chips" },
          winning.slice(0, 40).map((o) => chip(o, choose, peek)),
        ),
      ]
    : [el("p", {}, options.length ? t("no-winning-move") : t("no-move"))];
  return [...first, all];
}

/** The picture is asked for when it is opened. */
function board(value, ask) {
  const source = address("board.svg", ask);
  const name = t("board-of", { position: shownPosition(value.position) });
  const place = el("a", { href: source, target: "_blank", rel: "noopener" });
  const draw = () => {
    if (place.childElementCount) return;
    place.append(
      el("img", { src: source, alt: name, class: "paper-board", on: { error: () => put(place, t("no-picture")) } }),
    );
  };
  return el("details", { class: "board-box", on: { toggle: draw } }, el("summary", {}, name), place);
}

function play(value, { game, misere }) {
  const href = `/play${query({ game, start: value.position, misere })}`;
  return el("p", { class: "actions" }, el("a", { class: "button", href, "data-route": "" }, t("play-from-here")));
}
