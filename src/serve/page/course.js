// A collection as a course: what was solved, which problem comes next, the problem of the day. The browser keeps the progress.
import { onOther, readEach, writeOne } from "./store.js";

const KIND = "solved";
const DAY = 24 * 3600 * 1000;
export const ORDERS = ["given", "difficulty", "plies"];

/* A problem is known by its diagram: the defender's hand and the number of the move are not part of it. */
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

  /* Keeps that a problem was solved. The best time counts: with fewer hints. */
  note({ sfen }, { hints, mistakes, longer }) {
    const key = keyOf(sfen), old = this.notes.get(key);
    const it = { key, at: Date.now(), hints, mistakes, longer };
    if (!old || hints < old.hints || (hints === old.hints && mistakes <= old.mistakes)) {
      this.notes.set(key, it);
      writeOne(KIND, key, it);
    }
    this.bench.tell("progress");
  }
  /* "solved", "helped" (with hints), or null. */
  state(sfen) {
    const it = sfen && this.notes.get(keyOf(sfen));
    return it ? (it.hints ? "helped" : "solved") : null;
  }

  /* The problems that can be solved, in an order. What has no such number comes last, and stays in the order given. */
  sorted(list, order) {
    const fit = list.filter((it) => it.sfen && !it.error && it.goal !== "brinkmate");
    const number = { difficulty: (it) => it.difficulty, plies: (it) => it.expected_plies }[order];
    return number ? [...fit].sort((a, b) => (number(a) ?? Infinity) - (number(b) ?? Infinity) || 0) : fit;
  }
  /* The next problem that is not solved, after the one on the board. */
  next(list, sfen) {
    const at = list.findIndex((it) => keyOf(it.sfen) === keyOf(sfen)), after = [...list.slice(at + 1), ...list.slice(0, Math.max(at, 0))];
    return after.find((it) => !this.state(it.sfen)) || after[0] || null;
  }
  /* The problem of this day: all come before one comes again. */
  daily(list, now = new Date()) {
    if (!list.length) return null;
    const day = Math.floor((now.getTime() - now.getTimezoneOffset() * 60000) / DAY), n = list.length;
    // A step that has no factor in common with the number of problems reaches each.
    let step = Math.max(1, Math.round(n * 0.618));
    const common = (a, b) => (b ? common(b, a % b) : a);
    while (common(step, n) > 1) step += 1;
    return list[(day * step) % n];
  }
}
