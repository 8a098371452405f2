// What a site without a server has besides: it opens without a network, can be installed, and asks nobody.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { COOKED, MENDED, filesIn } from "./workbench_desk.mjs";
import { phase } from "./workbench_solving.mjs";

const MOST_BYTES = 1.5e6;
// 将棋図巧 第100番, of 611 plies: too much for a moment on any machine.
const HARD = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";

const kept = (sheet) => sheet.page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  const cache = await caches.open((await caches.keys())[0]);
  return (await cache.keys()).map((it) => it.url.slice(new URL("./", location.href).href.length)).sort();
});

/* All files are kept at the first visit; without the host the page opens, judges and holds what it had. */
async function offline(desk) {
  desk.sent = [];
  const host = await desk.host(desk.tsume), context = await desk.context();
  const first = await desk.page({ url: host.url, context });
  const names = filesIn(desk.tsume).filter((it) => it !== "service_worker.js" && !it.startsWith("problems/")).sort();
  assert.deepEqual(await kept(first), names);
  // What the page and the service worker both want was sent once: but the page itself, which has two addresses, and the
  // engine, which may still be on its way.
  const isOnce = (name) => names.includes(name) && !["index.html", "tsume.wasm"].includes(name);
  assert.deepEqual(desk.sent.filter(isOnce).toSorted(), names.filter(isOnce));
  await first.page.close();
  host.close();
  const again = await desk.page({ url: `${host.url}#sfen=${COOKED.replace(/ /g, "_")}`, context });
  await again.verdict("flawed");
  assert.equal(await again.sfen(), COOKED);
  // Everything came from the browser itself: the host is not there.
  const from = await again.page.evaluate(() => performance.getEntriesByType("resource").filter((it) => it.transferSize > 0).map((it) => it.name));
  assert.deepEqual(from.filter((it) => !it.endsWith("service_worker.js")), []);
  desk.expected.push(/service_worker\.js|Failed to update/);
}

async function links(desk) {
  const moves = "4a4b 3d2d";
  const sheet = await desk.page({ url: `${desk.main.url}#sfen=${COOKED.replace(/ /g, "_")}&moves=${moves.replace(" ", "_")}` });
  await sheet.until((sfen) => document.querySelector("#tab-lines") && document.title && sfen, COOKED);
  await sheet.verdict();
  assert.equal(await sheet.sfen(), `${COOKED} moves ${moves}`);
  // The link that the page gives leads to the same.
  await sheet.click('[popovertarget="menu-save"]');
  const link = await sheet.copied('[data-key="copylink"]');
  const other = await desk.page({ url: link });
  await other.verdict();
  assert.equal(await other.sfen(), `${COOKED} moves ${moves}`);
  // A link may hold anything.
  for (const hostile of ["sfen=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "sfen=9_b_-_1&moves=%00", `sfen=${"9/".repeat(5000)}`, "sfen=__proto__&moves=constructor"]) {
    const page = await desk.page({ url: `${desk.main.url}#${hostile}` });
    await page.page.waitForSelector("#menu-open:popover-open .places");
    assert.equal(await page.page.$("img"), null);
  }
}

/* The engine has a clock: what it knows when its time is over is told. */
async function clock(desk) {
  const sheet = await desk.page();
  const told = await sheet.page.evaluate(async (module, sfen) => {
    const { Engine } = await import(module);
    const engine = new Engine(undefined, () => "en"), told = { about: await engine.about() }, begun = performance.now();
    await engine.judge({ sfen, hand: "rest", time_ms: 400 }, (name, data) => { told[name] = data; });
    return { ...told, ms: performance.now() - begun };
  }, desk.module("engine/engine_here.js"), HARD);
  assert.equal(told.about.clock, true);
  assert.equal(told.row.row.limit, "time");
  assert.equal(told.done.reason, "limit");
  assert.ok(told.progress.nodes > 0 && told.row.row.nodes > 0);
  assert.ok(told.ms < 5000, `${told.ms} ms`);
}

/* What a player has picked up before the engine is there stays picked up. */
async function early(desk) {
  const folder = `${desk.folder}/early`, problem = { id: "g", sfen: "5k3/9/9/5S3/9/9/9/9/9 b 3G2r2bg3s4n4l18p 1", goal: "mate", solution: ["G*4b", "4a4b", "G*4c", "4b3a", "G*3b"], expected_plies: 5 };
  cpSync(desk.tsume, folder, { recursive: true });
  writeFileSync(`${folder}/problems.json`, JSON.stringify({ files: [], problems: [problem] }));
  let come;
  const { url } = await desk.host(folder, { "tsume.wasm": new Promise((done) => { come = done; }) });
  const sheet = await desk.page({ url: `${url}#/solve/g` });
  await phase(sheet, "yours");
  await sheet.click('[data-hand-piece="bG"]');
  await sheet.until(() => document.querySelector(".cell.target"));
  await sheet.page.evaluate(() => {
    const solve = document.querySelector("#solve"), seen = globalThis.seen = new Set();
    new MutationObserver(() => seen.add(solve.dataset.phase)).observe(solve, { attributes: true });
  });
  come();
  // The engine has said what the line is worth when the player is to move once more.
  await sheet.until(() => globalThis.seen.has("yours") && document.querySelector("#loading").hidden && document.querySelector(".cell.target"));
}

/* With other memory the engine begins anew. */
async function memory(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  await sheet.page.select('[data-setting="memory"]', "32");
  await sheet.loaded(MENDED);
  await sheet.verdict("sound");
}

/* After loading no request is made, and the policy refuses all that is not the page's own. */
async function alone(desk) {
  const sheet = await desk.page();
  await kept(sheet);
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  const before = desk.requests.length, asked = desk.asked.length;
  await sheet.loaded(MENDED);
  await sheet.verdict("sound");
  await sheet.click('[data-tab="repair"]');
  // A browser looks for a new version of the site by itself.
  assert.deepEqual(desk.asked.slice(asked).filter((name) => name !== "service_worker.js"), []);
  assert.deepEqual(desk.requests.slice(before).filter((it) => !it.startsWith("blob:")), []);
  const policy = await sheet.page.$eval('meta[http-equiv="Content-Security-Policy"]', (it) => it.content);
  assert.deepEqual(policy.match(/'[a-z-]*unsafe[a-z-]*'/g), ["'wasm-unsafe-eval'"]);
}

/* The browser offers to install it. */
async function installable(desk) {
  const sheet = await desk.page();
  await kept(sheet);
  const session = await sheet.page.createCDPSession();
  const { errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).display, "standalone");
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Each page of these tests is a private window, in which nothing is installed.
  assert.deepEqual(installabilityErrors.map((it) => it.errorId).filter((it) => it !== "in-incognito"), []);
}

/* From the second visit on, workers share memory if the engine was built for it: they judge together, and a search ends without its worker. */
async function together(desk) {
  const sheet = await desk.page();
  await kept(sheet);
  await sheet.page.reload();
  await sheet.page.waitForSelector("#palette .stock");
  assert.equal(await sheet.page.evaluate(() => crossOriginIsolated), true);
  const found = await sheet.page.evaluate(async (module, sfens, hard) => {
    const { Engine } = await import(module);
    const engine = new Engine(undefined, () => "en"), about = await engine.about(), rows = [];
    const judge = (sfen, threads, signal, nodes) => new Promise((done, failed) => engine.judge({ sfen, hand: "rest", threads, nodes }, (name, data) => { if (name === "row") done(data.row); }, signal).catch(failed));
    for (const sfen of sfens) {
      for (const threads of [1, 2]) {
        const { verdict, plies, defects } = await judge(sfen, threads);
        rows.push(JSON.stringify([verdict, plies, defects.map((it) => [it.kind, it.ply, it.move]).sort()]));
      }
    }
    const begun = performance.now(), stop = new AbortController();
    const stopped = judge(hard, 2, stop.signal).catch((error) => error.name);
    setTimeout(() => stop.abort(), 300);
    const name = await stopped, after = await judge(sfens[0], 2);
    return { threads: about.threads, rows, name, verdict: after.verdict, ms: performance.now() - begun, cores: navigator.hardwareConcurrency };
  }, desk.module("engine/engine_here.js"), [COOKED, MENDED], HARD);
  assert.equal(found.rows[0], found.rows[1]);
  assert.equal(found.rows[2], found.rows[3]);
  assert.equal(found.name, "AbortError");
  assert.equal(found.verdict, "flawed");
  assert.ok([1, Math.min(8, found.cores)].includes(found.threads), `${found.threads} threads`);
  if (found.threads > 1) assert.ok(found.ms < 1700, `${found.ms} ms`);
  console.log(`browser: the site judges with ${found.threads} threads`);
}

async function size(desk) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const bytes = filesIn(desk.tsume).map((name) => brotliCompressSync(readFileSync(`${desk.tsume}/${name}`), { params }).length);
  const all = bytes.reduce((sum, it) => sum + it, 0);
  console.log(`browser: the site has ${(all / 1e6).toFixed(2)} MB, compressed`);
  // An engine that was built for tests alone is larger.
  if (process.env.PROFILE !== "quick") assert.ok(all < MOST_BYTES, `${all} bytes`);
}

export const parts = [["offline", offline], ["links of a site", links], ["clock", clock], ["early", early], ["memory", memory], ["alone", alone], ["installable", installable], ["together", together], ["size", size]];
