// Versions: diagrams with their verdicts, kept in the browser, compared, saved to a file and loaded from one.
import { make, byId, fill, eachFrame, give, toast } from "./dom.js";
import { thumbnail } from "./diagram.js";
import { say } from "./words.js";
import { isDiagram, isLine, parse, SQUARES } from "./shogi.js";
import { readEach, writeOne, removeOne, onOther } from "./store.js";
import { classOf, lengthOf } from "./verdict.js";
import { goalOf } from "./bench.js";

const MOST = 300;
// A diagram on the way to another one is no version: it has to stand for this time.
const STANDS = 4000;
export const FORMAT = "tsume versions 1";

const idOf = (it) => `${it.work}|${it.sfen}|${it.line.join(" ")}${goalOf(it) === "mate" ? "" : `|${it.goal}`}`;

/* Whether it is a version: a file, or what the browser has kept, may hold anything. */
const isVersion = (it) => isDiagram(it?.sfen) && isLine(it.line) && typeof it.row?.verdict === "string";
/* Whether a version is this document. */
const isOf = (it, doc) => it.sfen === doc.sfen && goalOf(it) === goalOf(doc) && it.line.join() === doc.line.join();

export class Versions {
  constructor(bench) {
    this.bench = bench;
    this.ofWork = true;
    this.picked = [];
    this.comparison = null;
    this.render = eachFrame(() => this.draw());
    bench.on("judgement", (it) => this.keep(it));
    bench.on("doc words settings versions", this.render);
    bench.on("words", () => { if (this.comparison) this.compare(); });
    bench.on("tab", () => this.draw());
    onOther("version", this.render);
    this.render();
  }
  all() { return readEach("version").filter(([id, it]) => it.id === id && isVersion(it)).map(([, it]) => it).sort((a, b) => a.at - b.at); }
  shown() { return this.all().filter((it) => !this.ofWork || it.work === this.bench.doc.work); }

  /*
   * Keeps a diagram with its verdict, at once if it was opened as a whole or is sound, or else when it stands for
   * a while. The same diagram with the same line is one version.
   */
  keep(it) {
    clearTimeout(this.timer);
    if (!it.row || !["done", "limit"].includes(it.state)) return;
    if (it.remembered && this.all().some((old) => isOf(old, it.doc) && old.work === it.doc.work)) return;
    // Without what is only shown beside the line, a version is small.
    const row = { ...it.row, variations: null, explanations: null };
    const version = { id: idOf(it.doc), work: it.doc.work, sfen: it.doc.sfen, rest: it.doc.rest, goal: goalOf(it.doc), line: it.doc.line, plies: it.doc.plies, title: it.doc.title, author: it.doc.author, row };
    const call = () => this.add([{ ...version, at: Date.now() }]);
    const isWhole = this.bench.opened === it.doc.sfen || ["sound", "blemished"].includes(row.verdict);
    if (isWhole) call();
    else this.timer = setTimeout(call, Math.max(0, STANDS - (performance.now() - it.editedAt)));
  }
  /* Adds versions. When there are too many, or the browser has no room, the oldest go. */
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
    // What is not shown is not drawn.
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
    const now = isOf(it, this.bench.doc);
    const fatal = it.row.defects?.length || 0, words = lengthOf({ row: it.row, state: "done" }) || say(it.row.verdict);
    return make(`li.card.${classOf({ row: it.row })}${now ? ".now" : ""}`, { "data-sfen": it.sfen },
      make("button.picture", { "data-key": `go${it.id}`, "aria-label": `${say("takeBack")}: ${number}, ${words}`, onclick: () => this.restore(this.all().find((now) => now.id === it.id) || it) }, thumbnail(position, position.side, this.bench.western, before ? differences(position, parse(before.sfen)) : [])),
      make("div.caption", {}, make("label.check", {}, tick, `${number}.`), make("b", {}, make("i.dot", { "aria-hidden": "true" }), words), fatal ? make("span.dim", {}, say(fatal > 1 ? "defects" : "defect", { n: fatal })) : null));
  }
  restore(it) { this.bench.commit({ sfen: it.sfen, rest: it.rest, goal: goalOf(it), line: it.line, plies: it.plies || null, title: String(it.title || ""), author: String(it.author || ""), work: String(it.work) }); }

  pick(id, on) {
    this.picked = on ? [...this.picked, id].slice(-2) : this.picked.filter((other) => other !== id);
    this.comparison = null;
    this.render();
    if (this.picked.length) this.compare();
  }
  /* Compares the version that is ticked with the diagram, or two with each other, the older one first. */
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
      return found.length ? [make("b", {}, `${say(key)}: ${found.length}`), " "] : [];
    };
    return make(`section.comparison${it.worse ? ".worse" : ""}`, { "aria-label": say("comparison") }, make("h2", {}, say("comparison")), make("p", {}, ...list("gone"), ...list("isNew")), make("pre", {}, it.text));
  }

  save() {
    const versions = this.shown();
    give("versions.json", JSON.stringify({ format: FORMAT, versions }, null, 1), "application/json");
  }
  /* Takes versions from a file that this page wrote. Null if it is another file. */
  load(text) {
    let told;
    try { told = JSON.parse(text); } catch { return null; }
    if (told?.format !== FORMAT || !Array.isArray(told.versions)) return null;
    const usable = told.versions.filter(isVersion);
    if (!usable.length) return 0;
    const now = Date.now();
    // None is newer than now: the oldest are dropped first.
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

/* The squares on which two positions differ. */
export function differences(one, two) {
  return SQUARES.filter((square) => JSON.stringify(one.board[square]) !== JSON.stringify(two.board[square]));
}
