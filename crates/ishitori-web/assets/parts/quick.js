// A claim checked where it stands: one line that becomes a verdict.

import { put } from "../dom.js";
import { post, stop, words } from "../api.js";
import { t } from "../i18n.js";
import { said } from "../said.js";
import { follow } from "./follow.js";
import { badge, kindOf } from "./verdict.js";

/** Checks a claim and puts the verdict into `place`. Gives back what stops it, and a promise of its kind. */
export function quickCheck(game, claim, place) {
  const gone = new AbortController();
  const run = async () => {
    put(place, t("checking"));
    try {
      const { id } = await post("jobs", { kind: "check", game, claim }, gone.signal);
      const { state, result, error } = await ended(id, gone.signal);
      const kind = state === "done" ? kindOf(result.verdict) : state === "gave-up" ? "unknown" : state;
      const more = kind === "refuted" ? result.witness?.position : result?.window && said(result.window);
      put(place, badge(kind, more), error ? ` ${said(error)}` : "");
      return kind;
    } catch (problem) {
      if (!gone.signal.aborted) put(place, words(problem));
      return null;
    }
  };
  return { done: run(), end: () => gone.abort() };
}

/** Waits for the end of a job; whoever does not want it any more stops it. */
function ended(id, signal) {
  return new Promise((resolve, reject) => {
    const end = follow(id, { progress: () => {}, result: resolve, failed: reject });
    signal.addEventListener("abort", () => {
      end();
      stop(id).catch(() => {});
      reject(signal.reason);
    });
  });
}
