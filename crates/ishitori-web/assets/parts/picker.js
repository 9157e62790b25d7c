// Which game: a title from the catalogue and a number for each parameter. A game is named as on the
// command line, `circular(6,2)`; a rule of one's own is named by the hash the server gave it.

import { el, labelled, later, put, select } from "../dom.js";
import { games, words } from "../api.js";
import { t, title } from "../i18n.js";

/** `"emperor([2,2],1)"` -> `{name: "emperor", given: ["[2,2]", "1"]}`. */
export function parse(text) {
  const found = /^([^()]*)(?:\((.*)\))?$/s.exec(text.trim());
  if (!found) return { name: text.trim(), given: [] };
  const given = [];
  let depth = 0;
  let part = "";
  for (const letter of found[2] ?? "") {
    if (letter === "," && depth === 0) {
      given.push(part.trim());
      part = "";
      continue;
    }
    depth += letter === "[" ? 1 : letter === "]" ? -1 : 0;
    part += letter;
  }
  if (part.trim()) given.push(part.trim());
  return { name: found[1].trim(), given };
}

/** `name` with arguments; those that nobody gave are left to the server. */
export const full = (name, given) => (given.length ? `${name}(${given.join(",")})` : name);

/**
 * Fields for a game. `own` is the title of a rule of one's own; `picked` is told the name. The fields come
 * when the catalogue has come, so that nothing else has to wait for it.
 */
export function picker(chosen, picked, own) {
  const box = el("div", { class: "picker" });
  games().then(
    (all) => put(box, fields(all, chosen, picked, own)),
    (problem) => put(box, words(problem)),
  );
  return box;
}

function fields(all, chosen, picked, own) {
  const { name, given } = parse(chosen);
  const entry = all.find((game) => game.name === name);
  const choices = all.map((game) => [game.name, title(game)]).sort((a, b) => a[1].localeCompare(b[1]));
  if (!entry) choices.unshift([name, own || name]);
  const choice = select(choices, name, (next) => picked(next));
  const parts = [labelled(t("game"), choice)];
  const numbers = [];
  const change = later(350, () =>
    picked(
      full(
        name,
        numbers.map((field) => field.value.trim()),
      ),
    ),
  );
  for (const [place, { name: parameter, default: usual }] of (entry?.parameters ?? []).entries()) {
    const shown = given[place] ?? String(usual ?? "");
    const field = el("input", {
      type: /^\d+$/.test(shown) ? "number" : "text",
      min: 0,
      max: 99,
      value: shown,
      class: "short",
      on: { input: change },
    });
    numbers.push(field);
    parts.push(labelled(parameter, field));
  }
  return parts;
}
