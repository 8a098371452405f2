// The table of an editor: all problems as rows. Only those in sight are in the page.
import { make, byId, fill, eachFrame, toast } from "../dom.js";
import { duration, language, say } from "../words.js";
import { FORMATS, exported } from "./exports.js";
import { Judging } from "./judging.js";

// A list that is no longer than this needs no field to look for a problem.
export const SHORT = 24;
// The rows drawn above and below those in sight.
const MARGIN = 8;
const FLAWS = ["flawed", "no_mate", "no_brinkmate", "no_threat", "error"];
const SEVERITY = [...FLAWS, "unknown", "blemished", "mate", "brinkmate", "threatmate", "sound"];

const verdictOf = (it) => it.brief?.verdict || (it.error && !it.sfen ? "error" : null);
const isFlaw = (it) => FLAWS.includes(verdictOf(it));
const statedOf = (it) => it.expected_plies ?? it.brief?.expected_plies ?? null;
const isOtherLength = (it) => Number.isInteger(it.brief?.plies) && statedOf(it) !== null && it.brief.plies !== statedOf(it);
// A move in letters or in Japanese.
const MOVE = /[▲△]\S+|\b([1-9][a-i]|[A-Z]\*)[1-9][a-i]\+?/;
/* The first finding: its words in the language, and the move in it as moves are shown. */
function findingOf(it, western = false) {
  const [letters, japanese] = it.brief?.finding || [], words = language() === "ja" ? japanese : letters;
  return words?.replace(MOVE, (move) => (western ? letters : japanese)?.match(MOVE)?.[0] || move) || it.error?.message || it.warnings?.[0]?.message || "";
}
const FILTERS = { all: () => true, flawed: isFlaw, blemished: (it) => verdictOf(it) === "blemished", open: (it) => verdictOf(it) === "unknown", differs: isOtherLength, unjudged: (it) => !verdictOf(it) };

/* The columns: what a cell shows, the value that rows are sorted by, and the room that it takes: without one, what its words need. Spare ones are left out where they say nothing. */
const COLUMNS = {
  id: { isSpare: true, cell: (it) => it.id || "", by: null },
  title: { wide: "minmax(3.5rem, 1.3fr)", isSpare: true, cell: (it) => [it.title, it.author].filter(Boolean).join(" · "), by: (it) => it.title || null },
  verdict: { wide: "6.2rem", cell: (it) => (verdictOf(it) ? say(verdictOf(it)) : ""), by: (it) => (verdictOf(it) ? SEVERITY.indexOf(verdictOf(it)) : null) },
  first: { wide: "minmax(8.2rem, 2fr)", cell: (it, { bench }) => findingOf(it, bench.western), by: (it) => findingOf(it) || null },
  length: { wide: "4rem", cell: lengthOf, hint: (it) => (statedOf(it) === null ? null : say("stated", { n: statedOf(it) })), by: (it) => it.brief?.plies ?? it.brief?.plies_at_most ?? statedOf(it) },
  rating: { wide: "5.1rem", cell: (it) => it.brief?.difficulty ?? it.difficulty ?? "", by: (it) => it.brief?.difficulty ?? it.difficulty ?? null },
  similarTo: { isSpare: true, cell: (it, { stem }) => (it.brief?.similar || []).filter((id) => id !== it.id).map((id) => (id?.startsWith(stem) ? id.slice(stem.length) : id)).join(say("comma")), by: (it) => -(it.brief?.similar?.length || 0) },
};

/* What all ids begin with, up to a sign between words: it need not be told again and again. */
function stemOf(all) {
  let stem = all[0]?.id || "";
  for (const { id } of all) while (!(id || "").startsWith(stem)) stem = stem.slice(0, -1);
  return stem.replace(/[\p{L}\p{N}]*$/u, "");
}
/* The length that was found, beside the stated one if that is another; before that the stated one, in brackets. */
function lengthOf(it) {
  const { plies = null, plies_at_most: most = null } = it.brief || {}, stated = statedOf(it);
  if (plies === null && most === null) return stated === null ? "" : `(${stated})`;
  return `${plies ?? `≤ ${most}`}${isOtherLength(it) ? ` ≠ ${stated}` : ""}`;
}

export class Table {
  constructor(bench, problems) {
    Object.assign(this, { bench, problems, view: [], columns: [], stem: "", sort: null, isDown: false });
    this.kind = "all";
    this.now = null;
    this.judging = new Judging(bench, () => this.told());
    this.render = eachFrame(() => this.drawRows());
    this.head = make("div.row.head", { role: "row", "aria-rowindex": 1 });
    this.body = make("div.body", { role: "rowgroup" });
    this.grid = make("div", { id: "rows", role: "grid", tabindex: 0, "data-key": "rows" }, make("div.top", { role: "rowgroup" }, this.head), this.body);
    this.grid.addEventListener("scroll", this.render);
    this.grid.addEventListener("click", (event) => this.onClick(event));
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    bench.on("doc", () => this.follow());
    new ResizeObserver(this.render).observe(this.grid);
  }
  forget() {
    Object.assign(this, { sort: null });
    this.kind = "all";
    this.now = null;
    this.judging.forget();
    this.grid.scrollTop = 0;
  }
  /* Chooses and sorts the rows anew. */
  change() {
    const { by } = COLUMNS[this.sort] || {}, list = this.problems.list.filter(FILTERS[this.kind]);
    const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b) * (this.isDown ? -1 : 1);
    if (by) {
      const keys = new Map(list.map((it) => [it, by(it)]));
      // Rows without a value come last, either way.
      list.sort((a, b) => Number(keys.get(a) === null) - Number(keys.get(b) === null) || (keys.get(a) === null ? 0 : compare(keys.get(a), keys.get(b))));
    } else if (this.sort && this.isDown) list.reverse();
    const { all } = this.problems;
    this.isOld = false;
    Object.assign(this, { view: list, stem: stemOf(all) });
    const longest = (name) => all.reduce((most, it) => Math.max(most, COLUMNS[name].cell(it, this).length), 0);
    this.columns = Object.keys(COLUMNS).filter((name) => !COLUMNS[name].isSpare || longest(name));
    this.grid.style.setProperty("--columns", this.columns.map((name) => COLUMNS[name].wide || `max(4.6rem, ${Math.min(12, longest(name)) + 2}ch)`).join(" "));
  }
  /* What became known of some problems. */
  told() {
    const { isRunning } = this.judging;
    this.isOld ||= !isRunning || this.kind !== "all" || Boolean(this.sort);
    if (!isRunning) this.problems.keep();
    this.problems.render();
  }

  draw() {
    if (this.isOld) this.change();
    const { problems, view } = this, { longest, leftOut, field } = problems;
    const kinds = make("select", { "data-key": "kind", "aria-label": say("showRows"), onchange: (event) => { this.kind = event.target.value; problems.changed(); this.grid.scrollTop = 0; } },
      ...Object.keys(FILTERS).map((it) => make("option", { value: it, selected: it === this.kind }, say(`rows_${it}`))));
    const count = view.length === problems.all.length ? say("ofFile", { n: view.length }) : say("ofList", { n: view.length, of: longest });
    fill(byId("panel-problems"), make("div.bar.tools", {}, longest > SHORT ? field : null, kinds, make("span.dim", {}, count, leftOut ? ` (${say("leftOut", { n: leftOut })})` : "")), this.drawJudging(), this.grid);
    fill(byId("menu-export"), make("p.dim", {}, say("exportHint")), ...FORMATS.map(([format, word]) => make("button", { "data-key": `export-${format}`, "data-format": format, onclick: () => this.give(format) }, /^[A-Z]/.test(word) ? word : say(word))));
    kinds.value = this.kind;
    this.drawRows();
  }
  /* What is judged, and the buttons for it. */
  drawJudging() {
    const { judging, view } = this, { isRunning, queue, done, total, left } = judging, unjudged = view.filter((it) => it.sfen && !it.brief);
    const [key, call] = isRunning ? ["judgePause", () => { judging.pause(); this.told(); }] : queue.size ? ["judgeGoOn", () => judging.goOn()]
      : unjudged.length ? ["judgeAll", () => judging.begin(unjudged)] : ["judgeAgain", () => judging.begin(view.filter((it) => it.sfen))];
    const words = (n) => (n ? say(n < 60000 ? "seconds" : "minutes", { n: n / (n < 60000 ? 1000 : 60000) }) : say("noLimit"));
    const times = make("select", { "data-key": "judgeTime", "aria-label": say("timeOfEach"), title: say("timeOfEach"), onchange: (event) => { judging.time = Number(event.target.value); } },
      ...judging.times.map((n) => make("option", { value: n, selected: n === judging.time }, words(n))));
    const judged = say("rowsJudged", { n: done, of: total });
    return make("div.bar.judging", {}, make(`button${["judgeAll", "judgeGoOn"].includes(key) ? ".strong" : ""}`, { "data-key": key, onclick: call }, say(key)), times,
      total ? make("progress", { max: total, value: done, "aria-label": judged }) : null,
      make("span.dim", {}, total ? judged : "", isRunning && Number.isFinite(left) ? ` · ${say("timeLeft", { time: duration(left) })}` : ""),
      make("button.export", { "data-key": "export", popovertarget: "menu-export" }, say("exportRows")));
  }
  async give(format) {
    byId("menu-export").hidePopover();
    try {
      await exported(this.bench, this.view, format, (n, of) => toast(say("drawn", { n, of })));
      this.problems.isAtRisk &&= format !== "jsonl" || this.view.length < this.problems.all.length;
    } catch (error) {
      this.bench.tell(error.kind === "lost" || error.kind === "token" ? "lost" : "refused", error);
    }
  }
  drawRows() {
    const { grid, head, body, view } = this;
    if (!grid.offsetParent) return;
    const height = this.rowHeight(), now = view.indexOf(this.now);
    grid.setAttribute("aria-label", say("problems"));
    grid.setAttribute("aria-rowcount", view.length + 1);
    const sorted = (name) => (this.sort !== name ? "none" : this.isDown ? "descending" : "ascending");
    fill(head, ...this.columns.map((name) => make(`span.${name}`, { role: "columnheader", "aria-sort": sorted(name) },
      make("button", { "data-sort": name, tabindex: -1 }, say(`row_${name}`), this.sort === name ? (this.isDown ? " ▼" : " ▲") : ""))));
    body.style.setProperty("height", `${view.length * height}px`);
    if (this.isMoved && now >= 0) grid.scrollTop = Math.max(Math.min(grid.scrollTop, now * height), (now + 1) * height + head.offsetHeight - grid.clientHeight);
    this.isMoved = false;
    const first = Math.max(0, Math.floor(grid.scrollTop / height) - MARGIN), last = Math.ceil((grid.scrollTop + grid.clientHeight) / height) + MARGIN;
    fill(body, ...view.slice(first, last).map((it, at) => this.row(it, first + at, height)));
    if (now >= first && now < last) grid.setAttribute("aria-activedescendant", `row-${now}`);
    else grid.removeAttribute("aria-activedescendant");
  }
  rowHeight() { return parseFloat(getComputedStyle(this.grid).getPropertyValue("--tall")); }
  row(it, at, height) {
    const isNow = it === this.now, verdict = verdictOf(it);
    const row = make(`div.row${isNow ? ".now" : ""}`, { role: "row", id: `row-${at}`, "aria-rowindex": at + 2, "aria-selected": String(isNow), "data-at": at, "data-sfen": it.sfen, "data-verdict": verdict },
      ...this.columns.map((name) => {
        const words = String(COLUMNS[name].cell(it, this));
        const mark = name === "verdict" && verdict ? make(`span.dot.${verdict}`) : null;
        return make(`span.${name}${name === "length" && isOtherLength(it) ? ".error" : ""}`, { role: "gridcell", title: COLUMNS[name].hint?.(it) || words || null }, mark, words);
      }));
    row.style.setProperty("top", `${at * height}px`);
    return row;
  }

  onClick(event) {
    const name = event.target.closest("[data-sort]")?.dataset.sort, row = event.target.closest("[data-at]");
    if (name) {
      // Up, down, and as in the file again.
      const isAgain = this.sort === name;
      Object.assign(this, { sort: isAgain && this.isDown ? null : name, isDown: isAgain && !this.isDown });
      this.problems.changed();
    } else if (row) this.open(Number(row.dataset.at));
  }
  onKey(event) {
    const { view } = this, at = view.indexOf(this.now), page = Math.max(1, Math.floor(this.grid.clientHeight / this.rowHeight()) - 2);
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.grid) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: view.length - 1 }[event.key];
    if (to !== undefined) this.mark(Math.max(0, Math.min(view.length - 1, to)));
    else if (["Enter", " "].includes(event.key)) this.open(at);
    else return;
    event.preventDefault();
  }
  /* To the next flaw and back, whatever is shown beside the board. */
  toFlaw(by) {
    const { view } = this;
    if (!this.problems.longest) return;
    const from = view.indexOf(this.now), start = from < 0 && by < 0 ? 0 : from;
    for (let step = 1; step <= view.length; step += 1) {
      const at = (start + by * step + view.length * 2) % view.length;
      if (isFlaw(view[at])) return this.open(at);
    }
    toast(say("noFlaw"));
  }
  /* Marks a row, which comes into sight with the next drawing. */
  mark(at) {
    this.now = this.view[at] || null;
    this.isMoved = true;
    this.render();
  }
  /* Marks the problem that is on the board. */
  follow() {
    const { sfen } = this.bench.doc, at = this.now?.sfen === sfen ? -1 : this.view.findIndex((it) => it.sfen === sfen);
    if (at >= 0) this.mark(at);
  }
  open(at) {
    const it = this.view[at];
    if (!it) return;
    this.mark(at);
    if (it.sfen) this.bench.load(it);
    else toast(findingOf(it) || say("unreadable"), true);
  }
}
