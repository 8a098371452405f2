// Setting up: mouse, keyboard, touch, undo, the whole diagram.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { COOKED, MENDED } from "./workbench_desk.mjs";

const DIAGRAM = COOKED.split(" ")[0];

async function mouse(desk) {
  const sheet = await desk.page();
  // Touched: a piece of the palette, then squares.
  await sheet.click('[data-palette="K:w"]');
  await sheet.click(sheet.square("3d"));
  await sheet.click('[data-palette="R:b"]');
  await sheet.click(sheet.square("4a"));
  await sheet.click('[data-palette="N:b"]');
  await sheet.click(sheet.square("5g"));
  await sheet.click(sheet.square("3h"));
  await sheet.key("Escape");
  // Dragged from the palette, to a wrong square, and from there to the right one.
  await sheet.drag('[data-palette="S:b"]', sheet.square("1c"));
  await sheet.drag(sheet.square("1c"), sheet.square("1b"));
  await sheet.click('[aria-label="one gold more, attacker"]');
  assert.equal(await sheet.sfen(), COOKED);
  await sheet.verdict("flawed");

  // A right click turns a piece: promoted, the other side's, back.
  const turn = async () => { await sheet.page.click(sheet.square("1b"), { button: "right" }); return (await sheet.sfen()).split("/")[1]; };
  assert.deepEqual([await turn(), await turn(), await turn(), await turn()], ["8+S", "8s", "8+s", "8S"]);
  // Off the board it is removed; in the hand it is held.
  await sheet.drag(sheet.square("1b"), "h1");
  assert.match(await sheet.sfen(), /^5R3\/9\/9/);
  await undo(sheet);
  await sheet.drag(sheet.square("1b"), "#hand-bottom");
  assert.match(await sheet.sfen(), / b GSr2b/);
  await undo(sheet);
  assert.equal(await sheet.sfen(), COOKED);
  // Every gesture was one step.
  for (let at = 0; at < 10; at += 1) await undo(sheet);
  assert.match(await sheet.sfen(), /^9\/9\/9\/6k2\/9\/9\/9\/9\/9 b 2r2b/);
  await undo(sheet);
  assert.ok(await sheet.page.$eval("#undo", (it) => it.disabled));
}
async function undo(sheet) {
  await sheet.page.keyboard.down("Control");
  await sheet.page.keyboard.press("z");
  await sheet.page.keyboard.up("Control");
}

async function keyboard(desk) {
  const sheet = await desk.page();
  // From the top of the page by the tab key to the board; it has one place in the order.
  await sheet.page.focus("#mode-setup");
  for (let at = 0; at < 6; at += 1) {
    await sheet.key("Tab");
    if (await sheet.page.evaluate(() => document.activeElement.dataset.square)) break;
  }
  assert.equal(await sheet.page.evaluate(() => document.activeElement.dataset.square), "5e");
  const to = async (square) => {
    const [file, rank] = await sheet.page.evaluate(() => [...document.activeElement.dataset.square]);
    const files = Number(square[0]) - Number(file), ranks = square.charCodeAt(1) - rank.charCodeAt(0);
    for (let at = 0; at < Math.abs(files); at += 1) await sheet.key(files > 0 ? "ArrowLeft" : "ArrowRight");
    for (let at = 0; at < Math.abs(ranks); at += 1) await sheet.key(ranks > 0 ? "ArrowDown" : "ArrowUp");
  };
  for (const [square, key] of [["3d", "k"], ["4a", "r"], ["1b", "s"], ["5g", "n"], ["3g", "n"]]) {
    await to(square);
    await sheet.key(key);
  }
  // The last one was a rank too high: picked up and put down.
  await sheet.key(" ");
  await to("3h");
  await sheet.key(" ");
  await sheet.page.focus('[aria-label="one gold more, attacker"]');
  await sheet.key("Enter");
  assert.equal(await sheet.sfen(), COOKED);
  await sheet.page.$eval(sheet.square("1b"), (it) => it.focus());
  await sheet.key("+");
  assert.match(await sheet.sfen(), /8\+S/);
  await sheet.key("v");
  assert.match(await sheet.sfen(), /8\+s/);
  await sheet.key("Delete");
  assert.match(await sheet.sfen(), /^5R3\/9\/9/);
  await undo(sheet);
  await undo(sheet);
  await undo(sheet);
  // With shift a piece is the defender's; those who hear the page hear what stands where.
  await sheet.page.$eval(sheet.square("3c"), (it) => it.focus());
  await sheet.page.keyboard.down("Shift");
  await sheet.key("P");
  await sheet.page.keyboard.up("Shift");
  assert.equal(await sheet.sfen(), MENDED);
  assert.equal(await sheet.page.$eval(sheet.square("3c"), (it) => it.getAttribute("aria-label")), "3c, defender pawn");
  await sheet.until(() => /sound/.test(document.querySelector("#spoken").textContent));
  // Every control has a name.
  const nameless = await sheet.page.$$eval("button, input, select, textarea, [role=gridcell]", (all) => all.filter((it) => it.offsetParent && !(it.textContent.trim() || it.getAttribute("aria-label") || it.labels?.length)).map((it) => it.outerHTML));
  assert.deepEqual(nameless, []);
}

async function faults(desk) {
  const sheet = await desk.page();
  await sheet.click('[data-palette="P:b"]');
  await sheet.click(sheet.square("5a"));
  assert.match(await wrong(sheet), /5a/);
  await sheet.click(sheet.square("5a"));
  assert.equal(await wrong(sheet), "");
  await sheet.click(sheet.square("5c"));
  await sheet.click(sheet.square("5e"));
  assert.equal(await wrong(sheet), "5c 5e");
  await sheet.until(() => /king/.test(document.querySelector("#verdict").innerText) && /file 5/.test(document.querySelector("#verdict").innerText));
  await sheet.key("Escape");
  // A third rook is too many.
  for (let at = 0; at < 3; at += 1) await sheet.click('[aria-label="one rook more, attacker"]');
  await sheet.until(() => /1 rook too many/.test(document.querySelector("#verdict").innerText));
  // Without the rest, the defender's hand has buttons, and what is nowhere is counted.
  await sheet.loaded(COOKED);
  await sheet.click("#hand-top input[type=checkbox]");
  await sheet.click('[aria-label="one pawn less, defender"]');
  await sheet.until(() => /nowhere|not on the board.*pawn 1/.test(document.querySelector("#verdict").innerText));
  assert.match(await sheet.sfen(), /17p 1$/);
  await sheet.click("#hand-top input[type=checkbox]");
  assert.match(await sheet.sfen(), /18p 1$/);
}
const wrong = async (sheet) => {
  await new Promise((done) => setTimeout(done, 60));
  return sheet.page.$$eval(".cell.wrong", (all) => all.map((it) => it.dataset.square).join(" "));
};

async function whole(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  await sheet.click('[popovertarget="menu-diagram"]');
  const press = (key) => sheet.click(`#menu-diagram [data-key="${key}"]`);
  await press("down");
  assert.match(await sheet.sfen(), /^9\/5R3\/8S\/9\/6k2/);
  await press("up");
  await press("up");
  // A piece would leave the board.
  assert.equal(await sheet.sfen(), COOKED);
  await press("mirror");
  assert.match(await sheet.sfen(), /^3R5\/S8\/9\/2k6\/9\/9\/4N4\/2N6\/9 b G/);
  await press("mirror");
  await press("turn");
  assert.match(await sheet.sfen(), /^9\/2n6\/4n4\/9\/9\/2K6\/9\/s8\/3r5 w R2B3G3S2N4L18Pg/);
  await press("turn");
  assert.equal(await sheet.sfen(), COOKED);
  await sheet.key("Escape");
  // Undo and redo by buttons, and after the page is loaded anew.
  await sheet.click("#undo");
  assert.match(await sheet.sfen(), / w /);
  await sheet.page.reload();
  await sheet.page.waitForSelector("#palette .stock");
  await sheet.click("#redo");
  assert.equal(await sheet.sfen(), COOKED);
}

async function phone(desk) {
  const sheet = await desk.page({ phone: true });
  const tap = async (selector) => { const { x, y } = await sheet.centre(selector); await sheet.page.touchscreen.tap(x, y); };
  for (const [piece, squares] of [["K:w", ["3d"]], ["R:b", ["4a"]], ["S:b", ["1b"]], ["N:b", ["5g", "3g"]]]) {
    await tap(`[data-palette="${piece}"]`);
    for (const square of squares) await tap(sheet.square(square));
    await tap(`[data-palette="${piece}"]`);
  }
  await tap('[aria-label="one gold more, attacker"]');
  // Dragged with a finger.
  const [from, to] = [await sheet.centre(sheet.square("3g")), await sheet.centre(sheet.square("3h"))];
  const finger = await sheet.page.touchscreen.touchStart(from.x, from.y);
  await finger.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await finger.move(to.x, to.y);
  await finger.end();
  assert.equal((await sheet.sfen()).split(" ")[0], DIAGRAM);
  await sheet.verdict("flawed");
  // A long press turns a piece.
  const press = await sheet.page.touchscreen.touchStart(to.x, to.y);
  await new Promise((done) => setTimeout(done, 700));
  await press.end();
  assert.match(await sheet.sfen(), /6\+N2/);
  await tap("#undo");
  await sheet.verdict("flawed");
  // Nothing is wider than the screen, and what can be touched is large enough.
  assert.ok(await sheet.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const small = await sheet.page.$$eval("button, input[type=text], select, summary", (all) => all.filter((it) => it.offsetParent).map((it) => [it.outerHTML.slice(0, 90), it.getBoundingClientRect()])
    .filter(([, it]) => it.height > 0 && (it.height < 33 || it.width < 33)).map(([text, { width, height }]) => `${text}: ${width} × ${height}`));
  assert.deepEqual(small, []);
  // Board, hand and palette are on the screen together.
  await sheet.page.evaluate(() => scrollTo(0, 0));
  const bottom = await sheet.page.$eval("#palette", (it) => it.getBoundingClientRect().bottom);
  assert.ok(bottom <= 844, `the palette ends at ${bottom}`);
}

const SIZES = [[1280, 800], [1366, 650], [1920, 1080], [768, 1024], [390, 844], [844, 390], [320, 568]];
// The first moves of the longest of the classics: checks by a rook that goes round and round.
const LONG = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1 moves 2f4f 4e5d 4f5e 5d6c 5e5c 6c7d 5c7c 7d8e 7c7e 8e9f 9h9g 9f9g 7e7g 9g9f 7g9g 9f8e 9g8f 8e7d 8f7e 7d6c 7e7c 6c5d 7c5c 5d4e 5c5e 4e3f 5e4f 3f2g 4f3g 2g1h S*1i 1h1i 3g3i 1i1h 3i1i 1h2g 1i2h 2g3f 2h3g 3f4e 3g4f";

/* Board, hands, tools and steps stay where they are in every mode, at every answer and along a long line. */
async function places(desk) {
  const sheet = await desk.page();
  for (const [width, height] of SIZES) {
    await sheet.page.setViewport({ width, height });
    await sheet.page.evaluate(() => { document.querySelector("#mode-setup").click(); scrollTo(0, 0); });
    const at = () => sheet.page.evaluate(() => ["#board", '[data-square="9a"]', '[data-square="1i"]', "#mode-play", "#undo", "#hand-top", "#hand-bottom", innerWidth < 700 || innerHeight < 501 ? "#mode-solve" : '[data-step="next"]']
      .map((it) => { const { left, top, width, height } = document.querySelector(it).getBoundingClientRect(); return [it, left, top, width, height].join(" "); }));
    await sheet.loaded("9/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1");
    // All squares are the same number of whole pixels, and begin at whole pixels.
    const [sides, starts] = await sheet.page.evaluate(() => {
      const all = [...document.querySelectorAll("[data-square]")].map((it) => it.getBoundingClientRect()), whole = (list) => [...new Set(list.map((it) => it.toFixed(2)))];
      return [whole(all.flatMap((it) => [it.width, it.height])), whole(all.flatMap((it) => [it.left % 1, it.top % 1]))];
    });
    assert.ok(sides.length === 2 && sides.every((it) => it.endsWith(".00")) && starts.every((it) => ["0.00", "1.00"].includes(it)), JSON.stringify([width, height, sides, starts]));
    const before = await at(), stays = async (when) => assert.deepEqual(await at(), before, `${width} × ${height}, ${when}`);
    await sheet.loaded(COOKED);
    await stays("while it is judged");
    await sheet.verdict("flawed");
    await stays("judged");
    await sheet.page.$eval('[data-step="next"]', (it) => it.click());
    await stays("the first move");
    await sheet.until(() => document.querySelector(".here .badge")?.textContent);
    await stays("the first move, judged");
    await sheet.page.$eval("#mode-setup", (it) => it.click());
    assert.ok(await sheet.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} × ${height} scrolls sideways`);
    const [cell, board] = await sheet.page.evaluate(() => ['[data-square="5e"]', ".squares"].map((it) => document.querySelector(it).getBoundingClientRect().toJSON()));
    assert.ok(board.width >= 275 && board.bottom <= Math.max(height, 480), `${width} × ${height}: ${JSON.stringify(board)}`);
  }
  // A list brings the ways to other parts into the bar, and a piece that is picked up its buttons, which are all in sight.
  await sheet.paste(readFileSync(`${desk.folder}/first-steps.sfen`, "utf8"));
  await sheet.until(() => document.querySelector("#ways a"));
  for (const [width, height] of SIZES) {
    await sheet.page.setViewport({ width, height });
    await sheet.page.evaluate(() => scrollTo(0, 0));
    await sheet.click(".cell.held");
    const cut = await sheet.page.$$eval("header button, .mode button", (all) => all.filter((it) => it.offsetParent).filter((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      return left < 0 || right > innerWidth || !it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }).map((it) => it.outerHTML));
    assert.deepEqual(cut, [], `${width} × ${height}`);
    await sheet.key("Escape");
  }
  await sheet.page.evaluate(() => document.activeElement.blur());
  await sheet.page.setViewport({ width: 1280, height: 800 });
  await sheet.paste(LONG);
  await sheet.until(() => document.querySelectorAll("#panel-lines .move").length > 40);
  const at = () => sheet.page.evaluate(() => ["#board", '[data-step="next"]', "#tabs"].map((it) => document.querySelector(it).getBoundingClientRect().toJSON()));
  const before = await at();
  for (let step = 0; step < 40; step += 1) await sheet.key("ArrowRight");
  await sheet.until(() => /^40 \//.test(document.querySelector("#step").textContent));
  assert.deepEqual(await at(), before);
  // The move is in sight in the panel, which has scrolled within itself.
  assert.ok(await sheet.page.$eval("#panel-lines [aria-current]", (it) => it.getBoundingClientRect().bottom <= innerHeight));
}

/* Buttons, tabs and numbers that leave the window or their bar, that are narrower than their words, or that lie upon each other. */
function cutOff(groups) {
  const wrong = [];
  for (const group of groups) {
    const all = [...document.querySelectorAll(group)].filter((it) => it.checkVisibility()).map((it) => ({ it, at: it.getBoundingClientRect() })).filter(({ at }) => at.width > 2);
    for (const { it, at } of all) {
      const bar = it.parentElement.closest("header, .mode, .hand, main").getBoundingClientRect();
      const isOut = at.left < -0.5 || at.right > Math.min(innerWidth, bar.right) + 0.5 || at.top < bar.top - 4 || at.bottom > bar.bottom + 4;
      const isUpon = all.some((other) => other.it !== it && at.left < other.at.right - 0.5 && other.at.left < at.right - 0.5 && at.top < other.at.bottom - 0.5 && other.at.top < at.bottom - 0.5);
      if (isOut || isUpon || it.scrollWidth > it.clientWidth + 1) wrong.push(`${group} ${it.id || it.textContent}: ${JSON.stringify(at)}`);
    }
  }
  return document.documentElement.scrollWidth > innerWidth ? [...wrong, "the page scrolls sideways"] : wrong;
}
const WIDTHS = [320, 360, 390, 480, 699, 700, 760, 859, 860, 900, 1024, 1280, 1920];

/* Nothing is cut at any width, in either language, with a mouse or fingers, whether a piece is picked up or not. */
async function uncut(desk) {
  for (const [lang, hasTouch] of [["en", false], ["en", true], ["ja", true]]) {
    const sheet = await desk.page({ lang });
    await sheet.page.setViewport({ width: 1280, height: 800, hasTouch });
    await sheet.page.waitForSelector("#palette .stock");
    await sheet.paste(readFileSync(`${desk.folder}/first-steps.sfen`, "utf8"));
    await sheet.until(() => document.querySelector("#ways a"));
    await sheet.loaded(COOKED);
    await sheet.click("#hand-top input[type=checkbox]");
    for (const width of WIDTHS) {
      await sheet.page.setViewport({ width, height: width < 700 ? 700 : 800, hasTouch });
      for (const isPicked of [true, false]) {
        await sheet.page.evaluate(() => scrollTo(0, 0));
        await (isPicked ? sheet.click(".cell.held") : sheet.key("Escape"));
        await sheet.until((isPicked) => document.querySelector("#picked").hidden !== isPicked, isPicked);
        const wrong = await sheet.page.evaluate(cutOff, ["header a, header button", ".mode button, .mode select", "#tabs button", "#hand-top .counter", ".hand b, .hand .whose span"]);
        assert.deepEqual(wrong, [], `${lang}, ${width}${hasTouch ? ", fingers" : ""}`);
      }
    }
  }
}

/* On a phone the palette stays where it is, whatever the judgement says above it. */
async function palette(desk) {
  for (const [width, lang] of [[390, "en"], [320, "en"], [320, "ja"]]) {
    const sheet = await desk.page({ phone: true, lang });
    await sheet.page.setViewport({ width, height: 700, isMobile: true, hasTouch: true });
    await sheet.page.waitForSelector("#palette .stock");
    const top = () => sheet.page.$eval("#palette", (it) => it.getBoundingClientRect().top + scrollY), tops = [await top()];
    for (const [sfen, verdict] of [[COOKED, "flawed"], [MENDED, "sound"], ["9/7k1/9/6S2/9/9/9/9/9 b G2r2b3g3s4n4l18p 1", "no_mate"]]) {
      await sheet.loaded(sfen);
      await sheet.verdict(verdict);
      tops.push(await top());
    }
    assert.equal(new Set(tops).size, 1, `${width}: ${tops}`);
  }
}

/* What is seen first is where it stays. */
async function shifts(desk) {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const sheet = await desk.page();
    await sheet.page.evaluateOnNewDocument(() => {
      globalThis.shifted = [];
      new PerformanceObserver((list) => globalThis.shifted.push(...list.getEntries().filter((it) => !it.hadRecentInput))).observe({ type: "layout-shift", buffered: true });
    });
    await sheet.page.setViewport({ width, height });
    await sheet.page.reload();
    await sheet.page.waitForSelector("#palette .stock");
    await sheet.loaded(COOKED);
    await sheet.verdict("flawed");
    for (const id of ["#mode-play", "#mode-setup", "#mode-solve"]) await sheet.click(id);
    const [sum, what] = await sheet.page.evaluate(() => [globalThis.shifted.reduce((sum, it) => sum + it.value, 0), globalThis.shifted.flatMap((it) => it.sources.map((one) => one.node?.outerHTML?.slice(0, 60)))]);
    assert.ok(sum < 0.05, `${width} × ${height}: ${sum} by ${what.join("; ")}`);
  }
}

/* The board turns round, and pieces glide to where they go, unless the reader wishes for no motion. */
async function seen(desk) {
  const sheet = await desk.page();
  await sheet.loaded(COOKED);
  await sheet.verdict("flawed");
  const at = (square) => sheet.page.$eval(sheet.square(square), (it) => Object.values(it.getBoundingClientRect().toJSON()).slice(0, 2).map(Math.round).join());
  const corner = await at("9a");
  await sheet.key("f");
  assert.equal(await at("1i"), corner);
  assert.equal(await sheet.sfen(), COOKED);
  assert.deepEqual(await sheet.page.$$eval(".hand", (all) => all.map((it) => it.dataset.hand)), ["b", "w"]);
  await sheet.page.$eval(sheet.square("5e"), (it) => it.focus());
  await sheet.key("ArrowLeft", "ArrowUp");
  assert.equal(await sheet.page.evaluate(() => document.activeElement.dataset.square), "4f");
  await sheet.click("#flip");
  assert.equal(await at("9a"), corner);
  const gliding = (step) => sheet.page.evaluate((step) => {
    document.querySelector(`[data-step="${step}"]`).click();
    return [document.querySelectorAll(".above > g").length, [...document.querySelectorAll(".gliding")].map((it) => it.dataset.square).join(), [...document.querySelectorAll(".cell.to")].map((it) => it.dataset.square).join()];
  }, step);
  assert.deepEqual(await gliding("next"), [1, "4e", "4e"]);
  await sheet.until(() => !document.querySelector(".gliding"));
  assert.deepEqual(await gliding("back"), [1, "4a", ""]);
  await sheet.until(() => !document.querySelector(".above > g"));
  if (desk.kind !== "chrome") return;
  await sheet.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  assert.deepEqual(await gliding("next"), [0, "", "4e"]);
}

/* What the page knows of positions and trees without the engine. */
async function modules(desk) {
  const sheet = await desk.page();
  const lines = readFileSync(`${desk.folder}/first-steps.sfen`, "utf8").split("\n").filter((it) => it && it[0] !== "#").map((it) => it.split(";")[0].trim());
  const { positions, tree, strange } = await sheet.page.evaluate(async (lines, ...modules) => {
    const [shogi, { buildTree, find, standing }] = await Promise.all(modules.map((it) => import(it)));
    const positions = lines.map((sfen) => {
      const it = shogi.parse(sfen), full = shogi.withRest(it), twice = (...what) => {
        const once = shogi.transform(full, ["5e5d+", "G*4b"], what);
        return shogi.transform(once.position, once.line, what);
      };
      return { again: shogi.write(shogi.parse(shogi.write(full))) === shogi.write(full), missing: shogi.missing(full), faults: shogi.faults(full),
        mirror: shogi.write(twice("mirror").position) === shogi.write(full), turn: shogi.write(twice("turn").position) === shogi.write(full), line: twice("turn").line.join() };
    });
    const root = buildTree({ main: ["a", "b", "c"], plies: 3, findings: [{ line: ["d"], ply: 3, plies: 3, grade: "fatal" }, { line: ["e", "f"], ply: 3, plies: 9, grade: "minor" }, { line: ["z"], ply: 7, plies: 7, grade: "fatal" }], tries: ["a x"] });
    const at = (...path) => standing(find(root, path), null);
    const tree = [at(), at("a"), at("a", "b", "c"), at("a", "b", "d"), at("a", "b", "e"), at("a", "x"), find(root, ["z"])];
    return { positions, tree, strange: shogi.write(shogi.parse("zz9k+K/20/lnsgkgsnlrb/////////////k x 99x3P 1")) };
  }, lines, ...["state/shogi.js", "state/tree.js"].map((it) => desk.module(it)));
  assert.equal(positions.length, 12);
  for (const it of positions) assert.deepEqual(it, { again: true, missing: {}, faults: [], mirror: true, turn: true, line: "5e5d+,G*4b" });
  // A line that does not reach its mate says nothing of the plies on its way.
  assert.deepEqual(tree, [{ mate: 3 }, { mate: 2 }, { mate: 0 }, { mate: 0 }, null, null, null]);
  assert.match(strange, /^[1-9a-zA-Z+/]+ b 3P 1$/);
}

export const parts = [["modules", modules], ["mouse", mouse], ["keyboard", keyboard], ["faults", faults], ["whole diagram", whole], ["phone", phone], ["places", places], ["uncut", uncut], ["palette stays", palette], ["shifts", shifts], ["flip and glide", seen]];
