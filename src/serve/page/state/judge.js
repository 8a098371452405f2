// The live judgement: after an edit the old search ends and a new one begins. Answers are remembered.
import { WITHOUT_LIMIT, asked } from "./bench.js";
import { faults, count } from "./shogi.js";

const PAUSE = 150;
const REMEMBERED = 400;

export class LiveJudge {
  constructor(bench) {
    this.bench = bench;
    /** @type {Judgement} */
    this.current = { state: "empty", doc: bench.doc, findings: [], faults: [], times: {} };
    this.memory = new Map();
    bench.on("doc", () => this.edited());
    bench.on("settings", (name) => { if (["rules", "interpositions", "time_ms", "threads", "live"].includes(name)) this.edited(); });
    bench.on("words", () => this.translate());
    // What a problem leads to is not searched while somebody solves it.
    bench.on("mode", () => { if (bench.solves) this.pause(); else if (this.skipped) this.edited(); });
  }

  request() {
    const { doc, settings } = this.bench;
    /** @type {any} */
    const it = { ...asked(doc), moves: doc.line, rules: settings.rules, interpositions: settings.interpositions, threads: settings.threads || this.bench.engine.usualThreads, variations: 1 };
    if (doc.plies) it.expected_plies = doc.plies;
    it.time_ms = settings.time_ms || WITHOUT_LIMIT;
    return it;
  }

  edited() {
    this.cancel();
    this.skipped = this.bench.solves;
    if (this.skipped) return;
    if (this.takeKnown()) return;
    const { bench } = this;
    const found = faults(bench.position);
    const blank = { key: this.key(), request: this.request(), doc: bench.doc, findings: [], faults: found, editedAt: bench.editedAt, times: {} };
    const pieces = Object.values(count(bench.position, [bench.attacker])).some(Boolean);
    if (!pieces) this.show({ ...blank, state: "empty" });
    else if (found.length) this.show({ ...blank, state: "illegal" });
    else if (!bench.settings.live) this.show({ ...blank, state: "idle" });
    else {
      // What was said of the last diagram stays in view, dimmed, until the new one has an answer.
      const old = this.current.row || this.current.stale ? this.current.stale || this.current : null;
      this.show({ ...blank, state: "waiting", stale: old });
      this.timer = setTimeout(() => this.start(), Math.max(0, PAUSE - (performance.now() - bench.editedAt)));
    }
  }

  /* In another language the engine is asked for the answer that it gave. What is not complete is judged anew. */
  translate() {
    const { state, row } = this.current;
    if (this.bench.solves) this.skipped = true;
    else if (["running", "waiting"].includes(state) || !row) this.edited();
    else if (!this.takeKnown()) this.start(this.current.lineBroken, { known: true });
  }
  /* Shows the answer to what is set up, if it is remembered. */
  takeKnown() {
    const known = this.memory.get(this.key());
    if (known) this.show({ ...known, remembered: true, times: { first: 0, all: performance.now() - this.bench.editedAt } });
    return Boolean(known);
  }
  key() { return JSON.stringify(this.request()) + this.bench.lang; }

  cancel() {
    clearTimeout(this.timer);
    this.search?.abort();
    this.search = null;
  }
  /* Leaves the search until it is wanted again. */
  pause() {
    this.skipped ||= ["running", "waiting"].includes(this.current.state);
    this.cancel();
  }
  /* Ends the search where it is; what it found stays. */
  stop() {
    if (!["running", "waiting"].includes(this.current.state)) return;
    this.cancel();
    this.show({ ...this.current, state: "stopped", stale: null });
  }

  /*
   * Begins a search; without the author's line if it cannot be played, for the reason given. `known`: the engine need not
   * search if it still has the answer. `all`: the time is spent on what is open, though the verdict is settled.
   */
  async start(lineBroken = null, { known = false, all = false } = {}) {
    this.cancel();
    const search = this.search = new AbortController();
    const request = this.request();
    if (lineBroken) request.moves = [];
    Object.assign(request, { known, all });
    const begun = { lineBroken, key: this.key(), request, doc: this.bench.doc, findings: [], faults: [], times: {}, editedAt: this.bench.editedAt,
      state: "running", stale: this.current.stale || (known ? this.current : null) };
    if (known) Object.assign(begun, { open: this.current.open, editedAt: performance.now() });
    this.show(begun);
    const still = () => this.search === search;
    try {
      await this.bench.engine.judge(request, (name, data) => { if (still()) this.hear(name, data); }, search.signal);
    } catch (error) {
      if (!still() || search.signal.aborted) return;
      this.search = null;
      if (error.kind === "busy") {
        this.show({ ...this.current, state: "waiting", busy: true });
        this.timer = setTimeout(() => this.start(lineBroken, { known, all }), 700);
      } else if (error.kind === "lost" || error.kind === "token") {
        this.show({ ...this.current, state: "lost" });
        this.bench.tell("lost", error);
      } else if (error.kind === "move" && request.moves.length) {
        // After a change the author's line may not be playable any more: the diagram is judged without it.
        this.start(error.message, { all });
      } else {
        this.show({ ...this.current, state: "illegal", stale: null, error });
        this.bench.tell("illegal");
      }
    }
  }

  hear(name, data) {
    const it = { ...this.current };
    const answered = () => { it.stale = null; it.times = { ...it.times, first: it.times.first ?? performance.now() - it.editedAt }; };
    if (name === "started") it.id = data.id;
    if (name === "first") { it.first = data; answered(); }
    if (name === "length") { it.length = { plies: data.plies ?? it.length?.plies ?? null, plies_strict: data.plies_strict ?? it.length?.plies_strict ?? null }; answered(); }
    if (name === "line") { it.line = data; answered(); }
    if (name === "open") it.open = data;
    if (name === "progress") it.progress = data;
    if (name === "finding") it.findings = [...it.findings.filter((old) => !sameFinding(old, data)), data];
    if (name === "row") { it.row = data.row; it.text = data.text; it.moves = data.moves; it.ending = data.ending || []; it.remembered = data.remembered; it.findings = data.findings || it.findings; answered(); }
    if (name === "done") {
      it.state = data.reason;
      it.stale = null;
      it.times = { ...it.times, all: performance.now() - it.editedAt };
      this.search = null;
      if (it.row && it.state !== "stopped") this.remember(it);
    }
    this.show(it);
  }

  remember(it) {
    this.memory.delete(it.key);
    this.memory.set(it.key, it);
    if (this.memory.size > REMEMBERED) this.memory.delete(this.memory.keys().next().value);
  }
  show(it) {
    this.current = it;
    this.bench.tell("judgement", it);
  }
}

const sameFinding = (a, b) => a.kind === b.kind && a.ply === b.ply && a.move === b.move;

/* The main line as far as it is known: moves in USI. */
export function mainLine(it) {
  if (it.row) return it.row.solution;
  if (it.line) return it.line.moves.map((move) => move.usi);
  return it.first?.line || [];
}
