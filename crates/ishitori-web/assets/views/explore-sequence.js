// Explore for games on single heaps: a position is worth the nim-sum of its heaps, so the values of single heaps tell
// all. They are shown as a plot, with the period in words; any position can be asked about.

import { el, labelled, later, put, segments } from "../dom.js";
import { number, query, write } from "../address.js";
import { address, get, words } from "../api.js";
import { go } from "../app.js";
import { t, title } from "../i18n.js";
import { Plot } from "../map/plot.js";
import { details } from "../parts/details.js";
import { period } from "../parts/period.js";
import { picker } from "../parts/picker.js";

const FORMATS = ["png", "svg", "csv", "bfile", "json"];
const USUAL = 200;
/** Until the server has told its limit. */
const MOST = 20000;

export function sequenceExplorer(root, values, game) {
  return new SequenceExplorer(root, values, game).begin(values);
}

class SequenceExplorer {
  constructor(root, values, game) {
    Object.assign(this, { root, game });
    this.state = {
      game: values.game,
      to: Math.round(number(values.to, USUAL, 1, 1e9)),
      at: /^\d+(,\d+)*$/.test(values.at ?? "") ? values.at : "",
      misere: values.misere === "1",
    };
    this.say = later(200, () => this.write());
  }

  async begin(values) {
    this.build();
    const last = number(values.last, NaN, 1, 1e9);
    await this.open(last > 0 ? [number(values.first, 0, 0, 1e9), last] : undefined);
    if (this.state.at) this.choose(this.state.at);
    return () => this.end();
  }

  build() {
    const { game } = this;
    this.canvas = el("canvas", {
      class: "map",
      tabindex: 0,
      role: "application",
      "aria-label": t("plot-label", { title: title(game) }),
      "aria-describedby": "map-keys",
    });
    this.readout = el("p", { class: "readout", role: "status" }, t("plot-hint"));
    this.problem = el("p", { class: "notice", role: "alert", hidden: true });
    this.period = el("div", {});
    this.downloads = el("div", { class: "chips" });
    this.panel = el("section", { class: "panel details", "aria-label": t("position") });
    put(this.panel, el("p", { class: "quiet" }, t("plot-click")));
    this.plot = new Plot(this.canvas, {
      hover: (heap) => this.hover(heap),
      chosen: (heap) => this.choose(String(heap)),
      moved: () => this.say(),
    });
    const keys = el("p", { class: "quiet", id: "map-keys" }, t("plot-keys"));
    const box = el("section", { class: "map-box" }, this.tools(), this.canvas, this.readout);
    box.append(this.problem, this.period, keys);
    this.root.append(
      el("h1", { class: "sr" }, `${t("explore")}: ${title(game)}`),
      el("div", { class: "explore-grid" }, this.controls(), box, this.panel),
    );
  }

  tools() {
    const button = (sign, label, act) =>
      el("button", { type: "button", title: t(label), "aria-label": t(label), on: { click: act } }, sign);
    return el(
      "div",
      { class: "map-tools" },
      button("+", "zoom-in", () => this.plot.zoom(1 / 1.6)),
      button("−", "zoom-out", () => this.plot.zoom(1.6)),
      button("⤢", "zoom-fit", () => this.plot.look(0, this.plot.values.length - 1)),
    );
  }

  controls() {
    const { state, game } = this;
    const change = later(350, () => {
      const wanted = Math.trunc(Number(to.value));
      if (!(wanted >= 1)) return;
      state.to = wanted;
      this.open();
    });
    const to = el("input", { type: "number", min: 1, value: state.to, class: "short", on: { input: change } });
    this.limit = to;
    this.position = el("input", { value: state.at, placeholder: game.start, spellcheck: "false", autocomplete: "off" });
    const submit = (event) => {
      event.preventDefault();
      if (this.position.value.trim()) this.choose(this.position.value.trim());
    };
    const ask = el("form", { on: { submit } }, labelled(t("position"), this.position));
    ask.append(el("p", { class: "actions" }, el("button", { type: "submit" }, t("show-position"))));
    const conventions = [
      ["", t("normal")],
      ["1", t("misere")],
    ];
    const play = (key) => {
      state.misere = key === "1";
      this.say();
      if (state.at) this.choose(state.at);
    };
    return el(
      "section",
      { class: "panel controls", "aria-label": t("controls") },
      picker(state.game, (next) => go(`/explore${query({ game: next })}`), title(game)),
      labelled(t("up-to"), to),
      ask,
      segments(t("convention-of-position"), conventions, state.misere ? "1" : "", play),
      el(
        "details",
        { open: matchMedia("(min-width: 60rem)").matches },
        el("summary", {}, t("download")),
        el("p", { class: "quiet" }, t("download-sequence")),
        this.downloads,
      ),
    );
  }

  /** Shows the values up to the heap that is wanted. */
  async open(range) {
    const { state } = this;
    this.opening?.abort();
    const asked = (this.opening = new AbortController());
    this.problem.hidden = true;
    try {
      const answer = await get("sequence", { game: state.game, to: state.to }, asked.signal);
      if (asked.signal.aborted) return;
      this.plot.open(answer.values, range);
      put(this.period, period(answer));
      this.fillDownloads();
    } catch (problem) {
      if (asked.signal.aborted) return;
      this.problem.textContent = words(problem);
      this.problem.hidden = false;
      if (problem.limit?.name === "single") this.limit.max = problem.limit.most ?? MOST;
    }
    this.say();
  }

  fillDownloads() {
    const { game, to } = this.state;
    const link = (format) =>
      el(
        "a",
        { class: "chip", href: address("export", { format, game, to }), download: "", "data-format": format },
        t(`format-${format}`),
      );
    put(this.downloads, FORMATS.map(link));
  }

  hover(heap) {
    const value = this.plot.values[heap];
    const letter = t(value === 0 ? "outcome-P-short" : "outcome-N-short");
    this.readout.textContent = `${t("heap-of", { heap })} – ${letter}, ${t("grundy-value")} ${value}`;
  }

  /** All about a position; one heap is marked in the plot. */
  async choose(position) {
    this.choosing?.abort();
    const asked = (this.choosing = new AbortController());
    const { state } = this;
    state.at = position;
    this.position.value = position;
    this.plot.mark(/^\d+$/.test(position) ? Number(position) : null);
    this.say();
    const again = (next) => this.choose(next);
    await details(this.panel, state.game, position, state.misere, again, asked.signal, { pictured: false });
  }

  write() {
    const { range, values } = this.plot;
    const whole = range[0] === 0 && range[1] === values.length - 1;
    const part = whole || !values.length ? {} : { first: Math.round(range[0]), last: Math.round(range[1]) };
    write({ ...this.state, to: this.state.to !== USUAL && this.state.to, ...part });
  }

  end() {
    this.say.cancel();
    this.opening?.abort();
    this.choosing?.abort();
    this.plot.end();
  }
}
