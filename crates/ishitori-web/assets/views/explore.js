// Explore: the map of a game, and all about the position that was clicked. A board game has no map of
// two heaps; there the board itself is edited. The address holds everything, so a view can be shared.

import { el, later, put } from "../dom.js";
import { number, write } from "../address.js";
import { game as askGame, get, words } from "../api.js";
import { t, title } from "../i18n.js";
import { HeatMap } from "../map/map.js";
import { NONE } from "../map/colours.js";
import { edgeOf, FEW, heapsOf, planeFrom, usualWhat } from "../map/plane.js";
import { legend } from "../map/legend.js";
import { isFigure } from "../play/figure-moves.js";
import { details, shownPosition } from "../parts/details.js";
import { Controls } from "./explore-controls.js";
import { boardExplorer } from "./explore-board.js";
import { figureExplorer } from "./explore-figure.js";
import { sequenceExplorer } from "./explore-sequence.js";

export async function show(root, values) {
  const name = values.game || "wythoff";
  const game = await askGame(name);
  if (game.kind === "board") return boardExplorer(root, { ...values, game: name }, game);
  if (isFigure(game)) return figureExplorer(root, { ...values, game: name }, game);
  if (game.kind === "single") return sequenceExplorer(root, { ...values, game: name }, game);
  return new Explore(root, name, game, values).begin(values);
}

/** How many cells a side are shown at first: many where the plane is all, few where many heaps stand still. */
const usualSide = (game) => (game.heaps.length <= 2 ? 200 : 64);
const round = (value) => Math.round(value * 100) / 100;

export class Explore {
  constructor(root, name, game, values) {
    Object.assign(this, { root, game });
    this.state = {
      game: name,
      what: ["grundy", "outcome", "remoteness"].includes(values.what) ? values.what : usualWhat(game),
      misere: values.misere === "1",
      at: heapsOf(values.at ?? "")?.length === game.heaps.length ? values.at : "",
    };
    this.plane = planeFrom(game, values.axes, values.fix);
    // Outcomes go further than values; how far, the server tells in a moment.
    this.edge = this.what() === "outcome" ? Math.max(edgeOf(game), FEW) : edgeOf(game);
    this.opened = 0;
    this.say = later(200, () => this.write());
    this.askValue = later(120, (position, text) => this.readValue(position, text));
  }

  begin(values) {
    this.build();
    this.map.resize();
    this.open();
    if (values.z) {
      this.map.look({
        x: number(values.x, 0, 0, 1e6),
        y: number(values.y, 0, 0, 1e6),
        z: number(values.z, 4, 0.01, 64),
      });
    } else {
      this.fitted = Math.min(this.edge + 1, number(values.to, usualSide(this.game), 4, 1e6));
      this.map.fit(this.fitted);
    }
    if (this.state.at) this.choose(this.state.at);
    return () => this.end();
  }

  build() {
    const { game } = this;
    this.canvas = el("canvas", {
      class: "map",
      tabindex: 0,
      role: "application",
      "aria-label": t("map-label", { title: title(game) }),
      "aria-describedby": "map-keys",
    });
    this.readout = el("p", { class: "readout", role: "status" }, t("map-hint"));
    this.problem = el("p", { class: "notice", role: "alert", hidden: true });
    this.key = el("div", { class: "legend" });
    this.far = el("p", { class: "quiet far" });
    this.panel = el(
      "section",
      { class: "panel details", "aria-label": t("position") },
      el("p", { class: "quiet" }, t("click-hint")),
    );
    this.map = new HeatMap(this.canvas, {
      hover: (cell) => this.hover(cell),
      chosen: ([row, column]) => this.choose(this.plane.at(row, column).join(",")),
      moved: () => {
        this.fitted = 0;
        this.say();
      },
      painted: () => this.fillLegend(),
      failed: (problem) => {
        this.problem.textContent = words(problem);
        this.problem.hidden = false;
      },
    });
    this.controls = new Controls(this);
    this.root.append(
      el("h1", { class: "sr" }, `${t("explore")}: ${title(game)}`),
      el("div", { class: "explore-grid" }, this.controls.node, this.mapBox(), this.panel),
    );
  }

  mapBox() {
    const keys = el("p", { class: "quiet", id: "map-keys" }, t("map-keys"));
    const waiting = el("p", { class: "waiting", "aria-hidden": "true" }, t("solving"));
    const box = el("section", { class: "map-box" }, this.mapTools(), this.canvas, waiting, this.readout);
    box.append(this.problem, this.key, this.far, keys);
    return box;
  }

  mapTools() {
    const { map, canvas } = this;
    const button = (sign, label, act) =>
      el("button", { type: "button", title: t(label), "aria-label": t(label), on: { click: act } }, sign);
    const zoom = (factor) => () => map.zoomAt(canvas.clientWidth / 2, canvas.clientHeight / 2, factor);
    const look = (act) => () => {
      act();
      this.say();
    };
    return el(
      "div",
      { class: "map-tools" },
      button("+", "zoom-in", zoom(1.6)),
      button("−", "zoom-out", zoom(1 / 1.6)),
      button(
        "⤢",
        "zoom-fit",
        look(() => map.fit(Math.min(this.edge + 1, 1000))),
      ),
      button(
        "⌂",
        "zoom-home",
        look(() => map.look({ x: 0, y: 0, z: 26 })),
      ),
    );
  }

  /** Grundy values are for normal play; a misère map shows who wins instead. */
  what() {
    const { misere, what } = this.state;
    return misere && what === "grundy" ? "outcome" : what;
  }

  /** Who wins at a value of the map. Whoever moves loses where play lasts an even number of moves, in misère play an odd one. */
  letter(value) {
    if (this.what() !== "remoteness") return value === 0 ? "P" : "N";
    return value % 2 === (this.state.misere ? 1 : 0) ? "P" : "N";
  }

  question() {
    return { game: this.state.game, what: this.what(), misere: this.state.misere };
  }

  /** Shows what the state says: another plane, or another thing about it. */
  open() {
    this.problem.hidden = true;
    this.map.marks = [];
    this.map.open(this.plane, this.question(), this.edge);
    this.controls.fill();
    this.fillLegend();
    this.say();
    this.widen((this.opened += 1));
  }

  /** How far the map goes depends on the heaps that stand still. */
  async widen(mine) {
    try {
      const { largest } = await get("window", { ...this.question(), ...this.plane.question() });
      if (mine !== this.opened || !Number.isFinite(largest)) return;
      this.edge = largest;
      this.map.reach(largest);
      this.far.textContent = t("map-reach", { largest: largest.toLocaleString() });
      // Nobody has chosen a view yet: what there is fills it.
      if (largest + 1 < this.fitted) this.map.fit((this.fitted = largest + 1));
    } catch {
      // What the game says in general stays.
    }
  }

  fillLegend() {
    put(this.key, legend(this.what(), this.map.tiles.top, this.state.misere));
  }

  write() {
    const { x, y, z } = this.map.view;
    const view = { x: round(x), y: round(y), z: Number(z.toPrecision(4)) };
    write({ ...this.state, ...this.plane.question(), ...view });
    this.controls.fillDownloads();
  }

  // What is under the cursor: from a tile if that is exact, else from the server.

  hover(cell) {
    this.askValue.cancel();
    this.asking?.abort();
    if (!cell) return;
    const position = this.plane.at(...cell).join(",");
    const text = shownPosition(position);
    const value = this.map.tiles.value(...cell);
    this.readout.textContent = text;
    if (value === undefined) this.askValue(position, text);
    else if (value === NONE) this.readout.textContent = `${text} ${t("no-position")}`;
    else {
      const only = (what) => (this.what() === what ? value : null);
      this.tell(text, this.letter(value), only("grundy"), only("remoteness"));
    }
  }

  async readValue(position, text) {
    this.asking = new AbortController();
    const { game, misere } = this.state;
    try {
      const value = await get("value", { game, position, misere }, this.asking.signal);
      this.tell(text, value.outcome, value.grundy, this.what() === "remoteness" ? value.remoteness : null);
    } catch {
      // The position alone stays.
    }
  }

  tell(text, outcome, grundy, remoteness) {
    const parts = [t(outcome === "P" ? "outcome-P-short" : "outcome-N-short")];
    if (grundy !== undefined && grundy !== null) parts.push(`${t("grundy-value")} ${grundy}`);
    if (remoteness !== undefined && remoteness !== null) parts.push(`${t("remoteness")}: ${remoteness}`);
    this.readout.textContent = `${text} – ${parts.join(", ")}`;
  }

  /** The chosen position, its options and winning moves, beside the map and as marks on it. */
  async choose(position) {
    this.choosing?.abort();
    const asked = (this.choosing = new AbortController());
    const { state, map } = this;
    state.at = position;
    this.controls.position.value = position;
    this.say();
    const cells = (text) => this.plane.cells(heapsOf(text));
    map.marks = cells(position).map((cell) => ({ cell, kind: "chosen" }));
    map.soon();
    const again = (next) => this.choose(next);
    const options = await details(this.panel, state.game, position, state.misere, again, asked.signal);
    if (!options || asked.signal.aborted) return;
    for (const option of options) {
      const kind = option.winning ? "winning" : "option";
      map.marks.push(...cells(option.position).map((cell) => ({ cell, kind })));
    }
    this.canvas.dataset.marks = String(map.marks.length);
    map.soon();
  }

  end() {
    this.say.cancel();
    this.askValue.cancel();
    this.controls.end();
    this.choosing?.abort();
    this.map.end();
  }
}
