// Solving problems as a player: replies, hints, refutations, other mates, a collection as a course.
import assert from "node:assert/strict";
import { COOKED } from "./workbench_desk.mjs";

// In COOKED: ▲４五飛成 △２四玉 ▲２三金 △１四玉 ▲２六桂. Mate in 5, and a cook at ply 3.
export const LINE = ["4a4e+", "3d2d", "G*2c", "2d1d", "3h2f"];
const THREE = "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
export const phase = (sheet, wanted) => sheet.until((wanted) => document.querySelector("#solve").dataset.phase === wanted, wanted);
// Nothing of these is seen while a problem is solved.
const HIDDEN = ["#verdict", "#panel-lines", "#tabs", "#steps", "#undo", "#palette"];
export const says = (sheet, words) => sheet.until((words) => new RegExp(words).test(document.querySelector("#solve .told").innerText), words.source);

async function solving(desk, options = {}) {
  const sheet = await desk.page(options);
  await sheet.loaded(COOKED);
  await sheet.click("#mode-solve");
  await phase(sheet, "yours");
  return sheet;
}
/* Plays a move by touching squares; a choice to promote is made. */
export async function play(sheet, usi) {
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
  for (const hidden of HIDDEN) assert.equal(await sheet.page.$eval(hidden, (it) => it.checkVisibility()), false, hidden);
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
  // The solution is shown to the player, to step through; the judgement is in the editor.
  await sheet.click('[data-key="riddleReveal"]');
  await phase(sheet, "shown");
  await sheet.until((n) => document.querySelectorAll("#solve ol.line button").length === n, LINE.length);
  await sheet.key("ArrowLeft");
  await sheet.until(() => document.querySelector("#solve .line [aria-current]")?.dataset.key === "r4");
  for (const hidden of HIDDEN) assert.equal(await sheet.page.$eval(hidden, (it) => it.checkVisibility()), false, hidden);
  // Undo is the editor's: here it changes nothing.
  await sheet.page.keyboard.down("Control");
  await sheet.key("z");
  await sheet.page.keyboard.up("Control");
  assert.equal(await sheet.sfen(), COOKED);
  await sheet.click('[data-key="to-editor"]');
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
  assert.equal(await sheet.page.$$eval(".arrow", (all) => all.length), 1);
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
  const cooks = await sheet.page.evaluate(async (module, sfen, path) => {
    const { Engine } = await import(module);
    const engine = new Engine(undefined, () => "en"), { moves } = await engine.position({ sfen, hand: "rest", moves: path }), found = [];
    for (const { usi, check } of moves) {
      const it = check ? await engine.node({ sfen, hand: "rest", moves: [...path, usi], time_ms: 5000 }) : {};
      if (it.verdict === "mate" && it.plies > 2) found.push({ usi, plies: it.plies });
    }
    return found;
  }, desk.module("engine/engine_here.js"), COOKED, LINE.slice(0, 2));
  assert.ok(cooks.length > 0);
  await play(sheet, cooks[0].usi);
  await phase(sheet, "yours");
  await says(sheet, new RegExp(`^▲\\S+ mates, too, but in ${3 + cooks[0].plies} plies instead of 5: a cook or a detour.\\s*Reply: △`));
  assert.equal(await sheet.page.$eval("#solve", (it) => it.className), "unknown");
}

/* On a phone the board, what became of a move, and what can be done are on the screen together, in places that stay. */
async function inSight(desk) {
  const sizes = [[320, 568], [360, 640], [375, 667], [390, 844], [844, 390], [768, 1024]];
  for (const lang of ["en", "ja"]) {
    const sheet = await desk.page({ phone: true, lang });
    await sheet.paste(`${COOKED}\n${THREE}\n`);
    await sheet.until(() => document.querySelector("#ways a"));
    await sheet.loaded(COOKED);
    // A problem begins at the top of its page, wherever the one before was left.
    await sheet.page.evaluate(() => { scrollTo(0, 1000); document.querySelector("#mode-solve").click(); });
    await sheet.until(() => scrollY === 0);
    // What tells of the file that was read lies upon the buttons for a while.
    await sheet.until(() => document.querySelector("#toast").hidden);
    const places = () => sheet.page.evaluate(() => ["#board", "#hand-bottom", '[data-key="riddleHint"]', '[data-key="riddleNext"]', "#solve .told"].map((it) => document.querySelector(it).getBoundingClientRect().toJSON()));
    for (const [width, height] of lang === "en" ? sizes : sizes.slice(0, 1)) {
      await sheet.page.setViewport({ width, height, isMobile: true, hasTouch: true });
      await sheet.page.evaluate(() => { document.querySelector('[data-key="riddleAgain"]').click(); scrollTo(0, 0); });
      await phase(sheet, "yours");
      const before = await places();
      for (const [usi, wanted] of [[LINE[0], "yours"], ["4e3d", "refuted"], ["G*3d", "yours"]]) {
        if (usi === "G*3d") await sheet.click('[data-key="riddleTakeBack"]');
        await play(sheet, usi);
        await sheet.until(() => !["thinking", "reply"].includes(document.querySelector("#solve").dataset.phase));
        await phase(sheet, wanted);
        await sheet.drawn();
        const now = await places(), when = `${width} × ${height}, ${usi}: ${JSON.stringify(now)}`;
        assert.deepEqual(now, before, when);
        assert.ok(now.every((it) => it.top >= 0 && it.bottom <= height && it.right <= width), when);
      }
      assert.ok(await sheet.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
  }
}

/* Who shows the solution by a key stays in the panel. */
async function keysStay(desk) {
  const sheet = await solving(desk);
  await sheet.page.focus('[data-key="riddleReveal"]');
  await sheet.key("Enter");
  await phase(sheet, "shown");
  await sheet.until(() => document.activeElement.dataset.act === "show");
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

const numbers = (sheet) => sheet.page.$$eval("#front .numbers a", (all) => all.map((it) => it.firstChild.textContent + (it.dataset.state ? `:${it.dataset.state}` : "")));
const shows = (sheet, wanted) => sheet.until((wanted) => [...document.querySelectorAll("#front .numbers a")].map((it) => it.firstChild.textContent + (it.dataset.state ? `:${it.dataset.state}` : "")).join() === wanted, wanted.join());

/* A list as a course: Previous and Next, the front page with its marks and filters, the problem of the day. */
async function course(desk) {
  const rows = [[COOKED, 45, "a"], [THREE, 10, "b"], ["8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", null, "c"]];
  const text = rows.map(([sfen, difficulty, id]) => JSON.stringify({ sfen, id, title: id, rating: difficulty === null ? undefined : { difficulty: { points: difficulty } } })).join("\n");
  const sheet = await desk.page();
  await sheet.paste(text);
  await sheet.until(() => document.querySelectorAll("#rows [data-at]").length === 3);
  await sheet.click('[data-key="to-problems"]');
  await shows(sheet, ["1", "2", "3"]);
  const goOn = () => sheet.page.$$eval("#front .go", (all) => all.map((it) => it.innerText).join());
  assert.equal(await goOn(), "Begin with no. 1");
  await sheet.page.select('#front [data-key="order"]', "difficulty");
  await shows(sheet, ["2", "1", "3"]);
  await sheet.click("#front .numbers a");
  await phase(sheet, "yours");
  await says(sheet, /Mate in 1/);
  await sheet.click('[data-key="riddleHint"]');
  await play(sheet, "G*2b");
  await phase(sheet, "solved");
  await sheet.click('[data-key="riddleNext"]');
  await phase(sheet, "yours");
  assert.match(await sheet.page.title(), /^a/);
  await play(sheet, "4a4d");
  await phase(sheet, "refuted");
  await sheet.click('[data-key="riddlePrevious"]');
  await sheet.until(() => document.title.startsWith("b"));
  // The browser's own way back leads through the problems to the list.
  await sheet.page.goBack();
  await sheet.until(() => document.title.startsWith("a"));
  await phase(sheet, "yours");
  await sheet.click('[data-key="to-problems"]');
  await shows(sheet, ["2:helped", "1:tried", "3"]);
  assert.match(await sheet.text("#front .score"), /1 of 3 solved[^]*0 without a hint · 1 begun · days in a row: 1/);
  for (const [state, wanted] of [["solved", ["2:helped"]], ["tried", ["1:tried"]], ["untried", ["3"]], ["all", ["2:helped", "1:tried", "3"]]]) {
    await sheet.click(`#front [data-key="${state}"]`);
    await shows(sheet, wanted);
    // The button leads to what is left to solve, first to what is begun.
    assert.equal(await goOn(), { solved: "", untried: "Go on with no. 3" }[state] ?? "Go on with no. 1");
  }
  // From a problem that is not among the chosen ones the way goes on from its place.
  assert.deepEqual(await sheet.page.evaluate(async (module) => {
    const { Collection } = await import(module), it = new Collection({ on() {}, tell() {} }, { stateOf() {} });
    it.take([1, 3, 1, 3, 1].map((plies, at) => ({ sfen: `${at + 1}k${7 - at}/9/9/9/9/9/9/9/9 b G 1`, id: `${at}`, expected_plies: plies })), false);
    it.filter = { order: "given", plies: 3, band: "", state: "all" };
    return [1, -1].map((by) => it.beside(it.list[2].sfen, by).number);
  }, desk.module("solve/collection.js")), [4, 2]);
  await sheet.page.select('#front [data-key="band"]', "middle");
  await shows(sheet, ["1:tried"]);
  // All of it is kept, and there is one problem for each day.
  await sheet.page.reload();
  await shows(sheet, ["1:tried"]);
  const daily = await sheet.page.$eval("#front .daily", (it) => it.hash);
  await sheet.click("#front .daily");
  await sheet.until((hash) => location.hash === hash, daily);
}

/* The address names the problem, the mode and the moves: to load again, to keep, to send; and it never tells the solution. */
async function addresses(desk) {
  const sheet = await solving(desk);
  await play(sheet, LINE[0]);
  await phase(sheet, "yours");
  await sheet.until((hash) => location.hash === hash, `#/solve/5R3/8S/9/6k2/9/9/4N4/6N2/9_b_G?path=${LINE.slice(0, 2).join("_")}`);
  const kept = await sheet.page.evaluate(() => location.href);
  for (const page of [sheet, await desk.page({ url: kept })]) {
    if (page === sheet) await sheet.page.reload();
    await phase(page, "yours");
    await says(page, /▲４五飛成 was right\. Reply: △２四玉/);
    for (const hidden of HIDDEN) assert.equal(await page.page.$eval(hidden, (it) => it.checkVisibility()), false, hidden);
    assert.equal(await page.sfen(), COOKED);
    await play(page, LINE[2]);
    await phase(page, "yours");
    // Back over the moves of the address, too.
    await page.click('[data-key="riddleTakeBack"]');
    await phase(page, "yours");
    await page.click('[data-key="riddleTakeBack"]');
    await phase(page, "yours");
    await says(page, /Mate in 5/);
  }
  // A path that cannot be played, or does not mate, leads to the diagram.
  for (const path of ["9i9h_1a1b", "4a4d_3d4d"]) {
    const place = new URL(kept.split("?")[0]).hash;
    await sheet.page.evaluate((hash) => { location.hash = hash; }, `${place}?path=${path}`);
    await sheet.until((place) => location.hash === place && document.querySelector("#solve").dataset.phase === "yours", place);
  }
  // The editor has the line and the moves in its address, and a solved problem leaves its history as it was.
  await sheet.click('[data-key="to-editor"]');
  await sheet.verdict("flawed");
  await sheet.key("ArrowRight");
  await sheet.until((hash) => location.hash === hash, `#/edit/5R3/8S/9/6k2/9/9/4N4/6N2/9_b_G?path=${LINE[0]}`);
  await sheet.page.reload();
  await sheet.verdict("flawed");
  await sheet.until(() => document.querySelector('[data-square="4e"]').ariaLabel.includes("dragon"));
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
  await phase(sheet, "yours");
  await sheet.click('[data-key="to-editor"]');
  await sheet.click('[popovertarget="menu-save"]');
  assert.match(await sheet.copied('[data-key="copyriddle"]'), /#\/solve\/5R3\/8S\/9\/6k2\/9\/9\/4N4\/6N2\/9_b_G$/);
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

export const parts = [["solving: the line", rightLine], ["solving: a wrong move", wrongMove], ["solving: hints", hints], ["solving: another mate", otherMate], ["solving: in sight", inSight], ["solving: keys stay", keysStay], ["solving: no riddle", noRiddle], ["solving: a course", course], ["solving: a link", linked], ["solving: promotions", promotions], ["solving: addresses", addresses], ["board in its place", still]];
