// The table of an editor: all problems as rows.
import assert from "node:assert/strict";
import { COOKED, MENDED } from "./workbench_desk.mjs";

const HARD = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
const rowCount = async (sheet, n) => {
  await sheet.drawn();
  await sheet.until((n) => document.querySelector("#rows")?.getAttribute("aria-rowcount") === String(n + 1), n);
};

/* All of a long list can be reached, though few rows are in the page; an opcode says how difficult a problem is. */
async function long(desk) {
  const lines = [...Array(20000).keys()].map((at) => `${at % 2 ? COOKED : MENDED}; id "n${at}"; title "${at === 15000 ? "Wanted One" : `題${at}`}"; difficulty "${at % 100}";`);
  const sheet = await desk.page();
  await sheet.paste(lines.join("\n"));
  // A build for development takes long to read so many.
  await sheet.page.waitForFunction(() => document.querySelector("#rows")?.getAttribute("aria-rowcount") === "20001", { timeout: 120000, polling: 100 });
  assert.ok(await sheet.page.$$eval("#rows [data-at]", (it) => it.length) < 100);
  await sheet.page.focus("#rows");
  await sheet.key("End");
  await sheet.until(() => document.querySelector("#row-19999.now")?.innerText.includes("n19999"));
  await sheet.key("Enter");
  assert.match(await sheet.page.title(), /^題19999/);
  assert.equal(await sheet.page.$eval("#row-19999 .rating", (it) => it.textContent), "99");
  await sheet.page.type('#panel-problems [data-key="filter"]', "wanted");
  await rowCount(sheet, 1);
  assert.match(await sheet.text("#panel-problems"), /1 of 20000 problems/);
  await sheet.click("#row-0");
  assert.match(await sheet.page.title(), /^Wanted One/);
  // The browser has no room for so many, so who leaves is asked about the verdicts.
  assert.equal(await isAsked(sheet), false);
  await sheet.click('[data-key="judgeAll"]');
  await sheet.page.waitForSelector('[data-key="judgeAgain"]');
  assert.equal(await isAsked(sheet), true);
  assert.match(await sheet.text("#toast"), /export the rows/);
}
/* Whether somebody who leaves the page is asked to stay. */
const isAsked = (sheet) => sheet.page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));

/* Judged in the background, with a pause; what a limit leaves open is open; keys lead to the flaws; what is written is what the program writes. */
async function judged(desk) {
  const names = ["a", "b", "c", "d"], lines = [...[MENDED, COOKED, MENDED, COOKED].map((sfen, at) => `${sfen}; id "${names[at]}"; plies ${at < 3 ? 5 : 7}`), `${HARD}; id "hard"`];
  const sheet = await desk.page();
  await sheet.paste(lines.join("\n"));
  await rowCount(sheet, 5);
  await sheet.page.select('[data-key="judgeTime"]', "5000");
  await sheet.click('[data-key="judgeAll"]');
  const verdicts = () => sheet.page.$$eval("#rows [data-at]", (all) => all.map((it) => it.dataset.verdict || ""));
  await sheet.until(() => document.querySelectorAll("#rows [data-verdict]").length === 4);
  // One is still searched: it is judged later.
  await sheet.click('[data-key="judgePause"]');
  await sheet.page.waitForSelector('[data-key="judgeGoOn"]');
  assert.deepEqual(await verdicts(), ["sound", "flawed", "sound", "flawed", ""]);
  assert.match(await sheet.text("#panel-problems"), /4 of 5 judged/);
  await sheet.click('[data-key="judgeGoOn"]');
  await sheet.until(() => document.querySelectorAll("#rows [data-verdict]").length === 5);
  await sheet.page.waitForSelector('[data-key="judgeAgain"]');
  await sheet.page.select('[data-key="kind"]', "open");
  await rowCount(sheet, 1);
  assert.deepEqual(await verdicts(), ["unknown"]);
  await sheet.page.select('[data-key="kind"]', "differs");
  await rowCount(sheet, 1);
  assert.match(await sheet.text("#row-0 .length"), /5 ≠ 7/);
  await sheet.page.select('[data-key="kind"]', "all");
  await rowCount(sheet, 5);
  // Moves are shown as the setting says, whatever the language; a column that says nothing is left out.
  assert.match(await sheet.text("#row-1 .first"), /ply 3 cook ▲３四金/);
  assert.deepEqual(await sheet.page.$$eval("#rows [data-sort]", (all) => all.map((it) => it.dataset.sort)), ["id", "verdict", "first", "length", "rating"]);
  // From anywhere, with keys alone: the tab that is open stays open, and no piece is put on the board.
  await sheet.until(() => document.querySelector("#row-0.now"));
  await sheet.click('[data-tab="lines"]');
  await sheet.click(sheet.square("5e"));
  await sheet.key("]");
  assert.equal(await sheet.sfen(), COOKED);
  assert.equal(await sheet.page.$eval("#tabs [aria-selected=true]", (it) => it.dataset.tab), "lines");
  await sheet.click('[data-tab="problems"]');
  await sheet.until(() => document.querySelector("#row-1.now"));
  // In the list letters do it, too, whatever their case.
  await sheet.page.focus("#rows");
  await sheet.key("J");
  await sheet.until(() => document.querySelector("#row-3.now"));
  await sheet.key("[", "k");
  await sheet.until(() => document.querySelector("#row-3.now"));
  // The rows that are written are read again, and have their verdicts at once.
  const rows = await exported(sheet, "jsonl");
  const found = rows.text.trim().split("\n").map((it) => JSON.parse(it));
  assert.deepEqual(found.map(({ id, verdict }) => [id, verdict]), [["a", "sound"], ["b", "flawed"], ["c", "sound"], ["d", "flawed"], ["hard", "unknown"]]);
  assert.equal(found[0].limits, `time=5s hash=64MiB attributes`);
  const table = await exported(sheet, "csv"), page = await exported(sheet, "html");
  assert.match(table.text, /^id,[\s\S]*\nb,.*flawed/m);
  assert.match(page.text, /<!doctype html>/i);
  const again = await desk.page();
  await again.paste(rows.text);
  await again.until(() => document.querySelectorAll("#rows [data-verdict]").length === 5);
  assert.deepEqual(await again.page.$$eval("#rows .body .first", (all) => all.slice(0, 2).map((it) => it.textContent.length > 3)), [false, true]);
  assert.equal((await exported(again, "jsonl")).text, rows.text);
  // They stay when the page is loaded anew.
  assert.equal(await isAsked(again), false);
  await again.page.reload();
  await again.until(() => document.querySelectorAll("#rows [data-verdict]").length === 5);
  // By verdict: the worst first, or last.
  await again.click('[data-sort="verdict"]');
  await again.until(() => document.querySelector("#row-0").dataset.verdict === "flawed");
  await again.click('[data-sort="verdict"]');
  await again.until(() => document.querySelector("#row-0").dataset.verdict === "sound");
}
async function exported(sheet, format) {
  await sheet.click('[data-key="export"]');
  return sheet.given(`#menu-export [data-format="${format}"]`);
}

/* A picture of each diagram, in an archive that any program opens. */
async function diagrams(desk) {
  const sheet = await desk.page();
  await sheet.paste(`${MENDED}; id "a/b"\n${COOKED}; id "c"`);
  await rowCount(sheet, 2);
  for (const format of ["svg", "png"]) {
    const { text, name } = await exported(sheet, format);
    assert.equal(name, "diagrams.zip");
    assert.ok(text.startsWith("PK\u0003\u0004") && text.includes(`a-b.${format}`) && text.includes(`c.${format}`) && text.includes(format === "svg" ? "<svg" : "PNG"));
  }
}

export const parts = [["table: long", long], ["table: judged", judged], ["table: diagrams", diagrams]];
