// A small plot of a game on single heaps, with its period and its heaps of value 0: what Write shows of it.

import { el, put } from "../dom.js";
import { query } from "../address.js";
import { get, words } from "../api.js";
import { t, title } from "../i18n.js";
import { Plot } from "../map/plot.js";
import { period } from "./period.js";

const SHOWN = 100;

/** Appends the plot to `box`; gives back what ends it. */
export function sequencePart(box, id, game) {
  const label = t("plot-label", { title: title(game) });
  const canvas = el("canvas", { class: "map small", tabindex: 0, role: "application", "aria-label": label });
  const readout = el("p", { class: "readout", role: "status" }, t("loading"));
  const said = el("div", {});
  const list = el("p", { class: "p-list" });
  box.append(canvas, readout, said, el("h3", {}, t("zero-heaps")), list);
  const plot = new Plot(canvas, {
    hover: (heap) => {
      readout.textContent = `${t("heap-of", { heap })} – ${t("grundy-value")} ${plot.values[heap]}`;
    },
  });
  const asked = new AbortController();
  fill(asked.signal).catch((problem) => {
    if (!asked.signal.aborted) readout.textContent = words(problem);
  });
  async function fill(signal) {
    const answer = await get("sequence", { game: id, to: SHOWN }, signal);
    plot.open(answer.values);
    readout.textContent = t("plot-hint");
    put(said, period(answer));
    const zero = answer.values.flatMap((value, heap) => (value === 0 ? [String(heap)] : []));
    const link = (heap) =>
      el("a", { class: "chip", "data-route": "", href: `/explore${query({ game: id, at: heap })}` }, heap);
    put(
      list,
      zero.map((heap) => [link(heap), " "]),
    );
  }
  return {
    end: () => {
      asked.abort();
      plot.end();
    },
  };
}
