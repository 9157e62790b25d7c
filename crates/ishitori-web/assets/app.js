// The shell: which view stands in the page, language and theme. A view is a module with
// `show(root, values)`, which fills `root` and gives back what ends it.

import { el, put } from "./dom.js";
import { read } from "./address.js";
import { choose, current, t } from "./i18n.js";
import { game, words } from "./api.js";

/** By address: the view's name and its module. */
const VIEWS = {
  "/": ["atlas", () => import("./views/atlas.js")],
  "/explore": ["explore", () => import("./views/explore.js")],
  "/write": ["write", () => import("./views/write.js")],
  "/work": ["work", () => import("./views/work.js")],
  "/play": ["play", () => import("./views/play.js")],
};
const THEMES = ["auto", "light", "dark"];

const main = document.getElementById("main");
let end = null;
let turn = 0;

async function show() {
  const mine = (turn += 1);
  end?.();
  end = null;
  const [name, load] = VIEWS[location.pathname] ?? VIEWS["/"];
  document.title = `${t(name)} – ishitori 石取り`;
  mark();
  main.className = `view ${name}`;
  main.removeAttribute("data-ready");
  put(main, el("p", { class: "quiet", role: "status" }, t("loading")));
  // The game comes while the view is loaded; what is wrong with it the view will tell.
  const values = read();
  if (values.game) game(values.game).catch(() => {});
  try {
    const view = await load();
    if (mine !== turn) return;
    put(main);
    const ended = await view.show(main, values);
    if (mine === turn) end = ended;
    else ended?.();
  } catch (problem) {
    const atlas = el("p", { class: "actions" }, el("a", { class: "button", href: "/", "data-route": "" }, t("atlas")));
    if (mine === turn) put(main, el("p", { class: "notice", role: "alert" }, words(problem)), atlas);
  }
  if (mine === turn) main.setAttribute("data-ready", name);
}

/** Goes to an address of this page without loading the page again. */
export function go(address) {
  history.pushState(null, "", address);
  show();
  scrollTo(0, 0);
}

function mark() {
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function dress() {
  document.documentElement.lang = current();
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
  for (const code of ["en", "ja"]) {
    document.getElementById(`lang-${code}`).setAttribute("aria-pressed", String(code === current()));
  }
  const theme = localStorage.getItem("theme") ?? "auto";
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme");
  button.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme] ?? "◐";
  button.title = t(`theme-${theme}`);
  button.setAttribute("aria-label", t(`theme-${theme}`));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-route]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.href);
});
addEventListener("popstate", show);
for (const code of ["en", "ja"]) {
  document.getElementById(`lang-${code}`).addEventListener("click", () => {
    choose(code);
    dress();
    show();
  });
}
document.getElementById("theme").addEventListener("click", () => {
  const now = THEMES.indexOf(localStorage.getItem("theme") ?? "auto");
  localStorage.setItem("theme", THEMES[(now + 1) % THEMES.length]);
  dress();
  dispatchEvent(new Event("themechange"));
});

dress();
show();
