// What the server says, in the reader's language. The server speaks English; a phrasebook (lang/said-*.js) has its
// sentences as they stand in the program, with the places of values, and what they are in another language. A test
// (tests/web/said.rs) compares the book with the program, so none is forgotten and none outlives its sentence.
// What is not in the book is shown as it came. Cost: one expression a sentence of the book, made when first needed.

import { el } from "./dom.js";
import { current } from "./i18n.js";
import problems from "./lang/problems-ja.js";
import proofs from "./lang/said-proofs-ja.js";
import server from "./lang/said-ja.js";

const BOOKS = { ja: [...server, ...proofs, ...problems] };
const PLACE = /\{[^{}"]*\}/;
const made = {};

/** The sentences of a language, those with most words of their own first: they say most exactly what is meant. */
function book() {
  const language = current();
  made[language] ??= (BOOKS[language] ?? [])
    .map(([english, other, part]) => {
      const words = english.split(PLACE);
      const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.*?)");
      return { words, other, part, matches: new RegExp(`^${pattern}$`, "s"), weight: words.join("").length };
    })
    .sort((a, b) => b.weight - a.weight);
  return made[language];
}

/** Whether a sentence may stand there: parts stand within others, sizes and progress in places of their own. */
const fits = (part, kind) => !part || part === kind;

function find(text, kind) {
  for (const { words, other, part, matches } of book()) {
    const found = fits(part, kind) && matches.exec(text);
    if (found) return fill(other, words, found.slice(1));
  }
  return null;
}

/** A value may be said by the server as well, but not what stands between quotes: that is the writer's own. */
function fill(other, words, values) {
  const value = (number) => {
    const text = values[number - 1] ?? "";
    return words[number - 1].endsWith("`") ? text : within(text);
  };
  return other.replace(/\{(\d)\}/g, (_, number) => value(Number(number)));
}

/** A value: a list whose items are all known, or else a text as a whole. */
function within(text) {
  const parts = text.includes(", ") ? text.split(", ").map((part) => find(part, "part")) : [null];
  return parts.includes(null) ? (find(text, "part") ?? text) : parts.join("、");
}

/** What the server said, in the reader's language, or null if nobody has put it into that. */
export const translated = (text, kind = "") => (current() === "en" ? null : find(String(text), kind));

/** The same, or else as it came. */
export const said = (text, kind = "") => translated(text, kind) ?? String(text);

/** An element with what the server said, which says its language if that is not the reader's. */
export function telling(tag, properties, text, kind = "") {
  const other = translated(text, kind);
  const lang = other === null && current() !== "en" ? "en" : undefined;
  return el(tag, { ...properties, lang }, other ?? String(text));
}
