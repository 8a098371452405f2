// Rows, tables, report pages and diagrams of the rows that are shown.
import { bytes, give, toast } from "../dom.js";
import { paint } from "../editor/io.js";
import { zip } from "./zip.js";
import { say } from "../words.js";

export const FORMATS = [["jsonl", "rowsJson"], ["csv", "CSV"], ["html", "report"], ["svg", "diagramsSvg"], ["png", "diagramsPng"]];
// An archive of this kind has no more files.
const MOST = 65535;

/* Gives the rows of a list in a format as a file. `progress(done)` is called on the way. */
export async function exported(bench, list, format, progress) {
  const rows = list.map((it) => it.row).filter(Boolean);
  if (["svg", "png"].includes(format)) return give("diagrams.zip", await diagrams(bench, list.filter((it) => it.sfen).slice(0, MOST), format, progress));
  if (!rows.length) return toast(say("nothingJudged"));
  if (format === "jsonl") return give("rows.jsonl", `${rows.join("\n")}\n`, "application/jsonl");
  const { text, mime } = await bench.engine.report({ rows, format });
  return give(format === "csv" ? "rows.csv" : "report.html", text, mime);
}

async function diagrams(bench, list, format, progress) {
  const isPainted = format === "png" && !bench.about.png, files = [], names = new Map();
  for (const it of list) {
    const { sfen, moves, goal, title, author, headers, expected_plies: stated, brief } = it;
    const asked = { sfen, moves, goal, title, author, headers, expected_plies: brief?.plies ?? stated };
    const written = await bench.engine.write({ ...asked, format: isPainted ? "svg" : format });
    const content = isPainted ? new Uint8Array(await (await paint(written.text)).arrayBuffer()) : written.base64 ? bytes(written.base64) : new TextEncoder().encode(written.text);
    // Ids name the files, but for signs that a file system may refuse.
    const name = (it.id || "diagram").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+/, "").slice(0, 60) || "diagram", again = names.get(name) || 0;
    names.set(name, again + 1);
    files.push({ name: `${name}${again ? `~${again + 1}` : ""}.${format}`, bytes: content });
    progress(files.length, list.length);
  }
  return zip(files);
}
