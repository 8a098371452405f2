// The list at the side: the problems of a file that was read, or of those given when the engine was started.
import { make, byId, fill, eachFrame, toast } from "../dom.js";
import { thumbnail } from "../board/diagram.js";
import { say } from "../words.js";
import { isDiagram, isLine, parse } from "../state/shogi.js";
import { ORDERS } from "../solve/course.js";
import { readOwn, writeOwn } from "../state/store.js";

const PAGE = 60;
// A list that is no longer than this needs no field to look for a problem.
const SHORT = 24;
const PAUSE = 200;
// The most problems that are sorted.
const MOST = 2000;

export class Problems {
  constructor(bench, course, show) {
    Object.assign(this, { bench, course, show });
    this.order = "given";
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
    bench.on("mode", () => { if (bench.solves) this.takeAll(); });
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
    if (problems.length > 1 || !this.bench.solves) toast(problems.length > 1 ? say("ofFile", { n: problems.length }) : say("loaded", { format: format || "SFEN" }));
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

  /* All problems of the files, which an order needs. */
  async takeAll() {
    try {
      for (let before = -1; this.more && this.list.length < Math.min(this.total, MOST) && this.list.length > before;) {
        before = this.list.length;
        await this.more(MOST);
      }
    } catch {
      // Told elsewhere.
    }
    this.bench.tell("problems");
    this.render();
  }
  /* The list as a player goes through it. */
  get lesson() { return this.course.sorted(this.list, this.order); }
  next() { this.open(this.course.next(this.lesson, this.bench.doc.sfen)); }
  async daily() {
    await this.takeAll();
    this.open(this.course.daily(this.course.sorted(this.list, "given")));
  }
  open(it) {
    if (!it) toast(say("riddleNoList"));
    else {
      this.current = it.sfen;
      this.bench.load(it);
    }
  }
  /* Chooses the order, and tells how far the player is. */
  progress(lesson) {
    const done = lesson.filter((it) => this.course.state(it.sfen)).length;
    const orders = ORDERS.filter((it) => it !== "difficulty" || lesson.some((one) => Number.isFinite(one.difficulty)));
    const choice = make("select", { "data-key": "order", onchange: (event) => { this.order = event.target.value; this.render(); } },
      ...orders.map((it) => make("option", { value: it, selected: it === this.order }, say(`order_${it}`))));
    return make("div.bar.progress", {}, make("progress", { max: lesson.length, value: done, "aria-label": say("riddleProgress", { n: done, of: lesson.length }) }), make("span", {}, say("riddleProgress", { n: done, of: lesson.length })),
      make("label.field", {}, make("span", {}, say("order")), choice));
  }

  async showMore() {
    if (this.shown >= this.list.length && this.more) await this.more();
    this.shown += PAGE;
    this.render();
  }

  draw() {
    // What is not shown is not drawn.
    if (byId("panel-problems").hidden) return;
    const { bench, field, filter } = this, { solves } = bench, list = solves ? this.lesson : this.list, shown = list.slice(0, this.shown);
    const rest = solves ? list.length - shown.length : Math.max(this.total - (filter ? 0 : this.leftOut), this.list.length) - shown.length;
    field.placeholder = say("lookInList");
    field.setAttribute("aria-label", say("lookInList"));
    fill(byId("panel-problems"), this.longest > SHORT ? field : null,
      solves && list.length ? null : make("p.dim", {}, filter ? say("ofList", { n: this.total, of: this.longest }) : say("ofFile", { n: this.total }), this.leftOut ? ` (${say("leftOut", { n: this.leftOut })})` : ""),
      solves && list.length ? this.progress(list) : null,
      make("ul.cards", {}, ...shown.map((it) => this.card(it))),
      rest > 0 ? make("button", { "data-key": "more", onclick: () => this.showMore() }, say("showMore")) : null);
  }
  card(it) {
    const { bench } = this;
    const name = [it.title, it.author].filter(Boolean).join(" · ") || it.id;
    if (!it.sfen) return make("li.card.error", {}, make("div.caption", {}, make("b", {}, it.id || ""), make("span.dim", {}, it.error?.message || say("unreadable"))));
    const faults = (it.warnings || []).map((one) => make("span.error", {}, one.place ? `${say("lineOfText", { n: one.place.line })} ${one.message}` : one.message));
    const position = parse(it.sfen), now = it.sfen === this.current;
    const state = this.course.state(it.sfen), marks = bench.solves ? [Number.isFinite(it.expected_plies) && say("mateIn", { n: it.expected_plies }), Number.isFinite(it.difficulty) && say("difficultyIs", { n: it.difficulty })] : [];
    const mark = state ? make(`span.mark-${state}`, { title: say(state), "aria-label": say(state), role: "img" }, state === "solved" ? "✓" : "✓?") : null;
    return make(`li.card${now ? ".now" : ""}`, { "data-sfen": it.sfen, "data-state": state },
      make("button.picture", { "data-key": `p${this.file}.${it.id}`, "aria-label": [name, state && say(state)].filter(Boolean).join(", "), onclick: () => { this.current = it.sfen; this.bench.load(it); } }, thumbnail(position, position.side, bench.western)),
      make("div.caption", {}, make("span", {}, name), ...marks.filter(Boolean).map((word) => make("span.dim", {}, word)), mark, ...faults));
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
