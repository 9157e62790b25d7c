// Verdicts, each with a sign and a word, so that colour only helps.

import { el } from "../dom.js";
import { t } from "../i18n.js";

const SIGNS = {
  proved: "✓",
  true: "✓",
  holds: "≤",
  refuted: "✗",
  unknown: "?",
  found: "★",
  cancelled: "■",
  failed: "!",
};

/** The kind of a verdict as the server words it. */
export function kindOf(verdict) {
  const text = (typeof verdict === "string" ? verdict : (verdict?.kind ?? "")).toLowerCase();
  if (text.startsWith("proved")) return "proved";
  if (text === "true") return "true";
  if (text.startsWith("refuted")) return "refuted";
  if (text.startsWith("holds")) return "holds";
  return "unknown";
}

export function badge(kind, more) {
  return el(
    "span",
    { class: `badge ${kind}` },
    el("span", { "aria-hidden": "true", class: "sign" }, SIGNS[kind] ?? "·"),
    el("span", {}, t(`verdict-${kind}`), more ? ` ${more}` : ""),
  );
}

/** P or N with its letter and its meaning. */
export function outcome(letter, misere) {
  return el(
    "span",
    { class: `outcome ${letter}` },
    el("span", { class: "letter" }, letter),
    el("span", {}, t(letter === "P" ? "outcome-P" : "outcome-N"), misere ? ` ${t("in-misere")}` : ""),
  );
}
