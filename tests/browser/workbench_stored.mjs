// What the browser has kept: another page of this address may have put anything there.
import assert from "node:assert/strict";
import { COOKED, MENDED } from "./workbench_desk.mjs";

const HOSTILE = '<img src=x onerror="alert(1)">';
const DOC = { sfen: COOKED, rest: true, goal: "mate", line: [], plies: null, title: "", author: "", headers: {}, work: "w" };
const history = (doc, at = 0) => ({ history: { steps: [{ ...DOC, ...doc }], at } });
const listed = (problem) => ({ tab: "problems", problems: { left_out: 0, problems: [{ id: "a", sfen: COOKED, moves: [], ...problem }, { id: "b", sfen: MENDED, moves: [] }] } });
const version = (more) => ({ id: "x", work: "w", sfen: COOKED, rest: true, goal: "mate", line: [], plies: null, title: "", author: "", at: 1, row: { verdict: "sound", plies: 3 }, ...more });
const SOLVED = { "solved/x": { key: HOSTILE, at: 1, hints: -1 } };
// All keys with one value that fits none, or some keys with values that nearly fit.
const EVERYWHERE = [null, 5, "x", {}, [[5]], { steps: [{}], at: 0 }, { steps: "x", at: "length" }];
const NEARLY = [
  { ...history({}, "length"), ...listed({ warnings: 5 }), settings: { threads: 1e308, time_ms: 0.5, memory: 1e9, interpositions: HOSTILE, lang: 7, theme: {}, rules: "constructor", notation: "__proto__" } },
  { ...history({ line: Array(200000).fill("1a1b") }), ...listed({ sfen: 5 }), "version/x": version({ row: { verdict: "__proto__", defects: 5, plies: {} }, title: {} }) },
  { ...history({ line: Array(4000).fill("1a1b") }), ...listed({ warnings: [null] }), ...SOLVED },
  { ...history({ sfen: HOSTILE, title: 5, headers: 5, plies: -5, rest: {}, work: [], line: [HOSTILE] }), ...listed({ title: HOSTILE, expected_plies: "x", headers: 3, goal: {}, difficulty: {} }) },
  { ...history({}, "0"), tries: [[COOKED, [1, null, {}, HOSTILE]], 5] },
];

/* Puts values under keys of the page, in both areas, and nothing else. */
const put = (sheet, values) => sheet.page.evaluate((values) => {
  for (const area of [localStorage, sessionStorage]) {
    area.clear();
    for (const [key, value] of Object.entries(values)) area.setItem(`tsume.${key}`, value === "x" ? "{broken" : JSON.stringify(value));
  }
}, values);

async function kept(desk) {
  const sheet = await desk.page(), everywhere = (value) => Object.fromEntries(["settings", "history", "tries", "problems", "tab", "versions", "version/x"].map((key) => [key, value]));
  for (const values of [...EVERYWHERE.map(everywhere), ...NEARLY]) {
    await put(sheet, values);
    await sheet.page.reload();
    await sheet.page.waitForSelector("#palette .stock");
    await sheet.loaded(MENDED);
    await sheet.verdict("sound");
    await sheet.click('[data-tab="versions"]');
    await sheet.page.$eval('#panel-versions [data-key="work"]', (it) => it.click());
    await sheet.until(() => document.querySelectorAll("#panel-versions .card").length > 0);
    assert.equal(await sheet.page.$("img, script:not([src])"), null);
  }
}

/* Without room, and with a version that has another name than its key, which cannot be dropped. */
async function full(desk) {
  const sheet = await desk.page();
  await put(sheet, { settings: { lang: "en" }, "version/real": version({ id: "other" }) });
  await sheet.page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size >>= 1) {
      try {
        for (;;) localStorage.setItem(`tsume.version/real`, localStorage.getItem("tsume.version/real").replace(/}$/, `, "pad${localStorage.getItem("tsume.version/real").length}": "${"x".repeat(size)}"}`));
      } catch { /* less */ }
    }
  });
  await sheet.page.reload();
  await sheet.loaded(MENDED);
  await sheet.verdict("sound");
  await sheet.click('[data-tab="versions"]');
}

/* A link changes nothing that is kept: versions come from files and pasted texts only. */
async function fromLinks(desk) {
  const versions = JSON.stringify({ format: "tsume versions 1", versions: [version({ at: 9e15 })] });
  for (const hash of [`sfen=${encodeURIComponent(versions)}`, `sfen=${"9/".repeat(400000)}`, `sfen=${"k%0A".repeat(100000)}`]) {
    const sheet = await desk.page({ url: `${desk.main.url}#${hash}` });
    await sheet.until(() => document.querySelector("#menu-open").matches(":popover-open") || !document.querySelector("#toast").hidden);
    assert.equal(await sheet.page.evaluate(() => Object.values(localStorage).filter((it) => it.includes("9000000000000000")).length), 0);
    await sheet.page.close();
  }
}

const held = (sheet) => sheet.page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((it) => it !== "tsume.settings").sort());

/* All that is kept can be forgotten. */
async function forgotten(desk) {
  const sheet = await desk.page();
  await sheet.loaded(MENDED);
  await sheet.verdict("sound");
  assert.ok((await held(sheet)).length > 1);
  await sheet.page.evaluate(() => { globalThis.confirm = () => true; localStorage.setItem("other", "1"); });
  await sheet.click('[popovertarget="menu-settings"]');
  await Promise.all([sheet.page.waitForNavigation(), sheet.click('[data-key="forgetAll"]')]);
  await sheet.page.waitForSelector("#palette .stock");
  assert.deepEqual(await held(sheet), ["other"]);
}

/* A page that cannot begin offers the same. What it fails at here stands for anything that no one has thought of. */
async function rescued(desk) {
  const sheet = await desk.page();
  await sheet.page.evaluateOnNewDocument(() => { if (localStorage.getItem("tsume.odd")) document.createElementNS = () => { throw new Error("odd"); }; });
  await sheet.page.evaluate(() => localStorage.setItem("tsume.odd", "1"));
  await sheet.page.reload();
  await sheet.page.waitForSelector("#connection button");
  await Promise.all([sheet.page.waitForNavigation(), sheet.page.$eval("#connection button", (it) => it.click())]);
  await sheet.page.waitForSelector("#palette .stock");
  assert.deepEqual(await held(sheet), []);
  desk.expected.push(/Error: odd/);
}

export const parts = [["hostile storage", kept], ["full storage", full], ["links and what is kept", fromLinks], ["all forgotten", forgotten], ["rescued", rescued]];
