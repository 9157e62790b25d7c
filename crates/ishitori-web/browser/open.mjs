// Opens the browser for a test file, and ways to wait that all tests share. Whatever the page says on its console
// as an error, every exception and every violation of its policy makes the test that opened it fail.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

const require = createRequire(join(process.env.BROWSER_MODULES, "package.json"));
const { chromium } = require("playwright-core");

export const URL_ = process.env.ISHITORI_URL;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const folder = mkdtempSync(join(tmpdir(), "ishitori-browser-"));
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [...FLAGS, `--disk-cache-dir=${folder}`],
  chromiumSandbox: false,
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser with nothing in it: no history, no storage. */
export async function fresh(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(30000);
  const page = await context.newPage();
  page.wrong = [];
  page.expected = [];
  page.on("console", (message) => {
    if (message.type() === "error") page.wrong.push(`${message.text()} ${message.location()?.url ?? ""}`);
  });
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("dialog", (dialog) => {
    page.wrong.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  return page;
}

/** Runs a test on a page and closes it; nothing may have gone wrong on it but what the test expects. */
export async function on(options, action) {
  const page = await fresh(options);
  try {
    await action(page);
    const wrong = page.wrong.filter((text) => !page.expected.some((pattern) => pattern.test(text)));
    assert.deepEqual(wrong, [], "the console is clean");
  } finally {
    await page.context().close();
  }
}

/** Goes somewhere and waits until the view stands. */
export async function go(page, path) {
  await page.goto(URL_ + path);
  await page.locator("main[data-ready]").waitFor();
}

/** Waits until the map shows all that is in view and the address tells where that is. */
export async function painted(page) {
  await page.locator("canvas.map[data-painted]").first().waitFor();
  if (new URL(page.url()).pathname === "/explore") await page.waitForURL(/[?&]axes=.*&z=/);
}

/** An answer of the server, asked without the page. */
export async function ask(path) {
  const response = await fetch(`${URL_}/api/${path}`);
  assert.equal(response.status, 200, `${path}: ${response.status}`);
  return response.json();
}

/** The source of axe, the checker of accessibility. */
export const axe = require("axe-core").source;

/** Where a cell of the map is on the screen. RULER as in map/marks.js. */
export async function spot(page, row, column) {
  const box = await page.locator("canvas.map").first().boundingBox();
  const { x, y, z } = await view(page);
  return [box.x + 46 + (column - x + 0.5) * z, box.y + 22 + (row - y + 0.5) * z];
}

/** What the address says of the view. It is written a moment after the map has moved. */
export async function view(page) {
  await page.waitForFunction(() => new URLSearchParams(location.search).has("z"));
  return page.evaluate(() => {
    const values = new URLSearchParams(location.search);
    return { x: Number(values.get("x")), y: Number(values.get("y")), z: Number(values.get("z")) };
  });
}

/** Points at a cell and reads what the page says. */
export async function readout(page, row, column) {
  await page.mouse.move(...(await spot(page, row, column)));
  return page.locator(".readout").textContent();
}
