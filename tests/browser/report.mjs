// Opens reports as a reader does. Arguments: their folder, the browser, and where to put a picture of one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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
  const [file, hash] = name.split("#");
  await page.goto(pathToFileURL(`${folder}/${file}`).href + (hash ? `#${encodeURIComponent(hash)}` : ""));
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
// A finger that moves across an element.
async function swipe(page, selector, across) {
  await page.$eval(selector, (it, across) => {
    const send = (type, clientX) => {
      const touch = new Touch({ identifier: 1, target: it, clientX, clientY: 100 });
      const touches = type === "touchstart" ? [touch] : [];
      it.dispatchEvent(new TouchEvent(type, { touches, changedTouches: [touch], bubbles: true }));
    };
    send("touchstart", 200);
    send("touchend", 200 + across);
  }, across);
}
// How many problems the list has; those that are far from the window are not made yet.
const shown = (page) => page.$eval("#count", (it) => Number(it.textContent.split(" ")[0]));
const pieces = (page, card) => page.$eval(`${card} .board .diagram`, (it) => it.innerHTML);

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
  // It stands below the move of the defender that it replaces.
  assert.equal(await page.$eval(variation, (it) => {
    let before = it.parentElement;
    while (before.className === "aside") before = before.previousElementSibling;
    return before.textContent.slice(0, 1);
  }), "△");
  await click(page, `${variation} > summary`);
  await click(page, `${variation} .line li:nth-child(1) button`);
  assert.match(await page.$eval(`${cooked} output`, (it) => it.textContent), /^4 \/ \d+ △/);
  assert.notEqual(await pieces(page, cooked), start);
  // So do the moves of a cook.
  const before = await pieces(page, cooked);
  await click(page, `${cooked} .branch.flawed .line button`);
  const ofCook = await pieces(page, cooked);
  assert.notEqual(ofCook, before);
  // The index of the defects leads there, too. Moves have the numbers of their plies.
  await click(page, `${cooked} [data-step=first]`);
  await click(page, `${cooked} .index [data-to="1"]`);
  assert.equal(await pieces(page, cooked), ofCook);
  assert.match(await page.$eval(`${cooked} output`, (it) => it.textContent), /^3 \/ \d+ ▲/);
  // A finger on the diagram goes on and back.
  await swipe(page, `${cooked} .board .diagram`, -80);
  assert.match(await page.$eval(`${cooked} output`, (it) => it.textContent), /^4 \//);
  await swipe(page, `${cooked} .board .diagram`, 80);
  assert.equal(await pieces(page, cooked), ofCook);
  // Those who hear the page hear the position.
  assert.match(await page.$eval(`${cooked} .diagram svg`, (it) => it.getAttribute("aria-label")), /attacker .*3三歩.*; defender 2二玉/);

  // SFEN and KIF to the clipboard.
  await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }; });
  await click(page, `${card} [data-copy=sfen]`);
  assert.equal(await page.evaluate("copied"), "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1");
  await click(page, `${card} [data-copy=kif]`);
  assert.match(await page.evaluate("copied"), /手合割|持駒/);

  // The links to other programs have the position, and the record its moves and branches.
  const linked_ = await page.$eval(cooked, (it) => Object.fromEntries([...it.querySelectorAll(".links a")].map((link) => [link.dataset.to, link.getAttribute("href")])));
  assert.equal(linked_.lishogi, "https://lishogi.org/editor/8k/7g1/6P1G/7PP/9/9/9/2B6/9_b_2rb2g4s4n4l15p_1");
  assert.match(linked_.shogihome, /\?usen=8k_7g1_6P1G_7PP_9_9_9_2B6_9\.b\.2rb2g4s4n4l15p~0\.[0-9a-z]{15}\.p(~\d\.[0-9a-z]+\.p)+$/);
  assert.equal(linked_.here, `#${await page.$eval(cooked, (it) => it.id)}`);

  // Verdicts: one alone, then all.
  await click(page, ".verdicts .no_mate");
  assert.equal(await shown(page), 1);
  await click(page, ".verdicts .no_mate");
  assert.equal(await shown(page), 4);
  await page.type("#search", "SCRIPT");
  assert.equal(await shown(page), 1);

  // The record of each problem is that of the program, to the letter.
  const records = new TextDecoder("shift_jis").decode(readFileSync(`${folder}/records.kif`)).replaceAll("\r\n", "\n");
  const written = await open("records.html");
  const texts = await written.evaluate(() => cards.map((it) => { const card = make(it); ready(card); return card.querySelector(".kif").textContent; }));
  assert.ok(texts.length > 200, `${texts.length}`);
  for (const text of texts) assert.ok(text.includes("+---------------------------+") && records.includes(text.trim()), text);

  // The gallery has a diagram for each problem. A click opens the problem.
  const gallery = await open("classics.html");
  await gallery.click("#gallery");
  await gallery.waitForSelector(".card .thumb svg");
  const thumbs = await gallery.$$eval(".thumb svg", (it) => it.length);
  assert.ok(thumbs > 10 && thumbs < 150, `${thumbs} diagrams are drawn`);
  await gallery.click(".card summary");
  await gallery.waitForSelector(".card[open] .board svg");
  await gallery.click("#gallery");
  assert.equal(await gallery.$eval(".thumb", (it) => getComputedStyle(it).display), "none");

  // A link to a problem opens it.
  const name = await gallery.evaluate(() => cards[150].dataset.id);
  const linked = await open(`classics.html#${name}`);
  await linked.waitForSelector(`.card[open] .board svg`);
  assert.equal(await linked.$eval(".card[open]", (it) => it.id), name);

  // Also if it is filtered away.
  await linked.type("#search", "nothing has this name");
  assert.equal(await shown(linked), 0);
  const other = await linked.evaluate(() => cards[170].dataset.id);
  await linked.evaluate((id) => { location.hash = id; }, other);
  await linked.waitForSelector(`[id="${other}"][open] .board svg`);
  assert.equal(await shown(linked), await linked.evaluate(() => cards.length));

  // The board stays in view, whichever move of a long line with cooks is clicked.
  for (const [width, height] of [[1280, 900], [390, 844]]) {
    const long = await open("long.html", width, height);
    await long.waitForSelector(".board svg");
    const last = await long.$eval(".text > .line", (it) => it.dataset.moves.split(" ").length);
    const cooks = await long.$$eval(".branch.flawed", (it) => it.length);
    assert.ok(last >= 25 && cooks >= 3, `${last} plies, ${cooks} cooks`);
    const places = await long.evaluate(() => {
      for (const it of document.querySelectorAll("details")) it.open = true;
      return [...document.querySelectorAll(".line button")].map((it) => {
        // As a reader does who has the move in the midst of the screen.
        it.scrollIntoView({ block: "center" });
        it.click();
        const { top, bottom, left, right } = document.querySelector(".board .diagram svg").getBoundingClientRect();
        const button = it.getBoundingClientRect();
        return { is: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && button.bottom <= innerHeight,
          covers: innerWidth < 700 && button.top < bottom, current: it.getAttribute("aria-current") };
      });
    });
    assert.ok(places.length > 60, `${places.length}`);
    for (const it of places) assert.deepEqual(it, { is: true, covers: false, current: "step" }, `${width}`);
    // So does it while a key is pressed again and again; and the move, too.
    await long.evaluate(() => scrollTo(0, 0));
    await long.click(".text > .line > li:nth-child(1) button");
    for (let at = 1; at < last; at += 1) {
      await long.keyboard.press("ArrowRight");
      const seen = await long.evaluate(() => ["[aria-current]", ".board svg"].every((it) => {
        const { top, bottom } = document.querySelector(it).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }));
      assert.ok(seen, `${width}: ply ${at + 1}`);
    }
    // A page of one problem is its card alone.
    assert.equal(await long.$$eval(".tools, .bar, .verdicts, .card > summary", (it) => it.length), 0);
    assert.equal(await long.$eval("h1", (it) => it.textContent), "長い手順");
  }

  // On a phone whatever can be touched is large enough.
  const touched = await open("long.html", 390, 844);
  await touched.waitForSelector(".board svg");
  const small = await touched.$$eval("button, a, summary", (all) => all.map((it) => [it.textContent, it.getBoundingClientRect()])
    .filter(([, it]) => it.height > 0 && (it.height < 44 || it.width < 44)).map(([text, { width, height }]) => `${text}: ${width} × ${height}`));
  assert.deepEqual(small, []);

  // A puzzle shows neither lines nor verdicts, and does not step, until the solution is opened.
  const puzzles = await open("puzzles.html");
  await puzzles.waitForSelector(".board svg");
  const visible = () => puzzles.$eval(card, (it) => it.innerText);
  assert.doesNotMatch(await visible(), /▲|sound/);
  await puzzles.keyboard.press("ArrowRight");
  assert.equal(await puzzles.$$eval(".card", (all) => all.filter((it) => it.state && it.state.ply).length), 0);
  await click(puzzles, `${card} .solution > summary`);
  assert.match(await visible(), /▲/);
  await click(puzzles, `${card} [data-step=next]`);
  assert.match(await puzzles.$eval(`${card} output`, (it) => it.textContent), /^1 \//);

  // Letters on the board.
  const western = await open("western.html");
  await western.waitForSelector(".board svg");
  const signs = await western.$$eval(".board svg text", (all) => all.map((it) => it.textContent));
  for (const it of ["K", "B", "9", "i", "rest"]) assert.ok(signs.includes(it), `${it}: ${signs}`);
  assert.equal(await western.$$eval(".board svg use", (it) => it.length), 0);

  // Idle pieces are tinted until they move.
  const idle = await open("idle.html");
  await idle.waitForSelector(".board svg");
  assert.ok(await idle.$$eval('.board rect[fill="var(--idle)"]', (it) => it.length) > 0);

  // A book: every sheet is a page of the paper, none is empty, and the contents have the right numbers.
  const bound = await open("book.html", 1000, 900);
  // It is bound when the page is loaded: programs that print do not wait.
  assert.ok(await bound.$(".sheet"));
  const sheets = await bound.$$eval(".sheet", (all) => all.map((it) => {
    const lowest = Math.max(...[...it.children].filter((it) => it.tagName !== "FOOTER").map((it) => it.getBoundingClientRect().bottom));
    return { number: it.querySelector("footer").textContent, text: it.innerText.length, fits: lowest <= it.querySelector("footer").getBoundingClientRect().top };
  }));
  sheets.forEach((it, at) => assert.ok(it.fits && it.number === String(at + 1) && it.text > 3, JSON.stringify(it)));
  assert.ok(await bound.$eval(".sheet", (it) => it.querySelector("h1")));
  const wrong = await bound.$$eval(".entry em", (all) => all.filter((it) => document.getElementById(it.dataset.of).closest(".sheet").querySelector("footer").textContent !== it.textContent).length);
  assert.equal(wrong, 0);
  assert.equal(await bound.$$eval("figure svg", (it) => it.length), await bound.$$eval("figure", (it) => it.length));
  const pdf = Buffer.from(await bound.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, sheets.length);

  if (picture) {
    const seen = await open("example.html", 1000, 640);
    await see(seen, ".card");
    await seen.click(".branch.flawed .line li:nth-child(1) button");
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
    const middle = cards.slice(8).map(make).find((it) => { ready(it); return it.querySelector(".line"); });
    middle.querySelector(".board .diagram").scrollIntoView({ block: "center" });
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

  // On a phone the buttons stay beside the board and on the page.
  for (const width of [360, 340, 320]) {
    const phone = await open("few.html", width, 640);
    await see(phone, card);
    await click(phone, `${card} [data-step=next]`);
    const places = await phone.$$eval(`${card} .steps button`, (all) => all.map((it) => {
      const { left, right, height } = it.getBoundingClientRect();
      return { left, right, height };
    }));
    for (const it of places) assert.ok(it.left >= 0 && it.right <= width && it.height < 50, `${width}: ${JSON.stringify(it)}`);
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: wider than the page`);
  }

  // What printing opens is closed again, sections in a card included.
  const paper = await open("few.html");
  await see(paper, card);
  await paper.$eval(card, (it) => { it.open = false; });
  const state = () => paper.$$eval("#cards details", (all) => all.map((it) => it.open));
  await paper.evaluate(() => { for (const it of cards) ready(make(it)); });
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
    let drawn = 0;
    for (const card of cards.map(make)) {
      ready(card);
      step(card, "last");
      drawn += card.querySelectorAll(".diagram svg").length;
    }
    return drawn;
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
  await timed("filter", "document.querySelector('.verdicts button').click()");
  assert.notEqual(await shown(thousand), 1000);
  const typed = (text) => `const search = document.getElementById('search'); search.value = '${text}'; search.dispatchEvent(new Event('input'))`;
  await timed("search", `document.querySelector('.verdicts button').click(); ${typed("muso1")}`);
  await timed("all", typed(""));
  await timed("sort", "const order = document.getElementById('order'); order.value = 'plies'; order.dispatchEvent(new Event('change'))");
  await timed("open", "document.getElementById('all').click()");
  // Cards that are far from the window are not made before the reader comes there.
  const made = () => thousand.$$eval(".card", (it) => it.length);
  assert.ok(await made() < 400, `${await made()} cards are made before they are seen`);
  const end = await thousand.evaluate(() => shown[shown.length - 1].dataset.id);
  await thousand.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await thousand.waitForFunction((id) => document.getElementById(id), {}, end);
  await thousand.evaluate(() => scrollTo(0, 0));
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
