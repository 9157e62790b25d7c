// What the map shows: the game, values or outcomes, the convention, the axes, a slider for every heap that
// stands still, and what can be downloaded of it.

import { el, labelled, later, put, segments, select } from "../dom.js";
import { query } from "../address.js";
import { address } from "../api.js";
import { go } from "../app.js";
import { t, title } from "../i18n.js";
import { leastOf, Plane, planeFrom } from "../map/plane.js";
import { picker } from "../parts/picker.js";

const FORMATS = ["png", "svg", "csv", "latex", "bfile", "markdown", "json"];
/** Sliders go no further: a heap that stands still costs as much as one on an axis. */
const SLIDER = 64;

export class Controls {
  constructor(view) {
    this.view = view;
    this.what = el("div", {});
    this.axes = el("div", { class: "row" });
    this.sliders = el("div", { class: "sliders" });
    this.downloads = el("div", { class: "chips" });
    this.move = later(80, () => this.shift());
    this.node = this.build();
    this.fillAxes();
  }

  build() {
    const { state, game } = this.view;
    const another = (name) => go(`/explore${query({ game: name, what: state.what !== "grundy" && state.what })}`);
    const conventions = [
      ["", t("normal")],
      ["1", t("misere")],
    ];
    return el(
      "section",
      { class: "panel controls", "aria-label": t("controls") },
      picker(state.game, another, title(game)),
      this.what,
      segments(t("convention"), conventions, state.misere ? "1" : "", (key) => this.play(key === "1")),
      this.axes,
      this.sliders,
      this.ask(),
      el(
        "details",
        { open: matchMedia("(min-width: 60rem)").matches },
        el("summary", {}, t("download")),
        el("p", { class: "quiet" }, t("download-hint")),
        this.downloads,
      ),
    );
  }

  /** A position that is typed: it may lie far outside of the map. */
  ask() {
    const { view } = this;
    const { at } = view.state;
    this.position = el("input", { value: at, placeholder: view.game.start, spellcheck: "false", autocomplete: "off" });
    const submit = (event) => {
      event.preventDefault();
      const position = this.position.value.trim();
      if (position) view.choose(position);
    };
    const button = el("p", { class: "actions" }, el("button", { type: "submit" }, t("show-position")));
    return el("form", { class: "ask", on: { submit } }, labelled(t("position"), this.position), button);
  }

  play(misere) {
    const { view } = this;
    view.state.misere = misere;
    view.open();
    if (view.state.at) view.choose(view.state.at);
  }

  /** Whatever depends on the convention. */
  fill() {
    const { view } = this;
    if (this.misere === view.state.misere) return;
    this.misere = view.state.misere;
    const choices = [
      ["grundy", t("grundy-values")],
      ["outcome", t("p-positions")],
      ["remoteness", t("remoteness-map")],
    ].filter(([what]) => !this.misere || what !== "grundy");
    const change = (what) => {
      view.state.what = what;
      view.open();
    };
    const field = segments(t("show"), choices, view.what(), change);
    put(this.what, field, this.misere ? el("p", { class: "quiet" }, t("misere-outcomes")) : []);
  }

  fillAxes() {
    const { game } = this.view;
    if (game.heaps.length > 1) {
      put(this.axes, labelled(t("axis-down"), this.axis(0)), labelled(t("axis-right"), this.axis(1)));
    }
    this.fillSliders();
  }

  axis(which) {
    const { view } = this;
    const { heaps } = view.game;
    const choices = heaps.map((heap) => [heap, heap]);
    return select(choices, heaps[view.plane.axes[which]], (heap) => {
      const axes = [...view.plane.axes];
      const place = heaps.indexOf(heap);
      if (axes[1 - which] === place) axes[1 - which] = axes[which];
      axes[which] = place;
      const names = axes.map((at) => heaps[at]).join(",");
      view.plane = planeFrom(view.game, names, view.plane.question().fix);
      this.fillAxes();
      view.open();
    });
  }

  fillSliders() {
    const { view } = this;
    const least = leastOf(view.game);
    this.wanted = [...view.plane.fixed];
    const still = view.game.heaps.map((heap, place) => [heap, place]).filter(([, p]) => !view.plane.axes.includes(p));
    put(
      this.sliders,
      still.map(([heap, place]) => this.slider(heap, place, least[place])),
    );
  }

  slider(heap, place, least) {
    const size = this.wanted[place];
    const shown = el("output", {}, String(size));
    const input = () => {
      this.wanted[place] = Number(range.value);
      shown.textContent = range.value;
      this.move();
    };
    const range = el("input", { type: "range", min: least, max: Math.max(SLIDER, size), value: size, on: { input } });
    return labelled(heap, range, shown);
  }

  /** The plane changes together with its map, never before: a value would be told of the wrong position. */
  shift() {
    const { view } = this;
    view.plane = new Plane(view.game, view.plane.axes, [...this.wanted]);
    view.open();
  }

  /** What is in view, in every format. */
  fillDownloads() {
    const { view } = this;
    const [top, left, bottom, right] = view.map.shown();
    const ask = { ...view.question(), ...view.plane.question(), from: `${top},${left}`, to: `${bottom},${right}` };
    const link = (format) =>
      el(
        "a",
        { class: "chip", href: address("export", { format, ...ask }), download: "", "data-format": format },
        t(`format-${format}`),
      );
    put(this.downloads, FORMATS.map(link));
  }

  end() {
    this.move.cancel();
  }
}
