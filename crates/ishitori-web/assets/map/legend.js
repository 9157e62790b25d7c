// What colours and marks mean, with the marks drawn as on the map.

import { el, svg } from "../dom.js";
import { outcomeColours, viridis } from "./colours.js";
import { t } from "../i18n.js";

const rgb = (colour) => `rgb(${colour.join(",")})`;

function swatch(colour) {
  return svg(
    "svg",
    { width: 14, height: 14, "aria-hidden": "true" },
    svg("rect", { width: 14, height: 14, fill: rgb(colour), stroke: "currentColor" }),
  );
}

function scale(top) {
  const steps = 24;
  const bars = Array.from({ length: steps }, (_, i) =>
    svg("rect", { x: i * 5, width: 5.5, height: 14, fill: rgb(viridis(i / (steps - 1))) }),
  );
  return el(
    "span",
    { class: "key" },
    "1",
    svg("svg", { width: 120, height: 14, "aria-hidden": "true" }, bars),
    String(top),
  );
}

function sign(shape, text) {
  const inner = {
    chosen: () =>
      svg("rect", { x: 2, y: 2, width: 10, height: 10, fill: "none", stroke: "#e4572e", "stroke-width": 2.5 }),
    option: () => svg("circle", { cx: 7, cy: 7, r: 4, fill: "#fff", stroke: "#000" }),
    winning: () =>
      svg("path", { d: "M7 0l2 5h5l-4 3 1.600 5-4.600-3-4.600 3L4 8 0 5h5z", fill: "#ffb000", stroke: "#000" }),
  }[shape];
  return el("span", { class: "key" }, svg("svg", { width: 14, height: 14, "aria-hidden": "true" }, inner()), text);
}

/** The legend as a list of keys. */
export function legend(what, top, misere) {
  const [p, n] = outcomeColours();
  const lost = t(misere ? "remoteness-odd" : "remoteness-even");
  const none = what === "remoteness" ? "0" : `0 = ${t("outcome-P-short")}`;
  const values =
    what === "outcome"
      ? [
          el("span", { class: "key" }, swatch(p), t("outcome-P-short")),
          el("span", { class: "key" }, swatch(n), t("outcome-N-short")),
        ]
      : [el("span", { class: "key" }, swatch([0, 0, 0]), none), scale(top)];
  return [
    ...values,
    ...(what === "remoteness" ? [el("span", { class: "key" }, lost)] : []),
    sign("chosen", t("mark-chosen")),
    sign("option", t("mark-option")),
    sign("winning", t("mark-winning")),
  ];
}
