// Write: a rule and claims of one's own. Problems appear under their line while typing; Run shows the
// map, the P-positions and what becomes of every claim, beside the text.

import { el, labelled, later, put, select } from "../dom.js";
import { query, write } from "../address.js";
import { bytes, game as askGame, games, post, Refusal, words } from "../api.js";
import { t, title } from "../i18n.js";
import { Editor } from "../parts/editor.js";
import { Job } from "../parts/job.js";
import { sequencePart } from "../parts/sequence.js";
import { HeatMap } from "../map/map.js";
import { edgeOf, FEW, planeFrom, usualWhat } from "../map/plane.js";
import { SIDE } from "../map/tiles.js";

/** A text longer than this does not go into the address. */
const SHARED = 4000;
const FIRST = `game slow-nim(n = 2, most = 3) where n >= 1, most >= 1
title en "Slow Nim" ja "ゆっくりニム"
note "Take from one to 'most' stones from one heap."
position h[n] unordered
option h with h[i] - t where 1 <= t <= most   for i

claim SLOW theorem "each heap modulo most + 1" only on (2, 3) up to 60:
    P iff h[1] mod 4 = h[2] mod 4
`;

export async function show(root, values) {
  let text = values.text;
  if (text === undefined && values.game) text = (await askGame(values.game)).rule;
  text ??= FIRST;
  const state = { arguments: values.arguments ?? "" };
  const running = [];
  const status = el("p", { class: "message", role: "status", "aria-live": "polite" });
  const results = el(
    "section",
    { class: "results", "aria-label": t("results") },
    el("p", { class: "quiet" }, t("run-hint")),
  );

  const editor = new Editor(text, (next) => {
    say(next);
    live();
  });
  const say = (next) => write({ text: next.length <= SHARED && next !== FIRST && next, arguments: state.arguments });
  const live = later(300, () => check());

  /** Asks whether the text is a game. Answers overtaken by typing are dropped. */
  let asked = 0;
  async function check() {
    const mine = (asked += 1);
    try {
      const answer = await post("rules", { text: editor.text, arguments: state.arguments || undefined });
      if (mine !== asked) return null;
      editor.show(answer.problems ?? []);
      status.textContent = t("rule-good", { name: answer.game.full_name ?? answer.game.name });
      return answer;
    } catch (problem) {
      if (mine !== asked) return null;
      editor.show(problem instanceof Refusal ? problem.problems : []);
      status.textContent = problem.problems?.length
        ? t("problems", { count: problem.problems.length })
        : words(problem);
      return null;
    }
  }

  async function run() {
    live.cancel();
    stop();
    const answer = await check();
    if (!answer) return put(results, el("p", { class: "notice" }, t("mend-first")));
    await showResults(results, answer, running);
  }
  const stop = () => running.splice(0).forEach((part) => part.end());

  const start = select(
    [["", t("choose-game")], ...(await games()).map((game) => [game.name, title(game)])],
    values.text === undefined ? (values.game ?? "") : "",
    async (name) => {
      if (!name) return;
      editor.text = (await askGame(name)).rule;
      say(editor.text);
      check();
    },
  );
  const given = el("input", {
    value: state.arguments,
    class: "short",
    placeholder: "3,2",
    on: {
      input: () => {
        state.arguments = given.value.trim();
        live();
      },
    },
  });

  root.append(
    el("h1", {}, t("write-title")),
    el("p", { class: "quiet" }, t("write-intro")),
    el(
      "div",
      { class: "write-grid" },
      el(
        "section",
        { class: "panel", "aria-label": t("rule-text") },
        el("div", { class: "row" }, labelled(t("start-from"), start), labelled(t("arguments"), given)),
        editor.node,
        status,
        el(
          "p",
          { class: "actions" },
          el("button", { type: "button", class: "primary", "data-act": "run", on: { click: run } }, t("run")),
          el("span", { class: "quiet" }, " ", t("run-keys")),
        ),
      ),
      results,
    ),
  );
  editor.area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  });
  check();
  return () => {
    live.cancel();
    stop();
  };
}

async function showResults(box, { id, game }, running) {
  const link = (path, key) =>
    el("a", { class: "button", "data-route": "", href: `${path}${query({ game: id })}` }, t(key));
  const parts = [
    el("h2", {}, title(game)),
    el("p", { class: "actions" }, link("/explore", "explore"), link("/play", "play"), link("/work", "work-here")),
  ];
  put(box, parts);
  if (game.kind === "single") running.push(sequencePart(box, id, game));
  if (game.kind === "heaps") {
    const canvas = el("canvas", {
      class: "map small",
      tabindex: 0,
      role: "application",
      "aria-label": t("map-label", { title: title(game) }),
    });
    const list = el("p", { class: "p-list" }, t("loading"));
    box.append(canvas, el("h3", {}, t("p-positions")), list);
    const trouble = el("p", { class: "notice", role: "alert", hidden: true });
    canvas.after(trouble);
    const failed = (problem) => {
      trouble.hidden = false;
      trouble.textContent = words(problem);
    };
    const map = new HeatMap(canvas, { failed });
    running.push(map);
    const plane = planeFrom(game, "", "");
    map.open(plane, { game: id, what: usualWhat(game) }, Math.max(edgeOf(game), FEW));
    map.fit(40);
    listP(list, id, plane);
  }
  const jobs = game.claims.map((claim) => [
    new Job({ kind: "check", game: id, misere: false, title: claim.id }),
    claim,
  ]);
  for (const [job] of jobs) box.append(job.node);
  running.push(...jobs.map(([job]) => job));
  // One after the other: nobody reads two at a time, and others want the server too.
  for (const [job, claim] of jobs) {
    if (!running.includes(job)) return;
    if (await job.start({ kind: "check", game: id, claim: claim.id })) await job.over;
  }
}

/** The first P-positions of the plane, read off its first tile. */
async function listP(box, game, plane) {
  try {
    const values = new Uint16Array(
      await bytes("tile", { game, what: "outcome", ...plane.question(), x: 0, y: 0, level: 0 }),
    );
    const found = [];
    for (let sum = 0; sum < 2 * 100 && found.length < 60; sum += 1) {
      for (let row = 0; row <= Math.min(sum, 99) && found.length < 60; row += 1) {
        const column = sum - row;
        if (column > 99 || (plane.unordered && row > column)) continue;
        if (values[row * SIDE + column] === 0) found.push(plane.at(row, column).join(","));
      }
    }
    put(
      box,
      found.map((position) => [
        el("a", { class: "chip", "data-route": "", href: `/explore${query({ game, at: position })}` }, position),
        " ",
      ]),
    );
  } catch (problem) {
    put(box, words(problem));
  }
}
