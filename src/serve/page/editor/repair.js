// Repair: versions with the least change that are sound. Extension: sound problems that lead into this one. And similar works of the collection.
import { make, byId, fill, eachFrame, toast } from "../dom.js";
import { thumbnail } from "../board/diagram.js";
import { asked } from "../state/bench.js";
import { language, say, thousands } from "../words.js";
import { parse } from "../state/shogi.js";
import { differences } from "./versions.js";
import { classOf, lengthOf } from "./verdict.js";

const SORTS = ["add", "remove", "move", "swap", "side", "hand", "shift"];
const KEEP = [["line", "keepLine"], ["key", "keepKey"], ["length", "keepLength"], ["mate", "keepMate"]];
const BEST = 12;

export class Repair {
  constructor(bench) {
    this.bench = bench;
    this.options = { edits: 1, keep: "line", allow: SORTS.filter((it) => it !== "shift"), fixed: "" };
    this.found = [];
    // What was looked for last: `repair` or `extend`.
    this.kind = "repair";
    this.state = "";
    // The ideas of which all versions are shown.
    this.open = new Set();
    this.hits = null;
    this.render = eachFrame(() => this.draw());
    bench.on("words about settings", this.render);
    bench.on("tab", () => this.draw());
    bench.on("doc", () => {
      if (this.similarTo !== bench.doc.sfen) this.hits = null;
      // A search for another problem goes on for nobody.
      if (this.search && !this.isOfThis) this.stop();
      this.render();
    });
    this.render();
  }

  /* Whether what was found belongs to the diagram, or the diagram is one of what was found. */
  get isOfThis() {
    const { doc } = this.bench, { misses = [] } = this.end || {};
    return doc.work === this.work && [this.of, ...[...this.found, ...misses].map((it) => it.sfen)].includes(doc.sfen);
  }

  async look(kind) {
    this.stop();
    const search = this.search = new AbortController(), { bench, options } = this, { doc } = bench;
    Object.assign(this, { kind, found: [], open: new Set(), state: "running", progress: null, end: null, of: doc.sfen, work: doc.work, error: null });
    this.render();
    const request = { ...asked(doc), moves: doc.line, best: BEST, rules: bench.settings.rules, interpositions: bench.settings.interpositions, time_ms: bench.settings.time_ms || 600000 };
    if (kind === "repair") Object.assign(request, { edits: options.edits, keep: options.keep, allow: options.allow, fixed: options.fixed.match(/[1-9][a-i]/g) || [] });
    try {
      await bench.engine[kind](request, (name, data) => {
        if (this.search !== search) return;
        if (name === "version") this.found.push(data);
        if (name === "progress") this.progress = data;
        if (name === "done") this.end = data;
        this.render();
      }, search.signal);
      if (this.search === search) this.state = "done";
    } catch (error) {
      if (this.search !== search) return;
      this.state = "done";
      this.error = search.signal.aborted ? null : error;
      if (error.kind === "lost" || error.kind === "token") bench.tell("lost", error);
    }
    if (this.search === search) this.search = null;
    this.render();
  }
  stop() {
    this.search?.abort();
    this.search = null;
    if (this.state === "running") this.state = "done";
    this.render();
  }

  async lookSimilar() {
    const { doc, engine } = this.bench;
    this.similarTo = doc.sfen;
    try {
      this.hits = (await engine.similar({ ...asked(doc), moves: doc.line })).hits;
    } catch (error) {
      toast(error.message, true);
    }
    this.render();
  }

  draw() {
    // What is not shown is not drawn.
    if (byId("panel-repair").hidden) return;
    const { options, bench } = this, running = this.state === "running";
    const select = (key, value, choices, call) => {
      const it = make("select", { "data-key": key, "aria-label": say(key), onchange: (event) => call(event.target.value) }, ...choices.map(([name, word]) => make("option", { value: name, selected: name === value }, word)));
      return make("label.field", {}, make("span", {}, say(key)), it);
    };
    const sort = (name) => {
      const it = make("input", { type: "checkbox", "data-key": `allow${name}`, checked: options.allow.includes(name), onchange: (event) => { options.allow = SORTS.filter((other) => (other === name ? event.target.checked : options.allow.includes(other))); } });
      return make("label.check", {}, it, say(`allow_${name}`));
    };
    const fixed = make("input", { type: "text", "data-key": "fixed", "aria-label": say("fixed"), placeholder: say("fixed"), oninput: (event) => { options.fixed = event.target.value; } });
    fixed.value = options.fixed;
    const similar = bench.about.collection ? [make("h2", {}, say("similar")), make("button", { "data-key": "similar", onclick: () => this.lookSimilar() }, say("lookSimilar")), this.similar()] : [];
    if (bench.isBrinkmate) {
      fill(byId("panel-repair"), make("p", {}, say("onlyMates")), ...similar);
      return;
    }
    const look = (kind, word) => {
      const runs = running && this.kind === kind;
      return make("button.strong", { "data-key": kind, id: `${kind}-look`, onclick: () => (this.state === "running" && this.kind === kind ? this.stop() : this.look(kind)) }, say(runs ? "stop" : word));
    };
    fill(byId("panel-repair"),
      make("h2", {}, say("mend")),
      make("p.dim", {}, say("repairText")),
      make("div.bar", {}, select("keep", options.keep, KEEP.map(([name, key]) => [name, say(key)]), (value) => { options.keep = value; this.render(); }),
        select("edits", String(options.edits), [1, 2, 3].map((n) => [String(n), String(n)]), (value) => { options.edits = Number(value); }),
        look("repair", "lookFor")),
      make("p.dim.why", {}, say(`why_${options.keep}`)),
      make("details", {}, make("summary", { "data-key": "more" }, say("allow")), make("div.bar", {}, ...SORTS.map(sort)), fixed),
      ...this.results("repair"),
      make("h2", {}, say("extend")),
      make("p.dim", {}, say("extendText")),
      make("div.bar", {}, look("extend", "extendLook")),
      ...this.results("extend"), ...similar);
  }
  /* What the last search of this kind found, below its button. */
  results(kind) {
    if (this.kind !== kind || !this.state || !this.isOfThis) return [];
    const { found, progress, end, error } = this, cards = (list) => make("ul.cards", {}, ...list.map((it) => this.card(it))), ideas = this.ideas();
    return [
      progress ? make("p.dim", {}, say("looked", { looked: thousands(end?.looked ?? progress.looked), of: thousands(progress.of ?? 0), found: ideas.length }) + (end?.alike ? say("alikeLeftOut", { alike: thousands(end.alike) }) : "")) : null,
      error ? make("p.error", {}, error.message) : null,
      this.state === "done" && !found.length && !error ? make("p", {}, this.outcome()) : null,
      make("ul.cards", {}, ...ideas.flatMap((idea) => this.cardsOf(idea))),
      ...(end?.misses?.length ? [make("h2", {}, say("nearMisses")), cards(end.misses)] : []),
    ];
  }
  /* The versions found by ideas, of each the best first: a sound one, else the one with the least change. */
  ideas() {
    const ideas = new Map();
    for (const it of this.found) ideas.set(it.idea, [...(ideas.get(it.idea) || []), it]);
    return [...ideas.values()].map((idea) => [...idea].sort((a, b) => Number(b.verdict === "sound") - Number(a.verdict === "sound")));
  }
  /* The card of an idea, with a button for those like it, and their cards if they are shown. */
  cardsOf(idea) {
    const [first, ...others] = idea, card = this.card(first), isOpen = this.open.has(first.idea);
    if (!others.length) return [card];
    const toggle = () => { this.open[isOpen ? "delete" : "add"](first.idea); this.render(); };
    card.append(make("button.like", { "data-key": `like${first.idea}`, "aria-expanded": String(isOpen), onclick: toggle }, say("likeIt", { count: others.length })));
    return [card, ...(isOpen ? others.map((it) => this.card(it)) : [])];
  }
  /* What it means that nothing was found: that there is nothing only if all was looked at. */
  outcome() {
    const { end } = this;
    if (!end) return say("stopped");
    const isExtension = this.kind === "extend";
    if (isExtension && end.flawed) return say("flawedItself");
    if (!isExtension && end.sound_already) return say("soundAlready");
    if (end.reason === "done" && !end.undecided) return say(isExtension ? "noExtension" : "noRepair");
    return say("repairOpen", { looked: end.looked ?? this.progress?.looked ?? 0, undecided: end.undecided ?? 0 });
  }
  card(it) {
    const position = parse(it.sfen), words = it.words[language()].join("; ");
    return make(`li.card.${it.row ? classOf({ row: it.row }) : "flawed"}`, { "data-sfen": it.sfen, "data-line": (it.moves || []).join(" ") },
      make("button.picture", { "data-key": it.sfen, "aria-current": it.sfen === this.bench.doc.sfen ? "true" : null, "aria-label": words, onclick: (event) => this.take(event.currentTarget.closest("li").dataset) }, thumbnail(position, position.side, this.bench.western, differences(position, parse(this.of)))),
      make("div.caption", {}, make("span", {}, words), it.remains ? make("span.dim.remains", {}, say("remains", { findings: it.remains[language()] })) : null, it.row ? make("b", {}, make("i.dot", { "aria-hidden": "true" }), lengthOf({ row: it.row, state: "done" })) : null));
  }
  /* Puts a version on the board. A line that was not entered is not entered by a repair. */
  take({ sfen, line }) {
    const { doc } = this.bench;
    this.bench.commit({ sfen, line: doc.line.length && line ? line.split(" ") : doc.line });
  }
  similar() {
    if (!this.hits) return null;
    if (!this.hits.length) return make("p", {}, say("noSimilar"));
    return make("ul.cards", {}, ...this.hits.map((it) => {
      const position = parse(it.sfen);
      return make("li.card", {}, make("div.picture", {}, thumbnail(position, position.side, this.bench.western)), make("div.caption", {}, make("b", {}, `${it.id} `), make("span.dim", {}, it.reason || String(it.score))));
    }));
  }
}
