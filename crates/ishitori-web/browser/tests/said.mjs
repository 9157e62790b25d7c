// What the server says, in Japanese: each sentence of the phrasebook is found again with values in it, and where the
// server speaks on the page (why a move is illegal, problems of a rule, verdicts, limits) no English sentence is left.

import assert from "node:assert/strict";
import { test } from "node:test";
import { go, on } from "../open.mjs";

const JAPANESE = { locale: "ja-JP" };

test("every sentence of the book is found with values in it", () =>
  on(JAPANESE, async (page) => {
    await go(page, "/");
    const wrong = await page.evaluate(async () => {
      const books = await Promise.all(
        ["said-ja", "said-proofs-ja", "problems-ja"].map((name) => import(`/assets/lang/${name}.js`)),
      );
      const { translated } = await import("/assets/said.js");
      const wrong = [];
      for (const [english, other, part] of books.flatMap((book) => book.default)) {
        let number = 0;
        const said = english.replace(/\{[^{}"]*\}/g, () => `Q${(number += 1)}`);
        const expected = other.replace(/\{(\d)\}/g, "Q$1");
        const found = translated(said, part ?? "");
        if (found !== expected) wrong.push(`${said} -> ${found}, not ${expected}`);
      }
      return wrong;
    });
    assert.deepEqual(wrong, []);
  }));

test("moves in words", () =>
  on(JAPANESE, async (page) => {
    await go(page, "/");
    const said = await page.evaluate(async () => {
      const { said } = await import("/assets/said.js");
      return [
        "takes 3 stones from a, 1 stone from b",
        "changes a from 5 to 1, b from 3 to 4",
        "takes 3 stones from the heap of 7",
        "SDN-T1, proved for all positions",
        "expected a word about the heaps, found `unordred`",
        "what nobody has translated",
      ].map((text) => said(text));
    });
    assert.deepEqual(said, [
      "a から 3 個、b から 1 個取る",
      "a を 5 から 1 に、b を 3 から 4 に変える",
      "7 個の山から 3 個取る",
      "SDN-T1（すべての局面について証明済み）",
      "山についての語（unordered など）が必要ですが、`unordred` があります",
      "what nobody has translated",
    ]);
  }));

/** English sentences in a part of the page: three words of small letters in a row. */
const english = (page, selector) =>
  page.locator(selector).evaluateAll((nodes) =>
    nodes.flatMap((node) => node.innerText.match(/\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b.*/g) ?? []),
  );

test("why a move is illegal", () =>
  on(JAPANESE, async (page) => {
    await go(page, "/play?game=wythoff&start=5,8&against=people");
    await page.locator("[data-act=confirm]:enabled").waitFor();
    await page.locator("[data-pile]").first().focus();
    // Two stones from one heap and one from the other.
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.getByText("このルールにそのような手はありません。").waitFor();
    assert.deepEqual(await english(page, ".message"), []);
  }));

test("problems of a rule", () =>
  on(JAPANESE, async (page) => {
    page.expected.push(/Failed to load resource.*422/);
    const text = "game typo\nposition (a, b) unordred\noption (x, bb) where x < a\noption (a - t, b + t)\n";
    await go(page, `/write?text=${encodeURIComponent(text)}`);
    await page.locator(".problems li").nth(2).waitFor();
    assert.deepEqual(await english(page, ".problems, .problem-words .words"), []);
    assert.match(await page.locator(".problems").innerText(), /`unordered` のことですか？/);
  }));

test("verdicts, proofs and limits", () =>
  on(JAPANESE, async (page) => {
    page.expected.push(/Failed to load resource.*4\d\d/);
    const job = async (kind, formula) => {
      await go(page, `/work?game=wythoff&kind=${kind}&formula=${encodeURIComponent(formula)}`);
      await page.locator("[data-act=start]").click();
      await page.locator(".job[data-state=done]").waitFor();
      await page.locator(".job details").evaluateAll((all) => all.forEach((node) => (node.open = true)));
      assert.deepEqual(await english(page, ".job .result"), [], formula);
    };
    await job("prove", "P iff a = floor((b - a)*phi)");
    await job("prove", "P iff a = b");
    await job("check", "P iff a = b");
    await go(page, "/explore?game=wythoff&at=99999999999,3&lang=ja");
    await page.locator(".details").getByText("証明済み").or(page.locator(".details .notice")).first().waitFor();
    assert.deepEqual(await english(page, ".details"), []);
  }));
