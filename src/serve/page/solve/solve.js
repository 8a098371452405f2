// Solving a problem as a player: the attacker's moves are the player's, the longest defence is the engine's.
import { emptyDoc, goalOf } from "../state/bench.js";
import { speak } from "../dom.js";

const TIME = 10000;
const LONGER = 60000;
// So that one sees the own move before the reply.
const PAUSE = 500;

export class Riddle {
  constructor(bench, asking, course) {
    Object.assign(this, { bench, asking, course });
    this.forget();
    bench.on("mode", () => { if (bench.solves) this.begin(); else this.leave(); });
    bench.on("doc", () => { if (bench.solves) this.begin(); });
    bench.on("settings", (name) => { if (bench.solves && name === "interpositions") this.begin(); });
    bench.on("played", (usi) => this.played(usi));
  }

  /*
   * `phase`: "asking" (is there a mate?), "unfit" (there is none to look for), "yours" (the player moves), "thinking" (about the move), "reply",
   * "refuted", "undecided", "solved". `plan`: the moves that go on from the position of the player, if both play best. `left`: how many plies that are.
   */
  forget() {
    clearTimeout(this.timer);
    this.question?.abort();
    Object.assign(this, { phase: "asking", plan: [], left: null, total: null, exact: true, turns: [], hints: 0, mistakes: 0, longer: null, last: null, refutation: null, why: "" });
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

  async begin(time_ms = TIME) {
    this.forget();
    const { bench } = this, { doc } = bench;
    bench.go([]);
    this.become("asking");
    if (goalOf(doc) !== "mate") return this.become("unfit", { why: "onlyMatesPlayed" });
    // An empty board, as before the problem of a link is there, is nothing to ask the engine about.
    if (doc.sfen === emptyDoc().sfen) return this.become("unfit", { why: "unfitNoMate" });
    const [answer] = await Promise.all([this.ask([], time_ms), this.asking.askPosition([])]);
    if (!bench.solves || bench.doc !== doc || this.phase !== "asking") return undefined;
    if (answer?.verdict === "mate" && answer.line.length) {
      const total = answer.plies ?? answer.plies_at_most;
      return this.become("yours", { plan: answer.line, left: answer.plies, total, exact: answer.plies !== null });
    }
    // What the engine cannot solve in time is played by the author's line.
    if (answer?.verdict === "unknown" && doc.line.length) return this.become("yours", { plan: doc.line, total: doc.line.length, exact: false });
    return this.become("unfit", { why: !answer || answer.verdict === "unknown" ? "unfitUnknown" : "unfitNoMate" });
  }

  /* The player has moved. */
  async played(usi) {
    const { bench } = this;
    if (this.phase !== "yours") return;
    const before = { path: bench.path, plan: this.plan, left: this.left, longer: this.longer }, path = [...bench.path, usi];
    const isPlan = before.plan[0] === usi && before.left !== null;
    this.setHint(0);
    bench.go(path);
    this.become("thinking", { last: before });
    const answer = isPlan ? { verdict: "mate", plies: before.left - 1, line: before.plan.slice(1) } : await this.ask(path);
    if (this.phase !== "thinking" || bench.path !== path) return;
    await this.asking.wantLines([path]);
    if (bench.path !== path) return;
    speak(this.asking.move(path));
    this.judge(path, before, answer);
  }
  judge(path, before, answer) {
    const isAuthors = path.every((move, at) => this.bench.doc.line[at] === move);
    if (answer?.verdict === "mate") {
      const left = answer.plies ?? null, end = path.length + (left ?? answer.plies_at_most ?? 0);
      const best = before.left === null ? null : before.path.length + before.left;
      if (best !== null && left !== null && end > best) this.longer = { end, best, isAuthors };
      if (left === 0) this.solved(path);
      else this.reply(path, before, answer.line, left);
    } else if (answer?.verdict === "no_mate") this.refute(path, answer);
    else if (isAuthors && this.bench.doc.line.length > path.length) this.reply(path, before, this.bench.doc.line.slice(path.length), null);
    else if (isAuthors) this.solved(path);
    else this.become("undecided");
  }
  reply(path, before, line, left) {
    this.turns.push(before);
    this.become("reply");
    this.timer = setTimeout(async () => {
      const to = [...path, line[0]];
      this.bench.go(to);
      await Promise.all([this.asking.wantLines([to]), this.asking.askPosition(to)]);
      if (this.bench.path !== to) return;
      speak(this.asking.move(to));
      this.become("yours", { plan: line.slice(1), left: left === null ? null : left - 1, last: null });
    }, PAUSE);
  }
  /* The move does not mate: the reply that shows it comes on the board. */
  refute(path, { line }) {
    this.become("refuted", { mistakes: this.mistakes + 1, refutation: { path, line } });
    this.timer = setTimeout(() => this.showRefutation(1), PAUSE);
  }
  /* Shows so many moves of the refutation. */
  showRefutation(count) {
    if (this.phase !== "refuted") return;
    const { path, line } = this.refutation;
    this.bench.go([...path, ...line.slice(0, Math.max(0, Math.min(count, line.length)))]);
    this.bench.tell("riddle");
  }
  stepRefutation(by) {
    if (this.phase === "refuted") this.showRefutation(this.bench.path.length - this.refutation.path.length + by);
  }
  async askLonger() {
    const { bench } = this, { path } = bench;
    if (this.phase === "unfit") return this.begin(LONGER);
    if (this.phase !== "undecided") return undefined;
    this.become("thinking");
    const answer = await this.ask(path, LONGER);
    return this.phase === "thinking" && bench.path === path ? this.judge(path, this.last, answer) : undefined;
  }
  solved(path) {
    this.turns.push(this.last);
    this.become("solved", { end: path.length });
    this.course.note(this.bench.doc, { hints: this.hints, mistakes: this.mistakes, longer: Boolean(this.longer) });
  }

  get canTakeBack() { return Boolean(this.turns.length || ["refuted", "undecided", "thinking"].includes(this.phase)); }
  takeBack() {
    if (!this.canTakeBack) return;
    clearTimeout(this.timer);
    this.question?.abort();
    const to = ["refuted", "undecided", "thinking"].includes(this.phase) ? this.last : this.turns.pop();
    this.setHint(0);
    this.bench.go(to.path);
    this.become("yours", { plan: to.plan, left: to.left, longer: to.longer, last: null, refutation: null });
  }

  /* The first hint is the piece, the second one the move. */
  async hint() {
    if (["refuted", "undecided"].includes(this.phase)) this.takeBack();
    if (this.phase !== "yours" || this.level > 1 || !this.plan.length) return;
    this.hints += 1;
    this.setHint(this.level + 1);
    const path = [...this.bench.path, this.plan[0]];
    if (this.level > 1) await this.asking.wantLines([path]);
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
