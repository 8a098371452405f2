// Opens reports as a reader does. Arguments: their folder, the browser, and where to put a picture of one.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const [folder, executablePath, picture] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
const requests = [], errors = [];

async function open(name, width = 1100, height = 900) {
  const page = await browser.newPage();
  page.on("request", (it) => requests.push(it.url()));
  page.on("console", (it) => { if (["error", "warn"].includes(it.type())) errors.push(it.text()); });
  page.on("pageerror", (it) => errors.push(String(it)));
  page.on("dialog", (it) => { errors.push(`dialog: ${it.message()}`); it.dismiss(); });
  await page.setViewport({ width, height });
  await page.goto(pathToFileURL(`${folder}/${name}`).href);
  return page;
}
// A card as its reader comes to it: what is far from the window is not drawn before.
async function see(page, card) {
  await page.$eval(card, (it) => it.scrollIntoView());
  await page.waitForSelector(`${card} .diagram svg`);
}
// A click where the reader sees it: what scrolls into view may still be laid out.
async function click(page, selector) {
  await page.$eval(selector, (it) => it.scrollIntoView({ block: "center" }));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  await page.click(selector);
}
const shown = (page) => page.$$eval(".card", (cards) => cards.filter((it) => !it.hidden).length);
const pieces = (page, card) => page.$eval(`${card} .diagram`, (it) => it.innerHTML);

try {
  const page = await open("few.html");
  const card = '.card[data-name*="varied"]';
  assert.equal(await shown(page), 4);
  assert.equal(await page.$eval('.card[data-name*="cooked"] .name b', (it) => it.textContent), "<script>alert(1)</script>");

  // A line: by button, by key, by clicking a move. The diagram follows.
  await see(page, card);
  const initial = await pieces(page, card);
  await click(page, `${card} [data-step=next]`);
  const first = await pieces(page, card);
  assert.notEqual(first, initial);
  assert.match(await page.$eval(`${card} output`, (it) => it.textContent), /^1 \/ \d+ ▲/);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await pieces(page, card), initial);
  await page.keyboard.press("ArrowRight");
  assert.equal(await pieces(page, card), first);
  await page.keyboard.press("End");
  const [ply, last] = (await page.$eval(`${card} output`, (it) => it.textContent)).match(/\d+/g);
  assert.equal(ply, last);
  await page.keyboard.press("Home");
  assert.equal(await pieces(page, card), initial);
  await click(page, `${card} .line li:nth-child(1) button`);
  assert.equal(await pieces(page, card), first);

  // A variation opens, and its moves lead to its own positions.
  const cooked = '.card[data-name*="cooked"]', variation = `${cooked} .turn`;
  await see(page, cooked);
  const start = await pieces(page, cooked);
  await click(page, `${variation} > summary`);
  await click(page, `${variation} details > summary`);
  await click(page, `${variation} details .line li:nth-child(1) button`);
  assert.match(await page.$eval(`${cooked} output`, (it) => it.textContent), /^4 \/ \d+ △/);
  assert.notEqual(await pieces(page, cooked), start);
  // So do the moves of a cook.
  const before = await pieces(page, cooked);
  await click(page, `${cooked} .finding.flawed .line button`);
  assert.notEqual(await pieces(page, cooked), before);

  // SFEN and KIF to the clipboard.
  await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }; });
  await click(page, `${card} [data-copy=sfen]`);
  assert.equal(await page.evaluate("copied"), "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1");
  await click(page, `${card} [data-copy=kif]`);
  assert.match(await page.evaluate("copied"), /手合割|持駒/);

  // Verdicts: one alone, then all.
  await click(page, ".verdicts .no_mate");
  assert.equal(await shown(page), 1);
  await click(page, ".verdicts .no_mate");
  assert.equal(await shown(page), 4);
  await page.type("#search", "SCRIPT");
  assert.equal(await shown(page), 1);

  if (picture) {
    const seen = await open("example.html", 1000, 640);
    await see(seen, ".card");
    await seen.click(".finding.flawed .line li:nth-child(1) button");
    await seen.screenshot({ path: picture, type: "webp", quality: 80 });
  }

  // By keys alone: to a card, open it, step.
  const keys = await open("few.html");
  await keys.focus(`${card} > summary`);
  await keys.keyboard.press("Enter");
  assert.equal(await keys.$eval(card, (it) => it.open), false);
  await keys.keyboard.press("Space");
  assert.equal(await keys.$eval(card, (it) => it.open), true);
  await see(keys, card);
  await keys.keyboard.press("ArrowRight");
  assert.match(await keys.$eval(`${card} output`, (it) => it.textContent), /^1 \/ /);

  // Outside a card arrows step through the one in view; Home, End and what is held with Shift stay the page's own.
  const free = await open("thousand.html");
  await free.evaluate(() => document.getElementById("all").click());
  const scroll = () => free.evaluate(() => {
    const middle = cards.slice(8).find((it) => { ready(it); return it.querySelector(".line"); });
    middle.querySelector(".diagram").scrollIntoView({ block: "center" });
    return new Promise((done) => setTimeout(done, 400));
  });
  // What comes into view is laid out, and moves what is below.
  for (let at = 0; at < 3; at += 1) await scroll();
  const stepped = () => free.$$eval(".card", (cards) => cards.filter((it) => it.state && it.state.ply).map((it) => it.getBoundingClientRect().top));
  assert.deepEqual(await stepped(), []);
  const swallowed = () => free.evaluate("swallowed");
  await free.evaluate(() => {
    globalThis.swallowed = 0;
    addEventListener("keydown", (it) => { globalThis.swallowed += it.defaultPrevented; });
  });
  await free.keyboard.down("Shift");
  await free.keyboard.press("ArrowRight");
  await free.keyboard.up("Shift");
  assert.deepEqual([await stepped(), await swallowed()], [[], 0]);
  await free.keyboard.press("ArrowRight");
  const tops = await stepped();
  assert.equal(tops.length, 1);
  assert.ok(tops[0] > -500 && tops[0] < 900, `a card out of view steps: ${tops}`);
  assert.equal(await swallowed(), 1);
  await free.keyboard.press("Home");
  assert.equal(await swallowed(), 1);
  assert.equal((await stepped()).length, 1);

  // On a phone the buttons stay in one line and on the page.
  for (const width of [360, 340, 320]) {
    const phone = await open("few.html", width, 640);
    await see(phone, card);
    await click(phone, `${card} [data-step=next]`);
    const places = await phone.$$eval(`${card} .steps button`, (all) => all.map((it) => {
      const { left, right, height } = it.getBoundingClientRect();
      return { left, right, height };
    }));
    for (const it of places) assert.ok(it.left >= 0 && it.right <= width && it.height < 40, `${width}: ${JSON.stringify(it)}`);
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: wider than the page`);
  }

  // What printing opens is closed again, sections in a card included.
  const paper = await open("few.html");
  await see(paper, card);
  await paper.$eval(card, (it) => { it.open = false; });
  const state = () => paper.$$eval("#cards details", (all) => all.map((it) => it.open));
  await paper.evaluate(() => { for (const it of cards) ready(it); });
  const opened = await state();
  assert.ok(opened.includes(false) && opened.includes(true));
  await paper.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.ok((await state()).every((it) => it));
  await paper.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.deepEqual(await state(), opened);

  // Printed: every card is open and drawn.
  const printed = await open("classics.html");
  await printed.pdf({ width: "210mm", height: "297mm" });
  assert.equal(await printed.$$eval(".card .diagram svg", (it) => it.length), await shown(printed));
  assert.equal(await printed.$$eval(".card[open]", (it) => it.length), 0);

  const ja = await open("ja.html");
  assert.equal(await ja.$eval("html", (it) => it.lang), "ja");

  const classics = await open("classics.html");
  const total = await shown(classics);
  assert.ok(total >= 200, `${total}`);
  assert.equal(await classics.$$eval(".diagram svg", (it) => it.length), 0, "drawn before they are seen");
  await click(classics, ".card summary");
  await classics.waitForSelector(".diagram svg");
  const names = () => classics.$$eval(".card", (cards) => cards.slice(0, 5).map((it) => it.dataset.name));
  await classics.select("#order", "verdict");
  await classics.select("#order", "name");
  assert.deepEqual(await names(), [...(await names())].sort());
  // Every position and line of the collection can be drawn.
  const drawn = await classics.evaluate(() => {
    for (const card of cards) { ready(card); step(card, "last"); }
    return document.querySelectorAll(".diagram svg").length;
  });
  assert.equal(drawn, total);

  // A thousand problems are no burden: what a reader does takes the blink of an eye, here with much to spare.
  const loading = performance.now();
  const thousand = await open("thousand.html");
  const times = { load: performance.now() - loading };
  assert.equal(await shown(thousand), 1000);
  const timed = async (name, action) => {
    times[name] = await thousand.evaluate(`(async () => {
      const start = performance.now();
      ${action};
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - start;
    })()`);
  };
  await timed("filter", "verdicts[0].click()");
  assert.notEqual(await shown(thousand), 1000);
  await timed("search", "verdicts[0].click(); search.value = 'muso1'; filter()");
  await timed("all", "search.value = ''; filter()");
  await timed("sort", "order.value = 'plies'; order.dispatchEvent(new Event('change'))");
  await timed("open", "document.getElementById('all').click()");
  const seen = await thousand.$$eval(".diagram svg", (it) => it.length);
  assert.ok(seen < 50, `${seen} diagrams are drawn before they are seen`);
  for (const name in times) assert.ok(times[name] < 5000, `${name} takes ${times[name]} ms`);
  const told = Object.entries(times).map(([name, time]) => `${name} ${Math.round(time)} ms`).join(", ");

  assert.deepEqual(errors, []);
  assert.ok(requests.every((it) => it.startsWith("file:") || it.startsWith("data:")), requests.join("\n"));
  console.log(`browser: a report of ${total} problems does what it should; ${requests.length} requests, none to the network`);
  console.log(`browser: of 1000 problems: ${told}`);
} finally {
  await browser.close();
}
