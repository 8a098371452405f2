// The list at the side: the problems of a file that was read, or of those given when the engine was started.
import { make, byId, fill, eachFrame, toast } from "./dom.js";
import { thumbnail } from "./diagram.js";
import { say } from "./words.js";
import { parse } from "./shogi.js";

const PAGE = 60;

export class Problems {
  constructor(bench, show) {
    this.bench = bench;
    this.show = show;
    this.list = [];
    this.total = 0;
    this.shown = PAGE;
    // The number of the file: problems of two files may have one name.
    this.file = 0;
    this.render = eachFrame(() => this.draw());
    bench.on("doc words settings", this.render);
    bench.on("tab", () => this.draw());
  }

  /* What was read: one problem is loaded, many are listed. */
  take({ problems, left_out = 0, format }) {
    const usable = problems.filter((it) => it.sfen);
    if (problems.length > 1) {
      Object.assign(this, { list: problems, total: problems.length + left_out, leftOut: left_out, shown: PAGE, more: null, file: this.file + 1 });
      this.bench.tell("problems");
      this.show();
    }
    if (usable.length) this.bench.load(usable[0]);
    if (!usable.length) toast(problems[0]?.error?.message || say("unreadable"), true);
    else toast(problems.length > 1 ? say("ofFile", { n: problems.length }) : say("loaded", { format: format || "SFEN" }));
    this.render();
  }
  /* The problems that the engine was started with, page by page. */
  async takeFiles() {
    const read = async (from) => this.bench.engine.files({ from, count: PAGE });
    try {
      const answer = await read(0);
      Object.assign(this, { list: answer.problems, total: answer.total ?? answer.problems.length, leftOut: 0, shown: PAGE, file: this.file + 1 });
      this.more = async () => {
        const next = await read(this.list.length);
        this.list = [...this.list, ...next.problems];
      };
    } catch { /* told elsewhere */ }
    this.bench.tell("problems");
    this.render();
  }

  async showMore() {
    if (this.shown >= this.list.length && this.more) await this.more();
    this.shown += PAGE;
    this.render();
  }

  draw() {
    // What is not shown is not drawn.
    if (byId("panel-problems").hidden) return;
    const { bench } = this, shown = this.list.slice(0, this.shown);
    const rest = Math.max(this.total - (this.leftOut || 0), this.list.length) - shown.length;
    fill(byId("panel-problems"), make("p.dim", {}, say("ofFile", { n: this.total }), this.leftOut ? ` (${say("leftOut", { n: this.leftOut })})` : ""),
      make("ul.cards", {}, ...shown.map((it) => this.card(it, bench.doc.title))),
      rest > 0 ? make("button", { "data-key": "more", onclick: () => this.showMore() }, say("showMore")) : null);
  }
  card(it) {
    const { bench } = this;
    const name = [it.title, it.author].filter(Boolean).join(" · ") || it.id;
    if (!it.sfen) return make("li.card.error", {}, make("div.caption", {}, make("b", {}, it.id || ""), make("span.dim", {}, it.error?.message || say("unreadable"))));
    const position = parse(it.sfen), now = it.sfen === this.current;
    return make(`li.card${now ? ".now" : ""}`, { "data-sfen": it.sfen },
      make("button.picture", { "data-key": `p${this.file}.${it.id}`, "aria-label": name, onclick: () => { this.current = it.sfen; this.bench.load(it); } }, thumbnail(position, position.side, bench.western)),
      make("div.caption", {}, make("span", {}, name)));
  }
}
