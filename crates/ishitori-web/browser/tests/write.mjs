// The editor: problems under their line while typing, start from the catalogue, run, results beside it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, go, on } from "../open.mjs";

/** Typing a wrong rule is refused, which the browser notes on its console. */
const refusals = /Failed to load resource.*422/;
const TYPO = "game typo\nposition (a, b) unordred\noption (x, bb) where x < a\noption (a - t, b + t)\n";

test("problems appear under their line as one types, all at once, and go away when mended", () =>
  on({}, async (page) => {
    page.expected.push(refusals);
    await go(page, "/write");
    await page.getByText("The rule is good").waitFor();
    const area = page.getByRole("textbox", { name: "Rule as text" });
    await area.fill(TYPO);
    const list = page.locator(".problems li");
    await list.first().waitFor();
    assert.deepEqual(
      (await list.allTextContents()).map((text) => /Line (\d+)/.exec(text)[1]),
      ["2", "3", "4"],
    );
    // Where the words stand: between the bottom of the text of their line and the next.
    const rows = await page
      .locator(".problem-words .words")
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
    const top = (await area.boundingBox()).y;
    [2, 3, 4].forEach((line, i) => {
      const offset = rows[i] - top - 8 - (line - 1) * 30;
      assert.ok(offset > 18 && offset < 34, `line ${line}: ${offset}`);
    });
    assert.equal(await page.locator(".numbers .wrong").count(), 3);
    // The place: as wide as the letters before it.
    const wavy = await page.locator(".wavy").first().textContent();
    assert.equal(wavy, "unordred");
    await page.locator(".problems button").first().click();
    assert.equal(await area.evaluate((node) => node.value.slice(node.selectionStart, node.selectionEnd)), "unordred");
    await page.keyboard.type("unordered");
    await page.waitForFunction(() => document.querySelectorAll(".problems li").length === 2);
  }));

test("any game of the catalogue can be the beginning", () =>
  on({}, async (page) => {
    page.expected.push(refusals);
    await go(page, "/write");
    const games = await ask("games");
    const choices = await page
      .getByLabel("Start from")
      .locator("option")
      .evaluateAll((nodes) => nodes.map((node) => node.value));
    assert.deepEqual(choices.filter(Boolean).sort(), games.map(({ name }) => name).sort());
    await page.getByLabel("Start from").selectOption("lim");
    await page.waitForFunction(() => document.querySelector("textarea.code").value.startsWith("game lim"));
    await page.getByText("The rule is good: lim").waitFor();
  }));

test("run shows map, P-positions and what becomes of each claim", () =>
  on({}, async (page) => {
    page.expected.push(refusals);
    await go(page, "/write");
    const text = `game thirds
position (a, b) unordered
option (a - t, b) where 1 <= t <= 2
claim GOOD theorem "mod 3" up to 60: P iff a mod 3 = b mod 3
claim BAD question "only equal heaps" up to 60: P iff a = b
`;
    await page.getByRole("textbox", { name: "Rule as text" }).fill(text);
    await page.getByText("The rule is good: thirds").waitFor();
    await page.keyboard.press("Control+Enter");
    const results = page.locator(".results");
    await results.locator("canvas.map[data-painted]").first().waitFor();
    const listed = await results.locator(".p-list a").allTextContents();
    const expected = [];
    for (let sum = 0; expected.length < 60; sum += 1) {
      for (let a = 0; 2 * a <= sum && expected.length < 60; a += 1)
        if ((sum - 2 * a) % 3 === 0) expected.push(`${a},${sum - a}`);
    }
    assert.deepEqual(listed, expected);
    const good = results.locator(".job", { hasText: "GOOD" });
    const bad = results.locator(".job", { hasText: "BAD" });
    await good.locator(".badge.holds").waitFor();
    await bad.locator(".badge.refuted").waitFor();
    assert.match(await bad.locator(".witness").textContent(), /⟨0, 3⟩/);
    // Other views know the rule by its hash.
    await results.getByRole("link", { name: "Play" }).click();
    await page.locator("main[data-ready=play]").waitFor();
    assert.match(page.url(), /game=~[0-9a-f]+/);
    await page.locator(".pile").first().waitFor();
  }));

test("the text is in the address, so it can be shared", () =>
  on({}, async (page) => {
    page.expected.push(refusals);
    await go(page, "/write");
    const area = page.getByRole("textbox", { name: "Rule as text" });
    await area.fill("game shared\nposition (a)\noption (x) where x < a\n");
    await page.waitForURL(/text=game/);
    await page.reload();
    await page.locator("main[data-ready]").waitFor();
    assert.match(await page.getByRole("textbox", { name: "Rule as text" }).inputValue(), /^game shared\n/);
    await page.getByText("The rule is good").waitFor();
  }));
