// Check, prove, discover: started, watched, stopped; the witness on the map, the automaton, the certificate.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { go, on, URL_ } from "../open.mjs";

test("a false claim gets its smallest witness, on the map too", () =>
  on({}, async (page) => {
    await go(page, "/work?game=split-and-delete");
    await page.getByLabel("Claim", { exact: true }).selectOption("");
    await page.getByLabel("Formula", { exact: true }).fill("P iff a = b and a mod 4 != 2");
    await page.locator("[data-act=start]").click();
    const job = page.locator(".job");
    await job.locator(".badge.refuted").waitFor();
    // The README tells the same of the command line.
    assert.match(await job.locator(".witness").textContent(), /⟨8, 8⟩/);
    await job.locator("canvas.map[data-painted]").waitFor();
    // The witness stands in the middle of the small map, with a cross.
    const cross = await job.locator("canvas.map").evaluate((canvas) => {
      const pen = canvas.getContext("2d");
      const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === 0xe4 && data[i + 1] === 0x57 && data[i + 2] === 0x2e) count += 1;
      return count;
    });
    assert.ok(cross > 30, `pixels of the cross: ${cross}`);
    await job.getByRole("link", { name: "Show on the map" }).click();
    await page.waitForURL(/\/explore\?.*at=8,8/);
    await page.locator(".details .outcome.N").waitFor();
  }));

test("a true claim holds up to a window", () =>
  on({}, async (page) => {
    await go(page, "/work?game=wythoff&claim=WYT-P&to=200");
    await page.locator("[data-act=start]").click();
    await page.locator(".job .badge.holds").waitFor();
    assert.match(await page.locator(".job .result").textContent(), /200/);
  }));

test("a proof has its steps, its automaton and a certificate that ishitori accepts", () =>
  on({}, async (page) => {
    await go(page, "/work?game=wythoff&claim=WYT-P&kind=prove");
    await page.locator("[data-act=start]").click();
    const job = page.locator(".job");
    await job.locator(".badge.proved").waitFor({ timeout: 60000 });
    const drawing = job.locator("img.automaton");
    await drawing.evaluate((image) => image.decode());
    assert.ok(await drawing.evaluate((image) => image.naturalWidth > 100));
    const link = await job.getByRole("link", { name: /certificate/ }).getAttribute("href");
    const certificate = await (await fetch(URL_ + link)).text();
    const folder = mkdtempSync(join(tmpdir(), "ishitori-certificate-"));
    try {
      writeFileSync(join(folder, "proof.cert"), certificate);
      const said = execFileSync(process.env.ISHITORI, ["verify", join(folder, "proof.cert")], { encoding: "utf8" });
      assert.match(said, /wythoff/);
    } finally {
      rmSync(folder, { recursive: true });
    }
    // After a reload the work is still there.
    await page.reload();
    await page.locator(".job .badge.proved").waitFor();
  }));

test("a theorem is discovered", () =>
  on({}, async (page) => {
    await go(page, "/work?game=wythoff&kind=discover");
    await page.locator("[data-act=start]").click();
    const job = page.locator(".job");
    await job.locator(".statement").waitFor({ timeout: 60000 });
    assert.match(await job.locator(".statement").textContent(), /floor\(\(b - a\)\*phi\)/);
    await job.getByRole("link", { name: /certificate/ }).waitFor();
  }));

test("long work tells how it goes and stops when told", () =>
  on({}, async (page) => {
    await go(page, "/work?game=circular(6,3)&claim=CIR-63&to=24&kind=check");
    await page.locator("[data-act=start]").click();
    const job = page.locator(".job");
    await job.locator("progress").waitFor();
    await page.waitForFunction(() => /\d/.test(document.querySelector(".job .quiet").textContent));
    const before = await job.locator(".quiet").first().textContent();
    await page.waitForFunction((text) => document.querySelector(".job .quiet").textContent !== text, before);
    const start = Date.now();
    await job.locator("[data-act=cancel]").click();
    await job.locator(".badge.cancelled").waitFor();
    assert.ok(Date.now() - start < 5000, `it took ${Date.now() - start} ms to stop`);
    const id = await job.getAttribute("data-job");
    const state = await (await fetch(`${URL_}/api/jobs/${id}`)).json();
    assert.equal(state.state, "cancelled");
  }));

test("many jobs at once leave the page alive, and all of them stop", () =>
  on({}, async (page) => {
    await go(page, "/work?game=circular(6,3)&claim=CIR-63&to=24&kind=check");
    for (let i = 1; i <= 7; i += 1) {
      await page.locator("[data-act=start]").click();
      await page
        .locator(".job[data-job]")
        .nth(i - 1)
        .waitFor();
    }
    // A browser has six connections: streams must not take them all.
    assert.equal(await page.evaluate(() => fetch("/api/limits").then((response) => response.status)), 200);
    for (let i = 0; i < 7; i += 1) await page.locator("[data-act=cancel]:visible:enabled").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".job .badge.cancelled").length === 7);
  }));

test("a formula that makes no sense is explained", () =>
  on({}, async (page) => {
    page.expected.push(/Failed to load resource.*4\d\d/);
    await go(page, "/work?game=wythoff&formula=P%20iff%20a%20%3D%20zz&claim=");
    await page.getByLabel("Claim", { exact: true }).selectOption("");
    await page.locator("[data-act=start]").click();
    await page.locator(".job .badge.failed").waitFor();
    assert.match(await page.locator(".job").textContent(), /zz/);
  }));

test("a claim that is false only in huge positions contradicts itself, as on the command line", () =>
  on({}, async (page) => {
    const formula = encodeURIComponent("P iff h[1] = h[2] and h[1] != 100000000");
    await go(page, `/work?game=nim(2)&kind=prove&formula=${formula}`);
    await page.locator("[data-act=start]").click();
    await page.locator(".job[data-state=done]").waitFor();
    assert.match(await page.locator(".job .contradiction").innerText(), /the claim contradicts itself at \(100000000/);
    assert.equal(await page.locator(".job .badge.refuted").count(), 1);
  }));
