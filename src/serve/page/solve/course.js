// A collection as a course: the solved problems, the next problem, the problem of the day. The browser keeps the progress.
import { onOther, readEach, writeOne } from "../state/store.js";

const KIND = "solved";
const DAY = 24 * 3600 * 1000;
export const ORDERS = ["given", "difficulty", "plies"];

/* Returns the key of a problem: its diagram without the defender's hand and without the number of the move. */
function keyOf(sfen) {
  const [board, side, hand = "-"] = sfen.split(" ");
  const mine = (hand.match(side === "w" ? /\d*[a-z]/g : /\d*[A-Z]/g) || []).sort().join("");
  return `${board} ${side} ${mine || "-"}`;
}
const isNote = (it) => typeof it?.key === "string" && Number.isFinite(it.at) && Number.isFinite(it.hints);

export class Course {
  constructor(bench) {
    this.bench = bench;
    this.read();
    onOther(KIND, () => { this.read(); bench.tell("progress"); });
  }
  read() { this.notes = new Map(readEach(KIND).map(([, it]) => it).filter(isNote).map((it) => [it.key, it])); }

  /* Notes that a problem was solved. The note with the fewest hints is kept, then the one with the fewest mistakes. */
  note({ sfen }, { hints, mistakes, longer }) {
    const key = keyOf(sfen), old = this.notes.get(key);
    const it = { key, at: Date.now(), hints, mistakes, longer };
    if (!old || hints < old.hints || (hints === old.hints && mistakes <= old.mistakes)) {
      this.notes.set(key, it);
      writeOne(KIND, key, it);
    }
    this.bench.tell("progress");
  }
  /* Returns "solved", "helped" (solved with hints), or null. */
  state(sfen) {
    const it = sfen && this.notes.get(keyOf(sfen));
    return it ? (it.hints ? "helped" : "solved") : null;
  }

  /* Returns the problems that can be solved, in an order of ORDERS. Problems without such a number come last, in the given order. */
  sorted(list, order) {
    const fit = list.filter((it) => it.sfen && !it.error && it.goal !== "brinkmate");
    const number = { difficulty: (it) => it.difficulty, plies: (it) => it.expected_plies }[order];
    return number ? [...fit].sort((a, b) => (number(a) ?? Infinity) - (number(b) ?? Infinity) || 0) : fit;
  }
  /* Returns the next unsolved problem after the one on the board, or the next one if all are solved. */
  next(list, sfen) {
    const at = list.findIndex((it) => keyOf(it.sfen) === keyOf(sfen)), after = [...list.slice(at + 1), ...list.slice(0, Math.max(at, 0))];
    return after.find((it) => !this.state(it.sfen)) || after[0] || null;
  }
  /* Returns the problem of the day. Every problem has its day before one comes again. */
  daily(list, now = new Date()) {
    if (!list.length) return null;
    const day = Math.floor((now.getTime() - now.getTimezoneOffset() * 60000) / DAY), n = list.length;
    // A step without a common factor with the number of problems reaches each of them.
    let step = Math.max(1, Math.round(n * 0.618));
    const common = (a, b) => (b ? common(b, a % b) : a);
    while (common(step, n) > 1) step += 1;
    return list[(day * step) % n];
  }
}
