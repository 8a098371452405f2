// The problems of a file that was read, or of those given when the engine was started: all of them, and what is known of them.
import { make, byId, eachFrame, toast } from "../dom.js";
import { say } from "../words.js";
import { isDiagram, isLine } from "../state/shogi.js";
import { readOwn, writeOwn } from "../state/store.js";
import { Table } from "./table.js";

const PAUSE = 200;
// So many problems are read at first, so that something is there to see.
const FIRST = 200;

export class Problems {
  constructor(bench, show) {
    Object.assign(this, { bench, show, all: [], leftOut: 0 });
    this.filter = "";
    // Whether the list is that of the engine, and whether that has to be read yet.
    this.isGiven = this.waits = false;
    // Whether verdicts were found that the browser has no room to keep.
    this.isAtRisk = false;
    addEventListener("beforeunload", (event) => { if (this.isAtRisk) event.preventDefault(); });
    this.render = eachFrame(() => this.draw());
    this.field = make("input", { type: "search", "data-key": "filter" });
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { this.filter = this.field.value.trim().toLowerCase(); this.changed(); }, PAUSE);
    });
    this.table = new Table(bench, this);
    bench.on("words settings", this.render);
    bench.on("tab", () => this.draw());
    bench.on("mode", () => this.takeFiles());
    this.takeKept();
  }
  get longest() { return this.all.length + this.leftOut; }
  /* The problems whose title, author or name has the words of the field. */
  get list() {
    const has = (it) => [it.title, it.author, it.id].some((word) => word?.toLowerCase().includes(this.filter));
    return this.filter ? this.all.filter(has) : [...this.all];
  }

  /* What was read: one problem is loaded, many are listed. Whether there was any. */
  take({ problems, left_out = 0, format }) {
    const usable = problems.filter((it) => it.sfen), { bench } = this;
    if (!usable.length && !problems.some((it) => it.row)) return false;
    if (problems.length > 1) {
      this.isGiven = this.waits = false;
      this.set(problems, left_out);
      this.keep();
      this.show();
    }
    // Who opens a list on its front page chooses there.
    if (usable.length && (problems.length === 1 || bench.mode !== "front")) bench.load(usable[0]);
    if (problems.length > 1 || !bench.solves) toast(problems.length > 1 ? say("ofFile", { n: problems.length }) : say("loaded", { format: format || "SFEN" }));
    return true;
  }
  set(all, leftOut) {
    Object.assign(this, { all, leftOut, isAtRisk: false });
    this.filter = this.field.value = "";
    this.table.forget();
    if (!this.isGiven) this.bench.tell("listed", all);
    this.bench.tell("problems");
    this.changed();
    this.table.follow();
  }
  /* Keeps the list for the time when this page is loaded anew, if there is room for it. The files of the engine are read again. Who leaves is asked about verdicts that are not kept. */
  keep() {
    const { all, leftOut } = this, isKept = !this.isGiven && writeOwn("problems", { problems: all, left_out: leftOut }), wasAtRisk = this.isAtRisk;
    if (!isKept) writeOwn("problems", null);
    this.isAtRisk = !isKept && this.table.judging.done > 0;
    if (this.isAtRisk && !wasAtRisk) toast(say("notKept"));
  }
  takeKept() {
    const kept = readOwn("problems", null);
    if (Array.isArray(kept?.problems) && kept.problems.every(isListed)) this.set(kept.problems, Number(kept.left_out) || 0);
  }
  /* Reads the problems that the engine was started with, as soon as somebody edits. Beside an empty board stands their list. */
  async takeFiles() {
    const { bench } = this, { engine } = bench;
    if (!this.waits || bench.solves || bench.mode === "front") return;
    this.waits = false;
    try {
      const { problems, total } = await engine.files({ count: FIRST });
      this.isGiven = true;
      this.set(problems, 0);
      if (bench.isFresh && bench.mode === "setup") this.show();
      for (let count = problems.length; count && problems.length < total && this.all === problems;) {
        const more = await engine.files({ from: problems.length });
        count = more.problems.length;
        for (const it of more.problems) problems.push(it);
      }
      if (this.all !== problems) return;
      this.changed();
      this.table.follow();
    } catch {
      // Told elsewhere.
    }
  }
  /* Shows what has become of the list. */
  changed() {
    this.table.change();
    this.render();
  }
  draw() {
    // What is not shown is not drawn.
    if (byId("panel-problems").hidden || !this.longest) return;
    this.field.placeholder = say("lookInList");
    this.field.setAttribute("aria-label", say("lookInList"));
    this.table.draw();
  }
}

/* Whether it is a problem of a list: what the browser has kept may be anything. */
function isListed(it) {
  const isNone = (one) => one === null || one === undefined, isText = (word) => isNone(word) || typeof word === "string";
  const isWarning = (one) => typeof one?.message === "string" && (isNone(one.place) || Number.isSafeInteger(one.place.line));
  const isNumber = (one) => isNone(one) || Number.isSafeInteger(one), isList = (all, is) => isNone(all) || (Array.isArray(all) && all.every(is));
  const { brief } = it || {}, isBrief = isNone(brief) || (isText(brief.verdict) && [brief.plies, brief.plies_at_most, brief.expected_plies, brief.difficulty, brief.aesthetics].every(isNumber)
    && isList(brief.finding, isText) && isList(brief.similar, isText));
  return isLine(it?.moves) && [it.id, it.title, it.author, it.row, it.error?.message, ...Object.values(it.headers || {})].every(isText) && (isNone(it.sfen) || isDiagram(it.sfen))
    && isNumber(it.expected_plies) && isNumber(it.difficulty) && isList(it.warnings, isWarning) && isBrief;
}
