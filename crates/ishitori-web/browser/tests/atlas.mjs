// The atlas: every game, in both languages, with rule, source, claims and a picture; search and filters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, go, on } from "../open.mjs";

const games = await ask("games");

test("every game has a card with title, rule in words and as text, source and picture", () =>
  on({}, async (page) => {
    await go(page, "/");
    assert.ok(games.length >= 26, "the catalogue");
    assert.equal(await page.locator(".card").count(), games.length);
    for (const game of games) {
      const card = page.locator(`.card[data-game="${game.name}"]`);
      const text = await card.textContent();
      assert.ok(text.includes(game.title.en) && text.includes(game.title.ja), `${game.name} has its titles`);
      assert.ok(text.includes(game.source), `${game.name} has its source`);
      const words = await card.locator("h2 ~ p").nth(1).textContent();
      assert.ok(words.length > 20, `${game.name} has its rule in words: ${words}`);
      const rule = await card.locator("pre.rule").first().textContent();
      assert.ok(rule.startsWith(`game ${game.name}`) && !/^claim/m.test(rule), `${game.name} has its rule as text`);
    }
    const pictures = page.locator(".card .preview img");
    for (let i = 0; i < games.length; i += 1) {
      await pictures.nth(i).scrollIntoViewIfNeeded();
      await pictures.nth(i).evaluate((image) => image.decode());
      assert.ok(await pictures.nth(i).evaluate((image) => image.naturalWidth > 20), `picture ${i}`);
    }
  }));

test("claims are listed with the verdicts that are known", () =>
  on({}, async (page) => {
    await go(page, "/");
    let refuted = 0;
    for (const game of games.filter(({ claims }) => claims.length)) {
      const card = page.locator(`.card[data-game="${game.name}"]`);
      await card.locator(".claims > summary").click();
      await card.locator(".claims li").first().waitFor();
      const shown = await card
        .locator(".claims li")
        .evaluateAll((rows) =>
          rows.map((row) => [
            row.querySelector("a").textContent,
            row.querySelector(".badge")?.className.split(" ")[1] ?? null,
          ]),
        );
      const expected = game.claims.map(({ id, verdict }) => [id, verdict?.kind ?? null]);
      assert.deepEqual(shown, expected, game.name);
      refuted += expected.filter(([, kind]) => kind === "refuted").length;
    }
    assert.ok(refuted > 0, "claims in print that are false are marked");
  }));

test("what is not known yet is checked here and now", () =>
  on({}, async (page) => {
    await page.route("**/api/games", async (route) => {
      const list = await (await route.fetch()).json();
      for (const game of list) for (const claim of game.claims) delete claim.verdict;
      await route.fulfill({ json: list });
    });
    await go(page, "/");
    const card = page.locator(`.card[data-game="single-delete"]`);
    await card.locator(".claims > summary").click();
    await card.locator("[data-act=check-all]").click();
    await page.waitForFunction(() => document.querySelectorAll(".card .claims li .badge").length === 3, null, {
      timeout: 90000,
    });
    // One that holds, and a question whose answer is no: the command line finds the same.
    assert.match(await card.locator('[data-claim="SD-1"]').textContent(), /≤\s*holds/);
    assert.match(await card.locator('[data-claim="SD-3"]').textContent(), /✗\s*refuted 1,2,2,2,2/);
    assert.match(await card.locator(".claims > summary").textContent(), /✗refuted ×1/);
  }));

test("search and filters narrow the list, and the address remembers them", () =>
  on({}, async (page) => {
    await go(page, "/");
    await page.getByLabel("Search").fill("wythoff");
    const names = await page.locator(".card").evaluateAll((cards) => cards.map((card) => card.dataset.game));
    assert.ok(names.includes("wythoff") && names.includes("wythoff-1") && !names.includes("moore"), names.join());
    assert.match(page.url(), /q=wythoff/);
    await page.reload();
    await page.locator("main[data-ready]").waitFor();
    assert.equal(await page.locator(".card").count(), names.length, "after a reload");
    await page.getByLabel("Search").fill("");
    await page.getByRole("radio", { name: "Boards" }).check();
    assert.equal(await page.locator(".card").count(), games.filter(({ kind }) => kind === "board").length);
  }));

test("Japanese: titles, rules and words", () =>
  on({ locale: "ja-JP" }, async (page) => {
    await go(page, "/");
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
    const titles = await page.locator(".card h2").allTextContents();
    for (const game of games) assert.ok(titles.includes(game.title.ja), game.title.ja);
    assert.match(await page.locator("h1").textContent(), /石取りゲーム/);
    await page.getByLabel("検索").fill("公約数");
    assert.deepEqual(await page.locator(".card").evaluateAll((cards) => cards.map((card) => card.dataset.game)), [
      "common-divisor",
    ]);
  }));
