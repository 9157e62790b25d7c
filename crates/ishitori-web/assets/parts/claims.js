// What is claimed of a game: each claim with its verdict, if one is known, or a way to get one.

import { el, put } from "../dom.js";
import { query } from "../address.js";
import { t } from "../i18n.js";
import { said as spoken } from "../said.js";
import { quickCheck } from "./quick.js";
import { badge, kindOf } from "./verdict.js";

export class Claims {
  constructor(game) {
    this.game = game;
    this.places = new Map();
    this.tally = el("span", {});
    this.known = new Map(game.claims.filter(({ verdict }) => verdict).map(({ id, verdict }) => [id, kindOf(verdict)]));
    const summary = el("summary", {}, t("claims-count", { count: game.claims.length }), " ", this.tally);
    this.node = el("details", { class: "claims", on: { toggle: () => this.open() } }, summary);
    this.count();
  }

  /** How many of each verdict. */
  count() {
    const counts = {};
    for (const kind of this.known.values()) counts[kind] = (counts[kind] ?? 0) + 1;
    put(
      this.tally,
      Object.entries(counts).map(([kind, count]) => badge(kind, `×${count}`)),
    );
  }

  /** The list is made when it is first looked at. */
  open() {
    if (!this.node.open || this.places.size) return;
    const rows = this.game.claims.map((claim) => this.row(claim));
    const all = el("button", { type: "button", "data-act": "check-all", on: { click: () => this.checkAll(all) } });
    all.textContent = t("check-all");
    const waiting = this.game.claims.some(({ id }) => !this.known.has(id));
    this.node.append(el("ul", {}, rows), waiting ? el("p", {}, all) : "");
  }

  row(claim) {
    const { id, kind, source, text, verdict } = claim;
    const place = el("span", { "data-claim": id });
    this.places.set(id, place);
    if (verdict) put(place, badge(kindOf(verdict), detail(verdict)));
    else put(place, el("span", { class: "quiet" }, t(`claim-${kind}`)));
    const link = el("a", { href: `/work${query({ game: this.game.name, claim: id })}`, "data-route": "" }, id);
    const said = source ? el("span", { class: "quiet", lang: "en" }, ` ${source}`) : "";
    return el("li", {}, el("p", {}, link, " ", place, said), el("pre", { class: "rule" }, text ?? ""));
  }

  /** One after the other, so that nobody else has to wait. */
  async checkAll(button) {
    button.disabled = true;
    for (const { id } of this.game.claims) {
      if (this.known.has(id) || this.ended) continue;
      this.running = quickCheck(this.game.name, id, this.places.get(id));
      const kind = await this.running.done;
      if (kind) this.known.set(id, kind);
      this.count();
    }
  }

  end() {
    this.ended = true;
    this.running?.end();
  }
}

/** What is told beyond the kind: where it is wrong, or up to where it was checked. */
function detail(verdict) {
  if (kindOf(verdict) === "refuted") return verdict.witness;
  return kindOf(verdict) === "holds" && verdict.window ? spoken(verdict.window) : "";
}
