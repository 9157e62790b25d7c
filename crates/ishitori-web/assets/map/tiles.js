// Tiles of values, fetched when they come into view and kept while there is room. A tile is 256 by
// 256 values; at level k it stands for every 2^k-th cell. What is wanted now is fetched first, and
// what is no longer wanted is given up, so a quick pan does not wait for what it has passed.

import { bytes } from "../api.js";
import { ink, NONE } from "./colours.js";

export const SIDE = 256;
/** As many as a browser asks one server at a time. */
const AT_ONCE = 6;
const KEPT = 320;

export class Tiles {
  /** `question` is what all tiles have in common; `changed` is called when one has come. */
  constructor(question, changed, failed) {
    this.question = question;
    this.changed = changed;
    this.failed = failed;
    this.have = new Map();
    this.busy = new Map();
    this.refused = new Set();
    this.wanted = [];
    this.fine = [];
    this.top = 1;
    this.recolour();
  }

  /** After a change of theme or of the largest value. */
  recolour() {
    this.table = ink(this.question.what, this.top);
    this.version = (this.version ?? 0) + 1;
  }

  peek(level, x, y) {
    return this.have.get(`${level}/${x}/${y}`);
  }

  /** Says which tiles are in view, the most wanted first, and coarser ones that come before all of them. */
  want(list, coarse = []) {
    const named = ([level, x, y]) => ({ key: `${level}/${x}/${y}`, level, x, y });
    this.fine = list.map(named);
    this.wanted = [...coarse.map(named), ...this.fine];
    const keys = new Set(this.wanted.map((tile) => tile.key));
    for (const [key, abort] of this.busy) if (!keys.has(key)) abort.abort();
    for (const key of keys) {
      const tile = this.have.get(key);
      if (tile) {
        this.have.delete(key);
        this.have.set(key, tile);
      }
    }
    this.fetchNext();
  }

  /** Whether all that is in view is there (or refused). */
  complete() {
    return this.fine.every(({ key }) => this.have.has(key) || this.refused.has(key));
  }

  fetchNext() {
    for (const tile of this.wanted) {
      if (this.busy.size >= AT_ONCE || this.ended) return;
      if (this.have.has(tile.key) || this.busy.has(tile.key) || this.refused.has(tile.key)) continue;
      this.fetch(tile);
    }
  }

  async fetch({ key, level, x, y }) {
    const abort = new AbortController();
    this.busy.set(key, abort);
    try {
      const buffer = await bytes("tile", { ...this.question, x, y, level }, abort.signal);
      this.keep(key, new Uint16Array(buffer));
    } catch (problem) {
      if (problem.name !== "AbortError") {
        this.refused.add(key);
        this.failed(problem);
      }
    }
    this.busy.delete(key);
    if (this.ended) return;
    this.changed();
    this.fetchNext();
  }

  keep(key, values) {
    let most = 0;
    for (const value of values) if (value !== NONE && value > most) most = value;
    if (most > this.top) {
      while (this.top < most) this.top *= 2;
      this.recolour();
    }
    this.have.set(key, { values, canvas: null, version: 0 });
    for (const old of this.have.keys()) {
      if (this.have.size <= KEPT) break;
      this.have.delete(old);
    }
  }

  /** The picture of a tile; painting one takes about half a millisecond. */
  picture(tile) {
    if (tile.version === this.version) return tile.canvas;
    tile.canvas ??= new OffscreenCanvas(SIDE, SIDE);
    const context = tile.canvas.getContext("2d");
    const image = context.createImageData(SIDE, SIDE);
    const pixels = new Uint32Array(image.data.buffer);
    const { values } = tile;
    const { table } = this;
    for (let i = 0; i < pixels.length; i += 1) pixels[i] = table[values[i]];
    context.putImageData(image, 0, 0);
    tile.version = this.version;
    return tile.canvas;
  }

  /** The value of a cell if a tile of level 0 tells it, or of a coarser one where that is exact. */
  value(row, column) {
    for (let level = 0; level < 8; level += 1) {
      const step = 2 ** level;
      if (row % step || column % step) return undefined;
      if (level > 0 && this.question.what === "outcome") return undefined;
      const [r, c] = [row / step, column / step];
      const tile = this.peek(level, Math.floor(c / SIDE), Math.floor(r / SIDE));
      if (tile) return tile.values[(r % SIDE) * SIDE + (c % SIDE)];
    }
    return undefined;
  }

  end() {
    this.ended = true;
    for (const abort of this.busy.values()) abort.abort();
  }
}
