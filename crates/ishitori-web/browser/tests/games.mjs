// Every game of the catalogue opens everywhere: its map is painted, its table is laid and a hint is given.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, go, on } from "../open.mjs";

const games = await ask("games");
const FIGURES = ["graph", "poset", "diagram", "cells", "coins"];

/** Goes to another view as a link does, without loading the page again. */
const walk = (page, path) => page.evaluate((to) => import("/assets/app.js").then((app) => app.go(to)), path);

test("explore", () =>
  on({}, async (page) => {
    await go(page, "/");
    for (const { name, kind } of games) {
      await walk(page, `/explore?game=${name}&what=outcome&z=16`);
      await page.locator("main[data-ready=explore]").waitFor();
      if (kind === "board" || FIGURES.includes(kind)) await page.locator(".details .outcome").waitFor();
      else await page.locator("canvas.map[data-painted]").waitFor();
      assert.equal(await page.locator(".notice:visible").count(), 0, name);
    }
  }));

test("play: the table shows the start, and a hint helps", () =>
  on({}, async (page) => {
    await go(page, "/");
    for (const { name, kind } of games) {
      await walk(page, `/play?game=${name}&against=people`);
      await page.locator("main[data-ready=play] .stage[data-state=ready]").waitFor();
      const position = await page.locator(".stage").getAttribute("data-position");
      assert.equal(position, (await ask(`game?game=${name}`)).start, name);
      if (FIGURES.includes(kind)) {
        const { points, rows } = (await ask(`game?game=${name}`)).picture;
        const expected = points?.length ?? rows.join("").replaceAll(" ", "").length;
        assert.equal(await page.locator("[data-thing^='p:'], [data-thing^='c:']").count(), expected, name);
      } else {
        const drawn = kind === "board" ? ".cell" : "[data-pile]";
        const expected = kind === "board" ? position.replaceAll("/", "").length : position.split(",").length;
        assert.equal(await page.locator(drawn).count(), expected, name);
      }
      // The hint tells a winning move, or that there is none.
      await page.locator("[data-act=hint]").click();
      await page.waitForFunction(() =>
        /winning move|No move wins/.test(document.querySelector(".message").textContent),
      );
    }
  }));
