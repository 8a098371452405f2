// The list at the side: the problems of a file that was read, or of those given when the engine was started.
import { make, byId, fill, eachFrame, toast } from "./dom.js";
import { thumbnail } from "./diagram.js";
import { say } from "./words.js";
import { parse } from "./shogi.js";
import { readOwn, writeOwn } from "./store.js";

const PAGE = 60;
// A list that is no longer than this needs no field to look for a problem.
const SHORT = 24;
const PAUSE = 200;

export class Problems {
  constructor(bench, show) {
    this.bench = bench;
    this.show = show;
    this.list = [];
    // How many problems match the filter, and how many there are.
    this.total = this.longest = 0;
    this.leftOut = 0;
    this.shown = PAGE;
    this.filter = "";
    // The number of the file: problems of two files may have one name.
    this.file = 0;
    this.render = eachFrame(() => this.draw());
    this.field = make("input", { type: "search", "data-key": "filter" });
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.look(), PAUSE);
    });
    bench.on("doc words settings", this.render);
    bench.on("tab", () => this.draw());
    this.takeKept();
  }

  /* What was read: one problem is loaded, many are listed. Whether there was any. */
  take({ problems, left_out = 0, format }) {
    const usable = problems.filter((it) => it.sfen);
    if (!usable.length) return false;
    if (problems.length > 1) {
      this.set(problems, left_out);
      writeOwn("problems", { problems, left_out });
      this.show();
    }
    this.bench.load(usable[0]);
    toast(problems.length > 1 ? say("ofFile", { n: problems.length }) : say("loaded", { format: format || "SFEN" }));
    return true;
  }
  set(problems, leftOut) {
    this.all = problems;
    this.filter = this.field.value = "";
    this.fresh({ list: problems, total: problems.length + leftOut, leftOut, more: null });
  }
  /* The list that this page had before it was loaded anew. */
  takeKept() {
    const kept = readOwn("problems", null);
    if (Array.isArray(kept?.problems) && kept.problems.every(isListed)) this.set(kept.problems, Number(kept.left_out) || 0);
  }
  /* The problems that the engine was started with, page by page. The first is loaded into an empty page. */
  async takeFiles() {
    this.all = null;
    const first = await this.readFiles();
    if (first && this.bench.isFresh) {
      const usable = first.problems.find((it) => it.sfen);
      if (usable) this.bench.load(usable);
      this.show();
    }
  }
  async readFiles() {
    const { filter } = this;
    const read = async (from) => this.bench.engine.files({ from, count: PAGE, filter });
    try {
      const answer = await read(0);
      if (filter !== this.filter) return null;
      const more = async () => {
        const next = await read(this.list.length);
        if (filter === this.filter) this.list = [...this.list, ...next.problems];
      };
      this.fresh({ list: answer.problems, total: answer.total ?? answer.problems.length, leftOut: 0, more });
      return answer;
    } catch {
      // Told elsewhere.
      return null;
    }
  }
  fresh(what) {
    if (!this.filter) Object.assign(this, { file: this.file + 1, longest: what.total });
    Object.assign(this, { shown: PAGE, ...what });
    this.bench.tell("problems");
    this.render();
  }
  /* Lists the problems whose title, author or name has the words of the field. */
  async look() {
    this.filter = this.field.value.trim();
    if (!this.all) return this.readFiles();
    const wanted = this.filter.toLowerCase();
    const has = (it) => [it.title, it.author, it.id].some((word) => word?.toLowerCase().includes(wanted));
    const list = this.all.filter(has);
    return this.fresh({ list, total: list.length + (this.filter ? 0 : this.leftOut) });
  }

  async showMore() {
    if (this.shown >= this.list.length && this.more) await this.more();
    this.shown += PAGE;
    this.render();
  }

  draw() {
    // What is not shown is not drawn.
    if (byId("panel-problems").hidden) return;
    const { bench, field, filter } = this, shown = this.list.slice(0, this.shown);
    const rest = Math.max(this.total - (filter ? 0 : this.leftOut), this.list.length) - shown.length;
    field.placeholder = say("lookInList");
    field.setAttribute("aria-label", say("lookInList"));
    fill(byId("panel-problems"), this.longest > SHORT ? field : null,
      make("p.dim", {}, filter ? say("ofList", { n: this.total, of: this.longest }) : say("ofFile", { n: this.total }), this.leftOut ? ` (${say("leftOut", { n: this.leftOut })})` : ""),
      make("ul.cards", {}, ...shown.map((it) => this.card(it))),
      rest > 0 ? make("button", { "data-key": "more", onclick: () => this.showMore() }, say("showMore")) : null);
  }
  card(it) {
    const { bench } = this;
    const name = [it.title, it.author].filter(Boolean).join(" · ") || it.id;
    if (!it.sfen) return make("li.card.error", {}, make("div.caption", {}, make("b", {}, it.id || ""), make("span.dim", {}, it.error?.message || say("unreadable"))));
    const faults = (it.warnings || []).map((one) => make("span.error", {}, one.place ? `${say("lineOfText", { n: one.place.line })} ${one.message}` : one.message));
    const position = parse(it.sfen), now = it.sfen === this.current;
    return make(`li.card${now ? ".now" : ""}`, { "data-sfen": it.sfen },
      make("button.picture", { "data-key": `p${this.file}.${it.id}`, "aria-label": name, onclick: () => { this.current = it.sfen; this.bench.load(it); } }, thumbnail(position, position.side, bench.western)),
      make("div.caption", {}, make("span", {}, name), ...faults));
  }
}

/* Whether it is a problem of a list: what the browser has kept may be anything. */
function isListed(it) {
  const isText = (word) => word === null || word === undefined || typeof word === "string";
  const isLine = Array.isArray(it?.moves) && it.moves.every((move) => typeof move === "string");
  return isLine && isText(it.id) && isText(it.title) && isText(it.author) && (it.sfen === null || /^[0-9a-zA-Z+/ -]+$/.test(it.sfen));
}
