// The server goes and comes; several pages at once.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { COOKED, MENDED, REBOUND } from "./workbench_desk.mjs";
import { LINE, phase, play, says } from "./workbench_solving.mjs";

async function twoPages(desk) {
  const context = await desk.context();
  const [one, two] = [await desk.page({ context }), await desk.page({ context })];
  await Promise.all([one.loaded(COOKED), two.loaded(MENDED)]);
  await one.page.bringToFront();
  await one.verdict("flawed");
  await two.page.bringToFront();
  await two.verdict("sound");
  // Each has its own diagram and history; versions are common.
  assert.equal(await one.sfen(), COOKED);
  assert.equal(await two.sfen(), MENDED);
  await two.click('[data-tab="versions"]');
  await two.click('#panel-versions [data-key="work"]');
  await two.until(() => document.querySelectorAll("#panel-versions .card").length === 2);
  await one.page.bringToFront();
  await one.click("#undo");
  assert.equal(await two.sfen(), MENDED);
}

async function restart(desk) {
  const server = await desk.serve();
  const sheet = await desk.page({ url: server.url });
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  await desk.kill(server);
  // An edit while nobody answers is kept, and told as such.
  await sheet.click('[data-palette="P:w"]');
  await sheet.click(sheet.square("3c"));
  await sheet.until(() => !document.querySelector("#connection").hidden);
  assert.match(await sheet.text("#connection"), /does not answer/);
  assert.equal(await sheet.sfen(), MENDED);
  // Another server at the same place that does not know the page.
  const stranger = await desk.serve({ port: server.port, state: "strange" });
  await sheet.until(() => /does not know this page/.test(document.querySelector("#connection").textContent));
  await desk.kill(stranger);
  // The same again: the page goes on by itself.
  await desk.serve({ port: server.port });
  await sheet.until(() => document.querySelector("#connection").hidden);
  await sheet.verdict("sound");
}

async function given(desk) {
  const server = await desk.serve({ options: [`${desk.folder}/first-steps.sfen`] });
  const sheet = await desk.page({ url: server.url });
  // A page with problems opens at their front page; in the editor, the board is empty, and the list beside it.
  await sheet.until(() => document.querySelectorAll("#front .numbers a").length === 12);
  assert.equal(await sheet.page.$eval("#board", (it) => it.checkVisibility()), false);
  await sheet.click('[data-key="to-editor"]');
  await sheet.until(() => document.querySelectorAll("#rows [data-at]").length === 12);
  assert.match(await sheet.sfen(), /^9\/9\/9\/9\/9\/9\/9\/9\/9 /);
  // Similar works are looked for among them: the problem itself is one.
  await sheet.click("#row-2");
  await sheet.verdict();
  await sheet.click('[data-tab="repair"]');
  await sheet.page.waitForSelector('[data-key="similar"]');
  await sheet.click('[data-key="similar"]');
  await sheet.until(() => document.querySelectorAll("#panel-repair .card").length > 0);
  // What is on the board stays there when the page is loaded anew.
  const shown = await sheet.sfen();
  await sheet.page.reload();
  await sheet.page.waitForSelector('[data-tab="problems"]');
  assert.equal(await sheet.sfen(), shown);
  await sheet.click('[data-tab="problems"]');
  await sheet.page.waitForSelector("#row-2.now");
  await desk.kill(server);
}

/* A page of another host that even knows the address: it loads nothing, starts nothing, reads nothing. */
async function strangers(desk) {
  const { url, port } = desk.main, token = new URL(url).pathname.split("/")[1];
  const hosting = createServer((request, response) => response.setHeader("Content-Type", "text/html").end("<!doctype html><title>elsewhere</title>"));
  await new Promise((done) => hosting.listen(0, "127.0.0.1", done));
  const page = await (await desk.context()).newPage();
  for (const host of ["localhost", "127.0.0.1"]) {
    await page.goto(`http://${host}:${hosting.address().port}/`);
    const got = await page.evaluate(async (url, token, sfen) => {
      const body = JSON.stringify({ sfen, time_ms: 3600000 }), api = `${url}api/judge`, got = {};
      const asked = async (name, call) => { got[name] = await call().then((it) => it ?? "done", () => "refused"); };
      const loads = (tag, attributes) => () => new Promise((done, failed) => { document.body.append(Object.assign(document.createElement(tag), attributes, { onload: done, onerror: () => failed(new Error(tag)) })); });
      await asked("fetch", () => fetch(api, { method: "POST", headers: { "Content-Type": "application/json", "X-Tsume-Token": token }, body }));
      await asked("read", () => fetch(url).then((it) => it.text()));
      await asked("module", () => import(`${url}words.js`));
      await asked("image", loads("img", { src: `${url}icon.svg` }));
      await asked("script", loads("script", { src: `${url}words.js` }));
      await asked("style", loads("link", { rel: "stylesheet", href: `${url}page.css` }));
      await asked("socket", () => new Promise((done, failed) => { Object.assign(new WebSocket(api.replace("http", "ws")), { onopen: done, onerror: failed }); }));
      await asked("events", () => new Promise((done, failed) => { const it = new EventSource(api); Object.assign(it, { onopen: done, onerror: () => { it.close(); failed(new Error("no events")); } }); }));
      // What these bring cannot be seen from here, only what they do.
      await fetch(api, { method: "POST", mode: "no-cors", headers: { "Content-Type": "text/plain" }, body }).catch(() => {});
      navigator.sendBeacon(api, new Blob([body], { type: "text/plain" }));
      const frame = Object.assign(document.createElement("iframe"), { name: "frame" });
      document.body.append(frame);
      const form = Object.assign(document.createElement("form"), { method: "post", action: api, enctype: "text/plain", target: "frame" });
      form.append(Object.assign(document.createElement("input"), { name: body.slice(0, -1), value: "}" }));
      document.body.append(form);
      form.submit();
      await new Promise((done) => setTimeout(done, 300));
      return got;
    }, url, token, COOKED);
    assert.deepEqual([...new Set(Object.values(got))], ["refused"], JSON.stringify(got));
    const about = await fetch(`${url}api/about`, { method: "POST", headers: { "Content-Type": "application/json", "X-Tsume-Token": token }, body: "{}" });
    assert.equal((await about.json()).searches.running, 0);
  }
  // Nor does one whose name points to this machine.
  if (desk.kind === "chrome") assert.equal((await page.goto(`http://${REBOUND}:${port}/${token}/`)).status(), 403);
  await page.close();
  hosting.close();
}

/* The page as `serve --static` writes it, on a host that only sends files; its engine is another file, which is not there. */
async function noEngine(desk) {
  const folder = `${desk.folder}/written`;
  execFileSync(desk.tsume, ["serve", "--static", folder]);
  const { url } = await desk.host(folder);
  const sheet = await desk.page({ url });
  // The board needs no engine; that there is none is told.
  await sheet.click('[data-palette="K:w"]');
  await sheet.click(sheet.square("3d"));
  await sheet.key("Escape");
  assert.match(await sheet.sfen(), /^9\/9\/9\/6k2\//);
  await sheet.until(() => !document.querySelector("#connection").hidden);
  await sheet.click("#undo");
  assert.match(await sheet.sfen(), /^9\/9\/9\/9\//);
  // The policy of the page itself keeps everything else out.
  const made = await sheet.page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "globalThis.broken = true";
    document.head.append(script);
    const image = await new Promise((done) => { Object.assign(new Image(), { onload: () => done("loaded"), onerror: () => done("refused"), src: "http://127.0.0.1:9/x.png" }); });
    return [Boolean(globalThis.broken), image];
  });
  assert.deepEqual(made, [false, "refused"]);
  desk.expected.push(/Content Security Policy|tsume\.wasm/);
}

/* A site with problems, whose engine never comes: the list and the diagrams are there, and a problem is played by the line that came with it. */
async function withoutWaiting(desk) {
  const folder = `${desk.folder}/early`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/tsume.wasm`, "\0asm");
  // One problem with its author's line, one whose line the program finds.
  writeFileSync(`${desk.folder}/early.sfen`, `${COOKED} moves ${LINE.join(" ")}; id "cooked";\n7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1; id "one";\n`);
  execFileSync(desk.tsume, ["serve", "--quiet", "--static", folder, `${desk.folder}/early.sfen`]);
  const { url } = await desk.host(folder, { "tsume.wasm": new Promise(() => {}) });
  const sheet = await desk.page({ url });
  await sheet.until(() => document.querySelectorAll("#front .numbers a").length === 2 && !document.querySelector("#loading").hidden);
  await sheet.click("#front .numbers li:nth-child(2) a");
  await phase(sheet, "yours");
  await says(sheet, /Mate in 1/);
  await play(sheet, "G*2b");
  await phase(sheet, "solved");
  await sheet.click('[data-key="riddlePrevious"]');
  await says(sheet, /Mate in 5/);
  assert.equal(await sheet.page.evaluate(() => location.hash), "#/solve/cooked");
  await play(sheet, LINE[0]);
  await phase(sheet, "yours");
  await says(sheet, /▲４五飛成 was right\. Reply: △２四玉/);
  await sheet.page.reload();
  await phase(sheet, "yours");
  await says(sheet, /▲４五飛成 was right\. Reply: △２四玉/);
  // Another check waits for the engine, and can be taken back.
  await play(sheet, "G*3d");
  await phase(sheet, "thinking");
  await says(sheet, /engine is being loaded/);
  await sheet.click('[data-key="riddleTakeBack"]');
  await phase(sheet, "yours");
  for (const move of LINE.slice(2).filter((_, at) => at % 2 === 0)) {
    await play(sheet, move);
    await sheet.until(() => ["yours", "solved"].includes(document.querySelector("#solve").dataset.phase));
  }
  await phase(sheet, "solved");
  // A diagram of a link is drawn, too.
  const linked = await desk.page({ url: `${url}#/solve/${MENDED.replaceAll(" ", "_")}` });
  await linked.until(() => document.querySelector('[data-square="3c"]').ariaLabel.includes("defender pawn"));
  await says(linked, /engine is being loaded/);
  // Links to a problem of the site lead to its own page, with a picture for posts, and on to the board.
  const editor = await desk.page({ url: `${url}#/edit/7k1/9/7P1/9/9/9/9/9/9_b_G` });
  await editor.click('[popovertarget="menu-save"]');
  const link = await editor.copied('.copies [data-format="riddle"]');
  assert.equal(link, `${url}problems/2.html`);
  await editor.page.goto(link);
  await editor.until(() => document.querySelector("img").naturalWidth > 0);
  await Promise.all([editor.page.waitForNavigation(), editor.click("p a")]);
  await editor.page.waitForSelector("#front, #solve");
  await says(editor, /Mate in 1/);
  assert.equal(await editor.page.evaluate(() => location.hash), "#/solve/one");
}

/* All problems of a long file are counted and can be reached. */
async function many(desk) {
  // Kings of different files and ranks with pawns in different places: all are different, and none has to have a mate.
  const row = (piece, file) => `${file > 1 ? file - 1 : ""}${piece}${file < 9 ? 9 - file : ""}`, lines = [];
  for (let n = 0; n < 20000; n += 1) {
    const at = [n % 9, Math.floor(n / 9) % 9, Math.floor(n / 81) % 9, Math.floor(n / 729) % 9, Math.floor(n / 6561) % 9].map((it) => it + 1);
    lines.push(`${row("k", at[0])}/9/${row("g", at[1])}/${row("s", at[2])}/${row("S", at[3])}/${row("G", at[4])}/9/9/9 b G2r2bg2s4n4l18p 1; id "m${n}"; plies ${n % 2 ? 3 : 5};`);
  }
  writeFileSync(`${desk.folder}/many.sfen`, lines.join("\n"));
  const server = await desk.serve({ options: [`${desk.folder}/many.sfen`] });
  const sheet = await desk.page({ url: server.url });
  await sheet.until(() => /0 of 20000 solved/.test(document.querySelector("#front .score")?.innerText) && /20000 of 20000/.test(document.querySelector("#front > p")?.innerText));
  await sheet.page.select('#front [data-key="range"]', "19500");
  await sheet.until(() => document.querySelector("#front .numbers li:last-child a")?.firstChild.textContent === "20000");
  await sheet.page.select('#front [data-key="plies"]', "3");
  await sheet.until(() => /10000 of 20000/.test(document.querySelector("#front > p").innerText));
  await sheet.page.evaluate(() => { location.hash = "#/solve/m19997"; });
  await sheet.until(() => /No\. 19998 of 20000/.test(document.querySelector("#whose").innerText));
  await sheet.click('[data-key="riddleNext"]');
  await sheet.until(() => location.hash === "#/solve/m19999");
  await desk.kill(server);
}

/* Links name the public address, and not this machine and its secret. */
async function publicAddress(desk) {
  const server = await desk.serve({ options: ["--public", "https://example.org/tsume"] }), sheet = await desk.page({ url: server.url });
  await sheet.loaded(COOKED);
  await sheet.click('[popovertarget="menu-save"]');
  for (const [format, page] of [["riddle", "solve"], ["link", "edit"]]) {
    const link = await sheet.copied(`.copies [data-format="${format}"]`);
    assert.ok(link.startsWith(`https://example.org/tsume/#/${page}/5R3/8S/`), link);
    assert.doesNotMatch(await sheet.text("#toast"), /secret/);
  }
}

export const parts = [["pages of other hosts", strangers], ["public address", publicAddress], ["static page without its engine", noEngine], ["two pages", twoPages], ["restart", restart], ["files given", given], ["solving without waiting", withoutWaiting], ["20,000 problems", many]];
