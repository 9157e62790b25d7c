// The atlas: every game of the catalogue as a card, with a search over all its words.

import { el, labelled, put, segments } from "../dom.js";
import { query, write } from "../address.js";
import { address, games, get, words } from "../api.js";
import { current, rule, t, title } from "../i18n.js";
import { Claims } from "../parts/claims.js";
import { period } from "../parts/period.js";
import { isFigure } from "../play/figure-moves.js";
import { kindOf } from "../parts/verdict.js";

/** The last heap whose value a card tells. */
const FIRST = 40;

export async function show(root, values) {
  const state = { q: values.q ?? "", kind: values.kind ?? "" };
  const all = await games(true);
  const cards = all.map((game) => {
    const claims = game.claims.length > 0 ? new Claims(game) : null;
    return { game, claims, text: searchText(game), node: card(game, claims) };
  });
  cards.sort((a, b) => title(a.game).localeCompare(title(b.game), current()));
  const list = el("ul", { class: "cards" });
  const count = el("p", { class: "quiet", role: "status" });
  const search = el("input", {
    type: "search",
    value: state.q,
    placeholder: t("search-hint"),
    on: {
      input: () => {
        state.q = search.value;
        filter();
      },
    },
  });

  function filter() {
    const wanted = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = cards.filter(
      ({ game, text }) => wanted.every((word) => text.includes(word)) && fits(game, state.kind),
    );
    put(
      list,
      shown.map(({ node }) => node),
    );
    count.textContent = t("games-shown", { shown: shown.length, all: all.length });
    write(state);
  }
  const kinds = [
    ["", t("all")],
    ["heaps", t("heaps")],
    ["single", t("single-heaps")],
    ["board", t("boards")],
    ["figures", t("figures")],
    ["proved", t("verdict-proved")],
    ["refuted", t("verdict-refuted")],
  ];
  root.append(
    el("section", { class: "intro" }, el("h1", {}, t("atlas-title")), el("p", {}, t("atlas-intro"))),
    el(
      "div",
      { class: "filters" },
      labelled(t("search"), search),
      segments(t("kind"), kinds, state.kind, (kind) => {
        state.kind = kind;
        filter();
      }),
    ),
    count,
    list,
  );
  filter();
  return () => cards.forEach(({ claims }) => claims?.end());
}

function fits(game, kind) {
  if (kind === "proved" || kind === "refuted") return game.claims.some((claim) => kindOf(claim.verdict) === kind);
  return !kind || (kind === "figures" ? isFigure(game) : game.kind === kind);
}

function searchText(game) {
  const titles = Object.values(game.title ?? {});
  return [game.name, ...titles, game.note, game.source, rule(game), game.rule].join(" ").toLowerCase();
}

function card(game, claims) {
  const go = (path) => `${path}${query({ game: game.name })}`;
  const other = current() === "ja" ? game.title?.en : game.title?.ja;
  const link = (path, key) => el("a", { class: "button", href: go(path), "data-route": "" }, t(key));
  return el(
    "li",
    { class: "card", "data-game": game.name },
    el(
      "a",
      {
        class: "preview",
        href: go(game.kind === "board" ? "/play" : "/explore"),
        "data-route": "",
        tabindex: -1,
        "aria-hidden": "true",
      },
      el("img", {
        src: address("preview.svg", { game: game.name }),
        on: { error: ({ target }) => target.remove() },
        alt: "",
        loading: "lazy",
        width: 240,
        height: 180,
      }),
    ),
    el(
      "div",
      { class: "card-text" },
      el("h2", {}, title(game)),
      el(
        "p",
        { class: "quiet" },
        el("span", { lang: current() === "ja" ? "en" : "ja" }, other ?? ""),
        " ",
        el("code", {}, game.name),
      ),
      el("p", {}, rule(game)),
      game.source && el("p", { class: "quiet source" }, `${t("source")}: `, el("span", { lang: "en" }, game.source)),
      el(
        "details",
        {},
        el("summary", {}, t("rule-text")),
        el("pre", { class: "rule" }, withoutClaims(game.rule ?? "")),
      ),
      claims && claims.node,
      game.kind === "single" && values(game),
      el(
        "p",
        { class: "actions" },
        link("/explore", "explore"),
        link("/play", "play"),
        link("/write", "write"),
        game.kind !== "single" && link("/work", "work-here"),
      ),
    ),
  );
}

/** The first values of single heaps and their period, once somebody wants to see them. */
function values(game) {
  const box = el("div", {});
  const fill = async () => {
    if (!node.open || box.childElementCount) return;
    put(box, el("p", { class: "quiet" }, t("loading")));
    try {
      const answer = await get("sequence", { game: game.name, to: FIRST });
      put(box, el("pre", { class: "rule" }, answer.values.join(" ")), period(answer));
    } catch (problem) {
      put(box, el("p", { class: "notice", role: "alert" }, words(problem)));
    }
  };
  const node = el("details", { class: "values", on: { toggle: fill } }, el("summary", {}, t("values-period")), box);
  return node;
}

/** The rule alone: claims are listed by themselves. */
export function withoutClaims(text) {
  return text.split(/^(?=(?:claim|define)\b)/m)[0].trimEnd();
}
