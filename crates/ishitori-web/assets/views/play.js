// Play: against the machine or two people at one screen. The table shows the stones; a move is made by
// choosing stones and confirming. The server says what is legal, and why not. In study mode nothing tells
// who is winning until the game is over; instead the student says what he thinks, and learns later.

import { el, put } from "../dom.js";
import { write } from "../address.js";
import { game as askGame, get, post, words } from "../api.js";
import { rule, t, title } from "../i18n.js";
import { said } from "../said.js";
import { Answers } from "../play/answers.js";
import { difference } from "../play/draft.js";
import { Match } from "../play/match.js";
import { review } from "../play/review.js";
import { isFigure } from "../play/figure-moves.js";
import { Places } from "../play/figure-picture.js";
import { setup } from "../play/setup.js";
import { table } from "../play/table.js";

const AGAINST = ["easy", "medium", "perfect", "people"];

export async function show(root, values) {
  const name = values.game || "nim";
  const game = await askGame(name);
  const state = {
    game: name,
    start: values.start || game.start,
    misere: values.misere === "1",
    study: values.study === "1",
    against: AGAINST.includes(values.against) ? values.against : "medium",
    first: values.first === "machine" ? "machine" : "you",
  };
  const line = values.line ? values.line.split(";") : [];
  return new Play(root, game, state, line).begin();
}

const placeOf = ({ dataset }) => dataset.pile ?? dataset.cell ?? dataset.thing;
const keysOf = (game) =>
  isFigure(game) ? "figure-keys" : ({ board: "board-keys", single: "sum-keys" }[game.kind] ?? "heap-keys");

class Play {
  constructor(root, game, state, line) {
    Object.assign(this, { root, game, state });
    this.match = new Match([state.start, ...line], state.misere);
    this.people = state.against === "people";
    this.machine = this.people ? -1 : state.first === "machine" ? 0 : 1;
    this.names = [t("player-1"), t("player-2")];
    if (this.machine === 0) this.names = [t("machine"), t("you")];
    if (this.machine === 1) this.names = [t("you"), t("machine")];
    this.turns = 0;
    if (!isFigure(game)) return;
    // Where points lie, how positions look and what moves do is kept for the whole match.
    this.places = new Places();
    this.pictures = new Map([[game.start, game.picture]]);
    this.told = new Map();
  }

  async begin() {
    this.build();
    await this.turn();
    return () => {
      this.turns = -1;
    };
  }

  build() {
    const { game, state } = this;
    this.stage = el("div", { class: "stage" });
    this.message = el("p", { class: "message", role: "status" });
    this.trouble = el("p", { class: "notice", role: "alert", hidden: true });
    this.after = el("div", {});
    this.log = el("ol", { class: "log" });
    this.answers = new Answers(state.study);
    this.tools = el("div", { class: "row play-tools" });
    const open = matchMedia("(min-width: 60rem)").matches;
    const keys = el("p", { class: "quiet" }, t(keysOf(game)));
    const about = [el("h2", {}, title(game)), el("p", { class: "quiet" }, rule(game))];
    const main = el("section", { class: "play-main", on: { keydown: (event) => this.key(event) } }, about);
    main.append(this.message, this.stage, this.trouble, this.tools, keys, this.after);
    const aside = el("aside", { class: "panel", "aria-label": t("moves-so-far") }, this.answers.node);
    aside.append(el("h2", {}, t("moves-so-far")), this.log);
    const before = el("details", { class: "panel", open }, el("summary", {}, t("set-up")), setup(game, state));
    this.root.append(
      el("h1", { class: "sr" }, `${t("play")}: ${title(game)}`),
      el("div", { class: "play-grid" }, before, main, aside),
    );
  }

  /** The question about the position on the table. */
  ask() {
    const { game, misere } = this.state;
    return { game, position: this.match.now(), misere };
  }

  /** What is next: the end, the machine, or a player. */
  async turn() {
    const { match } = this;
    const mine = (this.turns += 1);
    const stale = () => mine !== this.turns;
    put(this.after);
    this.lay(true);
    this.write();
    try {
      const known = await get("options", this.ask());
      const { options } = known;
      if (stale()) return;
      this.learn(known);
      match.over = options.length === 0;
      if (match.over) return this.finish();
      if (match.mover() === this.machine) {
        this.say(t("machine-thinks"));
        const reply = await post("reply", { ...this.ask(), strength: this.state.against });
        if (stale()) return;
        match.make(reply.position);
        return this.turn();
      }
    } catch (problem) {
      if (!stale()) this.complain(words(problem));
      return;
    }
    this.lay(false);
    this.say(this.invitation());
    this.answers.show(this.ask(), match.moves());
  }

  /** Remembers how a position and its options look, and what leads to them. */
  learn(known) {
    if (!this.pictures) return;
    this.known = known;
    const now = this.match.now();
    this.pictures.set(now, known.picture);
    for (const { position, picture, taken } of known.options) {
      if (picture) this.pictures.set(position, picture);
      if (taken) this.told.set(`${now}>${position}`, taken);
    }
    if (known.options.length === 0) this.lay(true);
  }

  invitation() {
    const { match } = this;
    if (this.people) return t("turn-of", { who: this.names[match.mover()] });
    if (!match.moves()) return t("your-turn");
    return t("your-turn-after", { move: this.change(match.positions.at(-2), match.now()) });
  }

  change(before, after) {
    if (this.told) return said(this.told.get(`${before}>${after}`) ?? `→ ${after}`);
    return difference(before, after, this.game.unordered);
  }

  /** Puts the position on the table, the heaps where they lay before. */
  lay(locked) {
    const now = this.match.now();
    this.holdFocus();
    if (this.laid !== now) {
      this.seen = this.shown;
      this.laid = now;
    }
    const told = { changed: () => this.drafted(), confirm: () => this.confirm() };
    const known = this.pictures && { options: [], ...(locked ? {} : this.known), picture: this.pictures.get(now) };
    this.table = table(this.game, now, this.seen, { locked, game: this.state.game, known, places: this.places, ...told });
    this.shown = this.table.text();
    put(this.stage, this.table.node);
    this.stage.dataset.position = now;
    this.stage.dataset.state = locked ? "busy" : "ready";
    this.fillTools(locked);
    this.fillLog();
    this.trouble.hidden = true;
    if (!locked) this.giveFocus();
  }

  /** Whoever plays by keys stays at the table while it is laid anew. */
  holdFocus() {
    const active = document.activeElement;
    if (this.stage.contains(active)) this.held = placeOf(active) ?? "";
    else if (active?.dataset?.act === "confirm") this.held ??= "";
  }

  giveFocus() {
    if (this.held === undefined) return;
    const places = [...this.stage.querySelectorAll("[data-pile], [data-cell], [data-thing]")];
    (places.find((node) => placeOf(node) === this.held) ?? places[0])?.focus();
    this.held = undefined;
  }

  fillTools(locked) {
    const first = this.machine === 0 ? 2 : 1;
    const button = (key, act, off, kind) => {
      const about = { type: "button", class: kind, "data-act": key, disabled: off, on: { click: () => act() } };
      return el("button", about, t(`act-${key}`));
    };
    put(
      this.tools,
      button("confirm", () => this.confirm(), locked, "primary"),
      button("clear", () => this.clear(), locked),
      !this.state.study && button("hint", () => this.hint(), locked),
      button("undo", () => this.undo(), this.match.moves() < first),
    );
  }

  drafted() {
    this.trouble.hidden = true;
    if (this.table.words) return this.say(this.table.words());
    const surplus = this.table.draft?.surplus() ?? 0;
    if (!this.table.touched()) this.say(t("choose-stones"));
    else if (surplus > 0) this.say(t("too-many-heaps", { count: surplus }));
    else if (surplus < 0) this.say(t("too-few-heaps", { count: -surplus }));
    else this.say([t("would-be", { position: this.table.text() }), this.twin()].join(" "));
  }

  /** Where the order of heaps means nothing, lowering two heaps may come to the same as lowering one. */
  twin() {
    const { draft } = this.table;
    if (!this.game.unordered || !draft || draft.piles.some((pile) => pile.part || pile.gone)) return "";
    const move = this.change(this.match.now(), this.table.text());
    return move.split(" → ")[0].split(", ").length < draft.count() ? t("same-as", { move }) : "";
  }

  clear() {
    this.table.reset();
    this.drafted();
  }

  async confirm() {
    if (this.table.locked || this.busy) return;
    if (!this.table.touched()) return this.complain(t(this.told ? "figure-choose" : "choose-stones"));
    const to = this.table.text();
    this.busy = true;
    this.stage.dataset.state = "busy";
    try {
      const answer = await post("move", { game: this.state.game, position: this.match.now(), to });
      if (!answer.legal) return this.complain(`${t("illegal")} ${said(answer.why ?? "")}`);
      this.match.make(answer.position);
      this.shown = to;
      await this.turn();
    } catch (problem) {
      this.complain(words(problem));
    } finally {
      this.busy = false;
    }
  }

  async hint() {
    try {
      const { winning } = await get("value", this.ask());
      const [best] = winning;
      if (best) this.table.peek?.(best);
      this.say(best ? t("hint-win", { move: this.change(this.match.now(), best), position: best }) : t("hint-none"));
    } catch (problem) {
      this.complain(words(problem));
    }
  }

  /** Back to where the same player was to move. */
  undo() {
    const { match } = this;
    if (!match.moves()) return;
    match.undo(this.people || match.mover() === this.machine ? 1 : 2);
    this.answers.undo(match.moves());
    this.laid = this.shown = undefined;
    this.stage.dataset.state = "busy";
    this.turn();
  }

  async finish() {
    const { match } = this;
    const winner = match.winner();
    this.stage.dataset.state = "over";
    this.say(
      this.people ? t("won-by", { who: this.names[winner] }) : t(winner === this.machine ? "you-lost" : "you-won"),
    );
    this.answers.hide();
    if (match.moves() === 0) return;
    try {
      const change = this.told ? (move) => said(move.words) : (move) => this.change(move.from, move.to);
      const table = await review(this.state.game, change, match, this.names, this.answers.guesses);
      put(this.after, table);
    } catch (problem) {
      this.complain(words(problem));
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, form")) return;
    // On a button Enter presses it; on a stone it makes the move.
    if (event.key === "Enter" && event.target.closest("button:not(.cell)")) return;
    const acts = {
      Enter: () => this.confirm(),
      Escape: () => !this.table.locked && this.clear(),
      u: () => this.undo(),
      h: () => !this.state.study && !this.table.locked && this.hint(),
    };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  }

  fillLog() {
    const { positions } = this.match;
    const line = (position, i) =>
      el(
        "li",
        {},
        el("span", { class: "who" }, this.names[i % 2]),
        ` ${this.change(positions[i], position)} `,
        el("span", { class: "quiet" }, `(${position})`),
      );
    put(this.log, positions.slice(1).map(line));
  }

  write() {
    const line = this.match.positions.slice(1).join(";");
    write({ ...this.state, first: this.machine === 0 && "machine", line });
  }

  say(text) {
    this.message.textContent = text;
  }

  complain(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = false;
    if (!this.table?.locked) this.stage.dataset.state = "ready";
  }
}
