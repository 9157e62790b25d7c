// The map: its values against a computation made here, hover, click, marks, axes, sliders, downloads, and an
// address that holds it all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { go, on, painted, readout, spot, URL_, view } from "../open.mjs";
import { misere, table, wythoffMoves } from "../truth.mjs";

const wythoff = table(80, wythoffMoves);

/** The colour in the middle of every cell in view, as the canvas has it: true where black. */
const blacks = (page, rows, columns) =>
  page.evaluate(
    ({ rows, columns }) => {
      const canvas = document.querySelector("canvas.map");
      const pen = canvas.getContext("2d");
      const dense = canvas.width / canvas.getBoundingClientRect().width;
      const values = new URLSearchParams(location.search);
      const z = Number(values.get("z"));
      const found = [];
      for (let row = 0; row < rows; row += 1) {
        found.push([]);
        for (let column = 0; column < columns; column += 1) {
          const [r, g, b] = pen.getImageData(
            Math.floor((46 + (column + 0.5) * z) * dense),
            Math.floor((22 + (row + 0.5) * z) * dense),
            1,
            1,
          ).data;
          found[row].push(r + g + b < 40);
        }
      }
      return found;
    },
    { rows, columns },
  );

test("the values under the cursor are the Grundy values of Wythoff's Nim", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=wythoff&z=12&x=0&y=0");
    await painted(page);
    for (const [row, column] of [
      [0, 0],
      [1, 2],
      [3, 5],
      [4, 7],
      [6, 8],
      [7, 7],
      [10, 3],
      [20, 31],
      [40, 11],
      [33, 33],
    ]) {
      const text = await readout(page, row, column);
      const value = wythoff[row][column];
      assert.match(text, new RegExp(`⟨${row}, ${column}⟩`));
      assert.match(text, new RegExp(`Grundy value ${value}$`), `${row},${column}: ${text}`);
      assert.match(text, value === 0 ? /– P,/ : /– N,/);
    }
  }));

test("what is drawn is black exactly at the P-positions", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=wythoff&z=8&x=0&y=0");
    await painted(page);
    const drawn = await blacks(page, 60, 70);
    drawn.forEach((cells, row) =>
      cells.forEach((black, column) => assert.equal(black, wythoff[row][column] === 0, `${row},${column}`)),
    );
  }));

test("three heaps: the slider moves the plane, any two axes can be shown", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=nim&z=14");
    await painted(page);
    const slider = page.getByLabel("h[3]");
    await slider.fill("13");
    await page.waitForURL(/fix=h\[3\]:13/);
    await painted(page);
    for (const [row, column] of [
      [0, 13],
      [5, 8],
      [9, 4],
      [6, 6],
      [21, 30],
    ]) {
      assert.match(
        await readout(page, row, column),
        new RegExp(`⟨${row}, ${column}, 13⟩.*Grundy value ${row ^ column ^ 13}$`),
      );
    }
    await page.getByLabel("Down").selectOption("h[3]");
    await page.waitForURL(/axes=h\[3\],h\[2\]/);
    await painted(page);
    assert.match(await readout(page, 5, 6), /⟨0, 6, 5⟩.*Grundy value 3$/);
  }));

test("circular Nim on any two of its heaps, with the others at their sizes", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=circular(4,2)&axes=h[1],h[3]&fix=h[2]:3,h[4]:3&what=outcome&z=16");
    await painted(page);
    // P exactly if opposite heaps are equal.
    for (const [row, column] of [
      [0, 0],
      [4, 4],
      [4, 5],
      [7, 7],
      [2, 9],
    ]) {
      assert.match(await readout(page, row, column), row === column ? /– P$/ : /– N$/);
    }
  }));

test("misère play shows its own outcomes", () =>
  on({}, async (page) => {
    const lost = misere(40, wythoffMoves);
    await go(page, "/explore?game=wythoff&z=16");
    await painted(page);
    await page.getByRole("radio", { name: "Misère" }).check();
    await page.waitForURL(/misere=1/);
    await painted(page);
    for (const [row, column] of [
      [0, 0],
      [0, 1],
      [1, 2],
      [2, 2],
      [3, 5],
      [4, 7],
      [6, 10],
    ]) {
      assert.match(await readout(page, row, column), lost[row][column] ? /– P$/ : /– N$/, `${row},${column}`);
    }
  }));

test("a click shows value, options and winning moves, on the map too", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=wythoff&z=20");
    await painted(page);
    await page.mouse.click(...(await spot(page, 6, 8)));
    await page.locator("canvas[data-marks]").waitFor();
    const panel = page.locator(".details");
    const options = new Set(wythoffMoves(6, 8).map((pair) => pair.sort((a, b) => a - b).join(",")));
    const winning = [...options].filter((text) => wythoff[text.split(",")[0]][text.split(",")[1]] === 0);
    assert.equal(await panel.locator(".position").textContent(), "⟨6, 8⟩");
    assert.match(await panel.textContent(), new RegExp(`Grundy value\\s*${wythoff[6][8]}`));
    const shown = await panel
      .locator("details .chips .chip")
      .evaluateAll((chips) => chips.map((chip) => chip.textContent));
    assert.equal(shown.length, options.size);
    const stars = await panel.locator("h3 + .chips .chip.winning").allTextContents();
    assert.deepEqual(stars.map((text) => /[\d,]+/.exec(text)[0]).sort(), winning.sort());
    // Marks: the position and each option once or, if its heaps differ, twice.
    const twice = (text) => (new Set(text.split(",")).size === 2 ? 2 : 1);
    const marks = 2 + [...options].reduce((sum, text) => sum + twice(text), 0);
    assert.equal(Number(await page.locator("canvas.map").getAttribute("data-marks")), marks);
    // An option can be followed.
    await panel.locator(".chip.winning").first().click();
    await page.waitForURL(new RegExp(`at=${winning[0]}|at=${winning.at(-1)}`));
  }));

test("the board of <6,8> as in the papers", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=split-and-delete&at=6,8");
    const panel = page.locator(".details");
    await panel.locator(".board-box summary").click();
    const picture = panel.locator("img.paper-board");
    await picture.evaluate((image) => image.decode());
    assert.ok(await picture.evaluate((image) => image.naturalWidth > 50));
    const text = await (await fetch(URL_ + (await picture.getAttribute("src")))).text();
    assert.match(text, /^(<\?xml[^>]*>\s*)?<svg/);
  }));

test("everything that is shown can be downloaded", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=wythoff&z=30");
    await painted(page);
    const start = {
      png: /^\x89PNG/,
      svg: /<svg/,
      csv: /^[^\n]*,[^\n]*\n/,
      latex: /\\begin\{/,
      bfile: /^(#.*\n)*\d+ \d+\n/,
      markdown: /\|/,
      json: /^[[{]/,
    };
    for (const [format, pattern] of Object.entries(start)) {
      const link = page.locator(`[data-format="${format}"]`);
      const response = await fetch(URL_ + (await link.getAttribute("href")));
      assert.equal(response.status, 200, format);
      assert.match(response.headers.get("content-disposition") ?? "", /^attachment/, format);
      const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
      assert.match(text, pattern, format);
    }
    // The browser saves it, and the numbers in it are right.
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator('[data-format="csv"]').click()]);
    const stream = await download.createReadStream();
    let csv = "";
    for await (const part of stream) csv += part;
    const numbers = csv
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    const row = numbers.find((cells) => cells[0] === "6");
    assert.ok(row, csv.slice(0, 200));
    assert.deepEqual(row.slice(1, 9).map(Number), wythoff[6].slice(0, 8));
  }));

test("the address holds the whole state", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=nim&what=outcome&axes=h[2],h[3]&fix=h[1]:7&x=20&y=30&z=10&at=7,20,30");
    await painted(page);
    await page.locator(".details .position").waitFor();
    // The page writes the address in an order of its own.
    await page.waitForURL(/at=7,20,30&axes=/);
    const before = page.url();
    const text = await readout(page, 40, 47);
    await page.reload();
    await painted(page);
    assert.equal(await readout(page, 40, 47), text);
    assert.match(text, /⟨7, 40, 47⟩ – P$/);
    await page.waitForFunction((url) => location.href === url, before);
    assert.ok(await page.getByLabel("P-positions").isChecked());
  }));

test("drag, wheel, two fingers and keys move the map", () =>
  on({ hasTouch: true }, async (page) => {
    await go(page, "/explore?game=wythoff&z=8&x=100&y=100");
    await painted(page);
    const box = await page.locator("canvas.map").boundingBox();
    const [x, y] = [box.x + 300, box.y + 300];
    // The address follows a gesture late and may be written in its midst: what counts is where it comes to rest.
    const rests = async (where, said) => {
      let [before, now] = [null, await view(page)];
      for (let tries = 0; tries < 40; tries++) {
        if (where(now) && JSON.stringify(now) === JSON.stringify(before)) return now;
        await page.waitForTimeout(200);
        [before, now] = [now, await view(page)];
      }
      return assert.fail(`${said}: ${JSON.stringify(now)}`);
    };
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 80, y - 40, { steps: 5 });
    await page.mouse.up();
    await rests((now) => Math.abs(now.x - 110) < 1.1 && Math.abs(now.y - 105) < 1.1, "dragging moves the map");
    await page.mouse.wheel(0, -200);
    const zoomed = await rests((now) => now.z > 10, "the wheel zooms in");
    // Two fingers, as the browser's own protocol sends them.
    const protocol = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      protocol.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
      });
    await touch("touchStart", [x, y], [x + 60, y]);
    await touch("touchMove", [x - 30, y], [x + 90, y]);
    await touch("touchEnd");
    await rests((now) => now.z > zoomed.z * 1.5, "two fingers zoom in");
    await page.locator("canvas.map").focus();
    await page.keyboard.press("Home");
    const home = await rests((now) => now.x === 0 && now.y === 0, "Home is where all heaps are empty");
    await page.keyboard.press("-");
    await rests((now) => now.z < home.z, "a key zooms out");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    const text = await page.locator(".readout").textContent();
    assert.match(text, /⟨\d+, \d+⟩ – /, "the cursor tells the value");
    await page.keyboard.press("Enter");
    await page.locator(".details .position").waitFor();
  }));

test("several thousand cells a side, and beyond the limit a clear message", () =>
  on({}, async (page) => {
    page.expected.push(/Failed to load resource.*4\d\d/);
    await go(page, "/explore?game=wythoff&what=outcome&z=0.25");
    await painted(page);
    const text = await readout(page, 1000, 1618);
    assert.match(text, /⟨1\d{3}, 16\d\d⟩|⟨\d+, \d+⟩/);
    await page.goto(`${URL_}/explore?game=circular(20,2)`);
    await page.locator(".notice").waitFor();
    assert.match(await page.locator(".notice").textContent(), /heaps.*16.*20/);
  }));

test("a board game is explored on its board", () =>
  on({}, async (page) => {
    await go(page, "/explore?game=grid-nim(2,2)");
    const panel = page.locator(".details");
    await panel.locator(".outcome").waitFor();
    // The full 2 by 2 board is lost for whoever moves: any move can be mirrored.
    assert.equal(await panel.locator(".outcome .letter").textContent(), "P");
    await page.locator('[data-cell="0,0"]').click();
    await page.waitForURL(/at=\.%23\/%23%23/);
    await panel.locator(".outcome.N").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.waitForURL(/at=\.\.\/%23%23/);
    assert.match(await page.locator('[data-cell="0,1"]').getAttribute("aria-label"), /empty/);
  }));

test("a position far outside of the map is answered by a theorem, and the map tells how far it reaches", () =>
  on({}, async (page) => {
    page.expected.push(/Failed to load resource.*4\d\d/);
    await go(page, "/explore?game=split-and-delete&z=20");
    await page.locator(".far").getByText(/reaches heaps of [\d,]+;/).waitFor();
    const field = page.locator(".ask input");
    await field.fill("340282366920938463463374607431768211456,9");
    await field.press("Enter");
    const details = page.locator(".details");
    await details.getByText("SDN-T1, proved for all positions").waitFor();
    assert.match(await details.innerText(), /1 or more[\s\S]*9,9/);
    await page.waitForURL(/at=340282366920938463463374607431768211456/);
    await field.fill("what is this");
    await field.press("Enter");
    await details.locator(".notice").waitFor();
    await page.goto(`${URL_}/explore?game=kayles&at=1000000000000000000000000000000`);
    await details.getByText("proved for all heaps").waitFor();
  }));
