// The lines: one tree to step through, each node with what it leads to, and all that is found.
import { make, byId, fill, eachFrame, reveal, toast } from "../dom.js";
import { goalOf } from "../state/bench.js";
import { say } from "../words.js";
import { before, buildTree, find, lastOf, nextOf, sibling, standing } from "../state/tree.js";
import { mainLine } from "../state/judge.js";

const PAUSE = 120;
const LONGER = 30000;

export class Lines {
  constructor(bench, judge, asking) {
    Object.assign(this, { bench, judge, asking });
    this.opened = new Set();
    this.render = eachFrame(() => this.draw());
    bench.on("judgement doc path known tries words settings mode", this.render);
    bench.on("judgement", (it) => this.learn(it));
    bench.on("path", () => this.arrive());
    bench.on("doc", () => this.opened.clear());
    for (const it of document.querySelectorAll("[data-step]")) it.addEventListener("click", () => this.step(it.dataset.step));
  }

  /**
   * The judgement of this diagram; while none has come, nothing is known of it.
   * @returns {Judgement}
   */
  get judgement() {
    const it = this.judge.current;
    return it.doc?.sfen === this.bench.doc.sfen ? it : { state: "waiting", doc: this.bench.doc, findings: [], faults: [], times: {} };
  }
  tree() {
    const it = this.judgement;
    // Of a line that is not best play throughout, only the end is known.
    const best = it.row ? !it.row.notes?.some((note) => ["line", "authors_line"].includes(note.kind)) : it.line;
    // How far a brinkmate is, is asked at each of its moves.
    const plies = best && !it.row?.brinkmate ? (it.row || it.length)?.plies ?? null : null;
    return buildTree({ main: mainLine(it), author: this.bench.doc.line, row: it.row, findings: it.findings || [], tries: this.bench.triesHere(), plies });
  }
  /* Takes the words of the lines that the judgement tells. */
  learn(it) {
    const { asking } = this;
    if (it.doc?.sfen !== this.bench.doc.sfen) return;
    if (it.first?.japanese) asking.learnLine([], it.first.line, it.first);
    const moves = it.moves || it.line?.moves;
    if (moves) moves.forEach((move, at) => asking.learnMove(moves.slice(0, at + 1).map((one) => one.usi), move));
    const main = mainLine(it);
    for (const one of it.findings || []) {
      const stem = one.line && one.japanese && one.ply ? before(one, main) : null;
      if (stem) asking.learnLine(stem, one.line, one);
    }
  }
  standing(node) { return standing(node, this.asking.node(node.path)); }

  /* Steps: back, next, first, last, and before or after among the moves of one position. */
  step(how) {
    const { bench } = this, root = this.tree(), { path } = bench, at = find(root, path);
    let to = null;
    if (how === "first") to = [];
    if (how === "back") to = path.length ? path.slice(0, -1) : null;
    if (how === "next") to = ((at || root) && nextOf(at || root))?.path || null;
    if (how === "last") to = lastOf(at || root).path;
    if (how === "before" || how === "after") to = sibling(root, path, how === "before" ? -1 : 1)?.path || null;
    if (!to || to.join() === path.join()) return false;
    bench.go(to);
    reveal(byId("panel-lines"), document.querySelector("#panel-lines [aria-current]"));
    return true;
  }

  /* Asks what the position that is shown leads to, and for its moves. */
  arrive() {
    clearTimeout(this.timer);
    this.question?.abort();
    const { path } = this.bench;
    if (this.bench.mode !== "play") return;
    this.timer = setTimeout(() => {
      this.asking.askPosition(path);
      if (!this.standing(find(this.tree(), path) || { path, total: null })) this.ask(path);
    }, PAUSE);
  }
  async ask(path, options = {}) {
    this.question?.abort();
    const question = this.question = new AbortController();
    this.render();
    await this.asking.askNode(path, { ...options, signal: question.signal });
    if (this.question === question) this.question = null;
    this.render();
  }
  async explain() {
    const { path } = this.bench;
    await this.ask(path, { explain: true, time_ms: LONGER });
    const found = this.asking.node(path);
    if (found && !found.interpositions?.length) toast(say("noInterpositions"));
  }
  /* What each move of the position leads to, one after the other. */
  async judgeMoves() {
    const { path } = this.bench, known = await this.asking.askPosition(path);
    for (const it of known?.moves || []) {
      if (this.bench.path.join() !== path.join()) return;
      await this.asking.askNode([...path, it.usi]);
    }
  }

  draw() {
    // The lines of a problem that somebody solves are not shown.
    if (this.bench.solves) return;
    const root = this.tree(), { bench } = this, { path, mode, doc } = bench;
    this.want(root);
    const at = find(root, path), total = path.length + (at ? lastOf(at).path.length - path.length : 0);
    const words = path.length ? `${path.length} / ${total} ${this.asking.move(path)}` : root.children.length ? `0 / ${lastOf(root).path.length}` : say("start");
    const state = mode === "play" ? this.standing(at || { path, total: null }) : null;
    fill(byId("step"), words, state ? make(`span.badge.${classOf(state)}`, {}, wordsOf(state)) : null);
    for (const it of document.querySelectorAll("[data-step]")) {
      const goes = ["first", "back"].includes(it.dataset.step) ? path.length > 0 : Boolean(nextOf(at || root));
      it.setAttribute("aria-disabled", String(!goes));
    }
    const [grave, ...light] = this.remarks(root);
    fill(byId("panel-lines"), this.authors(doc, path), mode === "play" ? this.here(at || { path, total: null, children: [] }) : null,
      grave, ...(root.children.length ? this.line(root) : [make("p.dim", {}, say("noLines"))]), ...light,
      hasTry(root) ? make("button.quiet", { "data-key": "forget", onclick: () => bench.keepTries([]) }, say("forgetTry")) : null);
  }

  /* Buttons for the author's line. */
  authors(doc, path) {
    const { bench } = this, same = doc.line.join() === path.join();
    return make("div.bar.authors", {}, doc.line.length ? make("button.quiet", { "data-key": "author", onclick: () => bench.go(bench.doc.line) }, say("authorIs", { n: doc.line.length })) : null,
      path.length && !same ? make("button", { "data-key": "make", onclick: () => this.keepLine(bench.path) }, say("makeAuthors")) : null,
      doc.line.length ? make("button.quiet", { "data-key": "drop", onclick: () => this.keepLine([]) }, say("dropAuthors")) : null);
  }
  /* The line is part of the document, and the board stays where it is. */
  keepLine(line) {
    const { bench } = this, { path } = bench;
    bench.commit({ line: [...line], plies: null });
    bench.go(path);
  }

  /* The position that is shown: what it leads to, and questions about it. */
  here(node) {
    const { bench } = this, answer = this.asking.node(node.path), known = this.asking.position(node.path);
    const state = this.standing(node);
    const words = this.question ? say("asking") : state ? wordsOf(state) : "";
    const button = (key, call) => make("button.quiet", { "data-key": key, onclick: call }, say(key));
    const moves = known?.moves?.filter((it) => it.check || bench.isBrinkmate || bench.shown.side !== bench.attacker) || [];
    return make("div.here", {}, make("div.bar", {}, make("b", {}, say("here")), make(`span.badge.${classOf(state)}`, {}, words),
      state?.open ? button("askMore", () => this.ask(bench.path, { time_ms: LONGER })) : null,
      bench.isBrinkmate ? null : button("explain", () => this.explain()), moves.length ? button("judgeMoves", () => this.judgeMoves()) : null,
      node.path.length && known && bench.shown.side === bench.attacker ? button("makeDiagram", () => bench.load({ sfen: this.asking.position(bench.path).sfen, rest: bench.doc.rest, goal: goalOf(bench.doc), work: bench.doc.work })) : null),
    // What stands in the tree is not told again.
    answer?.line?.length && !find(node, answer.line) ? make("div.line.best", {}, ...answer.line.map((_, at) => this.move({ path: [...node.path, ...answer.line.slice(0, at + 1)], total: null, children: [] }, "b"))) : null,
    answer?.interpositions?.length ? this.reasons(answer.interpositions) : null,
    moves.length ? this.fold("moves", `${say("movesHere")} (${moves.length})`, () => [make("div.line", {}, ...moves.map((it) => this.move({ path: [...node.path, it.usi], total: null, children: [] }, "m")))]) : null);
  }
  /* Why interpositions count or not: those with the same reason together. */
  reasons(interpositions) {
    const groups = new Map();
    for (const it of interpositions) {
      const key = `${it.ply}|${it.text}`;
      groups.set(key, [...groups.get(key) || [], it]);
    }
    return make("ul.plain", {}, ...[...groups.values()].map((all) => make("li", {}, make("span.dim", {}, `${say("ply", { n: all[0].ply + this.bench.path.length })} `),
      make("span.moves", {}, all.map((it) => it.japanese || it.move).join(" ")), ` ${all[0].text}`)));
  }

  /* What is found and has no branch of its own, the grave first; and how a brinkmate ends. */
  remarks(root) {
    const it = this.judgement, placed = nodes(root).flatMap((at) => at.children.filter((it) => it !== nextOf(at)).map((it) => it.finding));
    const items = ["illegal", "empty"].includes(it.state) ? [] : (it.findings || []).filter((one) => (one.ply || one.words) && !placed.includes(one));
    const list = (all) => make("ul.plain", {}, ...all.map((one) => make("li.finding", { "data-kind": one.kind }, ...told(one), ...(isHardestTry(one) ? [] : one.japanese || one.line || []).map((word) => make("span.move", {}, word)))));
    const grave = items.filter((one) => !one.grade || ["fatal", "blemish"].includes(one.grade)), light = items.filter((one) => !grave.includes(one));
    return [grave.length ? list(grave) : null, light.length ? this.fold("light", `${say("minor")} (${light.length})`, () => [list(light)]) : null,
      it.ending?.length ? this.fold("ending", say("atTheEnd"), () => [make("ul.plain", {}, ...it.ending.map((line) => make("li", {}, line)))]) : null];
  }

  /* A part that folds away. What is in it is made when it is opened. */
  fold(key, summary, inside, isOpen = false) {
    const open = (it) => { if (it.open && it.childElementCount < 2) it.append(...inside()); };
    const it = make(`details.${key.split(" ")[0]}`, { open: isOpen || this.opened.has(key), ontoggle: ({ currentTarget }) => { this.opened[currentTarget.open ? "add" : "delete"](key); open(currentTarget); } }, make("summary", { "data-key": key }, summary));
    open(it);
    return it;
  }

  /*
   * A line from a node on, in a row that nothing cuts: its moves, and below them, by ply, what stands in the place of
   * one of them. Findings and tries stand open; variations, minor findings and what is open fold away.
   */
  line(from, list = make("ol.line", {})) {
    const branches = [], folds = [];
    for (let at = from, first; at; at = first) {
      first = nextOf(at);
      const others = at.children.filter((it) => it !== first), plain = others.filter((it) => ["variation", "minor", "open", "defence"].includes(it.mark));
      const marked = others.filter((it) => !plain.includes(it));
      if (first) list.append(make(`li${marked.some((it) => it.mark === "cook") ? ".cooked" : ""}`, {}, this.move(first, "t")));
      branches.push(...marked.map((it) => this.branch(it)));
      if (plain.length) folds.push(this.others(at, plain));
    }
    return [list, ...branches, folds.length ? make("div.others", {}, ...folds) : null];
  }
  branch(it) {
    const name = it.finding ? told(it.finding) : [say("ply", { n: it.path.length }), " ", make("b", {}, it.mark === "try" ? say("tries") : it.mark === "author" ? say("authorsLine") : "")];
    return make(`div.branch.${it.mark}${it.finding ? ".finding" : ""}`, { "data-kind": it.finding?.kind }, make("div.dim", {}, ...name), ...this.line(it, make("ol.line", {}, make("li", {}, this.move(it, "t")))));
  }
  others(at, plain) {
    const inside = plain.some((it) => this.bench.path.join(" ").startsWith(it.path.join(" ")) || nodes(it).some((one) => one.mark === "cook"));
    const key = plain[0].mark === "defence" ? "defences" : (plain.some((it) => it.mark !== "variation") ? ["others", "other"] : ["variations", "variation"])[plain.length > 1 ? 0 : 1];
    return this.fold(`v ${at.path.join(" ")}`, `${say("ply", { n: at.path.length + 1 })}${say("colon")}${say(key, { n: plain.length })}`, () => plain.map((it) => this.branch(it)), inside);
  }

  move(node, prefix) {
    const { bench } = this, state = this.standing(node), text = node.path.join(" ");
    const label = node.children.length && node.total !== null && prefix !== "m" ? null : state;
    return make("button.move", { "data-key": prefix + text, "data-path": text, "aria-current": text === bench.path.join(" ") ? "step" : null, title: state ? wordsOf(state) : null, onclick: (event) => bench.go(event.currentTarget.dataset.path.split(" ")) },
      make("small", {}, String(node.path.length)), this.asking.move(node.path), label ? make(`span.badge.${classOf(label)}`, {}, wordsOf(label)) : null);
  }

  /* Asks for the words of all lines that are told in USI only. */
  want(root) {
    const ends = nodes(root).filter((it) => !it.children.length && it.path.length).map((it) => it.path);
    if (ends.length) this.asking.wantLines(ends);
  }
}

/* Whether a finding is but the hardest try of a diagram without a mate, a line of its own. */
const isHardestTry = (it) => it.kind === "no_mate" && it.line?.length > 0;
/* A finding in words: its ply, name and sentence. */
const told = (it) => isHardestTry(it) ? [make("b", {}, say("hardestTry"))] : [it.ply ? `${say("ply", { n: it.ply })} ` : "", make("b", {}, it.term || it.kind), ` ${it.words || it.note || ""}`];
/* All nodes of a tree. A line may have more moves than functions may call each other. */
function nodes(root) {
  const all = [root];
  for (let at = 0; at < all.length; at += 1) for (const it of all[at].children) all.push(it);
  return all;
}
const hasTry = (root) => nodes(root).some((it) => it.mark === "try");
const classOf = (state) => (!state ? "none" : state.no_mate || ["no_threat", "no_brinkmate"].includes(state.word) ? "no_mate" : state.open ? "unknown" : "mate");
export function wordsOf(state) {
  if (state.word) return say(state.word);
  if (state.brinkmate !== undefined) return state.brinkmate ? say("brinkmateIn", { n: state.brinkmate }) : say("brinkmate");
  if (state.no_mate) return say("no_mate");
  if (state.mate === 0) return say("mateHere");
  if (state.mate) return say("mateIn", { n: state.mate });
  return state.at_most ? say("mateInAtMost", { n: state.at_most }) : say("undecidedYet");
}
