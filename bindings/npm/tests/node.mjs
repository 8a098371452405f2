// Tests the installed package in Node.
import assert from "node:assert/strict";
import { Tsume as Engine } from "./node_modules/tsume-shogi/lib/tsume.js";
import { Tsume, TsumeError, check, close, compose, convert, extend, read, repair, reply, solve, svg } from "tsume-shogi";

const FIVE = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
const COOKED = "5R3/8S/9/6k2/9/9/4N4/6N2/9 b Gr2b3g3s2n4l18p 1";
const HARD = "1n3B3/2Pp3r1/S1p1B4/s2Pp4/L1k6/2+p6/4L+r3/9/3L5 b G3g2s3nl12p 1";

const solved = await solve(FIVE);
assert.equal(solved.verdict, "mate");
assert.deepEqual(solved.solution, ["3a3d+", "1d1e", "3d2d", "1e1f", "2d2f"]);
const events = [], judged = await check(COOKED, { on: (name) => events.push(name) });
assert.equal(judged.verdict, "flawed");
assert.ok(judged.defects.some((it) => it.kind === "cook" && it.ply === 3));
assert.equal(events[0], "started");
assert.equal(events.at(-1), "done");
assert.ok(["first", "line", "finding", "row"].every((it) => events.includes(it)));

// Limits and stops.
const limited = await check(HARD, { nodes: 20000 });
assert.equal(limited.limit, "nodes");
assert.equal((await check(HARD, { nodes: 20000 })).nodes, limited.nodes);
assert.equal((await check(HARD, { time: 0.3 })).limit, "time");
const stop = new AbortController(), begun = performance.now();
setTimeout(() => stop.abort(), 200);
await assert.rejects(check(HARD, { time: 60, signal: stop.signal }), { name: "AbortError" });
assert.ok(performance.now() - begun < 5000);
await assert.rejects(check(FIVE, { signal: stop.signal }), { name: "AbortError" });

// Reading and writing.
const [problem] = await read(`${FIVE} moves 3a3d+; id "a"; title "題";`);
assert.equal(problem.title, "題");
assert.deepEqual(problem.moves, ["3a3d+"]);
const kif = await convert({ sfen: FIVE, moves: solved.solution }, "kif", { title: "例" });
assert.match(kif, /３四飛成\(31\)/);
assert.deepEqual((await read(new TextEncoder().encode(kif), { name: "a.kifu" }))[0].moves, solved.solution);
assert.match(await svg(FIVE), /^<svg|^<\?xml/);
assert.match(await convert(COOKED, "kif", { row: judged }), /変化/);

// Problems come one by one. The same seed gives the same problems. Leaving the loop ends the work.
const composed = [];
for await (const it of compose({ plies: [3, 3], number: 2, seed: 1, allow: ["plain"], time: 600 })) composed.push(it);
assert.deepEqual(composed.map((it) => [it.number, it.row.plies, it.moves.length]), [[1, 3, 3], [2, 3, 3]]);
for await (const it of compose({ plies: [3, 3], number: 1000, seed: 1, allow: ["plain"], time: 600 })) {
  assert.equal(it.sfen, composed[0].sfen);
  break;
}
assert.equal((await solve(FIVE)).plies, 5);
await assert.rejects(compose({ plies: [2, 2] }).next(), TsumeError);
await assert.rejects(compose({ signal: stop.signal }).next(), { name: "AbortError" });

// The best defence against each move of the attacker, down to the mate. Other moves are refuted.
const played = [];
for (const move of ["3a3d+", "3d2d", "2d2f"]) {
  played.push(move);
  const answer = await reply(FIVE, played);
  assert.deepEqual([answer.verdict, answer.plies, answer.move], ["mate", 5 - played.length, solved.solution[played.length] ?? null]);
  if (answer.move) played.push(answer.move);
}
assert.equal((await reply(FIVE)).move, "3a3d+");
const refuted = await reply(FIVE, "3a3d");
assert.deepEqual([refuted.verdict, refuted.move, refuted.end], ["no_mate", "1d2e", "no_check"]);
await assert.rejects(reply(FIVE, ["3a3c"]), { kind: "move" });

// Repairs and extensions.
const told = [], repaired = await repair("9/8k/9/9/7R1/9/9/9/9 b G 1 moves G*2c 1b1a 2c2b", { best: 1, on: (name) => told.push(name) });
assert.deepEqual([repaired.versions[0].verdict, repaired.versions[0].words.en], ["sound", ["attacker's rook 2e → lance"]]);
assert.ok(told.includes("version") && repaired.reason === "done");
assert.equal((await extend(FIVE, { best: 1 })).versions[0].row.plies, 7);
await assert.rejects(repair(FIVE, { signal: stop.signal }), { name: "AbortError" });

// An option that no call knows would be lost, and the answer be another.
await assert.rejects(solve(FIVE, { tiem: 5 }), { name: "TsumeError", code: "TSUME_OPTION", kind: "option", message: /`tiem`.*`time`/ });
for (const it of [() => repair(FIVE, { edit: 2 }), () => reply(FIVE, [], { rules: "strict" }), () => compose({ ply: [3, 3] }).next(), () => read("", { nam: "" }), () => svg(FIVE, { Width: 9 })]) {
  await assert.rejects(it, { kind: "option" });
}
assert.throws(() => new Tsume({ hash: 1 }), { kind: "option" });

// Errors are told.
await assert.rejects(solve("nonsense"), (error) => error instanceof TsumeError && error.name === "TsumeError" && error.kind === "sfen" && error.code === "TSUME_SFEN" && error.message.length > 0);
const japanese = new Tsume({ lang: "ja", memory: 32 });
await assert.rejects(japanese.solve("9/9 b - 1"), (error) => /段|図/.test(error.message));
assert.equal((await japanese.solve(FIVE)).plies, 5);
// Several questions at once are all answered.
const rows = await Promise.all([FIVE, COOKED, FIVE].map((it) => japanese.solve(it)));
assert.deepEqual(rows.map((it) => it.plies), [5, 5, 5]);
// A stop counts also while the library is loaded.
const early = new AbortController(), fresh = new Tsume();
const refused = assert.rejects(fresh.check(HARD, { time: 60, signal: early.signal }), { name: "AbortError" });
early.abort();
await refused;
// What is asked when the engine is closed is rejected, also if it still waits. A later question is answered.
const asked = [fresh.check(HARD, { time: 60 }), fresh.solve(FIVE)].map((it) => assert.rejects(it, { kind: "closed" }));
setTimeout(() => fresh.close(), 200);
await Promise.all(asked);
assert.equal((await fresh.solve(FIVE)).plies, 5);
// An engine that cannot be loaded is loaded again.
let times = 0;
const late = new Engine({ start: fresh.bench.start, load: () => (times++ ? fresh.bench.module() : Promise.reject(new Error("no network"))) });
await assert.rejects(late.solve(FIVE), { kind: "lost", message: "no network" });
assert.equal((await late.solve(FIVE)).plies, 5);
for (const it of [fresh, late, japanese]) it.close();
close();
console.log("npm: Node");
