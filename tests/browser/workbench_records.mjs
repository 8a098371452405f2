// In and out: every format, files, links, hostile texts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { COOKED, MENDED } from "./workbench_desk.mjs";

const PLAIN = COOKED.split(" ").slice(0, 2).join(" ");
const SHORT = "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'';

async function formats(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  const texts = {};
  await sheet.click('[popovertarget="menu-save"]');
  for (const format of ["sfen", "kif", "ki2", "csa", "jkf", "bod", "usen", "text"]) texts[format] = await sheet.copied(`.copies [data-format="${format}"]`);
  // The cook is a branch of the record.
  assert.match(texts.kif, /変化：3手/);
  const pasted = await desk.page();
  const links = {
    lishogi: `https://lishogi.org/editor/${COOKED.replaceAll(" ", "_")}`,
    shogihome: `https://sunfish-shogi.github.io/shogi-board/player.html?usen=${encodeURIComponent(texts.usen.trim())}`,
  };
  for (const [name, text] of Object.entries({ ...texts, ...links })) {
    await pasted.paste(MENDED);
    await pasted.until(() => document.querySelector('[data-square="3c"]').classList.contains("held"));
    await pasted.paste(text);
    await pasted.until(() => !document.querySelector('[data-square="3c"]').classList.contains("held")).catch(async () => assert.fail(`${name}: ${text}\n${await pasted.text("#toast")}`));
    const sfen = await pasted.sfen();
    assert.ok(sfen.startsWith(`${PLAIN} Gr2b3g3s2n4l18p`), `${name}: ${sfen}`);
  }
  // Written in Save, read in Open: title and author as they were typed.
  await pasted.click('[popovertarget="menu-save"]');
  await pasted.page.type('#menu-save [data-key="name"]', "試作");
  await pasted.key("Tab");
  await pasted.page.type('#menu-save [data-key="author"]', "甲");
  await pasted.key("Tab");
  await pasted.verdict();
  const kif = await pasted.copied('.copies [data-format="kif"]');
  assert.match(kif, /作品名：試作[\s\S]*作者：甲/);
  await sheet.key("Escape");
  await sheet.click('[popovertarget="menu-open"]');
  await sheet.page.$eval("#menu-open textarea", (it, text) => { it.value = text; }, kif);
  await sheet.click('#menu-open [data-key="read"]');
  await sheet.until(() => document.title.startsWith("試作"));
}

async function files(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  await sheet.click('[popovertarget="menu-save"]');
  const svg = await sheet.given('.downloads [data-format="svg"]');
  assert.match(svg.text, /^<svg|<\?xml/);
  // An engine without pictures in pixels leaves them to the browser.
  const painting = await desk.page({ about: { png: false } });
  await painting.loaded(COOKED);
  await painting.click('[popovertarget="menu-save"]');
  for (const from of [sheet, painting]) {
    const png = await from.given('.downloads [data-format="png"]');
    assert.equal(png.text.slice(1, 4), "PNG");
    assert.equal(png.name, "tsume.png");
  }
  const html = await sheet.given('.downloads [data-format="html"]');
  assert.match(html.text, /<!doctype html>[\s\S]*余詰/i);
  const kif = await sheet.given('.downloads [data-format="kif"]');
  assert.ok(kif.size > 300);
  // A link has the diagram in its fragment, and opens it.
  const link = await sheet.copied('.copies [data-format="link"]');
  assert.match(link, /#\/edit\/5R3/);
  const linked = await desk.page({ url: link });
  await linked.until(() => document.querySelector('[data-square="3d"]').classList.contains("held"));
  assert.equal(await linked.sfen(), COOKED);
  assert.equal(await linked.page.evaluate(() => location.href), link);
  // A file of many problems is a list at the side.
  const many = readFileSync(`${desk.folder}/first-steps.sfen`);
  await linked.page.evaluate((base64) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), (it) => it.charCodeAt(0))], "first-steps.sfen"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, many.toString("base64"));
  await linked.until(() => document.querySelectorAll("#rows [data-at]").length === 12);
  const sfen = await linked.page.$eval("#row-2", (it) => it.dataset.sfen);
  await linked.click("#row-2");
  assert.equal((await linked.sfen()).split(" ")[0], sfen.split(" ")[0]);
  // A problem of another file may have the same name and diagram, but another line.
  for (const [first, line] of [[MENDED, "4a4e+ 3d2d G*2c"], [SHORT, "4a4e+ 3d2d"]]) {
    await linked.loaded(`${first}; id "first";\n${COOKED} moves ${line}; id "second";`);
    await linked.until((first) => document.querySelector("#row-0").dataset.sfen.startsWith(first.split(" ")[0]), first);
    await linked.click("#row-1");
    assert.equal(await linked.sfen(), `${COOKED} moves ${line}`);
  }
}

async function hostile(desk) {
  const sheet = await desk.page();
  const kif = `作品名：${HOSTILE}\n作者：${HOSTILE}\n後手の持駒：なし\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n${["二", "三", "四", "五", "六", "七", "八", "九"].map((it) => `| ・ ・ ・ ・ ・ ・ ・ ・ ・|${it}`).join("\n")}\n+---------------------------+\n先手の持駒：金\n*${HOSTILE}\n`;
  await sheet.paste(kif);
  await sheet.until(() => document.title.includes("<img"));
  await sheet.paste(JSON.stringify({ id: HOSTILE, sfen: "8k/9/8P/9/9/9/9/9/9 b G 1", title: HOSTILE }) + "\n" + JSON.stringify({ id: "b", sfen: HOSTILE }));
  await sheet.until(() => document.querySelectorAll("#rows [data-at]").length === 2);
  await sheet.paste(JSON.stringify({ format: "tsume versions 1", versions: [{ id: HOSTILE, sfen: HOSTILE, line: [], row: { verdict: HOSTILE } }, { id: "x", sfen: "8k/9/8P/9/9/9/9/9/9 b G 1", line: [HOSTILE], text: HOSTILE, row: { verdict: HOSTILE, defects: HOSTILE } }] }));
  await sheet.click('[data-tab="versions"]');
  await sheet.until(() => document.querySelector("#toast").textContent);
  for (const fragment of [`sfen=${encodeURIComponent(HOSTILE)}`, "sfen=javascript:alert(1)", `sfen=8k/9/8P/9/9/9/9/9/9_b_G_1&moves=${encodeURIComponent(HOSTILE)}`, "%E0%A4%A", "sfen"]) {
    const linked = await desk.page({ url: `${desk.main.url}#${fragment}` });
    await new Promise((done) => setTimeout(done, 150));
    assert.equal(await linked.page.$("img, script:not([src])"), null);
    assert.ok(await linked.page.$("#palette .stock"));
  }
  assert.equal(await sheet.page.$("img, script:not([src])"), null);
  // A text that is no problem, a large one, and nothing at all.
  await sheet.paste("こんにちは");
  await sheet.until(() => !!document.querySelector("#menu-open:popover-open .places"));
  await sheet.paste("9/".repeat(20000));
  await sheet.paste(" ");
}

export const parts = [["formats", formats], ["files and links", files], ["hostile texts", hostile]];
