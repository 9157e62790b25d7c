// The numbers behind the map, cell by cell, in whatever order planes are looked at: what was solved for one
// plane must not be shown for another.

import assert from "node:assert/strict";
import { test } from "node:test";
import { table, wythoffMoves, wythoffTable } from "../truth.mjs";

const SIDE = 256;

/** The server closes a connection that nobody uses, and a client that is computing the truth notices too late: it asks again. */
async function get(url) {
  try {
    return await fetch(url);
  } catch (error) {
    if (error.cause?.code !== "UND_ERR_SOCKET") throw error;
    return fetch(url);
  }
}

async function tile(query) {
  const response = await get(`${process.env.ISHITORI_URL}/api/tile?${query}`);
  assert.equal(response.status, 200, `${query}: ${response.status} ${response.ok ? "" : await response.text()}`);
  const values = new Uint16Array(await response.arrayBuffer());
  assert.equal(values.length, SIDE * SIDE);
  return values;
}

/** Compares every cell with `truth(row, column)`. */
function same(values, truth, about) {
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const [shown, right] = [values[row * SIDE + column], truth(row, column)];
      if (shown !== right) assert.fail(`${about}: ${row},${column} is shown as ${shown}, and is ${right}`);
    }
  }
}

test("nim, by planes of all kinds one after another", async () => {
  const planes = [
    ["h[2],h[3]", "h[1]:7", 7],
    ["h[1],h[2]", "h[3]:0", 0],
    ["h[3],h[1]", "h[2]:13", 13],
    ["h[1],h[2]", "h[3]:60", 60],
    ["h[1],h[3]", "", 0],
    ["h[3],h[2]", "h[1]:1", 1],
  ];
  for (const what of ["outcome", "grundy"]) {
    for (const [axes, fix, fixed] of planes) {
      const about = `game=nim&what=${what}&axes=${axes}&fix=${fix}`;
      const truth = (row, column) => row ^ column ^ fixed;
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, 1],
      ]) {
        const values = await tile(`${about}&x=${x}&y=${y}&level=0`);
        const at = (row, column) => truth(row + y * SIDE, column + x * SIDE);
        same(
          values,
          (row, column) => (what === "grundy" ? at(row, column) : Number(at(row, column) !== 0)),
          `${about} ${x},${y}`,
        );
      }
    }
  }
});

test("wythoff, near 0 and from further away", async () => {
  const most = 511;
  const values = wythoffTable(most);
  const few = table(40, wythoffMoves);
  few.forEach((row, a) => assert.deepEqual(values[a].slice(0, 41), row, "two ways to compute the truth agree"));
  same(
    await tile("game=wythoff&what=grundy&axes=a,b&x=0&y=0&level=0"),
    (row, column) => values[row][column],
    "level 0",
  );
  same(
    await tile("game=wythoff&what=grundy&axes=a,b&x=0&y=0&level=1"),
    (row, column) => values[2 * row][2 * column],
    "level 1",
  );
  // A cell of a coarse map of outcomes is P if anything in its block is.
  const block = (row, column) => [0, 1].some((r) => [0, 1].some((c) => values[2 * row + r][2 * column + c] === 0));
  same(
    await tile("game=wythoff&what=outcome&axes=a,b&x=0&y=0&level=1"),
    (row, column) => Number(!block(row, column)),
    "outcomes",
  );
});
