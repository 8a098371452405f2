// The problems that a player goes through: those that came with the page, or those of a file that was opened. The course says what is solved.
import { keyOf } from "./course.js";
import { readShared, writeShared } from "../state/store.js";

// So many problems are asked for at a time.
const PAGE = 2000;
export const ORDERS = ["given", "difficulty", "plies"];
export const STATES = ["all", "untried", "tried", "solved"];
// The highest difficulty of each band.
export const BANDS = { easy: 35, middle: 50, hard: 100 };
const FILTER = { order: "given", plies: 0, band: "", state: "all" };
const NUMBERS = { difficulty: (it) => it.difficulty, plies: (it) => it.plies };

export class Collection {
  constructor(bench, course) {
    Object.assign(this, { bench, course });
    const kept = readShared("filter", {});
    this.filter = { ...FILTER, ...(ORDERS.includes(kept?.order) && STATES.includes(kept.state) && Number.isSafeInteger(kept.plies) && (kept.band === "" || Object.hasOwn(BANDS, kept.band)) ? kept : {}) };
    // What the page says of itself before the list has come.
    this.isExpected = "problems" in document.documentElement.dataset;
    this.take([], false);
    bench.on("listed", (problems) => this.take(problems, false));
  }
  /* A list takes the place of the one before. `isOwn`: it came with the page, so that addresses may name its problems. */
  take(problems, isOwn) {
    Object.assign(this, { list: [], announced: problems.length, leftOut: 0, isOwn, keys: new Map(), ids: new Map() });
    this.add(problems);
  }
  /* The number of problems, as far as it is known. Brinkmates and what cannot be read are nothing to play. */
  get total() { return this.announced - this.leftOut; }
  add(problems) {
    for (const it of problems) {
      if (!it.sfen || it.error || it.goal === "brinkmate") {
        this.leftOut += 1;
        continue;
      }
      const key = keyOf(it.sfen);
      // Without a length that is stated, it is that of the line.
      const line = it.moves?.length ? it.moves : it.solution || [], plies = it.expected_plies ?? (line.length % 2 ? line.length : null);
      this.list.push({ ...it, key, plies, number: this.list.length + 1 });
      if (!this.keys.has(key)) this.keys.set(key, this.list.at(-1));
      this.ids.set(it.id, this.list.at(-1));
    }
    this.sorted = null;
    this.bench.tell("collection");
  }

  /* Reads the problems that came with the page, all of them; `begun` is resolved with the first ones, `whole` with the last. */
  read() {
    let first;
    this.begun = new Promise((done) => { first = done; });
    this.whole = this.readAll(first).finally(() => {
      first();
      this.bench.tell("collection");
    });
  }
  async readAll(first) {
    for (let from = 0, total = 1; from < total;) {
      const answer = await this.bench.engine.files({ from, count: PAGE }).catch(() => null);
      if (!answer?.problems.length || (from && !this.isOwn)) return;
      if (from === 0) this.take([], true);
      from += answer.problems.length;
      this.announced = total = answer.total ?? from;
      this.add(answer.problems);
      first();
    }
  }
  /* The problem of this name, as soon as it is there. */
  async named(id) {
    await this.begun;
    if (!this.ids.has(id)) await this.whole;
    return this.isOwn ? this.ids.get(id) ?? null : null;
  }
  /* The problem with this diagram; null if it is in no list. */
  of(sfen) { return this.keys.get(keyOf(sfen)) || null; }
  /* The name of a problem in addresses; null if its diagram has to stand there. */
  idOf(sfen) { return this.isOwn ? this.of(sfen)?.id ?? null : null; }

  set(changes) {
    this.filter = { ...this.filter, ...changes };
    writeShared("filter", this.filter);
    this.sorted = null;
    this.bench.tell("collection");
  }
  stateOf(it) { return this.course.stateOf(it.key); }
  /* All problems in the chosen order. Those without such a number come last. */
  get ordered() {
    const number = NUMBERS[this.filter.order];
    this.sorted ||= number ? [...this.list].sort((a, b) => (number(a) ?? Infinity) - (number(b) ?? Infinity) || 0) : this.list;
    return this.sorted;
  }
  matches(it) {
    const { state, plies, band } = this.filter, now = this.stateOf(it), bands = Object.keys(BANDS), above = BANDS[bands[bands.indexOf(band) - 1]] ?? -1;
    if ((plies && it.plies !== plies) || (band && !(it.difficulty > above && it.difficulty <= BANDS[band]))) return false;
    return state === "all" || (state === "solved" ? now === "solved" || now === "helped" : (now || "untried") === state);
  }
  get chosen() { return this.ordered.filter((it) => this.matches(it)); }
  /* The problem before (-1) or after (1) the one on the board; around the end. Null if no other one is chosen. */
  beside(sfen, by) {
    const { ordered: all } = this, at = all.indexOf(this.of(sfen));
    for (let step = 1; step <= all.length; step += 1) {
      const it = all[((at < 0 && by < 0 ? 0 : at) + by * step + all.length * 2) % all.length];
      if (it.key !== keyOf(sfen) && this.matches(it)) return it;
    }
    return null;
  }
  get daily() { return this.course.daily(this.list); }
}
