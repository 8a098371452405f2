// Compares the rows of the package with those of the program, for the same problems and nodes. Arguments: the problems, the program's rows.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Tsume } from "tsume-shogi";

const NODES = 50000;
const lines = (name) => readFileSync(name, "utf8").split("\n").filter((it) => it && !it.startsWith("#"));
// The place of a problem in a file, and times may differ.
const same = ({ file, line, record, elapsed_ms, ...row }) => row;

const [problems, rows] = process.argv.slice(2).map(lines), engine = new Tsume({ memory: 64 });
assert.equal(problems.length, rows.length);
for (const [at, problem] of problems.entries()) {
  const program = JSON.parse(rows[at]), own = await engine.check(problem, { nodes: NODES });
  assert.equal(JSON.stringify(same(own)), JSON.stringify(same(program)));
  // `check` takes what `read` returns. Only the length in the books (`recorded`) is not part of it.
  const [read] = await engine.read(problem), { verdict, id, expected_plies } = await engine.check(read, { nodes: NODES });
  assert.deepEqual([verdict, id, expected_plies], [program.verdict, program.id, problem.includes("recorded") ? null : program.expected_plies]);
}
engine.close();
console.log(`npm: ${rows.length} rows as those of the program`);
