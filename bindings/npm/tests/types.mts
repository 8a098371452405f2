// Code that has to compile with the types of the package.
import { Tsume, TsumeError, check, compose, read, repair, reply, type Reply, type Row } from "tsume-shogi";

const row: Row = await check("6R2/9/9/8k/6B2/9/9/9/9 b - 1", { time: 1, rules: "strict" });
const plies: number | null | undefined = row.plies;
const cooks = row.defects.filter((it) => it.kind === "cook").map((it) => it.line);
const [first] = await read("text");
for await (const { sfen, rating } of compose({ plies: [3, 5], number: 1 })) console.log(sfen, rating?.difficulty.points);
const engine = new Tsume({ memory: 64, lang: "ja" });
const answer: Reply = await engine.reply("", ["3a3d+"], { time: 1 });
const { versions } = await repair("", { keep: "key", edits: 2 });
console.log(answer.move, versions[0]?.words.en, new TsumeError().code, (await reply("")).plies);
// @ts-expect-error: there is no such option
await engine.solve("", { tiem: 5 });
// @ts-expect-error: there is no such rule
await engine.check("", { rules: "loose" });
console.log(plies, cooks, first?.sfen, row.verdict === "sound");
