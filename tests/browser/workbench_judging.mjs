// Judgement, lines, versions, repair.
import assert from "node:assert/strict";
import { COOKED, MENDED } from "./workbench_desk.mjs";

// A problem whose judgement takes long: 無双 2.
const HARD = "5g1l1/3+P2s1p/1R1B2p1S/3npSL2/7pk/3+B1L3/5rN1P/6N2/8L b 2P3gsn10p 1";
// A rook gives check from afar: what is put between is futile.
const FUTILE = "8k/9/6NGP/9/9/9/9/9/R8 b r2b3g4s3n4l17p 1";

const mainLine = (sheet) => sheet.page.$$eval("#panel-lines > .line > li > .move", (all) => all[all.length - 1].dataset.path.split(" "));

async function cooks(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  const words = await sheet.verdict("flawed");
  assert.match(words, /mate in 5/);
  const [cook] = await sheet.findings("cook");
  assert.match(cook, /ply 3[\s\S]*▲３四金[\s\S]*△１三玉/);
  // It is told once in full, below the move that it replaces, and the main line is whole. The verdict is as high as it needs.
  const seen = await sheet.page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((it) => it.getBoundingClientRect());
    const main = boxes("#panel-lines > .line > li > .move"), [cook] = boxes(".branch.cook"), verdict = document.querySelector("#verdict");
    return {
      moves: main.length, isRow: main.every((it) => Math.abs(it.top - main[0].top) < 5), replaced: document.querySelector(".cooked").innerText, isBelow: cook.top >= main[2].bottom,
      told: document.body.innerText.split("２三銀成").length - 1, ways: document.querySelectorAll("#verdict .cooks > *").length, height: verdict.offsetHeight, hidden: verdict.scrollHeight - verdict.clientHeight,
    };
  });
  assert.match(seen.replaced, /▲２三金/);
  assert.ok(seen.height <= 130, `${seen.height} px`);
  assert.deepEqual({ ...seen, replaced: 0, height: 0 }, { moves: 5, isRow: true, replaced: 0, isBelow: true, told: 1, ways: 1, height: 0, hidden: 0 });
  // One pawn more, and it is sound: the cook is gone.
  await sheet.click('[data-palette="P:w"]');
  await sheet.click(sheet.square("3c"));
  await sheet.verdict("sound");
  assert.deepEqual(await sheet.findings("cook"), []);
  assert.equal(await sheet.page.$("#panel-lines .branch.cook"), null);
  await sheet.key("Escape");
  // Undone: the answer is remembered, and there at once.
  await sheet.click("#undo");
  await sheet.until(() => document.querySelector("#verdict").dataset.verdict === "flawed");
  assert.match(await sheet.text("#verdict"), /remembered/);
  assert.equal((await sheet.findings("cook")).length, 1);
  // By other rules and other words it is judged anew.
  await sheet.page.select('[data-setting="rules"]', "lenient");
  await sheet.verdict("flawed");
  assert.doesNotMatch(await sheet.text("#verdict"), /remembered/);
  await sheet.click("#language");
  await sheet.until(() => /5手詰/.test(document.querySelector("#verdict").innerText) && document.querySelector("#verdict").dataset.state === "done");
  assert.match(await sheet.text("#verdict"), /3手目[\s\S]*余詰/);
  assert.equal(await sheet.page.evaluate(() => document.documentElement.lang), "ja");
}

/* Plays a move on the board as a hand does. */
async function play(sheet, usi) {
  const at = await sheet.page.$$eval("#step", ([it]) => it.textContent);
  await sheet.click(usi[1] === "*" ? `[data-hand-piece$="${usi[0]}"]:not([aria-disabled])` : sheet.square(usi.slice(0, 2)));
  await sheet.page.waitForSelector(`.target${sheet.square(usi.slice(2, 4))}`);
  await sheet.click(sheet.square(usi.slice(2, 4)));
  await sheet.until((at) => document.querySelector("#chooser:popover-open") || document.querySelector("#step").textContent !== at, at);
  if (await sheet.page.$("#chooser:popover-open")) {
    const buttons = await sheet.page.$$("#chooser .bar button");
    await buttons[usi.endsWith("+") ? 0 : 1].click();
  }
  await sheet.until((at) => document.querySelector("#step").textContent !== at, at);
}

async function authorsLine(desk) {
  const sheet = await desk.page();
  await sheet.loaded(MENDED);
  await sheet.verdict("sound");
  const main = await mainLine(sheet);
  assert.equal(main.length, 5);
  await sheet.click("#mode-play");
  for (const move of main) await play(sheet, move);
  await sheet.click('[data-key="make"]');
  await sheet.verdict("sound");
  assert.equal(await sheet.sfen(), `${MENDED} moves ${main.join(" ")}`);
  // A line whose moves do not mate is told as such; undo brings the good one back.
  await sheet.click('[data-step="first"]');
  await play(sheet, "G*4d");
  await sheet.click('[data-key="make"]');
  await sheet.verdict("flawed");
  assert.equal((await sheet.findings("author_line")).length, 1);
  await sheet.click("#undo");
  await sheet.verdict("sound");
  // Without it again.
  await sheet.click('[data-key="drop"]');
  assert.equal(await sheet.sfen(), MENDED);
  await sheet.verdict("sound");
}

async function lines(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  const main = await mainLine(sheet), step = () => sheet.text("#step");
  await sheet.page.evaluate(() => document.activeElement.blur());
  await sheet.key("ArrowRight");
  await sheet.until(() => /^1 \/ 5/.test(document.querySelector("#step").textContent));
  await sheet.key("ArrowRight", "ArrowRight");
  await sheet.until(() => /^3 \/ 5/.test(document.querySelector("#step").textContent));
  await sheet.until(() => /mate in 2/.test(document.querySelector(".here").innerText));
  // Down: the other moves of the same position, the cook among them.
  await sheet.key("ArrowDown");
  await sheet.until(() => /^3 \/ 7/.test(document.querySelector("#step").textContent));
  assert.match(await step(), /▲３四金/);
  await sheet.key("ArrowUp", "End");
  await sheet.until(() => /^5 \/ 5/.test(document.querySelector("#step").textContent));
  await sheet.key("Home");
  await sheet.until(() => /^0 \//.test(document.querySelector("#step").textContent));
  // A try: what it leads to is asked, and told.
  await sheet.click("#mode-play");
  await play(sheet, "G*4d");
  await sheet.until(() => /no mate|mate in/.test(document.querySelector(".here .badge").innerText));
  assert.match(await sheet.text(".here .badge"), /no mate/);
  assert.ok(await sheet.page.$("#panel-lines .branch.try"));
  // Moves that are not checks cannot be played by the attacker, nor moves of the other side.
  await sheet.click('[data-step="first"]');
  await sheet.click(sheet.square("3d"));
  assert.equal(await sheet.page.$(".target"), null);
  // Every move of the position, one after the other.
  await sheet.click('[data-key="judgeMoves"]');
  await sheet.click('[data-key="moves"]');
  await sheet.until((first) => {
    const all = [...document.querySelectorAll(".moves .move")];
    return all.length > 5 && all.every((it) => it.querySelector(".badge")) && all.some((it) => it.dataset.path === first && /mate in 4/.test(it.innerText));
  }, main[0]);
  // Pieces are letters, if wanted.
  await sheet.page.select('[data-setting="notation"]', "western");
  await sheet.until(() => document.querySelector('[data-square="3d"] text')?.textContent === "K");
  assert.doesNotMatch(await sheet.text("#panel-lines > .line"), /▲/);
}

async function futile(desk) {
  const sheet = await desk.page();
  await sheet.loaded(FUTILE);
  await sheet.verdict();
  await sheet.click("#mode-play");
  await play(sheet, "9i9a+");
  await sheet.click('[data-key="explain"]');
  await sheet.page.waitForSelector(".here .plain li");
  const why = await sheet.text(".here .plain");
  assert.match(why, /△２一歩[\s\S]*futile/);
}

async function stopping(desk) {
  const sheet = await desk.page();
  await sheet.loaded(HARD);
  await sheet.until(() => document.querySelector("#verdict").dataset.state === "running");
  await sheet.click("#verdict .stop");
  await sheet.until(() => document.querySelector("#verdict").dataset.state === "stopped");
  await sheet.click("#verdict .stop");
  await sheet.until(() => document.querySelector("#verdict").dataset.state === "running");
  // An edit ends the search of the old diagram; the new one has its own answer.
  await sheet.loaded(MENDED);
  await sheet.verdict("sound");
  // An unplayable author's line is told, and the diagram is judged without it.
  await sheet.loaded(`${MENDED} moves 4a4e+ 3d2d G*2c`);
  await sheet.verdict();
  await sheet.drag(sheet.square("4a"), sheet.square("8a"));
  await sheet.until(() => /Author’s line/.test(document.querySelector("#verdict .faults")?.innerText || ""));
}

async function versions(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  await sheet.click('[data-palette="P:w"]');
  await sheet.click(sheet.square("3c"));
  await sheet.verdict("sound");
  await sheet.key("Escape");
  await sheet.click('[data-tab="versions"]');
  await sheet.until(() => document.querySelectorAll("#panel-versions .card").length === 2);
  // The older version against the diagram: the cook is gone.
  await sheet.click(`#panel-versions .card[data-sfen="${COOKED}"] input`);
  await sheet.page.waitForSelector(".comparison pre");
  assert.match(await sheet.text(".comparison"), /better[\s\S]*gone[\s\S]*３四金/);
  // Two versions with each other, from a page that was loaded anew.
  await sheet.page.reload();
  await sheet.page.waitForSelector("#palette .stock");
  await sheet.click('[data-tab="versions"]');
  await sheet.until(() => document.querySelectorAll("#panel-versions .card").length === 2);
  for (const sfen of [COOKED, MENDED]) await sheet.click(`#panel-versions .card[data-sfen="${sfen}"] input`);
  await sheet.page.waitForSelector(".comparison pre");
  // What is wrong with a version stands at it.
  assert.match(await sheet.text(`#panel-versions .card[data-sfen="${COOKED}"]`), /余詰 cook/);
  // Back to one of them, and to a file and from there to another browser.
  await sheet.click(`#panel-versions .card[data-sfen="${COOKED}"] .picture`);
  assert.equal(await sheet.sfen(), COOKED);
  const file = await sheet.given('#panel-versions [data-key="save"]');
  const other = await desk.page();
  await other.paste(file.text);
  await other.click('[data-tab="versions"]');
  await other.until(() => document.querySelectorAll("#panel-versions .card").length === 2);
  await other.verdict();
}

async function repair(desk) {
  const sheet = await desk.page();
  // The example can be repaired by one change.
  await sheet.click("#verdict .stop");
  await sheet.until((sfen) => document.querySelector("#verdict").dataset.verdict === "flawed", COOKED);
  assert.equal(await sheet.sfen(), COOKED);
  await sheet.click('[data-tab="repair"]');
  await sheet.page.waitForSelector("#repair-look");
  await sheet.click("#repair-look");
  await sheet.page.waitForSelector(`#panel-repair .card[data-sfen="${MENDED}"]`, { timeout: 60000 });
  assert.match(await sheet.text(`#panel-repair .card[data-sfen="${MENDED}"]`), /pawn 3c/);
  // Cards may still be put in above it.
  await sheet.page.$eval(`#panel-repair .card[data-sfen="${MENDED}"] .picture`, (it) => it.click());
  assert.equal(await sheet.page.evaluate(() => document.querySelector("#undo").disabled), false);
  await sheet.verdict("sound");
  await sheet.click("#undo");
  assert.equal((await sheet.sfen()).split(" moves")[0], COOKED);
  // Of a problem with more cooks, each of the nearest versions tells what is left.
  await sheet.loaded("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1");
  await sheet.verdict("flawed");
  await sheet.click("#repair-look");
  await sheet.page.waitForSelector("#panel-repair .remains", { timeout: 60000 });
  const cards = await sheet.page.$$eval("#panel-repair .card", (all) => all.map((it) => it.querySelector(".remains").innerText));
  for (const it of cards) assert.match(it, /Left: ply 3 余詰 cook ▲/);
  await sheet.click("#language");
  await sheet.until(() => /残り：3手目 余詰 ▲/.test(document.querySelector("#panel-repair .remains").innerText));
}

/* That there is no mate is told once, and the hardest try once. */
async function noMate(desk) {
  const sheet = await desk.page();
  await sheet.loaded("9/7k1/9/6S2/9/9/9/9/9 b G2r2b3g3s4n4l18p 1");
  assert.doesNotMatch(await sheet.verdict("no_mate"), /ply|▲/);
  assert.match(await sheet.text("#panel-lines"), /^Hardest try\s+1▲２三金/);
  await sheet.click("#mode-play");
  await sheet.until(() => document.querySelector(".here .badge").textContent === "no mate");
  assert.equal((await sheet.text("#panel-lines")).split("▲２三金").length, 2);
}

/* Title, author and rating stand beside the verdict, and a long title is cut. */
async function named(desk) {
  const sheet = await desk.page();
  await sheet.paste(`${MENDED}; title "${"長".repeat(3000)}"; author "Someone";`);
  await sheet.verdict("sound");
  assert.match(await sheet.text("#verdict .details"), /difficulty \d+ · aesthetics \d+/);
  const [name, height] = await sheet.page.$eval("#verdict .name", (it) => [it.title, it.offsetHeight]);
  assert.match(name, /長 · Someone$/);
  assert.ok(height < 30 && await sheet.page.$eval("#verdict", (it) => it.offsetHeight) <= 130);
  // Names of files are short, and all made of the title.
  await sheet.click('[popovertarget="menu-save"]');
  for (const format of ["svg", "versions"]) assert.match((await sheet.given(`.downloads [data-key$="${format}"]`)).name, /^長{60}/);
}

/* A position with both kings to begin with, and faults of it in the words of problems. */
async function bothKings(desk) {
  const sheet = await desk.page();
  await sheet.click('[popovertarget="menu-open"]');
  await sheet.click('#menu-open [data-key="kings"]');
  assert.match(await sheet.sfen(), /^4k4\/9\/9\/9\/9\/9\/9\/9\/4K4 b 2r/);
  await sheet.verdict("no_mate");
  await sheet.paste("4k4/4R4/9/9/9/9/9/9/4K4 b - 1");
  await sheet.until(() => /the defender is in check .* the attacker is to move/.test(document.querySelector("#verdict .faults")?.innerText));
  await sheet.click("#language");
  await sheet.until(() => /攻方の手番なのに、玉方の玉に王手/.test(document.querySelector("#verdict .faults")?.innerText));
  assert.doesNotMatch(await sheet.page.$eval("body", (it) => it.innerText), /White|Black|先手|後手の/);
}

export const parts = [["cooks", cooks], ["author's line", authorsLine], ["lines", lines], ["futile interpositions", futile], ["stopping", stopping], ["versions", versions], ["repair", repair], ["no mate", noMate], ["named", named], ["both kings", bothKings]];
