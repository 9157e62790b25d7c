// Texts in the reader's language: what was chosen before, else what the browser prefers.

import en from "./lang/en.js";
import ja from "./lang/ja.js";

const TEXTS = { en, ja };
/** Own names only: an address may well say `lang=constructor`. */
const has = (texts, key) => key !== null && Object.hasOwn(texts, key);
let language = start();

function start() {
  const chosen = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang");
  if (has(TEXTS, chosen)) return chosen;
  for (const wanted of navigator.languages ?? []) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (has(TEXTS, short)) return short;
  }
  return "en";
}

export const current = () => language;

export function choose(next) {
  if (!has(TEXTS, next)) return;
  language = next;
  localStorage.setItem("lang", next);
}

/** The text `key` with `{names}` filled in. A text may be a function of them, for plurals. */
export function t(key, values = {}) {
  const text = TEXTS[language][key] ?? en[key] ?? key;
  if (typeof text === "function") return text(values);
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A title of a game, whose languages the server knows. */
export function title(game) {
  const titles = game.title ?? {};
  return titles[language] || titles.en || game.full_name || game.name || "";
}

/** The rule of a game in words: our own for the catalogue, else what its file notes. */
export function rule(game) {
  const name = (game.full_name ?? game.name ?? "").replace(/\(.*/, "");
  const known = TEXTS[language].rules;
  const own = game.reference?.startsWith("~");
  return has(known, name) && !own ? known[name] : (game.note ?? "");
}
