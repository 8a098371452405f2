// The judgement in words: headline, fatal findings in short, title, counts, faults. The lines tell the findings in full.
import { make, byId, fill, speak, eachFrame } from "../dom.js";
import { duration, say, pieceName, squareName, thousands } from "../words.js";
import { missing } from "../state/shogi.js";
import { mainLine } from "../state/judge.js";
import { before } from "../state/tree.js";

const MARKS = { sound: "○", blemished: "○", flawed: "×", no_mate: "×", no_brinkmate: "×", unknown: "?", mate: "○", error: "!" };
const SLOW = 400;

export class Verdict {
  constructor(bench, judge, { example, asking }) {
    Object.assign(this, { bench, judge, example, asking });
    this.render = eachFrame(() => this.draw());
    bench.on("judgement", (it) => {
      // What is on the screen is not yet the answer to what is set up.
      byId("verdict").dataset.state = ["done", "limit"].includes(it.state) ? "drawing" : it.state;
      this.render();
      // A search that takes long is drawn as such even if nothing more is heard.
      clearTimeout(this.timer);
      if (it.state === "waiting") this.timer = setTimeout(this.render, SLOW);
    });
    bench.on("words settings path known", this.render);
    this.render();
  }

  draw() {
    const it = this.judge.current, root = byId("verdict");
    // The old answer stays for a moment, so that nothing flickers.
    const old = it.stale && performance.now() - it.editedAt < SLOW ? it.stale : null;
    const shown = old || it;
    root.className = `${classOf(shown)}${old ? " stale" : ""}${this.unfolded ? " unfolded" : ""}`;
    root.dataset.state = it.state;
    root.dataset.verdict = it.row?.verdict || "";
    root.dataset.first = String(it.times?.first ?? "");
    root.dataset.all = String(it.times?.all ?? "");
    const headline = this.headline(shown);
    fill(root,
      make("div.headline", {}, classOf(shown).endsWith("searching") ? make("i.dot", { "aria-hidden": "true" }) : null, make("strong", {}, headline), make("span.length", {}, lengthOf(shown)), this.cooks(shown), this.button(it), this.expander(shown)),
      this.details(shown), this.faultList(shown));
    if (!old) this.tell(shown, headline);
  }

  /* Those who hear the page hear the first answer and the last. */
  tell(it, headline) {
    const part = it.row || it.state === "illegal" ? "end" : it.length || it.first ? "mate" : "";
    const now = `${it.key}${part}`;
    if (!part || now === this.told) return;
    this.told = now;
    speak([headline, ...kinds(it), lengthOf(it), ...(it.state === "illegal" ? faultWords(it) : [])].filter(Boolean).join(". "));
  }

  headline(it) {
    if (it.state === "empty") return say("emptyBoard");
    if (it.state === "illegal") return say("illegal");
    if (it.row) return `${MARKS[it.row.verdict] || ""} ${say(it.row.verdict)}`;
    // Without a row, a limit left the verdict open.
    if (it.state === "limit") return `${MARKS.unknown} ${say("unknown")}`;
    if (it.state === "idle") return "";
    if (it.state === "stopped") return say("stopped");
    if (it.state === "lost") return say("waiting");
    if (!it.first && !it.length) return say(it.state === "waiting" && performance.now() - it.editedAt < SLOW ? "waiting" : this.bench.isBrinkmate ? "searchingBrinkmate" : "searching");
    return "";
  }

  button(it) {
    if (it.state === "running" || it.state === "waiting") return make("button.stop", { "data-key": "stop", onclick: () => this.judge.stop() }, say("stop"));
    if (it.state === "idle") return make("button.stop", { "data-key": "stop", onclick: () => this.judge.start() }, say("judgeNow"));
    if (it.state === "stopped") return make("button.stop", { "data-key": "stop", onclick: () => this.judge.start() }, say("goOn"));
    if (isSettled(it)) return make("button.stop", { "data-key": "rest", onclick: () => this.judge.start(this.judge.current.lineBroken, { all: true }) }, say("decideRest"));
    if (it.state === "limit") return make("button.stop", { "data-key": "stop", onclick: () => this.judge.start() }, say("again"));
    if (it.state === "empty") return make("button.stop", { "data-key": "stop", onclick: this.example }, say("example"));
    return null;
  }

  /* On a small screen the details unfold below the headline. */
  expander(it) {
    if (!it.row) return null;
    const call = (event) => {
      const open = byId("verdict").classList.toggle("unfolded");
      this.unfolded = open;
      event.currentTarget.setAttribute("aria-expanded", String(open));
    };
    return make("button.icon.expand", { "data-key": "expand", "aria-expanded": String(Boolean(this.unfolded)), "aria-label": say("expand"), onclick: call }, "⌄");
  }

  /* Each fatal finding in short: its ply, name and first move, which shows it on the board. */
  cooks(it) {
    const main = mainLine(it), found = ["illegal", "empty"].includes(it.state) ? [] : faultsIn(it);
    const place = (one) => one && `${one.kind}${one.ply}`;
    return make("div.cooks", {}, ...found.map((one, at) => {
      const stem = one.ply && one.line?.length ? before(one, main) : null, path = stem && [...stem, one.line[0]];
      // Neighbours of one kind at one ply have their name once.
      const name = place(one) === place(found[at - 1]) ? [] : [one.ply ? make("small", {}, say("ply", { n: one.ply })) : null, make("b", {}, one.term || one.kind), " "];
      if (!path) return make("span.move", {}, ...name);
      const word = (this.bench.western ? one.western : one.japanese)?.[0] || this.asking.move(path);
      return make("button.move", { "data-key": `c${one.kind}${path.join(" ")}`, "data-path": path.join(" "), onclick: (event) => this.bench.go(event.currentTarget.dataset.path.split(" ")) }, ...name, word);
    }));
  }

  details(it) {
    const words = [], { title, author } = it.doc || {};
    for (const name of ["difficulty", "aesthetics"]) if (it.row?.rating) words.push(say(`${name}Is`, { n: it.row.rating[name].points }));
    const leftover = it.row ? it.row.leftover : it.line?.leftover;
    if (leftover !== null && leftover !== undefined && (it.row?.plies || it.line)) words.push(leftover ? say("leaves", { pieces: handText(leftover) }) : say("nothingLeft"));
    const strict = it.row ? it.row.plies_strict : it.length?.plies_strict;
    const plies = it.row ? it.row.plies : it.length?.plies;
    if (strict && plies && strict !== plies) words.push(say("strict", { n: strict }));
    const cooks = it.row ? 0 : faultsIn(it).length;
    if (cooks && it.state === "running") words.push(say("cooksFound", { n: cooks }));
    if (it.row?.expected_plies) words.push(say("stated", { n: it.row.expected_plies }));
    if (it.open && it.state !== "illegal") words.push(this.checks(it));
    // Of checks that are left, one number says enough.
    if (!it.open?.left && it.row?.unresolved?.length) words.push(say("undecided", { n: it.row.unresolved.length }));
    if (isSettled(it)) words.push(say("settled"));
    else if (it.state === "limit") words.push(say("limit"));
    if (it.busy && it.state === "waiting") words.push(say("fewer"));
    if (it.state === "running" && it.progress) words.push(say("progress", { nodes: thousands(it.progress.nodes), time: duration(it.progress.elapsed_ms) }));
    if (it.remembered) words.push(say("remembered"));
    else if (it.times?.all) words.push(duration(it.times.all));
    const name = [title, author].filter(Boolean).join(" · ");
    return make("p.dim.details", {}, name ? make("b.name", { title: name }, name) : null, words.join(" · "));
  }

  /* How many other checks are decided: counted down while the search goes on. */
  checks({ open: { left, total }, state }) {
    if (!left) return say("checksDone", { total });
    return ["running", "waiting"].includes(state) ? say("checksLeft", { left, total }) : say("checksDecided", { done: total - left, total });
  }

  faultList(it) {
    const words = it.state === "illegal" ? faultWords(it) : [];
    if (it.row?.error) words.push(it.text);
    if (it.lineBroken) words.push(`${say("authorsLine")}${say("colon")}${it.lineBroken}`);
    if (!this.bench.doc.rest && it.state !== "empty") {
      const left = Object.entries(missing(this.bench.position)).filter(([, n]) => n > 0);
      if (left.length) words.push(say("nowhere", { pieces: left.map(([kind, n]) => `${pieceName(kind)} ${n}`).join(say("comma")) }));
    }
    return words.length ? make("ul.faults", {}, ...words.map((word) => make("li", {}, word))) : null;
  }
}

/* The fatal findings, but for what the verdict says itself. */
const faultsIn = (it) => it.findings.filter((one) => one.grade === "fatal" && !["no_mate", "no_brinkmate"].includes(one.kind));
/* Their kinds. */
const kinds = (it) => [...new Set(faultsIn(it).map((one) => one.term || one.kind))];

/* Whether what is open was left because the verdict is settled without it. */
const isSettled = (it) => ["done", "limit"].includes(it.state) && it.row?.limit === "settled";

/* The class that colours a judgement. */
export function classOf(it) {
  if (it.row) return it.row.verdict;
  if (it.state === "running") return it.findings.some((one) => one.grade === "fatal") ? "flawed searching" : it.first || it.length ? "mate searching" : "searching";
  return it.state;
}

export function lengthOf(it) {
  if (["empty", "illegal"].includes(it.state)) return "";
  const plies = it.row ? it.row.plies : it.length?.plies, most = it.row ? it.row.plies_at_most : it.first?.plies_at_most;
  // A plain mate of a brinkmate problem has the length of a mate.
  const brinkmate = it.row?.goal === "brinkmate" && it.row.brinkmate;
  if (plies) return say(brinkmate ? "brinkmateIn" : "mateIn", { n: plies });
  return most ? say(brinkmate ? "brinkmateInAtMost" : "mateInAtMost", { n: most }) : "";
}

function faultWords(it) {
  if (it.error) return [it.error.message];
  const seen = new Set();
  return it.faults.map((one) => say(`fault_${one.kind}`, { square: one.square && squareName(one.square), file: one.square?.[0], piece: one.piece && pieceName(one.piece.kind), count: one.count }))
    .filter((word) => !seen.has(word) && seen.add(word));
}

/* `GP2` of a row in words. */
export function handText(hand) {
  return [...hand.matchAll(/(\d*)([A-Za-z])(\d*)/g)].map(([, before, kind, behind]) => {
    const n = before || behind;
    return pieceName(kind.toUpperCase()) + (n && n !== "1" ? ` ${n}` : "");
  }).join(" ");
}
