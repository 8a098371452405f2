// The server, the browser, and hands on the page.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, relative } from "node:path";
import puppeteer from "puppeteer-core";

// Flawed by cooks at ply 3; sound with a defender's pawn on 3c.
export const COOKED = "5R3/8S/9/6k2/9/9/4N4/6N2/9 b Gr2b3g3s2n4l18p 1";
export const MENDED = "5R3/8S/6p2/6k2/9/9/4N4/6N2/9 b Gr2b3g3s2n4l17p 1";
// A name of another host that points to this machine.
export const REBOUND = "rebound.example";
const PATIENCE = 60000;

/* The files in a folder and the folders in it, by their names from there. */
export const filesIn = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile()).map((it) => relative(folder, join(it.parentPath, it.name)));

export class Desk {
  static async open({ folder, executablePath, tsume, kind = "chrome" }) {
    const desk = new Desk();
    Object.assign(desk, { folder, tsume, kind, errors: [], expected: [], requests: [], pages: [], servers: [], hosting: [], asked: [], sent: [] });
    // Firefox takes the size of its pages from its window.
    const options = kind === "chrome" ? { args: ["--no-sandbox", `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`] }
      : { args: ["--width=1280", "--height=1000"], defaultViewport: null, env: { ...process.env, MOZ_HEADLESS_WIDTH: "1280", MOZ_HEADLESS_HEIGHT: "1000" } };
    desk.browser = await puppeteer.launch({ executablePath, browser: kind, ...options });
    desk.isStatic = statSync(tsume).isDirectory();
    desk.main = desk.isStatic ? await desk.host(tsume) : await desk.serve();
    return desk;
  }

  /* The address of a module of the page. A site has them joined to one, so that they are in a folder of the test there. */
  module(name) { return `./${this.isStatic ? "modules/" : ""}${name}`; }

  /* Sends the files of a folder and modules for tests, and nothing else, as any web host does. A file that the browser has is not sent again. One that is `held` waits for that promise. */
  async host(folder, held = {}) {
    const types = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png", json: "application/json", webmanifest: "application/manifest+json", wasm: "application/wasm" };
    const files = new Set(filesIn(folder));
    const hosting = createServer(async (request, response) => {
      const name = new URL(request.url, "http://host").pathname.slice("/page/".length) || "index.html";
      this.asked.push(name);
      await held[name];
      const isThere = files.has(name) || name.startsWith("modules/"), from = files.has(name) ? folder : this.folder;
      response.setHeader("Content-Type", types[name.split(".").pop()] || "text/plain");
      const bytes = isThere ? readFileSync(`${from}/${name}`) : Buffer.alloc(0);
      const tag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
      if (isThere) response.setHeader("ETag", tag);
      const isKnown = isThere && request.headers["if-none-match"] === tag;
      response.statusCode = isKnown ? 304 : isThere ? 200 : 404;
      if (response.statusCode === 200) this.sent.push(name);
      response.end(isKnown ? "" : bytes);
    });
    await new Promise((done) => hosting.listen(0, "127.0.0.1", done));
    this.hosting.push(hosting);
    const close = () => { hosting.closeAllConnections(); hosting.close(); };
    return { url: `http://127.0.0.1:${hosting.address().port}/page/`, close };
  }

  /* Starts the program. Its address is the first one that it prints; the secret in it is kept in the folder `state`. */
  async serve({ port = "0", options = [], state = "state" } = {}) {
    const env = { ...process.env, XDG_STATE_HOME: `${this.folder}/${state}` };
    const child = spawn(this.tsume, ["serve", "--port", port, ...options], { stdio: ["ignore", "pipe", "pipe"], env });
    const server = { child, ended: new Promise((done) => child.once("exit", done)) };
    this.servers.push(server);
    server.url = await new Promise((done, failed) => {
      let text = "";
      const hear = (data) => {
        text += data;
        const found = text.match(/http:\/\/\S+/);
        if (found) done(found[0]);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("exit", () => failed(new Error(`the server ended: ${text}`)));
    });
    server.port = new URL(server.url).port;
    return server;
  }
  async kill(server) {
    server.child.kill("SIGKILL");
    await server.ended;
  }

  /* A page in a browser context of its own, so that nothing is remembered. */
  async page({ url = this.main.url, phone = false, context = null, lang = "en", theme = "light", about = {} } = {}) {
    const own = context || await this.browser.createBrowserContext();
    const page = await own.newPage();
    this.pages.push({ page, own });
    page.on("request", (it) => this.requests.push(it.url()));
    page.on("console", (it) => { if (["error", "warn"].includes(it.type()) && !it.location()?.url?.includes("/api/")) this.errors.push(`${it.text()} ${it.location()?.url || ""}`); });
    // In Firefox the driver itself stumbles over lists of elements.
    const isDrivers = (it) => this.kind === "firefox" && /Permission denied to access property/.test(it.message);
    page.on("pageerror", (it) => { if (!isDrivers(it)) this.errors.push(String(it.stack || it)); });
    page.on("dialog", (it) => { this.errors.push(`dialog: ${it.message()}`); it.dismiss(); });
    const small = { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
    if (this.kind === "chrome") await page.setViewport(phone ? small : { width: 1280, height: 900 });
    await page.evaluateOnNewDocument((lang, theme) => {
      // The empty page before it has no storage.
      if (location.protocol.startsWith("http") && !localStorage.getItem("tsume.settings")) localStorage.setItem("tsume.settings", JSON.stringify({ lang, theme }));
    }, lang, theme);
    // What the engine says of itself, but for these.
    if (Object.keys(about).length) await page.evaluateOnNewDocument((about) => {
      const { fetch } = window;
      window.fetch = async (...asked) => {
        const response = await fetch(...asked);
        return String(asked[0]).endsWith("/api/about") ? Response.json({ ...await response.json(), ...about }) : response;
      };
    }, about);
    await page.goto(url);
    await page.waitForSelector("#palette .stock");
    return new Sheet(page);
  }
  context() { return this.browser.createBrowserContext(); }

  /* Closes the pages of a part. */
  async tidy() {
    for (const { page, own } of this.pages) {
      if (!page.isClosed()) await page.close();
      await own.close().catch(() => {});
    }
    this.pages = [];
  }
  async picture() {
    const open = this.pages.filter((it) => !it.page.isClosed());
    for (const [at, it] of open.entries()) await it.page.screenshot({ path: `${this.folder}/failure-${at}.png` }).catch(() => {});
  }
  /* Nothing but the server was asked, and no script complained. */
  checkQuiet() {
    const hosts = new Set(this.requests.filter((it) => /^(https?|wss?):/.test(it)).map((it) => new URL(it).hostname));
    assert.deepEqual([...hosts], ["127.0.0.1"]);
    // A browser may tell of a missing file when its part is long over, so what a part expects is kept to the end.
    assert.deepEqual(this.errors.filter((it) => !this.expected.some((one) => one.test(it))), []);
  }
  async close() {
    await this.browser.close();
    for (const it of this.servers) it.child.kill("SIGKILL");
    for (const it of this.hosting) it.close();
  }
}

/* A page with hands on it. */
export class Sheet {
  constructor(page) { this.page = page; }
  /* The page draws what has changed with its next frame: what is read before tells of the state before. */
  drawn() { return this.page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 300); })); }
  async text(selector) {
    await this.drawn();
    return this.page.$eval(selector, (it) => it.innerText);
  }
  /* Clicks on what is there now: an element that is drawn anew while the mouse moves to it is looked for again. */
  async click(selector) {
    for (let trial = 1; ; trial += 1) {
      try {
        return await this.page.click(selector);
      } catch (error) {
        if (trial === 60 || !/detached|not clickable/.test(error.message)) throw error;
        await new Promise((done) => setTimeout(done, 50));
      }
    }
  }
  square(name) { return `[data-square="${name}"]`; }
  async centre(selector) {
    return this.page.$eval(selector, (it) => {
      it.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = it.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
  }
  async drag(from, to) {
    const [a, b] = [await this.centre(from), await this.centre(to)], { mouse } = this.page;
    await mouse.move(a.x, a.y);
    await mouse.down();
    await mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
    await mouse.move(b.x, b.y, { steps: 3 });
    await mouse.up();
  }
  /* The diagram of the page, as it copies it. */
  sfen() {
    return this.page.evaluate(() => {
      const event = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.clipboardData.getData("text/plain");
    });
  }
  /* Pastes a text, as a browser does with ctrl+V. */
  paste(text) {
    return this.page.evaluate((text) => {
      const event = new ClipboardEvent("paste", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      event.clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(event);
    }, text);
  }
  /* Waits until something in the page is true. Firefox tells nothing of an element, so it has to be a value. */
  async until(what, ...values) {
    // The policy of the page forbids what the driver has for this in Firefox.
    const end = performance.now() + PATIENCE;
    while (!await this.page.evaluate(what, ...values)) {
      if (performance.now() > end) throw new Error(`not in time: ${what}`);
      await new Promise((done) => setTimeout(done, 30));
    }
  }
  /* Waits for the whole judgement of the diagram that is set up. */
  async verdict(expected) {
    await this.until((expected) => {
      const it = document.querySelector("#verdict");
      return ["done", "limit"].includes(it.dataset.state) && it.dataset.verdict && (!expected || it.dataset.verdict === expected);
    }, expected).catch(async (error) => {
      throw new Error(`${error.message}; instead of ${expected}: ${await this.text("#verdict")}`);
    });
    return this.text("#verdict");
  }
  async loaded(sfen) {
    await this.paste(sfen);
    await this.until((sfen) => {
      const event = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.clipboardData.getData("text/plain").startsWith(sfen.split(" ").slice(0, 3).join(" "));
    }, sfen);
  }
  key(...keys) { return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve()); }
  async findings(kind) {
    await this.drawn();
    return this.page.$$eval(`.finding${kind ? `[data-kind="${kind}"]` : ""}`, (all) => all.map((it) => it.innerText));
  }
  /* What a button gives as a file, as text. */
  async given(selector) {
    await this.page.evaluate(() => {
      globalThis.taken = null;
      if (globalThis.blobs) return;
      globalThis.blobs = new Map();
      const real = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob) => { const url = real(blob); globalThis.blobs.set(url, blob); return url; };
      HTMLAnchorElement.prototype.click = function click() { globalThis.taken = { name: this.download, blob: globalThis.blobs.get(this.href) }; };
    });
    await this.click(selector);
    await this.until(() => globalThis.taken);
    return this.page.evaluate(async () => ({ name: globalThis.taken.name, size: globalThis.taken.blob.size, text: await globalThis.taken.blob.text() }));
  }
  async copied(selector) {
    await this.page.evaluate(() => {
      globalThis.copied = null;
      navigator.clipboard.writeText = async (text) => { globalThis.copied = text; };
    });
    await this.click(selector);
    await this.until(() => globalThis.copied !== null);
    return this.page.evaluate(() => globalThis.copied);
  }
}
