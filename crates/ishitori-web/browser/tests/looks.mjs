// Every view in both languages, at the width of a phone, light and dark: nothing sticks out, nothing is left
// untranslated, and the rules of accessibility that a machine can check are kept.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { axe, go, on, painted } from "../open.mjs";

const VIEWS = {
  atlas: "/?q=nim",
  explore: "/explore?game=wythoff&z=24&at=6,8",
  "explore-outcome": "/explore?game=circular(6,2)&what=outcome",
  "explore-board": "/explore?game=grid-nim",
  write: `/write?text=${encodeURIComponent("game typo\nposition (a, b) unordred\noption (x, bb) where x < a\n")}`,
  work: "/work?game=split-and-delete",
  play: "/play?game=nim&start=3,5,7",
  "play-circle": "/play?game=circular&start=2,5,3,6,4,2",
  "play-coins": "/play?game=turning-turtles-2d&start=%23.%23/%23%23./..%23",
  "play-split": "/play?game=split-and-delete&start=6,8",
};
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const WORDS = { en: /Atlas.*Explore.*Write.*Prove.*Play/s, ja: /図鑑.*調べる.*書く.*検証・証明.*対戦/s };

async function ready(page, name, path) {
  page.expected.push(/Failed to load resource.*422/);
  await go(page, path);
  if (/^explore(-outcome)?$/.test(name)) await painted(page);
  if (name === "atlas") {
    await page
      .locator(".preview img")
      .first()
      .evaluate((image) => image.decode());
    // The verdicts that are known by now are shown with the claims.
    await page.locator(".claims summary").first().click();
    await page.locator(".claims li").first().waitFor();
  }
  if (name === "write") await page.locator(".problems li").first().waitFor();
  if (name.startsWith("play")) await page.locator("[data-act=confirm]:enabled").waitFor();
  if (name.startsWith("explore-board")) await page.locator(".details .outcome").waitFor();
}

async function shot(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

for (const [language, locale] of [
  ["en", "en-GB"],
  ["ja", "ja-JP"],
]) {
  for (const [size, options] of [
    ["desktop", {}],
    ["phone", PHONE],
  ]) {
    for (const colorScheme of ["light", "dark"]) {
      // Without pictures to take, every language, size and theme once in two ways.
      const odd = [language === "ja", size === "phone", colorScheme === "dark"].filter(Boolean).length % 2;
      if (odd && !process.env.SHOTS) continue;
      test(`${language}, ${size}, ${colorScheme}`, () =>
        on({ locale, colorScheme, ...options }, async (page) => {
          for (const [name, path] of Object.entries(VIEWS)) {
            await ready(page, name, path);
            const where = `${name} ${language} ${size} ${colorScheme}`;
            assert.match(await page.locator(".top nav").innerText(), WORDS[language], where);
            const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            const nav = await page.locator(".top nav").evaluate((node) => [node.scrollWidth, node.clientWidth]);
            assert.ok(nav[0] <= nav[1], `${where}: the links fit`);
            assert.ok(wide[0] <= wide[1], `${where} is ${wide[0]} wide in a window of ${wide[1]}`);
            const dark = await page.evaluate(() => {
              const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
              return r + g + b < 200;
            });
            assert.equal(dark, colorScheme === "dark", where);
            // A text without a translation would show its key.
            const keys = await page.evaluate(() =>
              document.body.innerText.match(/\b(?:act|verdict|against|outcome|cell|work|claim)-[a-z]+\b/g),
            );
            assert.equal(keys, null, `${where}: ${keys}`);
            await shot(page, `${name}-${language}-${size}-${colorScheme}`);
          }
        }));
    }
  }
}

for (const colorScheme of ["light", "dark"]) {
  test(`accessibility by axe, ${colorScheme}`, () =>
    on({ colorScheme }, async (page) => {
      for (const [name, path] of Object.entries(VIEWS)) {
        if (["explore-outcome", "explore-board", "play-circle", "play-split"].includes(name)) continue;
        await ready(page, name, path);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() =>
          window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }),
        );
        const told = violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map((node) => `${node.target} (${node.any[0]?.message ?? ""})`)
              .join("; ")}`,
        );
        assert.deepEqual(told, [], name);
      }
    }));
}

test("colours differ in lightness, so they can be told apart by everybody", () =>
  on({}, async (page) => {
    await go(page, "/");
    const [steps, outcomes] = await page.evaluate(async () => {
      const { viridis, outcomeColours } = await import("/assets/map/colours.js");
      const themes = ["light", "dark"].map((theme) => {
        document.documentElement.dataset.theme = theme;
        return outcomeColours();
      });
      return [Array.from({ length: 50 }, (_, i) => viridis(i / 49)), themes];
    });
    const light = (colour) => {
      const [r, g, b] = colour.map((part) =>
        part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    steps.forEach((colour, i) => {
      assert.ok(contrast(colour, [0, 0, 0]) > 2, `value ${i} against P`);
      if (i > 0) assert.ok(light(colour) > light(steps[i - 1]), "larger values are lighter");
    });
    for (const [p, n] of outcomes) assert.ok(contrast(p, n) > 7, `${p} against ${n}`);
  }));

test("both languages have the same texts", () =>
  on({}, async (page) => {
    await go(page, "/");
    const keys = await page.evaluate(async () => {
      const [en, ja] = await Promise.all([import("/assets/lang/en.js"), import("/assets/lang/ja.js")]);
      return [en, ja].map(({ default: texts }) =>
        [Object.keys(texts), Object.keys(texts.rules)].map((list) => list.sort()),
      );
    });
    assert.deepEqual(keys[0], keys[1]);
  }));

test("language and theme are switched and remembered", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=wythoff&z=20");
    await page.getByRole("button", { name: "日本語" }).click();
    await page.getByText("グランディ数").first().waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
    assert.match(page.url(), /game=wythoff/, "the state stays");
    await page.reload();
    await page.locator("main[data-ready]").waitFor();
    assert.match(await page.locator(".controls").innerText(), /勝敗の決め方/);
    const theme = page.locator("#theme");
    await theme.click();
    await theme.click();
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    await page.reload();
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  }));

test("the focus is always seen, and reduced motion is heard", () =>
  on({ reducedMotion: "reduce" }, async (page) => {
    await go(page, "/play?game=nim");
    await page.locator("[data-act=confirm]:enabled").waitFor();
    let seen = 0;
    for (let i = 0; i < 40; i += 1) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => {
        const node = document.activeElement;
        if (!node || node === document.body) return null;
        const target = node.matches(".segments input") ? node.nextElementSibling : node;
        const style = getComputedStyle(target);
        return {
          what: `${node.tagName} ${node.className} ${node.textContent.slice(0, 20)}`,
          wide: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
        };
      });
      if (!outline) break;
      seen += 1;
      assert.ok(outline.wide >= 2, `${outline.what} shows its focus`);
    }
    assert.ok(seen > 15);
  }));
