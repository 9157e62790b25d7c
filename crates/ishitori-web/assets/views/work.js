// Work: check, prove or discover something about a game, watch it, stop it, and see what came out.

import { el, labelled, put, segments, select, tick } from "../dom.js";
import { query, write } from "../address.js";
import { game as askGame, get, words } from "../api.js";
import { go } from "../app.js";
import { t, title } from "../i18n.js";
import { Job } from "../parts/job.js";
import { isFigure } from "../play/figure-moves.js";
import { picker } from "../parts/picker.js";

const KINDS = ["check", "prove", "discover"];

export async function show(root, values) {
  const name = values.game || "wythoff";
  const game = await askGame(name);
  const state = {
    game: name,
    kind: KINDS.includes(values.kind) ? values.kind : "check",
    claim: game.claims.some(({ id }) => id === values.claim) ? values.claim : "",
    formula: values.formula ?? "",
    to: values.to ?? "",
    on: values.on ?? "",
    misere: values.misere === "1",
    what: values.what === "grundy" ? "grundy" : "outcome",
    seconds: values.seconds ?? "",
    job: values.job ?? "",
  };
  if (!state.claim && !state.formula && game.claims.length) state.claim = game.claims[0].id;
  const jobs = [];
  const list = el("section", { class: "jobs", "aria-label": t("results") });
  const fields = el("div", { class: "fields" });

  const text = () => game.claims.find(({ id }) => id === state.claim)?.text ?? "";
  function fill() {
    const claims = [
      ...game.claims.map(({ id, source }) => [id, source ? `${id} – ${source}` : id]),
      ["", t("own-formula")],
    ];
    const formula = el("textarea", {
      rows: 3,
      spellcheck: "false",
      class: "code plain",
      value: state.formula,
      placeholder: "P iff a = b",
      on: {
        input: () => {
          state.formula = formula.value;
          write(state);
        },
      },
    });
    const numeric = (key, hint) => {
      const field = el("input", {
        type: "number",
        min: 1,
        value: state[key],
        placeholder: hint,
        class: "short",
        on: {
          input: () => {
            state[key] = field.value;
            write(state);
          },
        },
      });
      return field;
    };
    /** Without heaps claims are looked at on lists of positions. */
    const on = () => {
      const field = el("input", {
        value: state.on,
        placeholder: game.list,
        spellcheck: "false",
        on: {
          input: () => {
            state.on = field.value;
            write(state);
          },
        },
      });
      return labelled(t("on-list"), field);
    };
    put(
      fields,
      state.kind === "discover"
        ? segments(
            t("what-to-find"),
            [
              ["outcome", t("p-positions")],
              ["grundy", t("grundy-values")],
            ],
            state.what,
            (what) => {
              state.what = what;
              write(state);
            },
          )
        : [
            labelled(
              t("claim"),
              select(claims, state.claim, (claim) => {
                state.claim = claim;
                fill();
                write(state);
              }),
            ),
            state.claim ? el("pre", { class: "rule" }, text()) : labelled(t("formula"), formula),
          ],
      el(
        "div",
        { class: "row" },
        state.kind === "check" && (isFigure(game) ? on() : labelled(t("up-to"), numeric("to", "100"))),
        state.kind !== "check" && labelled(t("seconds-at-most"), numeric("seconds", "30")),
      ),
      state.kind !== "discover" &&
        tick(t("misere-long"), state.misere, (on) => {
          state.misere = on;
          write(state);
        }),
    );
  }

  async function start() {
    const { kind, claim, formula, misere, what } = state;
    const question = { kind, game: name, misere };
    if (kind === "discover") question.what = what;
    else if (claim) question.claim = claim;
    else question.formula = formula;
    if (state.to && kind === "check") question.to = Number(state.to);
    if (state.on && kind === "check" && isFigure(game)) question.on = state.on;
    if (state.seconds && kind !== "check") question.seconds = Number(state.seconds);
    const about = {
      kind,
      game: name,
      misere,
      title: `${t(`work-${kind}`)}: ${title(game)}${kind === "discover" ? "" : ` – ${claim || formula}`}`,
    };
    const job = new Job(about);
    jobs.push(job);
    list.prepend(job.node);
    const id = await job.start(question);
    if (id) write({ ...state, job: (state.job = id) });
  }

  root.append(
    el("h1", {}, t("work-title")),
    el("p", { class: "quiet" }, t("work-intro")),
    ...(game.kind === "single" ? [el("p", { class: "notice" }, t("work-single"))] : []),
    el(
      "div",
      { class: "work-grid" },
      el(
        "form",
        {
          class: "panel",
          on: {
            submit: (event) => {
              event.preventDefault();
              start();
            },
          },
        },
        segments(
          t("task"),
          KINDS.map((kind) => [kind, t(`work-${kind}`)]),
          state.kind,
          (kind) => {
            state.kind = kind;
            fill();
            write(state);
          },
        ),
        picker(name, (next) => go(`/work${query({ game: next, kind: state.kind })}`), title(game)),
        fields,
        el("button", { type: "submit", class: "primary", "data-act": "start" }, t("start")),
      ),
      list,
    ),
  );
  fill();
  if (state.job) await resume();

  /** Work that the address names goes on being shown after a reload. */
  async function resume() {
    try {
      const known = await get(`jobs/${encodeURIComponent(state.job)}`);
      const job = new Job({
        kind: known.kind,
        game: name,
        misere: state.misere,
        title: `${t(`work-${known.kind}`)}: ${title(game)}`,
      });
      jobs.push(job);
      list.prepend(job.node);
      job.follow(state.job);
    } catch (problem) {
      list.append(el("p", { class: "quiet" }, words(problem)));
    }
  }
  return () => jobs.forEach((job) => job.end());
}
