// Tests `tsume mcp` with the official client.
// Usage: node client.mjs TSUME PROBLEMS
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [tsume, problems] = process.argv.slice(2);
// A mate in five, one that is similar, a mate in one, one with cooks, and one whose search does not end.
const FIVE = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
const NEAR = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
const ONE = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const COOKED = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
const ENDLESS = "7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1";

/** Starts a server and connects to it. Any output on standard error fails the test. */
async function connected(...options) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({ command: tsume, args: ["mcp", ...options], stderr: "pipe" });
  let told = "";
  transport.stderr.on("data", (some) => (told += some));
  await client.connect(transport);
  const call = async (name, args, options) => {
    const result = await client.callTool({ name, arguments: args }, undefined, options);
    assert.equal(result.content.length, name === "picture" ? 2 : 1);
    const [{ text }] = result.content.slice(-1);
    return { isError: result.isError === true, text, row: result.structuredContent, picture: result.content[0].data };
  };
  const end = async () => {
    await client.close();
    assert.equal(told, "");
  };
  return { client, transport, call, end };
}

const rows = (...args) => {
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, LC_ALL: "C.UTF-8" } };
  let text;
  try {
    text = execFileSync(tsume, [...args, "--format", "jsonl"], options);
  } catch (error) {
    // A flawed problem has a status of its own.
    text = error.stdout;
  }
  return text.trim().split("\n").map((line) => JSON.parse(line));
};

/** Returns a row without the fields that depend on the run, or on the place of the problem. */
const same = (row) => ({ ...row, id: null, file: null, line: null, record: null, elapsed_ms: 0, nodes: 0, limits: null });

async function tools() {
  const { client, call, end } = await connected();
  assert.equal(client.getServerVersion().name, "tsume");
  assert.match(client.getInstructions(), /Do not guess/);
  // The client validates every structured answer against the schema from here on.
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((it) => it.name), ["solve", "check", "explain_try", "reply", "repair", "extend", "convert", "picture", "similar", "compose"]);
  assert.ok(JSON.stringify({ tools }).length < 20_000);
  for (const tool of tools) {
    assert.ok(tool.title && tool.description && tool.outputSchema && tool.annotations.readOnlyHint, tool.name);
  }
  const solved = await call("solve", { problem: FIVE });
  assert.match(solved.text, /mate in 5, proven shortest[^]*▲３四飛成  △１五玉  ▲２四龍  △１六玉  ▲２六龍/);
  const checked = await call("check", { problem: COOKED, language: "ja" });
  assert.match(checked.text, /不完全作[^]*余詰/);
  assert.equal(checked.row.defects.length, 3);
  const tried = await call("explain_try", { problem: FIVE, moves: "▲３四飛成△１五玉▲１四龍" });
  assert.match(tried.text, /fails: no mate, proven/);
  assert.equal(tried.row.tries[0].verdict, "no_mate");
  // Playing the attacker's moves of the line, with every reply from the tool, ends with the mate.
  const played = [];
  for (const move of ["3a3d+", "3d2d", "2d2f"]) {
    played.push(move);
    const { row } = await call("reply", { problem: FIVE, moves: played.join(" ") });
    assert.equal(row.plies, 5 - played.length);
    played.push(...row.line.slice(0, 1));
  }
  const repaired = await call("repair", { problem: "9/8k/9/9/7R1/9/9/9/9 b G 1 moves G*2c 1b1a 2c2b", best: 1 });
  assert.equal(repaired.row.problems[0].verdict, "sound");
  assert.equal((await call("extend", { problem: FIVE, best: 1 })).row.problems[0].plies, 7);
  assert.match((await call("picture", { problem: FIVE })).picture, /^iVBORw0KGgo/);
  const converted = await call("convert", { problem: FIVE, to: "kif" });
  assert.match(converted.row.problems[0].text, /後手の持駒/);
  assert.equal((await call("solve", { problem: converted.row.problems[0].text })).row.plies, 5);
  const similar = await call("similar", { problem: FIVE, collection: `${NEAR}\n${ONE}` });
  assert.equal(similar.row.works.length, 1);
  const composed = await call("compose", { number: 1, plies: [3, 3], seed: 4, allow: ["plain"] });
  assert.equal(composed.row.problems[0].verdict, "sound");
  await end();
}

async function rowsAreThoseOfTheCommandLine() {
  const { call, end } = await connected();
  const lines = readFileSync(`${problems}/first-steps.sfen`, "utf8").split("\n");
  const all = lines.filter((it) => it && !it.startsWith("#")).slice(0, 6);
  assert.equal(all.length, 6);
  const files = rows("solve", "--nodes", "100k", `${problems}/first-steps.sfen`);
  for (const [at, problem] of all.entries()) {
    const { row } = await call("solve", { problem, nodes: 100_000 });
    if (row.limit === null && files[at].limit === null) {
      assert.deepEqual(same(row), same(files[at]));
    }
  }
  for (const problem of [FIVE, COOKED, ONE]) {
    assert.deepEqual(same((await call("check", { problem })).row), same(rows("check", problem)[0]));
  }
  await end();
}

async function longCalls() {
  const { client, transport, call, end } = await connected("--time", "10m", "--jobs", "1");
  const steps = [];
  const limited = await call("check", { problem: ENDLESS, time_ms: 2000 }, { onprogress: (it) => steps.push(it.progress) });
  assert.equal(limited.row.limit, "time");
  assert.ok(steps.length >= 2 && steps.every((it, at) => at === 0 || it > steps[at - 1]), String(steps));
  const stop = new AbortController();
  setTimeout(() => stop.abort("enough"), 300);
  await assert.rejects(call("solve", { problem: ENDLESS, time_ms: 600_000 }, { signal: stop.signal, timeout: 60_000 }));
  // Only one call works at a time, so the search has ended.
  assert.equal((await call("solve", { problem: ONE })).row.plies, 1);
  // The server ends by itself when the client goes, even while a search is running.
  const left = client.callTool({ name: "solve", arguments: { problem: ENDLESS, time_ms: 600_000 } }).catch(() => {});
  await new Promise((done) => setTimeout(done, 300));
  const pid = transport.pid;
  await end();
  await left;
  assert.throws(() => process.kill(pid, 0));
}

async function strangers() {
  const { client, call, end } = await connected();
  const refused = async (tool, args, said) => {
    const { isError, text } = await call(tool, args);
    assert.ok(isError, text);
    assert.match(text, said);
    assert.ok(text.length < 5_000, text.slice(0, 200));
  };
  await refused("solve", { problem: "歩".repeat(3_000_000) }, /at most/);
  await refused("solve", { problem: "9".repeat(1_000_000) }, /error/);
  await refused("solve", { problem: "k".repeat(500_000) + "/9 b - 1" }, /error/);
  await refused("solve", { problem: "[".repeat(900_000) }, /error/);
  await refused("solve", { problem: "\u0000\u001b[31m\u202e" }, /error/);
  await refused("solve", { problem: 7 }, /expected a string/);
  await refused("solve", { problem: { sfen: FIVE } }, /expected a string/);
  await refused("solve", {}, /missing/);
  await refused("solve", { problem: FIVE, ["x".repeat(100_000)]: 1 }, /no argument/);
  await refused("solve", { problem: FIVE, time_ms: -1 }, /whole number/);
  await refused("solve", { problem: FIVE, time_ms: 1e300 }, /whole number/);
  await refused("solve", { problem: FIVE, goal: "__proto__" }, /expected one of/);
  await refused("solve", { problem: "/etc/passwd" }, /error/);
  await refused("explain_try", { problem: FIVE, moves: "3a3d+ ".repeat(100_000) }, /error/);
  await refused("similar", { problem: FIVE, files: ["/etc/passwd"] }, /--folder/);
  await refused("compose", { number: 1e6 }, /from 1 to/);
  await refused("compose", { plies: [9, 3] }, /odd/);
  await refused("compose", { kinds: 4 }, /expected a string/);
  const many = await call("convert", { problem: `${ONE}\n`.repeat(20_000) });
  assert.equal(many.row.problems.length, 100);
  assert.equal(many.row.left_out, 19_900);
  await assert.rejects(client.callTool({ name: "rm -rf", arguments: {} }), { code: -32602 });
  await assert.rejects(client.listPrompts());
  // Texts whose lines are read many times, and very long answers.
  await refused("solve", { problem: "攻方：１三歩\n".repeat(10_000) }, /error/);
  const line = `${FIVE} moves 3a3d+ 1d1e 3d2d 1e1f 2d2f`;
  const { text: kif } = (await call("convert", { problem: line, to: "kif" })).row.problems[0];
  const branches = (number) => kif + "\n\n変化：3手\n   3 ９九歩打\n".repeat(number);
  const cut = await call("solve", { problem: branches(5_000) });
  assert.ok(cut.row.plies === 5 && cut.text.length < 110_000 && /lines are left out of this text/.test(cut.text));
  await refused("solve", { problem: branches(25_000) }, /the answer has/);
  // Many calls at once are all answered.
  const answers = await Promise.all(Array.from({ length: 30 }, () => call("solve", { problem: FIVE })));
  assert.ok(answers.every((it) => it.row.plies === 5));
  await end();
}

for (const part of [tools, rowsAreThoseOfTheCommandLine, longCalls, strangers]) {
  await part();
}
console.log("mcp: every tool answers the official client");
