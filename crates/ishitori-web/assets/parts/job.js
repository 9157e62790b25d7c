// Work that takes a while: what is known of it while it runs, a button that stops it, and what came out.

import { el, put } from "../dom.js";
import { post, stop, words } from "../api.js";
import { t } from "../i18n.js";
import { said, telling } from "../said.js";
import { follow } from "./follow.js";
import { Outcome } from "./outcome.js";
import { badge } from "./verdict.js";

export class Job {
  /** `about`: {kind, game, title, misere}. */
  constructor(about) {
    this.about = about;
    this.bar = el("progress", { max: 1, "aria-label": t("progress") });
    this.words = el("p", { class: "quiet", role: "status" });
    this.cancel = el("button", { type: "button", "data-act": "cancel", on: { click: () => this.stop() } }, t("cancel"));
    this.running = el("div", { class: "row running" }, this.bar, this.cancel);
    this.result = el("div", { class: "result" });
    const title = el("h3", {}, about.title);
    this.node = el("article", { class: "panel job" }, title, this.running, this.words, this.result);
    /** Kept when it is over, however it ended. */
    this.over = new Promise((resolve) => {
      this.ended = resolve;
    });
  }

  async start(question) {
    try {
      const { id } = await post("jobs", question);
      this.follow(id);
      return id;
    } catch (problem) {
      this.fail(problem);
      return null;
    }
  }

  /** Listens until it is over. */
  follow(id) {
    this.id = id;
    this.node.dataset.job = id;
    this.unfollow = follow(id, {
      progress: (message) => this.progress(message),
      result: (message) => this.done(message),
      failed: (problem) => this.fail(problem),
    });
  }

  progress({ state, progress }) {
    const { text, fraction, seconds } = progress;
    if (fraction === null) this.bar.removeAttribute("value");
    else this.bar.value = fraction;
    const time = t("seconds", { seconds: seconds.toFixed(1) });
    this.words.textContent = [text && said(text, "progress"), time].filter(Boolean).join(" · ");
    this.node.dataset.state = state;
  }

  async stop() {
    this.cancel.disabled = true;
    // What came of it is told to those who follow.
    await stop(this.id).catch(() => {});
  }

  done(message) {
    this.running.hidden = true;
    this.words.textContent = t("took", { seconds: message.progress.seconds.toFixed(1) });
    this.node.dataset.state = message.state;
    if (message.state === "cancelled") put(this.result, badge("cancelled"));
    else if (message.state === "failed")
      put(this.result, badge("failed"), telling("p", {}, message.error ?? ""));
    else {
      this.outcome = new Outcome(this.about, this.id);
      put(this.result, this.outcome.tell(message.result ?? {}));
    }
    this.ended();
  }

  fail(problem) {
    this.running.hidden = true;
    this.node.dataset.state = "failed";
    const more = (problem.problems ?? []).map(({ message, hint }) =>
      el("p", {}, telling("span", {}, message), " ", hint ? telling("span", { class: "quiet" }, hint) : ""),
    );
    put(this.result, badge("failed"), el("p", { role: "alert" }, words(problem)), more);
    this.ended();
  }

  end() {
    this.unfollow?.();
    this.outcome?.end();
    this.ended();
  }
}
