// Solving a problem as a player: the attacker's moves are the player's, the longest defence is the engine's.
import { emptyDoc, goalOf } from "../state/bench.js";
import { speak } from "../dom.js";

const TIME = 10000;
const LONGER = 60000;
// So that one sees the own move before the reply.
const PAUSE = 500;

export class Riddle {
  /* `lineOf(sfen)` is a line to the mate that came with a problem, or else empty. */
  constructor(bench, asking, course, lineOf) {
    Object.assign(this, { bench, asking, course, lineOf });
    this.forget();
    const begin = () => this.begin(bench.path);
    bench.on("mode", () => { if (bench.mode !== "solve") this.leave(); else if (this.doc !== bench.doc) begin(); });
    bench.on("doc", () => { if (bench.mode === "solve") begin(); });
    bench.on("settings", (name) => { if (bench.mode === "solve" && name === "interpositions") this.begin(); });
    bench.on("about", () => this.confirm());
    bench.on("played", (usi) => this.played(usi));
  }

  /*
   * `phase`: "asking" (is there a mate?), "unfit" (there is none to look for), "yours" (the player moves), "thinking" (about the move), "reply",
   * "refuted", "undecided", "solved", "shown" (the solution). `plan`: the moves that go on from the position of the player, if both play best. `left`: how
   * many plies that are. `turns`: the positions in which the player moved, to go back to. `told`: a line to step through, `{path, line}`.
   */
  forget() {
    clearTimeout(this.timer);
    this.question?.abort();
    Object.assign(this, { doc: null, isEarly: false, phase: "asking", plan: [], solution: [], left: null, total: null, exact: true, turns: [], hints: 0, mistakes: 0, longer: null, dual: 0, last: null, told: null, why: "" });
    this.setHint(0);
  }
  leave() {
    this.forget();
    this.bench.tell("riddle");
  }
  become(phase, more = {}) {
    Object.assign(this, { phase, ...more });
    this.bench.waits = phase !== "yours";
    this.bench.tell("riddle");
  }

  /* What a line leads to. Null if another question came between. */
  async ask(path, time_ms = TIME) {
    this.question?.abort();
    const question = this.question = new AbortController();
    const answer = await this.asking.askNode(path, { time_ms, signal: question.signal });
    return this.question === question ? answer : null;
  }

  /* Begins, or goes on after the moves of an address. */
  async begin(path = [], time_ms = TIME) {
    this.forget();
    const { bench } = this, { doc } = bench;
    Object.assign(this, { doc, ...this.course.soFar(doc) });
    bench.go(path);
    this.become("asking");
    if (goalOf(doc) !== "mate") return this.become("unfit", { why: "onlyMatesPlayed" });
    // An empty board, as before the problem of an address is there, is nothing to ask the engine about.
    if (doc.sfen === emptyDoc().sfen) return this.become("unfit", { why: bench.isEarly ? "listComes" : "unfitEmpty" });
    this.turns = path.flatMap((_, at) => (at % 2 ? [] : [{ path: path.slice(0, at), plan: null, left: null }]));
    const line = doc.line.length ? doc.line : this.lineOf(doc.sfen);
    // Until the engine is there, a line that came with the problem is played.
    if (bench.isEarly && line.length % 2 && path.every((move, at) => line[at] === move)) {
      this.isEarly = true;
      Object.assign(this, { solution: line, total: line.length });
      return this.resume(path);
    }
    const [answer] = await Promise.all([this.ask([], time_ms), this.asking.askPosition([])]);
    if (this.doc !== doc || this.phase !== "asking") return undefined;
    const isMate = answer?.verdict === "mate" && answer.line.length > 0;
    // What the engine cannot solve in time is played by the author's line.
    if (!isMate && (answer?.verdict !== "unknown" || !doc.line.length)) {
      bench.go([]);
      return this.become("unfit", { why: !answer || answer.verdict === "unknown" ? "unfitUnknown" : "unfitNoMate" });
    }
    Object.assign(this, isMate ? { solution: answer.line, total: answer.plies ?? answer.plies_at_most, exact: answer.plies !== null } : { solution: doc.line, total: doc.line.length, exact: false });
    return this.resume(path);
  }
  /* Now that there is an engine, it says what the line that came with the problem is worth. Meanwhile the player goes on, and what is picked up stays so. */
  async confirm() {
    if (!this.isEarly) return;
    const { bench, doc } = this;
    await Promise.all([this.asking.askNode([], { time_ms: TIME }), this.asking.askPosition([])]);
    if (this.doc !== doc || !this.isEarly || !["yours", "solved"].includes(this.phase)) return;
    const { picked } = bench;
    await this.begin(bench.path);
    if (picked && this.doc === doc && this.phase === "yours" && !bench.picked) bench.pick(picked);
  }
  /* Comes to a position of the line: what is known of it, or else what the engine says. Back to the start if there is nothing to play for. */
  async resume(path) {
    const { bench, solution } = this, isKnown = path.every((move, at) => solution[at] === move);
    bench.go(path);
    const answer = isKnown ? { verdict: "mate", line: solution.slice(path.length), plies: this.exact ? this.total - path.length : null } : await this.ask(path);
    if (bench.path !== path || !this.doc) return undefined;
    if (path.length) await this.know(path);
    if (bench.path !== path) return undefined;
    const left = answer?.plies ?? null, end = path.length + (left ?? 0), isDone = left === 0 && path.length % 2;
    if (answer?.verdict !== "mate" || (path.length % 2 && !isDone)) return path.length ? this.restart() : this.become("unfit", { why: "unfitUnknown" });
    this.longer = this.exact && left !== null && end > this.total ? { end, best: this.total, isAuthors: false, at: path.findIndex((move, at) => at % 2 === 0 && solution[at] !== move) + 1 } : null;
    return this.become(isDone ? "solved" : "yours", { plan: answer.line, left, last: null, told: null, end });
  }
  /* Asks for the words of a line and the moves after it, which nobody waits for while the engine is on its way. */
  know(path) {
    const known = Promise.all([this.asking.wantLines([path]), this.asking.askPosition(path)]);
    return this.bench.isEarly ? null : known;
  }
  /* From the diagram, with the hints and mistakes so far. */
  restart() {
    clearTimeout(this.timer);
    this.setHint(0);
    this.turns = [];
    return this.resume([]);
  }
  /* The moves by which the position of the player is reached, for the address. */
  get reached() { return ["yours", "reply", "solved", "asking"].includes(this.phase) ? this.bench.path : this.last?.path || []; }

  /* The player has moved. */
  async played(usi) {
    const { bench } = this;
    if (this.phase !== "yours") return;
    const before = { path: bench.path, plan: this.plan, left: this.left, longer: this.longer }, path = [...bench.path, usi];
    const isPlan = before.plan[0] === usi && before.left !== null;
    this.setHint(0);
    bench.go(path);
    this.become("thinking", { last: before });
    this.course.attempt(this.doc, this);
    const answer = isPlan ? { verdict: "mate", plies: before.left - 1, line: before.plan.slice(1) } : await this.ask(path);
    if (this.phase !== "thinking" || bench.path !== path) return;
    // The page let a move through that the rules do not.
    if (!answer) {
      this.takeBack();
      return;
    }
    await this.know(path);
    if (bench.path !== path) return;
    speak(this.asking.move(path));
    this.judge(path, before, answer);
  }
  judge(path, before, answer) {
    const isAuthors = path.every((move, at) => this.bench.doc.line[at] === move);
    if (answer?.verdict === "mate") {
      const left = answer.plies ?? null, end = path.length + (left ?? answer.plies_at_most ?? 0);
      const best = before.left === null ? null : before.path.length + before.left;
      if (best !== null && left !== null && end > best) this.longer = { end, best, isAuthors, at: path.length };
      // Another move would have mated as fast.
      this.dual = left && end === best && path.at(-1) !== before.plan[0] && !isAuthors ? path.length : 0;
      if (left === 0) this.solved(path);
      else this.reply(path, before, answer.line, left);
    } else if (answer?.verdict === "no_mate") this.refute(path, answer);
    else if (isAuthors && this.bench.doc.line.length > path.length) this.reply(path, before, this.bench.doc.line.slice(path.length), null);
    else if (isAuthors) this.solved(path);
    else this.become("undecided");
  }
  reply(path, before, line, left) {
    this.turns.push(before);
    this.become("reply", { last: null });
    this.timer = setTimeout(async () => {
      const to = [...path, line[0]];
      this.bench.go(to);
      await this.know(to);
      if (this.bench.path !== to) return;
      speak(this.asking.move(to));
      this.become("yours", { plan: line.slice(1), left: left === null ? null : left - 1, last: null });
    }, PAUSE);
  }
  /* The move does not mate: the reply that shows it comes on the board. */
  refute(path, { line }) {
    this.become("refuted", { mistakes: this.mistakes + 1, told: { path, line } });
    this.course.attempt(this.doc, this);
    this.timer = setTimeout(() => this.showTold(1), PAUSE);
  }
  /* Shows so many moves of the refutation, or of the solution. */
  showTold(count) {
    if (!this.told) return;
    const { path, line } = this.told;
    this.bench.go([...path, ...line.slice(0, Math.max(0, Math.min(count, line.length)))]);
    this.bench.tell("riddle");
  }
  step(by) {
    if (this.told) this.showTold(this.bench.path.length - this.told.path.length + by);
  }
  /* Shows the solution from the diagram on. Who solves the problem after that had a hint. */
  reveal() {
    const { reached } = this, { line } = this.doc;
    clearTimeout(this.timer);
    this.question?.abort();
    this.setHint(0);
    const shown = line.length && (!this.exact || line.length === this.total) ? line : this.solution, isOn = reached.every((move, at) => shown[at] === move);
    this.become("shown", { told: { path: [], line: shown }, last: { path: [], plan: null }, hints: this.hints + 1, turns: [] });
    this.course.attempt(this.doc, this);
    this.asking.wantLines([shown]);
    this.showTold(isOn ? reached.length : 0);
  }
  async askLonger() {
    const { bench } = this, { path } = bench;
    if (this.phase === "unfit") return this.begin([], LONGER);
    if (this.phase !== "undecided") return undefined;
    this.become("thinking");
    const answer = await this.ask(path, LONGER);
    return this.phase === "thinking" && bench.path === path ? this.judge(path, this.last, answer) : undefined;
  }
  solved(path) {
    this.turns.push(this.last);
    this.become("solved", { end: path.length, last: null });
    this.course.note(this.doc, { hints: this.hints, mistakes: this.mistakes, longer: Boolean(this.longer) });
  }

  get canTakeBack() { return Boolean(this.turns.length || this.last); }
  takeBack() {
    if (!this.canTakeBack) return undefined;
    clearTimeout(this.timer);
    this.question?.abort();
    const to = this.last || this.turns.pop();
    this.setHint(0);
    if (!to.plan) return this.resume(to.path);
    this.bench.go(to.path);
    return this.become("yours", { plan: to.plan, left: to.left, longer: to.longer, last: null, told: null });
  }

  /* The first hint is the piece, the second one the move. */
  async hint() {
    if (["refuted", "undecided"].includes(this.phase)) this.takeBack();
    if (this.phase !== "yours" || this.level > 1 || !this.plan.length) return;
    this.hints += 1;
    this.course.attempt(this.doc, this);
    this.setHint(this.level + 1);
    const path = [...this.bench.path, this.plan[0]];
    if (this.level > 1) await this.know(path);
    this.bench.tell("riddle");
  }
  setHint(level) {
    this.level = level;
    const move = this.plan?.[0];
    // A piece in the hand is told by its letter: `G*`.
    this.bench.hint = level ? { from: move.slice(0, 2), to: level > 1 ? move.slice(2, 4) : null } : null;
    this.bench.tell("hint");
  }
  get hintMove() { return this.level > 1 ? this.asking.move([...this.bench.path, this.plan[0]]) : null; }
}
