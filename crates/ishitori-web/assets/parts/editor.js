// A text field with line numbers, and problems written under the line they are in. The lines stand wide
// apart, so there is room for the words between them and nothing typed is ever covered.

import { el, put } from "../dom.js";
import { t } from "../i18n.js";
import { said, telling } from "../said.js";

const LINE = 30;

export class Editor {
  constructor(text, changed) {
    this.problems = [];
    this.numbers = el("div", { class: "numbers", "aria-hidden": "true" });
    this.layer = el("div", { class: "layer", "aria-hidden": "true" });
    this.list = el("ul", { class: "problems" });
    this.area = el("textarea", {
      class: "code",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "off",
      value: text,
      "aria-label": t("rule-text"),
      on: {
        input: () => {
          this.shape();
          changed(this.area.value);
        },
        scroll: () => this.follow(),
      },
    });
    this.node = el(
      "div",
      { class: "editor-box" },
      el("div", { class: "editor" }, this.numbers, el("div", { class: "paper" }, this.area, this.layer)),
      el("div", { role: "status" }, this.list),
    );
    this.shape();
  }

  get text() {
    return this.area.value;
  }
  set text(next) {
    this.area.value = next;
    this.shape();
  }

  /** Line numbers, and a height that fits. */
  shape() {
    const count = this.area.value.split("\n").length;
    if (this.count !== count) {
      this.count = count;
      put(
        this.numbers,
        Array.from({ length: count }, (_, i) => el("div", {}, String(i + 1))),
      );
      this.area.style.height = `${Math.min(Math.max(count + 1, 9), 24) * LINE + 16}px`;
    }
    this.mark();
  }

  follow() {
    this.layer.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
    this.numbers.style.transform = `translateY(${-this.area.scrollTop}px)`;
  }

  /** Shows problems: where and what under the line, and all of it in a list below. */
  show(problems) {
    this.problems = problems;
    this.mark();
    put(
      this.list,
      problems.map((problem) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "link", on: { click: () => this.goto(problem) } },
            t("line", { line: problem.line, column: problem.column }),
          ),
          " ",
          telling("span", {}, problem.message),
          problem.hint ? [" – ", telling("span", { class: "quiet" }, problem.hint)] : "",
        ),
      ),
    );
  }

  mark() {
    const lines = this.area.value.split("\n");
    put(
      this.layer,
      this.problems
        .filter(({ line }) => line >= 1 && line <= lines.length)
        .map((problem) => {
          const before = lines[problem.line - 1].slice(0, problem.column - 1);
          const wrong =
            lines[problem.line - 1].slice(problem.column - 1, problem.column - 1 + Math.max(problem.length ?? 1, 1)) ||
            " ";
          const row = el(
            "div",
            { class: "problem-row" },
            el("span", { class: "blind" }, before),
            el("span", { class: "wavy blind" }, wrong),
            el(
              "div",
              { class: "problem-words" },
              el("span", { class: "blind" }, before),
              el("span", { class: "words" }, `▲ ${said(problem.label || problem.message)}`),
            ),
          );
          row.style.top = `${(problem.line - 1) * LINE + 8}px`;
          return row;
        }),
    );
    for (const [i, node] of [...this.numbers.children].entries()) {
      node.classList.toggle(
        "wrong",
        this.problems.some(({ line }) => line === i + 1),
      );
    }
    this.follow();
  }

  goto({ line, column, length }) {
    const start =
      this.area.value
        .split("\n")
        .slice(0, line - 1)
        .reduce((sum, text) => sum + text.length + 1, 0) +
      column -
      1;
    this.area.focus();
    this.area.setSelectionRange(start, start + (length ?? 0));
  }
}
