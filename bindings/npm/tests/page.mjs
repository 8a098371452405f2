// Opens pages with the package in Chromium. Argument: the browser.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import puppeteer from "puppeteer-core";

const types = { html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };
/* Serves the files of a folder, changed by `edit`, and returns the address. */
async function host(folder, headers = {}, edit = (name, bytes) => bytes) {
  const server = createServer((request, response) => {
    const name = `${folder}${new URL(request.url, "http://host").pathname}`;
    for (const [key, value] of Object.entries({ "Content-Type": types[name.split(".").pop()] || "text/plain", ...headers })) response.setHeader(key, value);
    response.statusCode = existsSync(name) ? 200 : 404;
    response.end(existsSync(name) ? edit(name, readFileSync(name)) : "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  servers.push(server);
  return `http://127.0.0.1:${server.address().port}`;
}
const servers = [];
// The package as a CDN gives it, and a page of another origin that has the board from there.
const cdn = await host("./node_modules/tsume-shogi/lib", { "Access-Control-Allow-Origin": "*" });
const own = await host(".", {}, (name, bytes) => (name.endsWith("board.html") ? String(bytes).replace("../lib", cdn) : bytes));
const browser = await puppeteer.launch({ executablePath: process.argv[2], args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  for (const name of ["browser.html", "bundled.html"]) {
    await page.goto(`${own}/${name}`);
    await page.waitForFunction(() => document.title, { timeout: 60000 });
    assert.deepEqual(JSON.parse(await page.title()), { plies: 5, verdict: "flawed", isDrawing: true }, name);
  }

  await page.goto(`${own}/board.html`);
  const inBoard = (what, ...args) => page.evaluate(what, ...args), solving = "tsume-board[solve]";
  // A diagram needs no engine.
  assert.equal(await inBoard(() => document.querySelector("tsume-board:not([solve])").shadowRoot.querySelectorAll("rect[data-at], output").length), 0);
  const says = (word) => page.waitForFunction((at, it) => document.querySelector(at).shadowRoot.querySelector("output").textContent.includes(it), { timeout: 60000 }, solving, word);
  const press = (...what) => inBoard((at, all) => { for (const it of all) document.querySelector(at).shadowRoot.querySelector(it).dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true })); }, solving, what);
  const at = (square) => `[data-at="${square}"]`, usi = (move) => `[data-usi="${move}"]`, done = new Promise((resolve) => { page.exposeFunction("solved", resolve); });
  await inBoard((it) => document.querySelector(it).addEventListener("solved", ({ detail }) => window.solved(detail)), solving);
  await says("Your move");
  // A move that does not mate is refuted; taken back, the other choice of promotion is right.
  await press(at("3a"), at("3d"), usi("3a3d"));
  await says("This does not mate: △２五玉");
  await press('[data-do="back"]');
  await says("Your move");
  await press(at("3a"), at("3d"), usi("3a3d+"));
  await says("Right");
  for (const [from, to] of [["3d", "2d"], ["2d", "2f"]]) {
    await page.waitForFunction((it, square) => document.querySelector(it).shadowRoot.querySelector(`.can[data-at="${square}"]`), { timeout: 60000 }, solving, from);
    await press(at(from), at(to));
  }
  await says("Solved");
  // What is no SFEN is told as such.
  const told = await inBoard(() => {
    const board = document.querySelector("tsume-board:not([solve])");
    board.setAttribute("sfen", "nonsense");
    return [...board.shadowRoot.querySelectorAll("output, button")].map((it) => it.textContent);
  });
  assert.deepEqual(told, ["This is no diagram: expected an SFEN"]);
  assert.deepEqual(await done, { moves: ["3a3d+", "1d1e", "3d2d", "1e1f", "2d2f"], mistakes: 1 });
} finally {
  await browser.close();
  servers.forEach((it) => it.close());
}
console.log("npm: Chromium");
