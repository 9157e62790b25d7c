// What comes from the address bar, from a rule or from the server is text, whatever it looks like.

import assert from "node:assert/strict";
import { test } from "node:test";
import { go, on, URL_ } from "../open.mjs";

const HOSTILE = [
  `"><img src=x onerror="window.hit=1"><script>window.hit=1</script></textarea></select><svg onload=window.hit=1>'-(window.hit=1)-'`,
  "javascript:window.hit=1//`${window.hit=1}`",
  "__proto__",
  "constructor",
  "%00\u202e\u0000nim(((",
];
const NAMES = [
  "game",
  "at",
  "axes",
  "fix",
  "what",
  "x",
  "y",
  "z",
  "misere",
  "q",
  "kind",
  "claim",
  "formula",
  "job",
  "start",
  "line",
  "against",
  "study",
  "text",
  "arguments",
  "lang",
  "to",
];

/** Nothing ran, and nothing hostile became an element. */
async function clean(page, where) {
  assert.equal(await page.evaluate(() => window.hit), undefined, where);
  assert.equal(await page.evaluate(() => Object.prototype.hit), undefined, where);
  const bad = await page.evaluate(
    () => document.querySelectorAll("img[src='x'], svg[onload], [onerror], main script, a[href^='javascript']").length,
  );
  assert.equal(bad, 0, where);
}

test("no parameter of any view becomes markup", () =>
  on({}, async (page) => {
    page.expected.push(/Failed to load resource/);
    for (const path of ["/", "/explore", "/write", "/work", "/play"]) {
      for (const hostile of HOSTILE) {
        const values = new URLSearchParams();
        for (const name of NAMES) values.set(name, hostile);
        await page.goto(`${URL_}${path}?${values}`);
        await page.locator("main[data-ready]").waitFor();
        await clean(page, `${path} with ${hostile}`);
        // With a good game the rest is read too.
        values.set("game", "wythoff");
        await page.goto(`${URL_}${path}?${values}`);
        await page.locator("main[data-ready]").waitFor();
        await clean(page, `${path} of wythoff with ${hostile}`);
      }
    }
  }));

test("hostile words in a rule are words", () =>
  on({}, async (page) => {
    page.expected.push(/Failed to load resource/);
    const mark = `<img src=x onerror=window.hit=1>`;
    const text = `game odd\ntitle en "${mark}" ja "${mark}"\nsource "${mark}"\nnote "${mark}"\nposition (a, b) unordered\noption (x, b) where x < a\nclaim T theorem "${mark}" up to 10: P iff a = b\n`;
    await go(page, `/write?text=${encodeURIComponent(text)}`);
    await page.getByText("The rule is good").waitFor();
    await page.locator("[data-act=run]").click();
    await page.locator(".results h2").waitFor();
    assert.equal(await page.locator(".results h2").textContent(), mark);
    await clean(page, "write");
    await page.locator(".results").getByRole("link", { name: "Explore" }).click();
    await page.locator("main[data-ready=explore]").waitFor();
    await clean(page, "explore");
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.locator("main[data-ready=play]").waitFor();
    await clean(page, "play");
  }));

test("the page forbids what it does not need", async () => {
  const response = await fetch(`${URL_}/`);
  const policy = response.headers.get("content-security-policy");
  assert.match(policy, /default-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  const html = await response.text();
  assert.doesNotMatch(
    html,
    /<script>|<script [^>]*>[^<]|style=|onclick|https?:\/\//,
    "nothing inline, nothing from elsewhere",
  );
});

test("inline script would not run", () =>
  on({}, async (page) => {
    page.expected.push(/Content Security Policy/);
    await go(page, "/");
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.hit = 1";
      document.body.append(script);
    });
    assert.equal(await page.evaluate(() => window.hit), undefined);
  }));
