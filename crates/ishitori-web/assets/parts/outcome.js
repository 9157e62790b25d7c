// What came out of work: the verdict, the smallest witness with a map, the steps of a proof, the automaton,
// the certificate, the theorem that was found.

import { el, put } from "../dom.js";
import { query } from "../address.js";
import { address, game as askGame } from "../api.js";
import { t } from "../i18n.js";
import { said, telling } from "../said.js";
import { HeatMap } from "../map/map.js";
import { edgeOf, heapsOf, planeFrom } from "../map/plane.js";
import { shownPosition } from "./details.js";
import { badge, kindOf } from "./verdict.js";

export class Outcome {
  constructor(about, id) {
    this.about = about;
    this.id = id;
  }

  /** The parts to show. */
  tell(result) {
    const kind = kindOf(result.verdict);
    const count = typeof result.positions === "number" && result.positions.toLocaleString();
    const head = el("p", {}, badge(kind), " ");
    if (kind === "holds" && result.on) head.append(`${t("on-list")}: ${result.on} `);
    if (kind === "holds" && result.window) head.append(telling("span", {}, result.window), " ");
    if (count) head.append(t("positions-checked", { count }));
    return [
      head,
      result.statement && el("pre", { class: "rule statement" }, result.statement),
      ["why", "contradiction", "window_why"].map((key) => result[key] && telling("p", { class: key }, result[key])),
      result.witness && this.witness(result.witness, t(result.witness.smallest === false ? "witness-any" : "witness")),
      result.beyond && this.witness(result.beyond, t("witness-beyond")),
      result.obligations?.length > 0 && steps(result.obligations),
      result.second_reader && result.second_reader !== "agrees" && el("p", {}, t("one-reader", { what: result.second_reader })),
      result.examples?.length > 0 && el("p", {}, `${t("examples")}: ${result.examples.slice(0, 20).join("  ")}`),
      kind === "proved" && this.proof(),
    ];
  }

  witness({ position, values, claimed, true: truth, why }, heading) {
    const { game, misere } = this.about;
    const facts = [
      ["position", position && shownPosition(position)],
      ["values", !position && Array.isArray(values) && values.flat().join(", ")],
      ["claimed", claimed],
      ["true", truth],
      ["why", why],
    ].filter(([, text]) => text);
    const map = el("div", { class: "witness-map" });
    if (position) this.drawWitness(map, position);
    const link = `/explore${query({ game, at: position, misere })}`;
    return el(
      "div",
      { class: "witness" },
      el("h4", {}, heading),
      el(
        "dl",
        { class: "facts" },
        facts.map(([key, text]) => [el("dt", {}, t(`witness-${key}`)), telling("dd", {}, text)]),
      ),
      map,
      position && el("p", {}, el("a", { class: "button", "data-route": "", href: link }, t("show-on-map"))),
    );
  }

  /** A small map with a cross at the witness; the heaps that are not on it stand as in the witness. */
  async drawWitness(box, position) {
    const sizes = heapsOf(position);
    const game = await askGame(this.about.game).catch(() => null);
    if (!sizes || sizes.length !== game?.heaps.length || this.over) return;
    const fix = game.heaps.slice(2).map((name, i) => `${name}:${sizes[i + 2]}`);
    const plane = planeFrom(game, game.heaps.slice(0, 2).join(","), fix.join(","));
    const label = t("witness-map", { position });
    const canvas = el("canvas", { class: "map small", tabindex: 0, role: "application", "aria-label": label });
    put(box, canvas);
    this.map = new HeatMap(canvas);
    this.map.open(plane, { game: this.about.game, what: "outcome", misere: this.about.misere }, edgeOf(game));
    const cells = plane.cells(sizes);
    this.map.marks = cells.map((cell) => ({ cell, kind: "witness" }));
    this.map.centre(cells[0] ?? [0, 0], 18);
  }

  proof() {
    const path = `jobs/${encodeURIComponent(this.id)}`;
    const source = address(`${path}/automaton.svg`);
    // Large automata have no drawing.
    const gone = () => figure.remove();
    const drawing = el("img", { class: "automaton", src: source, alt: t("automaton"), on: { error: gone } });
    const link = el("a", { href: source, target: "_blank", rel: "noopener" }, drawing);
    const figure = el("figure", {}, el("figcaption", {}, t("automaton")), link);
    const certificate = { class: "button", href: address(`${path}/certificate`), download: "" };
    return [figure, el("p", {}, el("a", certificate, t("certificate")))];
  }

  end() {
    this.over = true;
    this.map?.end();
  }
}

function steps(list) {
  const line = ({ name, size, seconds }) =>
    el("li", {}, telling("span", {}, name), ` · ${said(size, "size")} · ${t("seconds", { seconds })}`);
  return el(
    "details",
    {},
    el("summary", {}, t("obligations", { count: list.length })),
    el("ul", {}, list.map(line)),
  );
}
