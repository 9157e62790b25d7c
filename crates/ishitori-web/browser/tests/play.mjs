// Play: with the mouse, with keys alone, heaps, circle, line, board and coins; illegal moves, hint, undo, study, review.

import assert from "node:assert/strict";
import { test } from "node:test";
import { go, on } from "../open.mjs";

const position = (page) => page.locator(".stage").getAttribute("data-position");
/** Waits until it is our turn again or the game is over. */
const settled = (page) => page.locator(".stage[data-state=ready], .stage[data-state=over]").waitFor();
const over = async (page) => (await page.locator(".stage").getAttribute("data-state")) === "over";
const stone = (page, heap, number) => page.locator(`[data-pile="${heap}"] [data-stone="${number}"]`).click();
const confirm = (page) => page.locator("[data-act=confirm]").click();

/** The heap to lower in Nim, and to what, so that the xor of all is 0. */
function nimMove(heaps) {
  const xor = heaps.reduce((a, b) => a ^ b, 0);
  const place = heaps.findIndex((heap) => (heap ^ xor) < heap);
  return place < 0 ? null : [place, heaps[place] ^ xor];
}

/** The sizes on the table, in the order in which they are drawn. */
const sizes = (page) =>
  page.locator("[data-pile]").evaluateAll((piles) => piles.map((pile) => Number(pile.getAttribute("aria-valuenow"))));

test("a whole game of Nim by keys alone, won against the perfect machine", () =>
  on({}, async (page) => {
    await go(page, "/play?game=nim&start=1,2,4&against=perfect");
    await settled(page);
    // Tab from the top of the page to the table.
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.hasAttribute("data-pile"))) break;
    }
    assert.ok(await page.evaluate(() => document.activeElement?.hasAttribute("data-pile")), "Tab reaches the heaps");
    for (let turn = 0; turn < 10 && !(await over(page)); turn += 1) {
      const heaps = await sizes(page);
      const [place, leave] = nimMove(heaps) ?? assert.fail("we stay winning");
      for (let i = 0; i < 10; i += 1) {
        if ((await page.evaluate(() => document.activeElement.dataset.pile)) === String(place)) break;
        await page.keyboard.press("ArrowRight");
      }
      for (let taken = heaps[place]; taken > leave; taken -= 1) await page.keyboard.press("ArrowDown");
      const before = await position(page);
      await page.keyboard.press("Enter");
      await page.waitForFunction((was) => document.querySelector(".stage").dataset.position !== was, before);
      await settled(page);
      if (!(await over(page)))
        assert.ok(
          await page.evaluate(() => document.activeElement?.hasAttribute("data-pile")),
          "the focus stays on the table",
        );
    }
    assert.equal(await page.locator(".message").textContent(), "You have won!");
    await page.locator(".review").waitFor();
    assert.match(await page.locator(".review").textContent(), /winning from the start/);
  }));

test("the review marks the move that gave the win away", () =>
  on({}, async (page) => {
    await go(page, "/play?game=nim&start=1,2,4&against=perfect");
    await settled(page);
    // 1,2,4 is won by taking one stone of four; taking all four loses.
    await stone(page, 2, 0);
    await confirm(page);
    await settled(page);
    while (!(await over(page))) {
      const heaps = await sizes(page);
      const place = heaps.findIndex((heap) => heap > 0);
      await stone(page, place, heaps[place] - 1);
      await confirm(page);
      await settled(page);
    }
    assert.equal(await page.locator(".message").textContent(), "The machine has won.");
    const losing = page.locator(".review tr.losing");
    await losing.waitFor();
    assert.equal(await losing.count(), 1);
    assert.match(await losing.textContent(), /^1You.*losing move/s);
    assert.match(await losing.textContent(), /1,2,3/, "and tells what was better");
  }));

test("stones are chosen by clicking, illegal moves are explained, hint and undo work", () =>
  on({}, async (page) => {
    await go(page, "/play?game=nim&start=3,5,7&against=medium");
    await settled(page);
    await stone(page, 0, 1);
    await stone(page, 1, 3);
    // From 3,5,7 to 1,3,7 one also comes by taking four from one heap, and the page says so.
    assert.match(await page.locator(".message").textContent(), /1,3,7.*the same as 5 → 1/);
    assert.equal(await page.locator(".taken").count(), 4, "what is taken stays in sight, crossed");
    await stone(page, 1, 4);
    await stone(page, 1, 4);
    assert.match(await page.locator(".message").textContent(), /1,4,7\. ?$/);
    await confirm(page);
    const trouble = page.locator(".play-main .notice");
    await trouble.waitFor();
    const why = await trouble.textContent();
    assert.match(why, /^This is not a move\. .{15,}/);
    assert.equal(await position(page), "3,5,7");
    await page.locator("[data-act=clear]").click();
    assert.equal(await page.locator(".taken").count(), 0);
    await page.locator("[data-act=hint]").click();
    await page.waitForFunction(() => /winning move/.test(document.querySelector(".message").textContent));
    // 3 xor 5 xor 7 = 1: the moves that win take one stone from one heap.
    assert.match(await page.locator(".message").textContent(), /leaves (2,5,7|3,4,7|3,5,6)/);
    await stone(page, 2, 6);
    await confirm(page);
    await page.waitForFunction(() => document.querySelectorAll(".log li").length === 2);
    await settled(page);
    await page.locator("[data-act=undo]").click();
    await page.waitForFunction(() => document.querySelector(".stage").dataset.position === "3,5,7");
    assert.equal(await page.locator(".log li").count(), 0);
  }));

test("the review tells who had the win from the beginning, and two people are not asked who begins", () =>
  on({}, async (page) => {
    await go(page, "/play?game=nim&start=0,0,1&against=people");
    await page.locator("[data-act=confirm]:enabled").waitFor();
    assert.equal(await page.getByText("First move").isVisible(), false);
    await page.locator("[data-pile]").last().focus();
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    const told = await page.locator(".review").innerText();
    assert.match(told, /Player 1 was winning from the start/);
  }));

test("split and delete: parts are chosen by size", () =>
  on({}, async (page) => {
    await go(page, "/play?game=split-and-delete&start=6,8&against=people");
    await settled(page);
    // Split 8 into 4 and 4 by keys, delete 6.
    await page.locator('[data-pile="1"]').focus();
    await page.keyboard.press("s");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    assert.match(await page.locator(".message").textContent(), /1 heap too many/);
    await page.locator('[data-pile="0"]').focus();
    await page.keyboard.press("Delete");
    await confirm(page);
    await page.waitForFunction(() => document.querySelector(".stage").dataset.position === "4,4");
    await settled(page);
    assert.match(await page.locator(".message").textContent(), /Player 2 to move/);
    // With the mouse: split 4 into 1 and 3, delete the 1.
    await page
      .locator(".pile")
      .first()
      .getByRole("button", { name: /Split heap/ })
      .click();
    await page.locator(".split-form input").fill("1");
    await page.locator(".split-form button").click();
    await page
      .locator(".pile")
      .first()
      .getByRole("button", { name: /Delete heap/ })
      .click();
    await confirm(page);
    await page.waitForFunction(() => document.querySelector(".stage").dataset.position === "3,4");
  }));

test("a circle, a line, a board and coins", () =>
  on({}, async (page) => {
    await go(page, "/play?game=circular(6,2)&start=2,1,0,1,3,1&against=people");
    await settled(page);
    assert.equal(await page.locator(".piles.circle .pile").count(), 6);
    await stone(page, 0, 0);
    await stone(page, 4, 0);
    await confirm(page);
    await page.locator(".play-main .notice:not([hidden])").waitFor();
    await page.locator("[data-act=clear]").click();
    await stone(page, 0, 0);
    await stone(page, 1, 0);
    await confirm(page);
    await page.waitForFunction(() => document.querySelector(".stage").dataset.position === "0,0,0,1,3,1");

    await go(page, "/play?game=path-nim(3,2)&start=1,2,3&against=people");
    await settled(page);
    assert.equal(await page.locator(".piles.line .pile").count(), 3);
    await stone(page, 2, 1);
    await confirm(page);
    await page.waitForFunction(() => document.querySelector(".stage").dataset.position === "1,2,1");

    await go(page, "/play?game=grid-nim(3,3)&against=people");
    await settled(page);
    for (const cell of ["0,0", "0,1"]) await page.locator(`[data-cell="${cell}"]`).click();
    await confirm(page);
    await page.waitForFunction(() => document.querySelector(".stage").dataset.position === "..#/###/###");
    await settled(page);
    for (const cell of ["1,0", "1,2"]) await page.locator(`[data-cell="${cell}"]`).click();
    await confirm(page);
    await page.locator(".play-main .notice:not([hidden])").waitFor();

    await go(page, "/play?game=turning-turtles-2d(3,3)&start=..%23/.../...&against=people");
    await settled(page);
    // Turn the corners of the rectangle from the top right to the bottom left, by keys.
    await page.locator(`[data-cell="0,0"]`).focus();
    for (const key of [
      "Space",
      "ArrowRight",
      "ArrowRight",
      "Space",
      "ArrowDown",
      "ArrowDown",
      "Space",
      "ArrowLeft",
      "ArrowLeft",
      "Space",
      "Enter",
    ])
      await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector(".stage").dataset.position === "#../.../#.#");
  }));

test("stones that are put on another heap: Lim", () =>
  on({}, async (page) => {
    await go(page, "/play?game=lim&start=3,5,7&against=people");
    await settled(page);
    await stone(page, 0, 2);
    await stone(page, 1, 4);
    await page.getByRole("button", { name: "Put a stone on heap c" }).click();
    await confirm(page);
    await page.waitForFunction(() => document.querySelector(".stage").dataset.position === "2,4,8");
  }));

test("study mode hides the answers, and tells in the end what was guessed right", () =>
  on({}, async (page) => {
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await go(page, "/play?game=nim&start=0,1,1&against=perfect&study=1");
    await settled(page);
    assert.equal(await page.locator("[data-act=hint]").count(), 0);
    assert.equal(await page.getByText("Who is winning?").count(), 0);
    assert.ok(!asked.includes("/api/value"), "the answer is not even asked for");
    await page.keyboard.press("h");
    await page.locator('[data-guess="P"]').click();
    assert.equal(await page.locator('[data-guess="P"]').getAttribute("aria-pressed"), "true");
    const heaps = await sizes(page);
    await stone(page, heaps.indexOf(1), 0);
    await confirm(page);
    await page.locator(".review").waitFor();
    assert.match(await page.locator(".review").textContent(), /1 of your 1 guesses were right/);
  }));

test("misère: who takes last loses; the machine can begin; the address keeps the game", () =>
  on({}, async (page) => {
    await go(page, "/play?game=nim&start=0,0,1&misere=1&against=people");
    await settled(page);
    await stone(page, (await sizes(page)).indexOf(1), 0);
    await confirm(page);
    await page.locator(".stage[data-state=over]").waitFor();
    assert.equal(await page.locator(".message").textContent(), "Player 2 has won!");
    await go(page, "/play?game=nim&start=3,5,7&against=perfect&first=machine");
    await page.waitForFunction(() => document.querySelectorAll(".log li").length === 1);
    await settled(page);
    const now = await position(page);
    assert.equal(
      now
        .split(",")
        .map(Number)
        .reduce((a, b) => a ^ b),
      0,
      "the perfect machine leaves a P-position",
    );
    await page.reload();
    await page.locator("main[data-ready]").waitFor();
    await settled(page);
    assert.equal(await position(page), now);
  }));

test("strengths differ, and a new game can be set up", () =>
  on({}, async (page) => {
    await go(page, "/play?game=nim");
    await settled(page);
    for (const name of ["Easy", "Medium", "Perfect", "Two people"])
      await page.getByRole("radio", { name }).waitFor({ state: "attached" });
    await page.getByRole("radio", { name: "Easy" }).check();
    await page.locator('[data-size="small"]').click();
    await page.waitForURL(/against=easy/);
    await settled(page);
    await page.getByLabel("Game", { exact: true }).selectOption("wythoff");
    await page.waitForURL(/game=wythoff/);
    await settled(page);
    await page.getByLabel("Start", { exact: true }).fill("4,6");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.waitForURL(/start=4,6/);
    await settled(page);
    assert.deepEqual(await sizes(page), [4, 6]);
  }));
