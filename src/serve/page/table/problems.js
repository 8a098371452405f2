// The list at the side: the problems of a file that was read, or of those given when the engine was started.
import { make, byId, fill, eachFrame, toast } from "../dom.js";
import { thumbnail } from "../board/diagram.js";
import { say } from "../words.js";
import { isDiagram, isLine, parse } from "../state/shogi.js";
import { readOwn, writeOwn } from "../state/store.js";

const PAGE = 60;
// A list that is no longer than this needs no field to look for a problem.
const SHORT = 24;
const PAUSE = 200;

export class Problems {
  constructor(bench, course, show) {
    Object.assign(this, { bench, course, show });
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
    bench.on("doc words settings progress", this.render);
    bench.on("tab", () => this.draw());
    bench.on("mode", () => this.loadFirst());
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
    // Who opens a list on its front page chooses there.
    if (problems.length === 1 || this.bench.mode !== "front") this.bench.load(usable[0]);
    if (problems.length > 1 || !this.bench.solves) toast(problems.length > 1 ? say("ofFile", { n: problems.length }) : say("loaded", { format: format || "SFEN" }));
    return true;
  }
  set(problems, leftOut) {
    this.all = problems;
    this.bench.tell("listed", problems);
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
    this.first = first?.problems.find((it) => it.sfen);
    this.loadFirst();
  }
  loadFirst() {
    const { bench, first } = this;
    if (!first || !bench.isFresh || bench.mode !== "setup") return;
    bench.load(first);
    this.show();
  }
  async readFiles() {
    const { filter } = this;
    const read = async (from, count = PAGE) => this.bench.engine.files({ from, count, filter });
    try {
      const answer = await read(0);
      if (filter !== this.filter) return null;
      const more = async (count) => {
        const next = await read(this.list.length, count);
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
    const { field, filter } = this, shown = this.list.slice(0, this.shown), rest = Math.max(this.total - (filter ? 0 : this.leftOut), this.list.length) - shown.length;
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
    const state = this.course.state(it.sfen), mark = state ? make(`span.mark-${state}`, { title: say(state), "aria-label": say(state), role: "img" }, { solved: "✓", helped: "✓?", tried: "·" }[state]) : null;
    return make(`li.card${now ? ".now" : ""}`, { "data-sfen": it.sfen, "data-state": state },
      make("button.picture", { "data-key": `p${this.file}.${it.id}`, "aria-label": [name, state && say(state)].filter(Boolean).join(", "), onclick: () => { this.current = it.sfen; this.bench.load(it); } }, thumbnail(position, position.side, bench.western)),
      make("div.caption", {}, make("span", {}, name), mark, ...faults));
  }
}

/* Whether it is a problem of a list: what the browser has kept may be anything. */
function isListed(it) {
  const isNone = (one) => one === null || one === undefined, isText = (word) => isNone(word) || typeof word === "string";
  const isWarning = (one) => typeof one?.message === "string" && (isNone(one.place) || Number.isSafeInteger(one.place.line));
  const isNumber = (one) => isNone(one) || Number.isSafeInteger(one);
  return isLine(it?.moves) && [it.id, it.title, it.author, it.error?.message, ...Object.values(it.headers || {})].every(isText) && (it.sfen === null || isDiagram(it.sfen))
    && isNumber(it.expected_plies) && isNumber(it.difficulty) && (isNone(it.warnings) || (Array.isArray(it.warnings) && it.warnings.every(isWarning)));
}
