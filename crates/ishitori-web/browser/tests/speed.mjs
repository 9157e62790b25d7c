// How soon the map stands, and how smoothly it moves. The numbers are for the log; what is asserted is generous,
// because other people's work on the same machine must not make the tests fail.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { go, on, painted } from "../open.mjs";

/** Another server, just started: nothing is solved, nothing is kept. */
async function cold() {
  const child = spawn(process.env.ISHITORI, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise((found, lost) => {
    const look = (part) => {
      said += part;
      const url = /http:\/\/[\d.:]+/.exec(said);
      if (url) found(url[0]);
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.on("exit", () => lost(new Error(said)));
  });
  return {
    address,
    stop: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}

test("first paint of Wythoff's Nim, 1000 by 1000, from a server that has just come up", async (t) => {
  const server = await cold();
  try {
    await on({}, async (page) => {
      const start = performance.now();
      await page.goto(`${server.address}/explore?game=wythoff&to=1000`);
      await page.locator("canvas.map[data-painted]").waitFor();
      const all = performance.now() - start;
      const times = (name) => page.evaluate((mark) => performance.getEntriesByName(mark)[0].startTime, name);
      const [first, inside] = [await times("map-first"), await times("map-painted")];
      const z = await page.evaluate(() => Number(new URLSearchParams(location.search).get("z")));
      t.diagnostic(
        `first paint of wythoff 1000 x 1000: ${first.toFixed(0)} ms after navigation, ` +
          `with every cell ${inside.toFixed(0)} ms (${all.toFixed(0)} ms as the test sees it)`,
      );
      assert.ok(inside < 8000, `${inside} ms`);
      assert.ok(Number.isFinite(z));
    });
  } finally {
    await server.stop();
  }
});

test("frames while panning over thousands of cells", (t) =>
  on({}, async (page) => {
    // The time that our own work takes in each frame.
    await page.addInitScript(() => {
      window.frame = window.requestAnimationFrame.bind(window);
      window.drawing = [];
      window.requestAnimationFrame = (draw) =>
        window.frame((now) => {
          const start = performance.now();
          draw(now);
          window.drawing.push(performance.now() - start);
        });
    });
    await go(page, "/explore?game=wythoff&z=1");
    await painted(page);
    const frames = async (steps, length) => {
      const box = await page.locator("canvas.map").boundingBox();
      const [x, y] = [box.x + box.width - 80, box.y + box.height - 40];
      await page.evaluate(() => {
        window.times = [];
        let last = performance.now();
        const tick = (now) => {
          window.times.push(now - last);
          last = now;
          window.ticking = window.frame(tick);
        };
        window.ticking = window.frame(tick);
      });
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let i = 1; i <= steps; i += 1) await page.mouse.move(x - i * length, y - i * length * 0.6);
      await page.mouse.up();
      return page.evaluate(() => {
        cancelAnimationFrame(window.ticking);
        return window.times.slice(1).sort((a, b) => a - b);
      });
    };
    await frames(60, 6);
    await painted(page);
    const times = [...(await frames(90, 6)), ...(await frames(90, 5))].sort((a, b) => a - b);
    const [median, p95] = [times[times.length >> 1], times[Math.floor(times.length * 0.95)]];
    const drawing = await page.evaluate(() => window.drawing.sort((a, b) => a - b));
    t.diagnostic(
      `panning: ${times.length} frames, median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; drawing a frame: median ${drawing[drawing.length >> 1]?.toFixed(2)} ms, p95 ${drawing[Math.floor(drawing.length * 0.95)]?.toFixed(2)} ms`,
    );
    assert.ok(times.length > 60 && median < 100, `median ${median}`);
  }));
