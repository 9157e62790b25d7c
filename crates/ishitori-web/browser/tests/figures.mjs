// Games on figures: one of each kind is played on the drawing, with the mouse and by keys alone; explored, typed and checked.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { axe, go, on } from "../open.mjs";

const settled = (page) => page.locator(".stage[data-state=ready], .stage[data-state=over]").waitFor();
const position = (page) => page.locator(".stage").getAttribute("data-position");
const over = async (page) => (await page.locator(".stage").getAttribute("data-state")) === "over";
const thing = (page, name) => page.locator(`[data-thing="${name}"]`);
const moved = (page, before) =>
  page.waitForFunction((was) => document.querySelector(".stage").dataset.position !== was, before);

async function shot(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Opens a table for two people. */
async function open(page, game, start) {
  await go(page, `/play?game=${encodeURIComponent(game)}&start=${encodeURIComponent(start)}&against=people`);
  await settled(page);
}

/** Chooses things one after the other; the move is made with the last, or by Enter. */
async function play(page, names, enter = false) {
  const before = await position(page);
  for (const name of names) await thing(page, name).click();
  if (enter) await page.keyboard.press("Enter");
  await moved(page, before);
  await settled(page);
}

test("Node Kayles on a path: the vertex that is clicked is taken with its neighbours", () =>
  on({}, async (page) => {
    await open(page, "node-kayles", "path(7)");
    assert.equal(await page.locator(".thing[data-thing^='p:']").count(), 7);
    await thing(page, "p:4").click();
    // What would go is marked, and the likeliest move stands first.
    assert.deepEqual(
      await page.locator(".thing.changes[data-thing^='p:']").evaluateAll((all) => all.map((node) => node.dataset.thing)),
      ["p:3", "p:4", "p:5"],
    );
    assert.match(await page.locator(".message").textContent(), /takes away 3, 4, 5/);
    await shot(page, "node-kayles-chosen");
    await page.locator("[data-act=confirm]").click();
    await moved(page, "path(7)");
    await settled(page);
    assert.equal(await position(page), "path(7) without 3,4,5");
    assert.equal(await page.locator(".thing[data-thing^='p:']").count(), 4);
    // 1 and 2 are left with 6 and 7: whichever of two is taken, the other goes too, so one click is a move.
    await play(page, ["p:2"]);
    await play(page, ["p:6"]);
    assert.ok(await over(page));
    assert.equal(await page.locator(".message").textContent(), "Player 1 has won!");
    await page.locator(".review").waitFor();
    assert.match(await page.locator(".review").textContent(), /takes away 3, 4, 5/);
  }));

test("Chomp on a poset by keys alone, won against the perfect machine", () =>
  on({}, async (page) => {
    await go(page, "/play?game=chomp-on-posets&start=chomp(3,3)&against=perfect");
    await settled(page);
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.hasAttribute("data-thing"))) break;
    }
    assert.ok(await page.evaluate(() => document.activeElement?.hasAttribute("data-thing")), "Tab reaches the drawing");
    await shot(page, "chomp");
    for (let turn = 0; turn < 10 && !(await over(page)); turn += 1) {
      const before = await position(page);
      // What wins is told by the server; the arrows go there.
      const winning = await page.evaluate(async () => {
        const now = encodeURIComponent(document.querySelector(".stage").dataset.position);
        const { picture, options } = await (await fetch(`/api/options?game=chomp-on-posets&position=${now}`)).json();
        const left = (drawn) => drawn.points.map(({ label }) => label);
        const best = options.find((option) => option.winning);
        return left(picture).filter((label) => !left(best.picture).includes(label));
      });
      // The lowest of what goes means the move.
      const spot = winning.sort()[0];
      await thing(page, `p:${spot}`).focus();
      await page.keyboard.press("Space");
      if ((await position(page)) === before && (await page.locator(".message").textContent()).includes("Enter"))
        await page.keyboard.press("Enter");
      await moved(page, before);
      await settled(page);
      if (!(await over(page)))
        assert.ok(
          await page.evaluate(() => document.activeElement?.hasAttribute("data-thing")),
          "the focus stays on the drawing",
        );
    }
    assert.equal(await page.locator(".message").textContent(), "You have won!");
  }));

test("the arrows go from thing to thing, Escape takes back, the list plays", () =>
  on({}, async (page) => {
    await open(page, "node-kayles", "grid(3,3)");
    await thing(page, "p:1").focus();
    const at = () => page.evaluate(() => document.activeElement.dataset.thing);
    await page.keyboard.press("ArrowRight");
    assert.match(await at(), /^[pl]:/);
    assert.notEqual(await at(), "p:1");
    await thing(page, "p:5").focus();
    await page.keyboard.press("Space");
    assert.equal(await thing(page, "p:5").getAttribute("aria-pressed"), "true");
    await page.keyboard.press("Escape");
    assert.equal(await thing(page, "p:5").getAttribute("aria-pressed"), "false");
    assert.equal(await page.locator("[data-option]").count(), 9);
    await page.locator("[data-option]").nth(3).focus();
    assert.ok((await page.locator(".thing.changes").count()) > 2, "pointed at, an option shows on the drawing");
    await page.keyboard.press("Enter");
    await moved(page, "grid(3,3)");
  }));

test("LCTR on a diagram, by clicking squares", () =>
  on({}, async (page) => {
    await open(page, "lctr-diagrams", "4,3,1");
    await shot(page, "lctr");
    // A square of the first row but the first means the row.
    await play(page, ["c:0,2"]);
    assert.equal(await position(page), "3,1");
    await play(page, ["c:1,0"]);
    assert.equal(await position(page), "2");
    await thing(page, "c:0,0").click();
    assert.match(await page.locator(".message").textContent(), /2 moves are left/);
    await page.locator('[data-option="1"]').click();
    await moved(page, "2");
    await settled(page);
    await play(page, ["c:0,0"]);
    assert.ok(await over(page));
  }));

test("hooks are called by their corners", () =>
  on({}, async (page) => {
    await open(page, "sato-hooks", "3,2,1");
    // No other hook has a square or a rim there, so it is taken at once; that of the second row is told apart by Enter.
    await play(page, ["c:0,0"]);
    assert.equal(await position(page), "1");
    await open(page, "sato-hooks", "4,3,1");
    await thing(page, "c:1,0").click();
    assert.match(await page.locator(".message").textContent(), /leaves 4\./);
  }));

test("Cram on a 3x3 board: two cells are a domino", () =>
  on({}, async (page) => {
    await open(page, "cram(3,3)", ".../.../...");
    await thing(page, "c:1,1").click();
    assert.equal(await page.locator("[data-option]").count(), 4);
    await shot(page, "cram-chosen");
    await thing(page, "c:1,2").click();
    await moved(page, ".../.../...");
    await settled(page);
    assert.equal(await position(page), ".../.##/...");
    await play(page, ["c:0,0", "c:0,1"]);
    assert.equal(await position(page), "##./.##/...");
    // A full cell changes in no move.
    await thing(page, "c:1,1").click();
    assert.equal(await position(page), "##./.##/...");
    await play(page, ["c:2,1", "c:2,2"]);
    await play(page, ["c:1,0"]);
    assert.ok(await over(page));
    assert.equal(await page.locator(".message").textContent(), "Player 2 has won!");
  }));

test("coins are turned over, pins knocked down, crosses put", () =>
  on({}, async (page) => {
    await open(page, "turning-corners(3,3)", ".../.../..#");
    await shot(page, "coins");
    await thing(page, "c:0,1").click();
    await moved(page, ".../.../..#");
    await settled(page);
    assert.equal(await position(page), ".##/.../.#.");
    await open(page, "ruler-coins(6)", "....#.");
    await thing(page, "c:0,2").click();
    await thing(page, "c:0,2").click();
    await play(page, ["c:0,4", "c:0,3"], true);
    assert.equal(await position(page), "...#..");
    await open(page, "kayles-on-boards(2,2)", "##/##");
    await play(page, ["c:0,0"], true);
    assert.equal(await position(page), ".#/##");
    await play(page, ["c:0,1", "c:1,1"]);
    assert.equal(await position(page), "../#.");
    await open(page, "notakto", ".../.../...");
    await play(page, ["c:1,1"]);
    assert.equal(await position(page), ".../.#./...");
  }));

test("a token walks to the vertex that is clicked", () =>
  on({}, async (page) => {
    await open(page, "vertex-geography", "grid(3,3) at 1");
    assert.equal(await page.locator(".token").count(), 1);
    await shot(page, "geography");
    await play(page, ["p:2"]);
    assert.match(await position(page), /at 2$/);
    await play(page, ["p:5"]);
    assert.match(await position(page), /at 5$/);
    assert.match(await page.locator(".log").innerText(), /walks to 2/);
  }));

test("edges can be chosen", () =>
  on({}, async (page) => {
    await open(page, "arc-kayles", "path(6)");
    await thing(page, "l:3|4").click({ force: true });
    assert.match(await page.locator(".message").textContent(), /takes away 3, 4/);
  }));

test("explore: every option is told, shown when pointed at, and any position can be typed", () =>
  on({}, async (page) => {
    page.expected.push(/Failed to load resource.*400/);
    await go(page, "/explore?game=node-kayles&at=path(5)");
    await page.locator(".details .outcome").waitFor();
    const chips = page.locator(".details .chip");
    assert.ok((await chips.count()) >= 5);
    assert.match(await page.locator(".details .chip.winning").first().textContent(), /★/);
    await chips.last().hover();
    assert.ok((await page.locator(".thing.changes").count()) > 0);
    await shot(page, "explore-graph");
    const field = page.locator(".controls").getByLabel("Position");
    await field.fill("petersen");
    await page.keyboard.press("Enter");
    await page.locator(".thing[data-thing='p:10']").waitFor();
    assert.equal(await page.locator(".thing[data-thing^='p:']").count(), 10);
    assert.equal(await page.locator(".thing[data-thing^='l:']").count(), 15);
    await page.locator(".details .outcome").waitFor();
    await shot(page, "explore-petersen");
    // By keys: Enter goes where the drawing shows.
    await thing(page, "p:6").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".thing.chosen").count(), 0);
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.locator(".stage[data-position='petersen without 1,6,8,9']").waitFor();
    await page.locator(".details .outcome").waitFor();
    await field.fill("nonsense");
    await page.keyboard.press("Enter");
    await page.locator(".details .notice").waitFor();
    assert.match(await page.locator(".details .notice").textContent(), /nonsense/);
  }));

test("a formula is checked on a list of positions", () =>
  on({}, async (page) => {
    await go(page, "/work?game=node-kayles&formula=grundy%20%3D%20m%20mod%202&on=grid(2,1..6)");
    await page.getByLabel("Claim", { exact: true }).selectOption("");
    await page.locator("[data-act=start]").click();
    await page.locator(".jobs .badge.holds").first().waitFor();
    assert.match(await page.locator(".jobs").innerText(), /grid\(2,1\.\.6\)/);
  }));

const VIEWS = {
  graph: "/play?game=node-kayles&start=grid(3,4)&against=people",
  poset: "/play?game=chomp-on-posets&start=chomp(3,4)&against=people",
  diagram: "/play?game=lctr-diagrams&start=6,4,3,1&against=people",
  cells: "/play?game=cram&start=..../.%23%23./..../....&against=people",
  coins: "/play?game=turning-corners(5,5)&start=...../..%23../...../.%23..%23/....%23&against=people",
  explore: "/explore?game=vertex-geography",
};

for (const colorScheme of ["light", "dark"])
  for (const [size, options] of [
    ["desktop", {}],
    ["phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ])
    test(`looks: ${colorScheme}, ${size}`, () =>
      on({ colorScheme, ...options, locale: size === "phone" ? "ja-JP" : "en-GB" }, async (page) => {
        for (const [name, path] of Object.entries(VIEWS)) {
          await go(page, path);
          await page.locator(".thing:not([data-thing^='l:'])").first().waitFor();
          await page.locator(name === "explore" ? ".details .outcome" : "[data-act=confirm]:enabled").waitFor();
          const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          assert.ok(wide[0] <= wide[1], `${name} is ${wide[0]} wide in a window of ${wide[1]}`);
          const keys = await page.evaluate(() => document.body.innerText.match(/\b(?:figure|thing)-[a-z]+\b/g));
          assert.equal(keys, null, `${name}: ${keys}`);
          await shot(page, `${name}-${size}-${colorScheme}`);
          if (size === "phone") continue;
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() =>
            window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }),
          );
          const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].any[0]?.message ?? ""}`);
          assert.deepEqual(told, [], name);
        }
      }));
