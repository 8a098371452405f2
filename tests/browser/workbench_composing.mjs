// Brinkmates, longer problems, stated lengths; faces, keys and places on the screen; what a browser may have kept.
import assert from "node:assert/strict";
import { COOKED, MENDED } from "./workbench_desk.mjs";

// A cook is proven at once; whether another check mates is not decided in seconds.
const OPEN = "8k/9/6NGP/9/9/9/9/9/R8 b r2b3g4s3n4l17p 1";
// A brinkmate in three.
const BRINKMATE = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1";
// Mate in one, to which longer problems lead.
const SHORT = "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

async function brinkmate(desk) {
  const sheet = await desk.page();
  // The goal comes with the record.
  await sheet.loaded(`${BRINKMATE}; goal "brinkmate";`);
  await sheet.until(() => /brinkmate in 3/.test(document.querySelector("#verdict .length").textContent) && document.querySelector("#verdict").dataset.state === "done");
  assert.equal(await sheet.page.$eval("#goal", (it) => it.value), "brinkmate");
  await sheet.click('[data-key="ending"]');
  await sheet.until(() => /threat: ▲[\s\S]*:/.test(document.querySelector("#panel-lines .ending").textContent));
  // Along the line: a quiet move can be played, and each position has its state.
  await sheet.page.evaluate(() => document.activeElement.blur());
  await sheet.key("End");
  await sheet.until(() => /^3 \/ 3/.test(document.querySelector("#step").textContent));
  await sheet.until(() => document.querySelector(".here .badge").textContent === "brinkmate");
  assert.match(await sheet.text("#panel-lines"), /\d+ defences/);
  await sheet.key("Home");
  await sheet.until(() => /brinkmate in 3/.test(document.querySelector(".here .badge")?.textContent || ""));
  await sheet.click('[data-hand-piece="bG"]:not([aria-disabled])');
  await sheet.page.waitForSelector(`.target${sheet.square("5e")}`);
  await sheet.click(sheet.square("5e"));
  await sheet.until(() => document.querySelector(".here .badge")?.textContent === "no threat");
  // It is written, read, and kept as such.
  assert.match(await sheet.sfen(), /; goal "brinkmate";$/);
  await sheet.click('[popovertarget="menu-save"]');
  const kif = await sheet.copied('.copies [data-format="kif"]');
  assert.match(kif, /手数：3手必至/);
  const link = await sheet.copied('.copies [data-format="link"]');
  for (const url of [link, desk.main.url]) {
    const linked = await desk.page({ url });
    if (url !== link) await linked.paste(kif);
    await linked.until(() => document.querySelector("#goal").value === "brinkmate");
    await linked.until(() => /brinkmate in 3/.test(document.querySelector("#verdict .length")?.textContent || ""));
  }
  await sheet.key("Escape");
  // The other goal is a step of its own, which undo takes back.
  await sheet.click("#mode-setup");
  await sheet.page.select("#goal", "mate");
  await sheet.verdict("no_mate");
  await sheet.click("#undo");
  await sheet.until(() => document.querySelector("#goal").value === "brinkmate" && /brinkmate in 3/.test(document.querySelector("#verdict .length").textContent));
  await sheet.click('[data-tab="repair"]');
  assert.match(await sheet.text("#panel-repair"), /Only problems that end with a mate/);
  await sheet.click('[data-tab="versions"]');
  await sheet.until(() => document.querySelectorAll("#panel-versions .card").length === 2);
}

async function longer(desk) {
  const sheet = await desk.page();
  await sheet.loaded(SHORT);
  await sheet.verdict("sound");
  await sheet.click('[data-tab="repair"]');
  await sheet.click("#extend-look");
  await sheet.page.waitForSelector("#panel-repair .card .picture", { timeout: 60000 });
  assert.match(await sheet.text("#panel-repair .card .caption"), /▲.*△[\s\S]*mate in 3/);
  await sheet.click("#panel-repair .card .picture");
  await sheet.until(() => /mate in 3/.test(document.querySelector("#verdict .length").textContent));
  const verdict = await sheet.verdict();
  assert.match(verdict, /sound/);
  // Of a flawed problem there is none.
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  await sheet.click("#extend-look");
  await sheet.until(() => /not sound itself/.test(document.querySelector("#panel-repair").innerText));
  // What stays is explained.
  assert.match(await sheet.text("#panel-repair .why"), /move for move/);
  await sheet.page.select('#panel-repair [data-key="keep"]', "mate");
  await sheet.until(() => /Any sound problem/.test(document.querySelector("#panel-repair .why").innerText));
}

/* What was found for one problem is not shown with another, nor under the button of another search. */
async function ownResults(desk) {
  const sheet = await desk.page();
  const cards = () => sheet.page.$$eval("#panel-repair .card", (all) => all.length);
  const before = (one, two) => sheet.page.$eval(one, (it, two) => Boolean(it.compareDocumentPosition(document.querySelector(two)) & Node.DOCUMENT_POSITION_FOLLOWING), two);
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  await sheet.click('[data-tab="repair"]');
  await sheet.click("#repair-look");
  const mended = `#panel-repair .card[data-sfen="${MENDED}"]`;
  await sheet.page.waitForSelector(mended, { timeout: 60000 });
  await sheet.until(() => document.querySelector("#repair-look").textContent === "Look for changes");
  assert.deepEqual([await before("#repair-look", mended), await before(mended, "#extend-look")], [true, true]);
  // They stay while one of them is tried.
  await sheet.click(`${mended} .picture`);
  await sheet.verdict("sound");
  assert.ok(await cards() > 0);
  await sheet.loaded(SHORT);
  await sheet.verdict("sound");
  await sheet.until(() => !document.querySelector("#panel-repair .card"));
  await sheet.click("#undo");
  await sheet.until(() => !!document.querySelector("#panel-repair .card"));
  await sheet.click("#redo");
  await sheet.click("#extend-look");
  const longer = "#panel-repair .card";
  await sheet.page.waitForSelector(longer, { timeout: 60000 });
  assert.equal(await before("#extend-look", longer), true);
  // In another language they have other words, and are not looked for again.
  assert.match(await sheet.text(`${longer} .caption`), /mate in 3/);
  const asked = desk.requests.length;
  await sheet.click("#language");
  await sheet.until(() => /3手詰/.test(document.querySelector("#panel-repair .card .caption").innerText));
  assert.deepEqual(desk.requests.slice(asked).filter((it) => /api\/(extend|repair)/.test(it)), []);
}

/* Another language asks for other words, and not for another search. */
async function otherWords(desk) {
  const sheet = await desk.page();
  await sheet.page.select('[data-setting="time_ms"]', "5000");
  await sheet.loaded(OPEN);
  await sheet.verdict("flawed");
  // What is decided is told of a search that has ended, and what is to be decided of one that goes on.
  const told = await sheet.text("#verdict .details");
  assert.doesNotMatch(told, /to decide|left open/);
  const [, done, total] = told.match(/(\d+) of (\d+) other checks decided/) || assert.fail(told);
  const begun = performance.now();
  await sheet.click("#language");
  await sheet.until(() => /記憶から/.test(document.querySelector("#verdict .details").innerText));
  assert.ok(performance.now() - begun < 4000, `${performance.now() - begun} ms`);
  assert.match(await sheet.text("#verdict .details"), new RegExp(`他の王手${total}通りのうち${done}通りを検討済み`));
  // What was left because the verdict is settled is decided, or searched as long as the setting says, when it is asked for.
  await sheet.click('#verdict [data-key="rest"]');
  await sheet.until(() => document.querySelector("#verdict").dataset.state === "running");
  await sheet.verdict("flawed");
  assert.doesNotMatch(await sheet.text("#verdict .details"), /確定/);
  // So are comparisons of versions.
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  await sheet.click('[data-palette="P:w"]');
  await sheet.click(sheet.square("3c"));
  await sheet.verdict("sound");
  await sheet.click('[data-tab="versions"]');
  await sheet.click(`#panel-versions .card[data-sfen="${COOKED}"] input`);
  await sheet.page.waitForSelector(".comparison pre");
  const japanese = await sheet.text(".comparison pre");
  await sheet.click("#language");
  await sheet.until((old) => document.querySelector(".comparison pre").innerText !== old, japanese);
  assert.match(await sheet.text(".comparison pre"), /mate in 5, proven shortest/);
}

/* A diagram on the way to another one is no version. */
async function halfBuilt(desk) {
  const sheet = await desk.page();
  await sheet.click('[data-palette="K:w"]');
  await sheet.click(sheet.square("2a"));
  await sheet.click('[data-palette="P:b"]');
  await sheet.click(sheet.square("2c"));
  await sheet.verdict("no_mate");
  await sheet.key("Escape");
  // With a gold in hand it is sound, and kept at once.
  await sheet.click('[data-key="bG1"]');
  await sheet.verdict("sound");
  await sheet.click('[data-tab="versions"]');
  await sheet.until(() => document.querySelectorAll("#panel-versions .card").length === 1);
  // A flawed one is kept when it stands.
  await sheet.click('[data-key="bG1"]');
  const flawed = await sheet.sfen();
  await sheet.verdict("flawed");
  assert.equal(await sheet.page.$$eval("#panel-versions .card", (all) => all.length), 1);
  await sheet.page.waitForSelector(`#panel-versions .card[data-sfen="${flawed}"]`);
  assert.equal(await sheet.page.$$eval("#panel-versions .card", (all) => all.length), 2);
}

/* At the size of a laptop nothing is cut: the hint above the board, and the third cook where the page has room. */
async function room(desk) {
  for (const lang of ["en", "ja"]) {
    const sheet = await desk.page({ lang });
    for (const height of [720, 900]) {
      await sheet.page.setViewport({ width: 1280, height });
      await sheet.loaded("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1");
      await sheet.verdict("flawed");
      const cut = await sheet.page.evaluate(() => {
        const frame = document.querySelector("#verdict").getBoundingClientRect(), row = document.querySelector(".mode").getBoundingClientRect();
        const hint = document.querySelector("#mode-words"), at = hint.getBoundingClientRect();
        const isWhole = at.right <= row.right + 1 && hint.scrollWidth <= hint.clientWidth + 1, isHidden = at.top >= row.bottom;
        const cooks = [...document.querySelectorAll("#verdict .cooks .move")].map((it) => it.getBoundingClientRect());
        return { hint: !isWhole && !isHidden, cooks: cooks.length, below: cooks.filter((it) => it.bottom > frame.bottom || it.right > frame.right).length };
      });
      assert.deepEqual(cut, { hint: false, cooks: 3, below: 0 }, `${lang} ${height}`);
    }
  }
}

async function stated(desk) {
  const sheet = await desk.page();
  await sheet.loaded(`${MENDED}; plies 5;`);
  await sheet.verdict("sound");
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  // The record states seven plies, and there is a mate in five.
  await sheet.paste(`${MENDED}; plies 7;`);
  await sheet.until(() => /stated: 7/.test(document.querySelector("#verdict").innerText));
  await sheet.verdict("flawed");
  assert.deepEqual(await sheet.findings("cook"), []);
  // Another diagram has another length.
  await sheet.drag(sheet.square("3h"), sheet.square("9i"));
  await sheet.until(() => !/stated/.test(document.querySelector("#verdict").innerText));
  await sheet.click("#undo");
  await sheet.until(() => /stated: 7/.test(document.querySelector("#verdict").innerText));
}

async function keys(desk) {
  const sheet = await desk.page();
  const stops = await sheet.page.$$eval("#palette button", (all) => all.filter((it) => it.tabIndex === 0).length);
  assert.equal(stops, 1);
  await sheet.page.focus('[data-palette="K:w"]');
  const at = () => sheet.page.evaluate(() => document.activeElement.dataset.palette || document.activeElement.dataset.key || "");
  await sheet.key("ArrowDown", "ArrowLeft");
  assert.equal(await at(), "R:b");
  await sheet.key("End");
  assert.equal(await at(), "promoted");
  await sheet.key("Enter", "Home", "ArrowDown");
  assert.equal(await at(), "+R:b");
  await sheet.key("Enter");
  await sheet.click(sheet.square("5e"));
  assert.match(await sheet.sfen(), /4\+R4/);
  // The tab key comes back to where it was.
  await sheet.page.focus("#steps button, #tabs button");
  assert.equal(await sheet.page.$eval('[data-palette="+R:b"]', (it) => it.tabIndex), 0);
}

async function still(desk) {
  const sheet = await desk.page();
  const top = () => sheet.page.$eval("#tabs", (it) => it.getBoundingClientRect().top);
  const before = await top();
  await sheet.loaded(COOKED);
  await sheet.until(() => !!document.querySelector("#verdict .cooks > *"));
  assert.equal(await top(), before);
  await sheet.verdict("flawed");
  assert.equal(await top(), before);
}

async function phoneCooks(desk) {
  const sheet = await desk.page({ phone: true });
  const top = () => sheet.page.$eval("#board", (it) => it.getBoundingClientRect().top + scrollY);
  await sheet.loaded(MENDED);
  await sheet.verdict("sound");
  const before = await top();
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  assert.equal(await top(), before);
  const cook = await sheet.page.$eval("#verdict .cooks .move", (it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return { text: it.innerText, isSeen: right > left && bottom > top && it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) };
  });
  assert.ok(cook.isSeen);
  assert.match(cook.text, /ply 3[\s\S]*余詰[\s\S]*▲３四金/);
  // Everything is on the screen all the same.
  await sheet.page.evaluate(() => scrollTo(0, 0));
  const bottom = await sheet.page.$eval("#palette", (it) => it.getBoundingClientRect().bottom);
  assert.ok(bottom <= 844, `the palette ends at ${bottom}`);
  // What unfolds is as high as a finger needs.
  assert.deepEqual(await sheet.page.$$eval("#panel-lines summary", (all) => all.filter((it) => it.offsetHeight < 44).length), 0);
  await sheet.click("#verdict .cooks .move");
  await sheet.until(() => /^3 \//.test(document.querySelector("#step").textContent));
}

async function faces(desk) {
  const sheet = await desk.page();
  await sheet.loaded("4k4/9/4+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
  await sheet.verdict();
  await sheet.click('[data-tab="versions"]');
  await sheet.page.waitForSelector("#panel-versions .thumb .promoted");
  const colour = (selector) => sheet.page.$eval(selector, (it) => getComputedStyle(it).color);
  assert.equal(await colour("#panel-versions .thumb .promoted"), await colour("#board .promoted"));
  await sheet.page.select('[data-setting="notation"]', "western");
  await sheet.until(() => [...document.querySelectorAll("#panel-versions .thumb text")].some((it) => it.textContent === "+P"));
}

/* No choice is cut off, in the language with the longer words. */
async function within(desk) {
  for (const phone of [true, false]) {
    const sheet = await desk.page({ phone });
    if (!phone) await sheet.page.setViewport({ width: 1280, height: 800 });
    // A menu is put in its place after it has opened.
    const reached = (selector) => sheet.page.waitForFunction((selector) => {
      const all = [...document.querySelectorAll(selector)];
      return all.length && all.every((it) => {
        const { left, right, top, height } = it.getBoundingClientRect();
        return right <= innerWidth && document.elementFromPoint((left + right) / 2, top + height / 2) === it;
      });
    }, { timeout: 10_000 }, selector);
    await reached("#goal");
    await sheet.click('[popovertarget="menu-settings"]');
    await reached("#menu-settings select");
    await sheet.key("Escape");
    // The help begins with what is being done, and can be closed from wherever one reads.
    await sheet.click('[popovertarget="help"]');
    assert.match(await sheet.text("#help"), /^Setting up/);
    await sheet.page.$$eval("#help details", (all) => all.forEach((it) => { it.open = true; }));
    await reached('#help [data-key="close"]');
  }
}

export const parts = [["within the window", within], ["brinkmate", brinkmate], ["longer problems", longer], ["own results", ownResults], ["other words", otherWords], ["half-built diagrams", halfBuilt], ["room", room], ["stated length", stated], ["palette by keys", keys], ["still verdict", still], ["cooks on the phone", phoneCooks], ["faces", faces]];
