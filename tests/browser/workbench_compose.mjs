// The tab that composes problems.
import assert from "node:assert/strict";

/* Composes with a seed, puts a result on the board, keeps one, and stops. */
async function compose(desk) {
  const sheet = await desk.page();
  await sheet.click('[data-tab="compose"]');
  for (const [key, value] of [["from", "3"], ["to", "3"], ["number", "3"]]) await sheet.page.select(`#panel-compose [data-key="${key}"]`, value);
  await sheet.page.type('#panel-compose [data-key="seed"]', "1");
  await sheet.click('#panel-compose [data-key="plain"]');
  await sheet.click("#compose-look");
  await sheet.page.waitForFunction(() => document.querySelectorAll("#panel-compose .card").length === 3 && document.querySelector("#compose-look").textContent === "Compose", { timeout: 60000, polling: 100 });
  assert.match(await sheet.text("#panel-compose .told"), /\d+ attempts, 3 problems · seed 1/);
  const first = await sheet.page.$eval("#panel-compose .card", (it) => it.dataset.sfen);
  assert.match(await sheet.text("#panel-compose .card .caption"), /mate in 3[\s\S]*difficulty[\s\S]*aesthetics/);
  await sheet.click("#panel-compose .card .picture");
  await sheet.until((sfen) => document.querySelector("#undo").disabled === false && sfen, first);
  assert.equal((await sheet.sfen()).split(" ")[0], first.split(" ")[0]);
  await sheet.verdict("sound");
  await sheet.click("#panel-compose .card:nth-child(2) .quiet");
  await sheet.click('[data-tab="versions"]');
  await sheet.until(() => document.querySelectorAll("#panel-versions .card").length === 2);
  await sheet.click('[data-tab="compose"]');
  // The same seed gives the same problem; a theme that is touched is wished for.
  await sheet.page.select('#panel-compose [data-key="number"]', "1");
  await sheet.click("#compose-look");
  await sheet.until(() => document.querySelectorAll("#panel-compose .card").length === 1 && document.querySelector("#compose-look").textContent === "Compose");
  assert.equal(await sheet.page.$eval("#panel-compose .card", (it) => it.dataset.sfen), first);
  await sheet.click('#panel-compose [data-key="themes"]');
  await sheet.click('[data-key="theme_centre_mate"]');
  await sheet.until(() => document.querySelector('[data-key="theme_centre_mate"]').ariaLabel.endsWith(": wanted"));
  // What takes long is stopped.
  await sheet.page.select('#panel-compose [data-key="number"]', "100");
  await sheet.click("#compose-look");
  await sheet.until(() => document.querySelector("#compose-look").textContent === "Stop");
  await sheet.click("#compose-look");
  await sheet.until(() => document.querySelector("#compose-look").textContent === "Compose" && /stopped/.test(document.querySelector("#panel-compose").innerText));
}

/* On a phone the first card is in sight at once, and the board when a card is touched. */
async function onPhone(desk) {
  const sheet = await desk.page({ phone: true });
  const isSeen = (selector) => sheet.until((selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }, selector);
  await sheet.click('[data-tab="compose"]');
  for (const key of ["from", "to", "number"]) await sheet.page.select(`#panel-compose [data-key="${key}"]`, "3");
  await sheet.page.type('#panel-compose [data-key="seed"]', "1");
  await sheet.click('#panel-compose [data-key="plain"]');
  await sheet.click("#compose-look");
  await sheet.page.waitForSelector("#panel-compose .card", { timeout: 60000 });
  await isSeen("#panel-compose .card .picture");
  await sheet.page.waitForFunction(() => document.querySelector("#compose-look").textContent === "Compose", { timeout: 60000, polling: 100 });
  await sheet.click("#panel-compose .card .picture");
  await isSeen("#board");
  await sheet.until(() => document.querySelectorAll("#panel-compose [aria-current]").length === 1);
}

export const parts = [["compose", compose], ["compose on the phone", onPhone]];
