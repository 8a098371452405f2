// Reads every record with tsshogi and compares the final position.
import { readFileSync } from "node:fs";
import { importCSA, importJKFString, importKI2, importKIF, Record } from "tsshogi";

const folder = process.argv[2];
const lines = (name) => readFileSync(`${folder}/${name}`, "utf8").trimEnd().split("\n");
const rows = lines("rows.jsonl").map((line) => JSON.parse(line));
const finals = lines("final.txt");
const readers = { kif: importKIF, kifu: importKIF, ki2: importKI2, csa: importCSA, jkf: importJKFString };
const decoders = { kif: "shift_jis", ki2: "shift_jis" };

// Board, side to move and hands; not the number of the move.
const position = (sfen) => sfen.replace(/^sfen /, "").split(" ").slice(0, 3).join(" ");

let compared = 0;
let moves = 0;
for (const [format, read] of Object.entries(readers)) {
  rows.forEach((row, at) => {
    const bytes = readFileSync(`${folder}/${format}/${row.id}.${format}`);
    const text = new TextDecoder(decoders[format] ?? "utf-8").decode(bytes);
    const record = read(text);
    if (!(record instanceof Record)) {
      throw new Error(`${row.id}.${format}: ${record}`);
    }
    const line = record.moves.filter((it) => it.move.move === undefined ? it.move.usi : false);
    const told = row.sfen.split(" moves ")[1]?.split(" ") ?? [];
    if (line.length !== told.length) {
      throw new Error(`${row.id}.${format}: ${line.length} moves, not ${told.length}`);
    }
    record.goto(record.length);
    const found = position(record.position.sfen);
    if (found !== position(finals[at])) {
      throw new Error(`${row.id}.${format}: ${found}, not ${finals[at]}`);
    }
    compared += 1;
    moves += line.length;
  });
}

// Branches: every move of the file is a node of the tree.
const text = readFileSync(`${folder}/branches.kifu`, "utf8");
const record = importKIF(text);
if (!(record instanceof Record)) {
  throw new Error(`branches.kifu: ${record}`);
}
let nodes = 0;
record.forEach((node) => {
  nodes += "usi" in node.move ? 1 : 0;
});
const written = text.split("\n").filter((line) => /^ *\d+ [１-９同]/.test(line)).length;
if (nodes !== written || written < 20) {
  throw new Error(`branches.kifu: ${nodes} moves, not ${written}`);
}
console.log(`interop: tsshogi agrees on ${compared} records, ${moves} moves, and ${nodes} moves in branches`);
