// The server goes and comes; several pages at once.
import assert from "node:assert/strict";
import { COOKED, MENDED } from "./workbench_desk.mjs";

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
  await sheet.page.waitForSelector('[data-tab="problems"]');
  await sheet.click('[data-tab="problems"]');
  await sheet.until(() => document.querySelectorAll("#panel-problems .card").length === 12);
  // Similar works are looked for among them: the problem itself is one.
  await sheet.click("#panel-problems .card:nth-child(3) .picture");
  await sheet.verdict();
  await sheet.click('[data-tab="repair"]');
  await sheet.page.waitForSelector('[data-key="similar"]');
  await sheet.click('[data-key="similar"]');
  await sheet.until(() => document.querySelectorAll("#panel-repair .card").length > 0);
  await desk.kill(server);
}

export const parts = [["two pages", twoPages], ["restart", restart], ["files given", given]];
