// How far a player is: the problems that were solved or tried, the days in a row, the problem of the day. The browser keeps it.
import { onOther, readEach, readShared, writeOne, writeShared } from "../state/store.js";

const KIND = "solved";
const DAY = 24 * 3600 * 1000;

/* Returns the key of a problem: its diagram without the defender's hand and without the number of the move. */
export function keyOf(sfen) {
  const [board, side, hand = "-"] = sfen.split(" ");
  const mine = (hand.match(side === "w" ? /\d*[a-z]/g : /\d*[A-Z]/g) || []).sort().join("");
  return `${board} ${side} ${mine || "-"}`;
}
/* The number of a day in the player's time. */
const dayOf = (at) => Math.floor((at - new Date(at).getTimezoneOffset() * 60000) / DAY);
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
    const key = keyOf(sfen), old = this.notes.get(key), today = dayOf(Date.now());
    if (!this.days.includes(today)) writeShared("days", [...this.days, today].slice(-1000));
    if (!old || old.tried || hints < old.hints || (hints === old.hints && mistakes <= old.mistakes)) this.keep({ key, at: Date.now(), hints, mistakes, longer });
    this.bench.tell("progress");
  }
  /* Notes that a move was tried, or a hint taken: what counts when the problem is solved in the end. */
  attempt({ sfen }, { hints, mistakes }) {
    const key = keyOf(sfen), old = this.notes.get(key);
    if (!old || old.tried) this.keep({ key, at: Date.now(), hints, mistakes, tried: true });
    this.bench.tell("progress");
  }
  keep(it) {
    this.notes.set(it.key, it);
    writeOne(KIND, it.key, it);
  }
  /* Returns the hints and mistakes so far in a problem that is not solved yet. */
  soFar({ sfen }) {
    const it = this.notes.get(keyOf(sfen));
    return it?.tried ? { hints: it.hints, mistakes: Number(it.mistakes) || 0 } : { hints: 0, mistakes: 0 };
  }
  /* Returns "solved", "helped" (solved with hints), "tried", or null. */
  stateOf(key) {
    const it = this.notes.get(key);
    return it ? (it.tried ? "tried" : it.hints ? "helped" : "solved") : null;
  }
  state(sfen) { return sfen ? this.stateOf(keyOf(sfen)) : null; }

  get days() {
    const kept = readShared("days", []);
    return Array.isArray(kept) ? kept.filter(Number.isSafeInteger) : [];
  }
  /* Returns on how many days in a row, up to today or yesterday, a problem was solved. */
  get streak() {
    const days = new Set(this.days), today = dayOf(Date.now()), last = days.has(today) ? today : today - 1;
    let count = 0;
    while (days.has(last - count)) count += 1;
    return count;
  }
  /* Returns the problem of the day. Every problem has its day before one comes again. */
  daily(list, now = new Date()) {
    if (!list.length) return null;
    const day = dayOf(now.getTime()), n = list.length;
    // A step without a common factor with the number of problems reaches each of them.
    let step = Math.max(1, Math.round(n * 0.618));
    const common = (a, b) => (b ? common(b, a % b) : a);
    while (common(step, n) > 1) step += 1;
    return list[(day * step) % n];
  }
}
