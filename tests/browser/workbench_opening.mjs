// Texts that are not understood, and lists of problems.
import assert from "node:assert/strict";
import { COOKED, MENDED } from "./workbench_desk.mjs";

const RANKS = "一二三四五六七八九";
const SHORT = "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
// A problem in five, with an impossible move in ply 3.
const BROKEN = `作品名：例題
後手の持駒：飛二 角 金二 銀四 桂四 香四 歩十五
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
${["| ・ ・ ・ ・ ・ ・ ・ ・v玉", "| ・ ・ ・ ・ ・ ・ ・v金 ・", "| ・ ・ ・ ・ ・ ・ 歩 ・ 金", "| ・ ・ ・ ・ ・ ・ ・ 歩 歩", "| ・ ・ ・ ・ ・ ・ ・ ・ ・", "| ・ ・ ・ ・ ・ ・ ・ ・ ・", "| ・ ・ ・ ・ ・ ・ ・ ・ ・", "| ・ ・ 角 ・ ・ ・ ・ ・ ・", "| ・ ・ ・ ・ ・ ・ ・ ・ ・"].map((it, at) => `${it}|${RANKS[at]}`).join("\n")}
+---------------------------+
先手の持駒：なし
手数----指手---------消費時間--
   1 ２二金(13)
   2 同　玉(11)
   3 ５五飛打
   4 １一玉(22)
   5 １二金打
`;
const marked = (sheet) => sheet.page.$eval("#menu-open textarea", (it) => it.value.slice(it.selectionStart, it.selectionEnd));

/* A record with an impossible move: the text stays, the line is marked, the diagram and the moves before it are loaded. */
async function brokenRecord(desk) {
  const sheet = await desk.page();
  await sheet.click('[popovertarget="menu-open"]');
  await sheet.page.$eval("#menu-open textarea", (it, text) => { it.value = text; }, BROKEN);
  await sheet.click('#menu-open [data-key="read"]');
  await sheet.page.waitForSelector("#menu-open:popover-open .places");
  const value = () => sheet.page.$eval("#menu-open textarea", (it) => it.value);
  const line = BROKEN.split("\n").findIndex((it) => it.includes("５五飛")) + 1;
  assert.equal(await value(), BROKEN);
  assert.match(await sheet.text("#menu-open .places"), new RegExp(`line ${line}`));
  assert.match(await marked(sheet), /５五飛打/);
  assert.match(await sheet.text("#menu-open .places mark"), /５五飛打/);
  assert.equal(await sheet.sfen(), "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1 moves 1c2b 1a2b");
  assert.match(await sheet.page.title(), /^例題/);
  // In another language it is told in other words.
  await sheet.page.$eval("#language", (it) => it.click());
  await sheet.until((line) => document.querySelector("#menu-open .places").innerText.includes(`${line}行目`), line);
  await sheet.page.$eval("#language", (it) => it.click());
  // Corrected where it is, it is read.
  await sheet.page.$eval("#menu-open textarea", (it) => { it.setRangeText("２三角成(78)"); });
  await sheet.click('#menu-open [data-key="read"]');
  await sheet.until(() => !document.querySelector("#menu-open:popover-open"));
  assert.match(await sheet.sfen(), /moves 1c2b 1a2b 7h2c\+ 2b1a G\*1b$/);
  assert.equal(await value(), "");
  // Pasted on the board, it does not cover what is loaded, but can be had back.
  await sheet.paste(BROKEN);
  await sheet.until((line) => document.querySelector("#toast.grave:not([hidden])")?.innerText.includes(`line ${line}: `), line);
  assert.equal(await sheet.page.$("#menu-open:popover-open"), null);
  assert.match(await sheet.sfen(), /moves 1c2b 1a2b$/);
  await sheet.paste(BROKEN);
  await sheet.page.waitForSelector("#toast.grave button");
  await sheet.click("#toast button");
  await sheet.page.waitForSelector("#menu-open:popover-open .places mark");
  assert.equal(await value(), BROKEN);
  assert.match(await marked(sheet), /５五飛打/);
}

/* A text that is no problem at all: it stays, its place is marked, what is on the board stays there, and there is no list. */
async function noProblem(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  for (const text of ["9/9/9 b", "こんにちは\nthis is no problem"]) {
    await sheet.paste(text);
    await sheet.page.waitForSelector("#menu-open:popover-open .places mark");
    assert.equal(await sheet.page.$eval("#menu-open textarea", (it) => it.value), text);
    assert.equal(await sheet.page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
    // A text for people is one error, whatever its lines are.
    assert.equal((await sheet.page.$$("#menu-open .places li")).length, 1);
    await sheet.key("Escape");
    assert.equal(await sheet.sfen(), COOKED);
    assert.equal(await sheet.page.$('[data-tab="problems"]'), null);
  }
  // Who goes on typing is not told of what was there before.
  await sheet.click('[popovertarget="menu-open"]');
  await sheet.page.type("#menu-open textarea", "x");
  await sheet.until(() => !document.querySelector("#menu-open .places"));
}

/* The list of a text is there after the page was loaded anew, and a long one can be looked through. */
async function list(desk) {
  const sheet = await desk.page();
  const lines = [...Array(70).keys()].map((at) => `${at % 2 ? COOKED : MENDED}; id "n${at}"; title "${at === 61 ? "Wanted One" : `題${at}`}";`);
  await sheet.paste(lines.join("\n"));
  const count = (n) => sheet.until((n) => document.querySelector("#rows")?.getAttribute("aria-rowcount") === String(n + 1), n);
  await count(70);
  await sheet.page.type('#panel-problems [data-key="filter"]', "wanted");
  await count(1);
  assert.match(await sheet.text("#panel-problems"), /1 of 70 problems/);
  await sheet.click("#row-0");
  assert.match(await sheet.page.title(), /^Wanted One/);
  await sheet.page.reload();
  await count(70);
  assert.match(await sheet.page.title(), /^Wanted One/);
  // A short list has no field.
  await sheet.paste(`${SHORT}; id "a";\n${COOKED}; id "b";`);
  await count(2);
  assert.equal(await sheet.page.$('#panel-problems [data-key="filter"]'), null);
}

export const parts = [["broken record", brokenRecord], ["no problem", noProblem], ["list", list]];
