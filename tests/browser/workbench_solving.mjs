// Solving problems as a player: replies, hints, refutations, other mates, a collection as a course.
import assert from "node:assert/strict";
import { COOKED } from "./workbench_desk.mjs";

// In COOKED: ▲４五飛成 △２四玉 ▲２三金 △１四玉 ▲２六桂. Mate in 5, and a cook at ply 3.
const LINE = ["4a4e+", "3d2d", "G*2c", "2d1d", "3h2f"];
const THREE = "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const phase = (sheet, wanted) => sheet.until((wanted) => document.querySelector("#solve").dataset.phase === wanted, wanted);
const says = (sheet, words) => sheet.until((words) => new RegExp(words).test(document.querySelector("#solve .told").innerText), words.source);

async function solving(desk, options = {}) {
  const sheet = await desk.page(options);
  await sheet.loaded(COOKED);
  await sheet.click("#mode-solve");
  await phase(sheet, "yours");
  return sheet;
}
/* Plays a move by touching squares; a choice to promote is made. */
async function play(sheet, usi) {
  const from = usi[1] === "*" ? `[data-hand-piece="b${usi[0]}"]` : sheet.square(usi.slice(0, 2)), to = usi.slice(2, 4);
  await sheet.until((square) => !!document.querySelector(`[data-square="${square}"]`), to);
  await sheet.click(from);
  await sheet.until((to) => document.querySelector(`[data-square="${to}"]`).classList.contains("target"), to);
  await sheet.click(sheet.square(to));
  await new Promise((done) => setTimeout(done, 60));
  if (await sheet.page.$("#chooser:popover-open")) await sheet.click(`#chooser button:nth-child(${usi.endsWith("+") ? 1 : 2})`);
}

async function rightLine(desk) {
  const sheet = await solving(desk);
  await says(sheet, /Mate in 5/);
  // Nothing tells the solution.
  for (const hidden of ["#verdict", "#panel-lines", "#tabs", "#steps"]) assert.equal(await sheet.page.$eval(hidden, (it) => it.checkVisibility()), false, hidden);
  await play(sheet, LINE[0]);
  await phase(sheet, "yours");
  await says(sheet, /▲４五飛成 was right\. Reply: △２四玉/);
  await play(sheet, LINE[2]);
  await phase(sheet, "yours");
  await play(sheet, LINE[4]);
  await phase(sheet, "solved");
  await says(sheet, /Solved: mate after 5 plies/);
  // Back to the last choice, and the mate again.
  await sheet.click('[data-key="riddleTakeBack"]');
  await phase(sheet, "yours");
  await play(sheet, LINE[4]);
  await phase(sheet, "solved");
  // Then the judgement is there again.
  await sheet.click('[data-key="riddleReveal"]');
  await sheet.verdict("flawed");
}

async function wrongMove(desk) {
  const sheet = await solving(desk);
  await play(sheet, "4a4d");
  await phase(sheet, "refuted");
  await sheet.until(() => document.querySelector('[data-square="4d"]').ariaLabel.includes("defender king"));
  await says(sheet, /▲４四飛不成 does not mate: △同玉/);
  // The line is stepped through by key and by touch; then the move is taken back.
  await sheet.key(".");
  await sheet.until(() => document.querySelector("#solve .refutation [aria-current]").dataset.key === "r2");
  await sheet.click('#solve .refutation [data-key="r1"]');
  await sheet.until(() => document.querySelector("#solve .refutation [aria-current]").dataset.key === "r1");
  // Who is refuted plays nothing.
  await sheet.click(sheet.square("1b"));
  assert.equal(await sheet.page.$(".cell.target"), null);
  await sheet.key("Backspace");
  await phase(sheet, "yours");
  assert.equal(await sheet.sfen(), COOKED);
  await says(sheet, /Mate in 5/);
}

async function hints(desk) {
  const sheet = await solving(desk);
  await sheet.key("h");
  await sheet.until(() => [...document.querySelectorAll(".cell.hinted")].map((it) => it.dataset.square).join() === "4a");
  await says(sheet, /marked piece/);
  await sheet.click('[data-key="riddleHint"]');
  await sheet.until(() => document.querySelectorAll(".cell.hinted").length === 2);
  await sheet.until(() => document.querySelector("#solve .told").innerText.includes("▲４五飛成"));
  await play(sheet, LINE[0]);
  await phase(sheet, "yours");
  assert.equal(await sheet.page.$(".hinted"), null);
  // The piece in the hand is marked as well.
  await sheet.click('[data-key="riddleHint"]');
  await sheet.until(() => !!document.querySelector("#hand-bottom .hinted"));
}

/* Another mate is none the less a mate, and told as what it is. */
async function otherMate(desk) {
  const sheet = await solving(desk);
  await play(sheet, LINE[0]);
  await phase(sheet, "yours");
  const cooks = await sheet.page.evaluate(async (sfen, path) => {
    const { Engine } = await import("./engine/engine_here.js");
    const engine = new Engine(undefined, () => "en"), { moves } = await engine.position({ sfen, hand: "rest", moves: path }), found = [];
    for (const { usi, check } of moves) {
      const it = check ? await engine.node({ sfen, hand: "rest", moves: [...path, usi], time_ms: 5000 }) : {};
      if (it.verdict === "mate" && it.plies > 2) found.push({ usi, plies: it.plies });
    }
    return found;
  }, COOKED, LINE.slice(0, 2));
  assert.ok(cooks.length > 0);
  await play(sheet, cooks[0].usi);
  await phase(sheet, "yours");
  await says(sheet, new RegExp(`mates too, but in ${3 + cooks[0].plies} plies instead of 5`));
}

/* Problems without a mate, and those of another goal, are told as such. */
async function noRiddle(desk) {
  const sheet = await solving(desk);
  await sheet.paste("4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1");
  await phase(sheet, "unfit");
  await says(sheet, /no mate in this diagram/);
  await sheet.paste(THREE);
  await phase(sheet, "yours");
}

async function course(desk) {
  const rows = [[COOKED, 40, "a"], [THREE, 10, "b"], ["8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", null, "c"]];
  const text = rows.map(([sfen, difficulty, id]) => JSON.stringify({ sfen, id, title: id, rating: difficulty === null ? undefined : { difficulty: { points: difficulty } } })).join("\n");
  const sheet = await desk.page();
  await sheet.paste(text);
  await sheet.until(() => document.querySelectorAll("#panel-problems .card").length === 3);
  await sheet.click("#mode-solve");
  await phase(sheet, "yours");
  const cards = () => sheet.page.$$eval("#panel-problems .card", (all) => all.map((it) => it.innerText.split("\n")[0].trim() + (it.dataset.state ? `:${it.dataset.state}` : "")));
  assert.deepEqual(await cards(), ["a", "b", "c"]);
  await sheet.page.select('[data-key="order"]', "difficulty");
  await sheet.until(() => document.querySelector("#panel-problems .card").innerText.startsWith("b"));
  assert.deepEqual(await cards(), ["b", "a", "c"]);
  await sheet.click("#panel-problems .card:first-child .picture");
  await phase(sheet, "yours");
  await sheet.click('[data-key="riddleHint"]');
  await play(sheet, "G*2b");
  await phase(sheet, "solved");
  await sheet.until(() => document.querySelector("#panel-problems .card").dataset.state === "helped");
  assert.match(await sheet.text("#panel-problems .progress"), /1 of 3 solved/);
  await sheet.click('[data-key="riddleNext"]');
  await phase(sheet, "yours");
  assert.match(await sheet.page.title(), /^a/);
  // The progress is kept, and there is one problem for each day.
  await sheet.page.reload();
  await sheet.click("#mode-solve");
  await sheet.until(() => document.querySelector("#panel-problems .card:nth-child(2)")?.dataset.state === "helped");
  await sheet.click('[data-key="riddleDaily"]');
  const first = await sheet.page.title();
  await sheet.click('[data-key="riddleNext"]');
  await sheet.click('[data-key="riddleDaily"]');
  assert.equal(await sheet.page.title(), first);
}

/* A link that asks to solve: on a phone, in Japanese, and whatever the browser has kept. */
async function linked(desk) {
  const sheet = await desk.page({ url: `${desk.main.url}#sfen=${COOKED.replace(/ /g, "_")}&solve=1`, phone: true, lang: "ja" });
  await phase(sheet, "yours");
  // The empty board, which was there before the problem, is not told as a fault.
  assert.equal(await sheet.page.$eval("#toast", (it) => it.hidden), true);
  await says(sheet, /5手詰/);
  const { width, board, hint } = await sheet.page.evaluate(() => ({ width: document.documentElement.scrollWidth, board: document.querySelector("#board").getBoundingClientRect().bottom, hint: document.querySelector('[data-key="riddleHint"]').getBoundingClientRect().toJSON() }));
  assert.ok(width <= 390 && board < 844, `${width}, ${board}`);
  assert.ok(hint.height >= 44 && hint.bottom <= 844, JSON.stringify(hint));
  await sheet.page.touchscreen.tap(...Object.values(await sheet.centre(sheet.square("4a"))));
  await sheet.until(() => document.querySelector('[data-square="4e"]').classList.contains("target"));
  await sheet.page.evaluate(() => {
    localStorage.setItem("tsume.solved/x", '{"key": {"__proto__": 1}, "at": "x"}');
    localStorage.setItem("tsume.solved/y", '[1, null');
  });
  await sheet.page.reload();
  await sheet.click("#mode-solve");
  await phase(sheet, "yours");
  await sheet.click('[popovertarget="menu-save"]');
  assert.match(await sheet.copied('[data-key="copyriddle"]'), /#sfen=5R3[^&]*&solve=1$/);
}

/* The choice of promotion stands beside its square, and each choice plays its own move. */
async function promotions(desk) {
  const sheet = await desk.page({ url: `${desk.main.url}#sfen=6R2/9/9/8k/6B2/9/9/9/9_b_rb4g4s4n4l18p_1&solve=1` });
  for (const to of ["1a", "3d"]) {
    await phase(sheet, "yours");
    await sheet.click(sheet.square("3a"));
    await sheet.until((to) => document.querySelector(`[data-square="${to}"]`).classList.contains("target"), to);
    await sheet.click(sheet.square(to));
    await sheet.until(() => !!document.querySelector("#chooser:popover-open"));
    await new Promise((done) => setTimeout(done, 100));
    const [chooser, square] = await sheet.page.evaluate((to) => ["#chooser", `[data-square="${to}"]`].map((it) => {
      const { left, right, bottom, top } = document.querySelector(it).getBoundingClientRect();
      return { x: (left + right) / 2, top, bottom };
    }), to);
    assert.ok(Math.abs(chooser.x - square.x) < 120 && square.top - chooser.bottom < 40, JSON.stringify([to, chooser, square]));
    await sheet.click("#chooser button:first-child");
    await sheet.until(() => !["yours", "thinking"].includes(document.querySelector("#solve").dataset.phase));
    await sheet.until((to) => document.querySelector("#solve ol.line .move")?.innerText.includes(to) ?? false, { "1a": "１一飛成", "3d": "３四飛成" }[to]);
    await sheet.key("Backspace");
  }
}

/* A page that is loaded again while a problem is solved tells nothing of its solution. */
async function reloaded(desk) {
  const sheet = await solving(desk);
  await play(sheet, LINE[0]);
  await phase(sheet, "yours");
  await sheet.page.reload();
  for (const hidden of ["#verdict", "#panel-lines", "#tabs", "#steps"]) assert.equal(await sheet.page.$eval(hidden, (it) => it.checkVisibility()), false, hidden);
  await phase(sheet, "yours");
  await says(sheet, /Mate in 5/);
  assert.equal(await sheet.sfen(), COOKED);
}

/* The board stays in its place while a line is stepped through. A link may have promoted pieces as they are. */
async function still(desk) {
  const sheet = await desk.page({ url: `${desk.main.url}#sfen=9/9/9/4k4/9/4+P4/9/9/9_b_2G2r2b2g4s4n4l17p_1` });
  await sheet.until(() => document.querySelector('[data-square="5f"]').ariaLabel.includes("promoted pawn"));
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  if (desk.kind === "chrome") await sheet.page.setViewport({ width: 1280, height: 420 });
  const top = () => sheet.page.$eval("#board", (it) => it.getBoundingClientRect().top);
  const before = await top();
  for (const key of ["ArrowRight", "ArrowRight", "End", "ArrowLeft"]) {
    await sheet.key(key);
    // The bar above it may grow by a pixel when moves are played.
    assert.ok(Math.abs(await top() - before) < 4, `${key}: ${await top()}, ${before}`);
  }
}

export const parts = [["solving: the line", rightLine], ["solving: a wrong move", wrongMove], ["solving: hints", hints], ["solving: another mate", otherMate], ["solving: no riddle", noRiddle], ["solving: a course", course], ["solving: a link", linked], ["solving: promotions", promotions], ["solving: loaded again", reloaded], ["board in its place", still]];
