// Games on single heaps: the card, the plot with its values and period, downloads, play by mouse and by keys, a rule of
// one's own, and what cannot be worked at. Values are computed here from the rules of the games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, go, on } from "../open.mjs";

/** Values by definition; `options(n)` lists what a heap may become. */
function valuesOf(to, options) {
  const values = [];
  for (let heap = 0; heap <= to; heap += 1) {
    const seen = new Set(options(heap).map((parts) => parts.reduce((sum, part) => sum ^ values[part], 0)));
    let value = 0;
    while (seen.has(value)) value += 1;
    values.push(value);
  }
  return values;
}
const splits = (left) => (left < 0 ? [] : Array.from({ length: left + 1 }, (_, first) => [first, left - first]));
const kayles = valuesOf(250, (heap) => [...splits(heap - 1), ...splits(heap - 2)]);
const grundy = valuesOf(120, (heap) => splits(heap).filter(([a, b]) => a > 0 && b > 0 && a !== b));

const painted = (page, count) => page.locator(`canvas.map[data-painted="${count}"]`).waitFor();
/** Where a heap is along the canvas; LEFT and RIGHT as in map/plot.js. */
async function spot(page, heap, first, last) {
  const box = await page.locator("canvas.map").boundingBox();
  return [box.x + 46 + ((heap - first) * (box.width - 58)) / (last - first), box.y + box.height / 2];
}
const settled = (page) => page.locator(".stage[data-state=ready], .stage[data-state=over]").waitFor();
const over = async (page) => (await page.locator(".stage").getAttribute("data-state")) === "over";
const heaps = async (page) => (await page.locator(".stage").getAttribute("data-position")).split(",").map(Number);

test("the plot tells the true value of every heap that is pointed at, and the period", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=kayles");
    await painted(page, 201);
    for (const heap of [0, 1, 9, 57, 123, 200]) {
      await page.mouse.move(...(await spot(page, heap, 0, 200)));
      const text = await page.locator(".readout").textContent();
      const outcome = kayles[heap] === 0 ? "P" : "N";
      assert.equal(text, `Heap of ${heap} – ${outcome}, Grundy value ${kayles[heap]}`);
    }
    // Guy and Smith: period 12 from 71 on.
    assert.match(await page.locator(".period").textContent(), /proved.*From heap 71 on.*period 12.*checker has accepted/s);
    await page.getByLabel("Heaps up to").fill("50");
    await painted(page, 51);
    await page.waitForURL(/to=50/);
    await page.reload();
    await painted(page, 51);
  }));

test("keys move the cursor and zoom; a chosen heap shows its moves", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=kayles&to=60");
    await painted(page, 61);
    await page.locator("canvas.map").focus();
    for (let i = 0; i < 6; i += 1) await page.keyboard.press("ArrowRight");
    assert.match(await page.locator(".readout").textContent(), /Heap of 5 – N, Grundy value 4/);
    await page.keyboard.press("Enter");
    await page.locator(".details .outcome").waitFor();
    assert.match(await page.locator(".details").textContent(), /⟨5⟩.*5 options/s);
    await page.waitForURL(/at=5/);
    await page.keyboard.press("+");
    await page.waitForURL(/last=/);
    await page.keyboard.press("End");
    assert.match(await page.locator(".readout").textContent(), new RegExp(`Heap of 60 .*value ${kayles[60]}$`));
    await page.getByRole("textbox", { name: "Position", exact: true }).fill("5,8");
    await page.getByRole("button", { name: "Show this position" }).click();
    await page.locator("h2.position", { hasText: "⟨5, 8⟩" }).waitFor();
    assert.match(await page.locator(".facts").textContent(), new RegExp(`Grundy value${kayles[5] ^ kayles[8]}`));
  }));

test("the sequence can be downloaded, and too large a heap is refused with its limit", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=grundys-game&to=100");
    await painted(page, 101);
    const href = await page.locator("[data-format=csv]").getAttribute("href");
    const text = await page.evaluate((address) => fetch(address).then((answer) => answer.text()), href);
    assert.deepEqual(
      text.trim().split("\n"),
      ["n,grundy", ...grundy.slice(0, 101).map((value, heap) => `${heap},${value}`)],
    );
    for (const format of ["png", "svg", "bfile", "json"]) {
      const address = await page.locator(`[data-format=${format}]`).getAttribute("href");
      assert.equal(await page.evaluate((to) => fetch(to).then((answer) => answer.status), address), 200, format);
    }
    assert.match(await page.locator(".period").textContent(), /No period is proved/);
    page.expected.push(/413/);
    await page.getByLabel("Heaps up to").fill("99999999");
    await page.locator(".notice:visible").waitFor();
    assert.match(await page.locator(".notice").first().textContent(), /single heap.*20,000/);
  }));

test("cards tell the values and the period", () =>
  on({}, async (page) => {
    await go(page, "/?kind=single");
    const cards = page.locator(".card");
    assert.equal(await cards.count(), await page.locator(".card .values").count());
    const kayles = page.locator("[data-game=kayles]");
    await kayles.locator(".values summary").click();
    await kayles.getByText("from heaps of 71 on").or(kayles.locator(".period")).first().waitFor();
    assert.match(await kayles.locator(".values").innerText(), /0 1 2 3 1 4 3 2 1 4 2 6[\s\S]*71[\s\S]*12/);
    assert.equal(await kayles.locator("a[href^='/work']").count(), 0);
  }));

test("cards lead there, and other arguments can be given", () =>
  on({}, async (page) => {
    await go(page, "/?q=kayles");
    const card = page.locator('.card[data-game="kayles"]');
    assert.match(await card.textContent(), /Take one stone or two from a heap/);
    assert.ok(await card.locator("img").evaluate((image) => image.decode().then(() => image.naturalWidth > 20)));
    await card.getByRole("link", { name: "Explore" }).click();
    await painted(page, 201);
    await go(page, "/explore?game=octal(0.77)&to=80");
    await painted(page, 81);
    assert.match(await page.locator(".period").textContent(), /period 12/);
    await go(page, "/explore?game=subtraction([1,5,7])&to=80");
    await painted(page, 81);
    assert.match(await page.locator(".period").textContent(), /From heap 0 on.*period 2/);
  }));

/** A heap and what to leave of it so that the values cancel out. */
function winning(all) {
  const sum = all.reduce((a, heap) => a ^ kayles[heap], 0);
  for (const [place, heap] of all.entries()) {
    for (const parts of [...splits(heap - 1), ...splits(heap - 2)]) {
      if ((sum ^ kayles[heap] ^ kayles[parts[0]] ^ kayles[parts[1]]) !== 0) continue;
      const left = parts.filter((part) => part > 0).sort((a, b) => a - b);
      return [place, left.length ? left.join(",") : "0"];
    }
  }
  return assert.fail(`${all} is lost`);
}

test("a game of Kayles by mouse, won against the perfect machine", () =>
  on({}, async (page) => {
    await go(page, "/play?game=kayles&start=5,8&against=perfect");
    await settled(page);
    for (let turn = 0; turn < 12 && !(await over(page)); turn += 1) {
      const now = await heaps(page);
      const [place, left] = winning(now);
      await page.locator(`[data-pile="${place}"]`).click();
      await page.locator(`[data-left="${left}"]`).click();
      assert.match(await page.locator(".message").textContent(), /would leave/);
      await page.locator("[data-act=confirm]").click();
      await page.waitForFunction((was) => document.querySelector(".stage").dataset.position !== was, now.join(","));
      await settled(page);
    }
    assert.equal(await page.locator(".message").textContent(), "You have won!");
    await page.locator(".review").waitFor();
  }));

test("two people play Grundy's game by keys alone; taking back works", () =>
  on({}, async (page) => {
    await go(page, "/play?game=grundys-game&start=3,4&against=people");
    await settled(page);
    await page.locator('[data-pile="0"]').focus();
    await page.keyboard.press("Enter");
    await page.locator('[data-left="1,2"]').waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.locator('.stage[data-position="1,2,4"][data-state=ready]').waitFor();
    assert.match(await page.locator(".log").textContent(), /3 → 1, 2/);
    assert.ok(await page.evaluate(() => document.activeElement?.hasAttribute("data-pile")), "the focus stays");
    await page.locator('[data-pile="0"]').click();
    await page.locator(".ways", { hasText: "cannot be changed" }).waitFor();
    await page.locator('[data-pile="2"]').focus();
    await page.keyboard.press("Enter");
    await page.locator('[data-left="1,3"]').waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("[data-left]").count(), 0);
    await page.keyboard.press("u");
    await page.locator('.stage[data-position="3,4"][data-state=ready]').waitFor();
  }));

test("a rule of one's own is plotted, and leads to explore and play", () =>
  on({}, async (page) => {
    const text = "game g\nheap n\noption [x] + [y] where x + y = n, x != y\n";
    await go(page, `/write?text=${encodeURIComponent(text)}`);
    await page.locator("[data-act=run]").click();
    await painted(page, 101);
    const zero = grundy.slice(0, 101).flatMap((value, heap) => (value === 0 ? [String(heap)] : []));
    assert.deepEqual(await page.locator(".p-list a").allTextContents(), zero);
    await page.locator(".results").getByRole("link", { name: "Play", exact: true }).click();
    await settled(page);
    assert.equal(await page.locator("[data-pile]").count(), 2);
  }));

test("what cannot be worked at is said, not tried", () =>
  on({}, async (page) => {
    page.expected.push(/400/);
    for (const kind of ["check", "prove", "discover"]) {
      await go(page, `/work?game=kayles&kind=${kind}&formula=P`);
      assert.match(await page.locator(".notice").first().textContent(), /single heaps/);
      await page.locator("[data-act=start]").click();
      await page.locator(".job", { hasText: "its sequence tells its values" }).waitFor();
    }
  }));

test("Japanese, on a phone, and accessible", () =>
  on({ locale: "ja-JP", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
    for (const [path, words] of [
      ["/explore?game=kayles", /周期 12/],
      ["/play?game=kayles&start=5,8&against=people", /もう一度 Enter で着手/],
      ["/work?game=kayles", /一つの山ごとに/],
    ]) {
      await go(page, path);
      if (path.startsWith("/explore")) await painted(page, 201);
      if (path.startsWith("/play")) {
        await settled(page);
        await page.locator('[data-pile="1"]').click();
        await page.locator("[data-left]").first().waitFor();
      }
      assert.match(await page.locator("main").textContent(), words);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} sticks out by ${wide}`);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }),
      );
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
        [],
        path,
      );
    }
  }));
