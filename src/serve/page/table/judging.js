// Judges the problems of the list in the background. The engine works on several at a time.
import { TIMES, WITHOUT_LIMIT } from "../state/bench.js";

// So much is sent at a time, in characters.
const MOST = 8e6;
// The time before another try if the engine has too much to do.
const PAUSE = 1000;

export class Judging {
  /* `told` is called when something became known, or the work began or ended. */
  constructor(bench, told) {
    Object.assign(this, { bench, told });
    this.queue = new Set();
    this.work = null;
    this.done = this.before = this.since = 0;
    this.time = bench.settings.time_ms;
    this.times = TIMES;
  }
  get isRunning() { return Boolean(this.work); }
  get total() { return this.done + this.queue.size; }
  /* About how many milliseconds are left. */
  get left() { return this.since ? (performance.now() - this.since) / (this.done - this.before) * this.queue.size : Infinity; }
  forget() {
    this.pause();
    this.queue = new Set();
    this.done = 0;
  }
  begin(list) {
    this.queue = new Set(list);
    this.done = 0;
    return this.goOn();
  }
  pause() {
    this.work?.abort();
    this.work = null;
  }
  async goOn() {
    const work = this.work = new AbortController();
    this.since = performance.now();
    this.before = this.done;
    this.told();
    try {
      while (this.queue.size && !work.signal.aborted) await this.judge(part([...this.queue]), work.signal);
    } catch (error) {
      if (!work.signal.aborted) this.bench.tell(error.kind === "lost" || error.kind === "token" ? "lost" : "refused", error);
    }
    if (this.work === work) this.work = null;
    this.told();
  }
  async judge(list, signal) {
    const { engine, settings } = this.bench, { queue } = this;
    const problems = list.map((it) => ({ id: it.id || "problem", source: it.source || sourceOf(it) }));
    const request = { problems, rules: settings.rules, interpositions: settings.interpositions, time_ms: this.time || WITHOUT_LIMIT };
    const hear = (name, data) => {
      const it = list[data.at];
      if (name !== "row" || data.stopped || signal.aborted || !queue.delete(it)) return;
      const { error } = data;
      Object.assign(it, error ? { row: undefined, brief: { verdict: "error", finding: [error.message, error.message] } } : { row: data.row, brief: data.brief });
      this.done += 1;
      this.told();
    };
    try {
      await engine.rows(request, hear, signal);
    } catch (error) {
      if (error.kind !== "busy") throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

/* The first problems of a list, as many as can be sent at a time. */
function part(list) {
  let size = 0;
  const end = list.findIndex((it, at) => { size += JSON.stringify(it.source || it.sfen).length; return at && size > MOST; });
  return end < 0 ? list : list.slice(0, end);
}

/* The source of a problem that was not read from a text. */
function sourceOf({ sfen, moves = [], goal, expected_plies: plies }) {
  const tail = `${plies ? `; plies ${plies}` : ""}${goal && goal !== "mate" ? `; goal "${goal}"` : ""}`;
  return { origin: { name: "page", line: null, medium: "Argument", record: null }, text: `${sfen}${moves.length ? ` moves ${moves.join(" ")}` : ""}${tail}` };
}
