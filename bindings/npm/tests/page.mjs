// Opens the page with the package in Chromium. Argument: the browser.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import puppeteer from "puppeteer-core";

const types = { html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };
const hosting = createServer((request, response) => {
  const name = `.${new URL(request.url, "http://host").pathname}`;
  response.setHeader("Content-Type", types[name.split(".").pop()] || "text/plain");
  response.statusCode = existsSync(name) ? 200 : 404;
  response.end(existsSync(name) ? readFileSync(name) : "");
});
await new Promise((done) => hosting.listen(0, "127.0.0.1", done));
const browser = await puppeteer.launch({ executablePath: process.argv[2], args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${hosting.address().port}/browser.html`);
  await page.waitForFunction(() => document.title, { timeout: 30000 });
  assert.deepEqual(JSON.parse(await page.title()), { plies: 5, verdict: "flawed", isDrawing: true });
} finally {
  await browser.close();
  hosting.close();
}
console.log("npm: Chromium");
