// Versions: diagrams with their verdicts. The browser keeps them; they can be compared, saved to a file and loaded from one.
import { make, byId, fill, eachFrame, fileName, give, toast } from "../dom.js";
import { thumbnail } from "../board/diagram.js";
import { language, say } from "../words.js";
import { isDiagram, isLine, parse, SQUARES } from "../state/shogi.js";
import { readEach, writeOne, removeOne, onOther } from "../state/store.js";
import { classOf, lengthOf } from "./verdict.js";
import { goalOf } from "../state/bench.js";

const MOST = 300;
// The time in milliseconds for which an edited diagram has to stand to become a version.
const STANDS = 4000;
export const FORMAT = "tsume versions 1";

const idOf = (it) => `${it.work}|${it.sfen}|${it.line.join(" ")}${goalOf(it) === "mate" ? "" : `|${it.goal}`}`;

/* Whether a value is a version. A file, or the store of the browser, may hold anything. */
const isVersion = (it) => isDiagram(it?.sfen) && isLine(it.line) && typeof it.work === "string" && typeof it.row?.verdict === "string";
/* Whether a version has the diagram, goal and line of a document. */
const isOf = (it, doc) => it.sfen === doc.sfen && goalOf(it) === goalOf(doc) && it.line.join() === doc.line.join();

export class Versions {
  constructor(bench) {
    this.bench = bench;
    this.ofWork = true;
    this.picked = [];
    this.comparison = null;
    this.render = eachFrame(() => this.draw());
    bench.on("judgement", (it) => this.keep(it));
    bench.on("doc words settings versions about", this.render);
    bench.on("words", () => { if (this.comparison) this.compare(); });
    bench.on("tab", () => this.draw());
    onOther("version", this.render);
    this.render();
  }
  all() { return readEach("version").filter(([id, it]) => it.id === id && isVersion(it)).map(([, it]) => it).sort((a, b) => a.at - b.at); }
  shown() { return this.all().filter((it) => !this.ofWork || it.work === this.bench.doc.work); }

  /*
   * Keeps a diagram with its verdict: at once if it was opened as a whole or is sound, else when it has stood for
   * a while. The same diagram with the same line is one version.
   */
  keep(it) {
    clearTimeout(this.timer);
    if (!it.row || !["done", "limit"].includes(it.state)) return;
    if (it.remembered && this.all().some((old) => isOf(old, it.doc) && old.work === it.doc.work)) return;
    // The parts that are only shown beside the line are left out, so that a version is small.
    const row = { ...it.row, variations: null, explanations: null };
    const version = { id: idOf(it.doc), work: it.doc.work, sfen: it.doc.sfen, rest: it.doc.rest, goal: goalOf(it.doc), line: it.doc.line, plies: it.doc.plies, title: it.doc.title, author: it.doc.author, row };
    const call = () => this.add([{ ...version, at: Date.now() }]);
    const isWhole = this.bench.opened === it.doc.sfen || ["sound", "blemished"].includes(row.verdict);
    if (isWhole) call();
    else this.timer = setTimeout(call, Math.max(0, STANDS - (performance.now() - it.editedAt)));
  }
  /* Adds versions. If there are too many, or if the browser has no room, the oldest are removed. */
  add(fresh) {
    let told = false;
    for (const it of fresh) {
      while (!writeOne("version", it.id, it)) {
        if (!told) toast(say("noRoom"));
        told = true;
        const old = this.all();
        if (!old.length) break;
        this.remove(old.slice(0, Math.ceil(old.length / 4)));
      }
    }
    const old = this.all();
    this.remove(old.slice(0, Math.max(0, old.length - MOST)));
    this.bench.tell("versions");
  }
  remove(old) { for (const it of old) removeOne("version", it.id); }

  draw() {
    // A hidden panel is not drawn.
    if (byId("panel-versions").hidden) return;
    const list = this.shown().reverse();
    this.picked = this.picked.filter((id) => list.some((it) => it.id === id));
    const work = make("input", { type: "checkbox", "data-key": "work", checked: this.ofWork, onchange: (event) => { this.ofWork = event.target.checked; this.render(); } });
    fill(byId("panel-versions"),
      make("div.bar", {}, make("label.check", {}, work, say("ofThisWork")),
        list.length ? make("button.quiet", { "data-key": "save", onclick: () => this.save() }, say("saveVersions")) : null,
        list.length ? make("button.quiet", { "data-key": "clear", onclick: () => this.clear() }, say("deleteVersions")) : null),
      make("p.dim", {}, say(list.length ? "comparePick" : "noVersions")),
      this.comparison ? this.compared(this.comparison) : null,
      make("ul.cards", {}, ...list.map((it, at) => this.card(it, list.length - at, list[at + 1]))));
  }

  card(it, number, before) {
    const position = parse(it.sfen), tick = make("input", { type: "checkbox", "data-key": `tick${it.id}`, "aria-label": `${say("compareIt")} ${number}`, checked: this.picked.includes(it.id), onchange: (event) => this.pick(it.id, event.target.checked) });
    const names = this.bench.about.names?.kinds, defects = Array.isArray(it.row.defects) ? it.row.defects : [];
    const left = [...new Set(defects.map((one) => names?.[one?.kind]?.[language()] || String(one?.kind)))].join(say("comma")), words = lengthOf({ row: it.row, state: "done" }) || say(it.row.verdict);
    return make(`li.card.${classOf({ row: it.row })}`, { "data-sfen": it.sfen },
      make("button.picture", { "data-key": `go${it.id}`, "aria-current": isOf(it, this.bench.doc) ? "true" : null, "aria-label": `${say("takeBack")}${say("colon")}${number}, ${words}`, onclick: () => this.restore(this.all().find((now) => now.id === it.id) || it) }, thumbnail(position, position.side, this.bench.western, before ? differences(position, parse(before.sfen)) : [])),
      make("div.caption", {}, make("label.check", {}, tick, `${number}.`), make("b", {}, make("i.dot", { "aria-hidden": "true" }), words), left ? make("span.dim.remains", {}, left) : null));
  }
  restore(it) { this.bench.commit({ sfen: it.sfen, rest: it.rest, goal: goalOf(it), line: it.line, plies: it.plies || null, title: String(it.title || ""), author: String(it.author || ""), work: String(it.work) }); }

  pick(id, on) {
    this.picked = on ? [...this.picked, id].slice(-2) : this.picked.filter((other) => other !== id);
    this.comparison = null;
    this.render();
    if (this.picked.length) this.compare();
  }
  /* Compares the ticked version with the diagram, or two ticked versions with each other, the older one first. */
  async compare() {
    const all = this.all(), { doc } = this.bench;
    const picked = all.filter((it) => this.picked.includes(it.id));
    const now = all.find((it) => isOf(it, doc));
    const [old, fresh] = picked.length === 2 ? picked : [picked[0], now];
    if (!old || !fresh || old.id === fresh.id) return;
    try {
      this.comparison = await this.bench.engine.compare({ old: old.row, new: fresh.row });
    } catch (error) {
      toast(error.message, true);
    }
    this.render();
  }
  compared(it) {
    const list = (key) => {
      const found = it.changes?.findings?.[key === "isNew" ? "new" : key] || [];
      return found.length ? [make("b", {}, `${say(key)}${say("colon")}${found.length}`), " "] : [];
    };
    return make(`section.comparison${it.worse ? ".worse" : ""}`, { "aria-label": say("comparison") }, make("h2", {}, say("comparison")), make("p", {}, ...list("gone"), ...list("isNew")), make("pre", {}, it.text));
  }

  save() {
    const versions = this.shown();
    give(fileName(this.bench.doc.title, "-versions.json"), JSON.stringify({ format: FORMAT, versions }, null, 1), "application/json");
  }
  /* Adds the versions of a file that this page wrote. Returns their number, or null if it is another file. */
  load(text) {
    let told;
    try { told = JSON.parse(text); } catch { return null; }
    if (told?.format !== FORMAT || !Array.isArray(told.versions)) return null;
    const usable = told.versions.filter(isVersion);
    if (!usable.length) return 0;
    const now = Date.now();
    // The oldest versions are removed first, so none may have a time in the future.
    this.add(usable.slice(-MOST).map((it, at) => ({ ...it, at: Math.min(Number(it.at) || now + at, now + at), id: idOf(it) })));
    const last = usable[usable.length - 1];
    this.restore({ rest: true, ...last });
    return usable.length;
  }
  clear() {
    if (!confirm(say("sureDelete"))) return;
    this.remove(this.shown());
    this.bench.tell("versions");
  }
}

/* Returns the squares on which two positions differ. */
export function differences(one, two) {
  return SQUARES.filter((square) => JSON.stringify(one.board[square]) !== JSON.stringify(two.board[square]));
}
