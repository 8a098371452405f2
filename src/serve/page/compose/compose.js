// Composing: sound problems that meet the wishes, shown as cards.
import { make, byId, fill, eachFrame, toast } from "../dom.js";
import { thumbnail } from "../board/diagram.js";
import { language, pieceName, say, thousands } from "../words.js";
import { parse } from "../state/shogi.js";
import { classOf, lengthOf } from "../editor/verdict.js";

const LENGTHS = [1, 3, 5, 7, 9, 11, 13];
const NUMBERS = [1, 3, 5, 10, 20, 50, 100];
const KINDS = [..."RBGSNLP"];
const THEMES = ["sacrifices", "focal_sacrifices", "non_promotions", "interpositions", "moved_interpositions", "distant_drop", "exact_drops", "counter_checks", "pawn_drop_mates", "returning_king", "corner_mate", "centre_mate", "simple", "small_pieces", "no_gold_no_silver", "bare_king"];
const REGIONS = { all: [], corner4: ["1a-4d"], corner5: ["1a-5e"], right: ["1a-5f"], top: ["1a-9d"] };
const DIFFICULTIES = { any: [0, 100], easy: [0, 35], middle: [30, 60], hard: [50, 100] };
// The next state of a theme when it is touched: wanted, not wanted, either.
const NEXT = { with: "without", without: undefined };
// Drawn seeds are below this number, so that they can be typed again.
const SEEDS = 1000000;
const USUAL_TIME = 600000;

export class Compose {
  constructor(bench, { versions, problems }) {
    Object.assign(this, { bench, versions, problems });
    this.wishes = { from: 3, to: 7, number: 10, themes: {}, kinds: KINDS, on_board: 14, in_hand: 4, region: "all", two_kings: false, difficulty: "any", aesthetics: 0, plain: false, from_this: false, seed: "" };
    this.found = [];
    this.state = "";
    // The keys of the parts that are unfolded.
    this.open = new Set();
    this.render = eachFrame(() => this.draw());
    bench.on("words about settings doc", this.render);
    bench.on("tab", () => this.draw());
    this.render();
  }

  /* Returns the wishes as a request to the engine. */
  request() {
    const { wishes, bench } = this, { doc } = bench, seed = /^[0-9]{1,15}$/.test(wishes.seed) ? Number(wishes.seed) : Math.floor(Math.random() * SEEDS);
    const themes = (state) => THEMES.filter((it) => wishes.themes[it] === state);
    return {
      plies: [Math.min(wishes.from, wishes.to), Math.max(wishes.from, wishes.to)], number: wishes.number, with: themes("with"), without: themes("without"),
      kinds: wishes.kinds.join(""), on_board: wishes.on_board, in_hand: wishes.in_hand, squares: REGIONS[wishes.region], two_kings: wishes.two_kings,
      difficulty: DIFFICULTIES[wishes.difficulty], aesthetics: wishes.aesthetics, allow: wishes.plain ? ["plain"] : [], seed, rules: "strict", interpositions: bench.settings.interpositions,
      time_ms: bench.settings.time_ms ? Math.max(bench.settings.time_ms, USUAL_TIME) : USUAL_TIME,
      ...(wishes.from_this ? { from: doc.sfen, hand: doc.rest ? "rest" : "given" } : {}),
    };
  }
  async look() {
    this.stop();
    const search = this.search = new AbortController(), { bench } = this, request = this.request();
    Object.assign(this, { found: [], isSeen: false, state: "running", progress: { attempts: 0, found: 0 }, error: null, seed: request.seed });
    this.render();
    try {
      await bench.engine.compose(request, (name, data) => {
        if (this.search !== search) return;
        if (name === "problem") this.found.push(data);
        if (name === "progress" || name === "done") this.progress = data;
        this.render();
      }, search.signal);
    } catch (error) {
      if (this.search !== search) return;
      this.error = search.signal.aborted ? null : error;
      if (error.kind === "lost" || error.kind === "token") bench.tell("lost", error);
    }
    if (this.search !== search) return;
    this.search = null;
    this.state = "done";
    this.render();
  }
  stop() {
    this.search?.abort();
    this.search = null;
    if (this.state === "running") this.state = "stopped";
    this.render();
  }

  wish(name, value) {
    this.wishes[name] = value;
    this.render();
  }
  /* Makes a part that can be unfolded, and that stays unfolded while cards are added. */
  fold(key, attributes, ...children) {
    const [summary, ...others] = children, toggle = (event) => this.open[event.target.open ? "add" : "delete"](key);
    return make(attributes.rating ? "details.rating" : "details", { open: this.open.has(key), ontoggle: toggle }, make("summary", { "data-key": key, title: attributes.title }, summary), ...others);
  }
  /** @param {(text: string) => any} [read] */
  select(key, name, choices, read = String) {
    const it = make("select", { "data-key": name, onchange: (event) => this.wish(name, read(event.target.value)) }, ...choices.map(([value, word]) => make("option", { value, selected: String(value) === String(this.wishes[name]) }, word)));
    return make("label.field", {}, make("span", {}, say(key)), it);
  }
  check(name, word) {
    return make("label.check", {}, make("input", { type: "checkbox", "data-key": name, checked: this.wishes[name], onchange: (event) => this.wish(name, event.target.checked) }), word);
  }
  kind(it) {
    const set = (event) => this.wish("kinds", KINDS.filter((other) => (other === it ? event.target.checked : this.wishes.kinds.includes(other))));
    return make("label.check", {}, make("input", { type: "checkbox", "data-key": `kind${it}`, checked: this.wishes.kinds.includes(it), onchange: set }), pieceName(it));
  }
  theme(it) {
    const state = this.wishes.themes[it], sign = { with: "＋", without: "−" }[state] || "", word = say(`theme_${it}`);
    const told = say({ with: "themeWith", without: "themeWithout" }[state] || "themeEither");
    const touch = () => { const now = this.wishes.themes[it]; this.wishes.themes[it] = now ? NEXT[now] : "with"; this.render(); };
    return make(`button.chip${state ? `.${state}` : ""}`, { "data-key": `theme_${it}`, "aria-label": `${word}${say("colon")}${told}`, onclick: touch }, sign, word);
  }

  draw() {
    // A hidden panel is not drawn.
    if (byId("panel-compose").hidden) return;
    const { wishes, found, progress, error, state } = this, running = state === "running", numbers = (list) => list.map((n) => [n, String(n)]);
    const words = (group, names) => names.map((it) => [it, say(`${group}_${it}`)]);
    const seed = make("input", { type: "text", inputmode: "numeric", size: 8, "data-key": "seed", placeholder: say("seedDrawn"), oninput: (event) => { wishes.seed = event.target.value.trim(); } });
    seed.value = wishes.seed;
    fill(byId("panel-compose"),
      make("p.dim", {}, say("composeText")),
      make("div.bar", {}, this.select("pliesFrom", "from", numbers(LENGTHS), Number), this.select("pliesTo", "to", numbers(LENGTHS), Number), this.select("howMany", "number", numbers(NUMBERS), Number)),
      this.fold("themes", {}, say("themes"), make("p.dim", {}, say("themesHint")), make("div.chips", {}, ...THEMES.map((it) => this.theme(it)))),
      this.fold("pieces", {}, say("piecesUsed"), make("div.bar", {}, ...KINDS.map((it) => this.kind(it))),
        make("div.bar", {}, this.select("onBoard", "on_board", numbers([4, 5, 6, 8, 10, 12, 14, 18, 24]), Number), this.select("inHand", "in_hand", numbers([0, 1, 2, 3, 4, 5, 6]), Number), this.select("region", "region", words("region", Object.keys(REGIONS))), this.check("two_kings", say("twoKings")))),
      make("div.bar", {}, this.select("difficultyWish", "difficulty", words("difficulty", Object.keys(DIFFICULTIES))), this.select("aestheticsWish", "aesthetics", numbers([0, 30, 40, 50, 60, 70]), Number)),
      make("div.bar", {}, this.check("plain", say("plainToo")), this.check("from_this", say("fromThis")), make("label.field", {}, make("span", {}, say("seed")), seed)),
      make("div.bar", {}, make("button.strong", { id: "compose-look", "data-key": "look", onclick: () => (this.state === "running" ? this.stop() : this.look()) }, say(running ? "stop" : "composeLook")),
        progress ? make("span.dim.told", {}, say("composed", { attempts: thousands(progress.attempts || 0), found: found.length, seed: this.seed })) : null),
      error ? make("p.error", {}, error.message) : null,
      state && !running && !found.length && !error ? make("p", {}, say(state === "stopped" ? "stopped" : "composeNone")) : null,
      make("ul.cards", {}, ...found.map((it) => this.card(it))),
      found.length > 1 && !running ? make("button", { "data-key": "list", onclick: () => this.list() }, say("listAll")) : null);
    // The first card comes into sight.
    if (running && found.length && !this.isSeen) document.querySelector("#panel-compose .card").scrollIntoView({ block: "nearest" });
    this.isSeen = found.length > 0;
  }
  card(it) {
    const position = parse(it.sfen), words = it.words[language()], length = lengthOf({ row: it.row, state: "done" });
    const points = (name) => say(`${name}Is`, { n: it.rating[name].points }), scores = `${points("difficulty")} · ${points("aesthetics")}`;
    const parts = (name) => make("p.dim", {}, `${points(name)}${say("colon")}${words[name].join(say("comma"))}`);
    return make(`li.card.${classOf({ row: it.row })}`, { "data-sfen": it.sfen, "data-line": it.moves.join(" ") },
      make("button.picture", { "data-key": `go${it.id}`, "aria-current": it.sfen === this.bench.doc.sfen ? "true" : null, "aria-label": `${say("toBoard")}${say("colon")}${length}, ${scores}`, title: say("toBoard"), onclick: () => this.take(it) }, thumbnail(position, position.side, this.bench.western)),
      make("div.caption", {}, make("b", {}, make("i.dot", { "aria-hidden": "true" }), length),
        this.fold(`rating${it.id}`, { rating: true, title: [...words.difficulty, ...words.aesthetics].join(", ") }, scores, parts("difficulty"), parts("aesthetics")),
        make("button.quiet", { "data-key": `keep${it.id}`, onclick: () => this.keep(it) }, say("keepIt"))));
  }
  /* Returns the document of a problem. Like a repair, it belongs to the work on the board. */
  document(it) { return { ...this.bench.doc, sfen: it.sfen, rest: true, goal: "mate", line: [], plies: null, title: "", author: "" }; }
  take(it) {
    if (this.bench.mode === "play") this.bench.setMode("setup");
    this.bench.commit(this.document(it));
  }
  keep(it) {
    this.versions.keep({ doc: this.document(it), row: it.row, state: "done" });
    toast(say("keptIt"));
  }
  list() {
    const problems = this.found.map((it) => ({ id: it.id, title: `${it.id} · ${lengthOf({ row: it.row, state: "done" })}`, author: "", sfen: it.sfen, moves: it.moves, expected_plies: it.row.plies, difficulty: it.rating.difficulty.points }));
    this.problems.take({ problems, format: "" });
  }
}
