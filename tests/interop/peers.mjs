// Reads every record of ours with programs of npm, and has them write the same records.
// Usage: peers.mjs PACKAGE... FOLDER; prints one JSON object for each program and format.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const packages = process.argv.slice(2, -1);
const folder = process.argv.at(-1);
const lines = (name) => readFileSync(`${folder}/${name}`, "utf8").trimEnd().split("\n");
// Board, side to move and hands; not the number of the move.
const position = (sfen) => sfen.replace(/^sfen /, "").split(" ").slice(0, 3).join(" ");

const problems = (rows, finals) =>
  lines(rows).map((line, at) => {
    const { id, sfen } = JSON.parse(line);
    const [start, moves] = sfen.split(" moves ");
    return { id, start, moves: moves?.split(" ") ?? [], final: position(lines(finals)[at]) };
  });
const classics = problems("rows.jsonl", "final.txt");
const judged = problems("judged.jsonl", "judged.txt");
const extensions = { csa3: "csa", judged: "kif" };
const windows = new Set(["kif", "ki2", "judged"]);

// A reader returns the final position and the number of moves, and of all moves with branches.
function reads(program, format, reader) {
  const of = format === "judged" ? judged : classics;
  let good = 0;
  let why = "";
  for (const problem of of) {
    const name = `${problem.id}.${extensions[format] ?? format}`;
    const bytes = readFileSync(`${folder}/ours/${format}/${name}`);
    const text = new TextDecoder(windows.has(format) ? "shift_jis" : "utf-8").decode(bytes);
    try {
      const { sfen, plies, all } = reader(text);
      if (position(sfen) !== problem.final || plies !== problem.moves.length) {
        throw new Error(`${sfen} after ${plies}, not ${problem.final} after ${problem.moves.length}`);
      }
      const written = text.split("\n").filter((line) => /^ *\d+ [１-９同]/.test(line)).length;
      if (all !== undefined && all !== written) {
        throw new Error(`${all} moves with branches, not ${written}`);
      }
      good += 1;
    } catch (error) {
      why ||= `${name}: ${error}`;
    }
  }
  console.log(JSON.stringify({ program, format, way: "reads", good, of: of.length, why }));
}

function writes(program, format, writer) {
  const [name] = program.split("@");
  const into = `${folder}/theirs/${name}/${format}`;
  mkdirSync(into, { recursive: true });
  let why = "";
  for (const problem of classics) {
    try {
      writeFileSync(`${into}/${problem.id}.${extensions[format] ?? format}`, writer(problem));
    } catch (error) {
      why ||= `${problem.id}: ${error}`;
    }
  }
  console.log(JSON.stringify({ program, format, way: "writes", why }));
}

// Reads every format. `read` makes a reader of a parser; it may have it count the moves of branches.
function readsAll(program, read, kif, ki2, csa, jkf) {
  reads(program, "kif", read(kif));
  reads(program, "kifu", read(kif));
  reads(program, "judged", read(kif, true));
  reads(program, "ki2", read(ki2));
  reads(program, "csa", read(csa));
  reads(program, "csa3", read(csa));
  reads(program, "jkf", read(jkf));
}

async function tsshogi(program) {
  const T = await import("tsshogi");
  const read = (reader, branches) => (text) => {
    const record = reader(text);
    if (!(record instanceof T.Record)) {
      throw record;
    }
    const plies = record.moves.filter((it) => "usi" in it.move).length;
    let all = 0;
    record.forEach((node) => {
      all += "usi" in node.move ? 1 : 0;
    });
    record.goto(record.length);
    return { sfen: record.position.sfen, plies, all: branches ? all : undefined };
  };
  readsAll(program, read, T.importKIF, T.importKI2, T.importCSA, T.importJKFString);
  const write = (writer) => (problem) => {
    const record = T.Record.newByUSI(`position sfen ${problem.start} moves ${problem.moves.join(" ")}`);
    if (!(record instanceof T.Record)) {
      throw record;
    }
    return writer(record);
  };
  writes(program, "kifu", write((it) => T.exportKIF(it, {})));
  writes(program, "ki2", write((it) => T.exportKI2(it, {})));
  writes(program, "csa", write((it) => T.exportCSA(it, {})));
  writes(program, "csa3", write((it) => T.exportCSA(it, { v3: { encoding: "UTF-8", milliseconds: false } })));
  writes(program, "jkf", write((it) => T.exportJKFString(it)));
}

async function jkf(program) {
  const { JKFPlayer } = (await import("json-kifu-format")).default;
  const sfenOf = (player) => {
    while (player.forward());
    return player.shogi.toSFENString(1);
  };
  const count = (steps) => {
    let moves = 0;
    const stack = [steps];
    while (stack.length > 0) {
      for (const step of stack.pop()) {
        moves += step.move ? 1 : 0;
        stack.push(...(step.forks ?? []));
      }
    }
    return moves;
  };
  const read = (reader, branches) => (text) => {
    const player = reader(text);
    const all = branches ? count(player.kifu.moves) : undefined;
    return { sfen: sfenOf(player), plies: player.kifu.moves.filter((it) => it.move).length, all };
  };
  readsAll(program, read, JKFPlayer.parseKIF, JKFPlayer.parseKI2, JKFPlayer.parseCSA, JKFPlayer.parseJKF);
  // It makes JKF of everything that it reads.
  writes(program, "jkf", ({ id }) => {
    const bytes = readFileSync(`${folder}/ours/kifu/${id}.kifu`, "utf8");
    return JKFPlayer.parseKIF(bytes).toJKF();
  });
}

async function shogiops(program) {
  const K = await import("shogiops/notation/kif");
  const C = await import("shogiops/notation/csa");
  const { makeSfen, parseSfen } = await import("shogiops/sfen");
  const { makeUsi, parseUsi } = await import("shogiops/util");
  const after = (position, moves) => {
    for (const move of moves) {
      position.play(move);
    }
    return { sfen: makeSfen(position), plies: moves.length };
  };
  const readKif = (text) => {
    const position = K.parseKifHeader(text).unwrap();
    const lines = K.normalizedKifLines(text).filter((line) => /^\d+ *[１-９同]/.test(line));
    return after(position, K.parseKifMovesOrDrops(lines));
  };
  const readCsa = (text) => {
    const position = C.parseCsaHeader(text).unwrap();
    const lines = C.normalizedCsaLines(text).filter((line) => /^[+-]\d{4}/.test(line));
    return after(position, C.parseCsaMovesOrDrops(position, lines));
  };
  reads(program, "kif", readKif);
  reads(program, "kifu", readKif);
  reads(program, "csa", readCsa);
  reads(program, "csa3", readCsa);
  const write = (header, make) => (problem) => {
    const position = parseSfen("standard", problem.start).unwrap();
    let text = `${header(position)}\n`;
    let last;
    problem.moves.map(parseUsi).forEach((move, at) => {
      text += make(position, move, at, last);
      position.play(move);
      last = move.to;
    });
    return text;
  };
  writes(program, "kifu", write(K.makeKifHeader, (position, move, at, last) =>
    `${at + 1} ${K.makeKifMoveOrDrop(position, move, last)}\n`));
  writes(program, "csa", write(C.makeCsaHeader, (position, move) =>
    `${position.turn === "sente" ? "+" : "-"}${C.makeCsaMoveOrDrop(position, move)}\n`));
}

const programs = { tsshogi, "json-kifu-format": jkf, shogiops };
for (const program of packages) {
  await programs[program.split("@")[0]](program);
}
