// The workbench: the document, what is shown of it, the settings. Views listen to it; it knows no view.
import { History } from "./history.js";
import { readShared, writeOwn, readOwn, writeShared } from "./store.js";
import { EMPTY, after, isLine, other, parse, transform, withRest, write } from "./shogi.js";

export const DEFAULTS = { lang: "", theme: "auto", notation: "japanese", rules: "standard", interpositions: "standard", time_ms: 60000, threads: 0, memory: 0, live: true };
// The limits of time that one can choose, in milliseconds. 0 is none.
export const TIMES = [5000, 15000, 60000, 300000, 1800000, 0];
// The engine ends a search that names no limit; a week is none for a person.
export const WITHOUT_LIMIT = 7 * 24 * 3600 * 1000;
// The values that a setting may have; of the others, any whole number that is not negative. The engine knows those of `interpositions`.
const CHOICES = { time_ms: TIMES, lang: ["", "en", "ja"], theme: ["auto", "light", "dark"], notation: ["japanese", "western"], rules: ["standard", "unique", "strict", "lenient"], live: [true, false] };
/* The settings as far as they can be used: an older page, or another program at this address, may have kept anything. */
function usable(kept) {
  const isGood = (key, value) => key === "interpositions" ? typeof value === "string" : (CHOICES[key] ? CHOICES[key].includes(value) : Number.isSafeInteger(value) && value >= 0);
  return Object.fromEntries(Object.entries(DEFAULTS).map(([key, value]) => [key, isGood(key, kept?.[key]) ? kept[key] : value]));
}
export const newWork = () => Math.random().toString(36).slice(2, 10);
/* A document: the diagram, whether the defender holds the rest, what it is to end with, the author's line and length, titles, and the work that its versions belong to. */
export const emptyDoc = () => ({ sfen: write(withRest(parse(EMPTY))), rest: true, goal: "mate", line: [], plies: null, title: "", author: "", headers: {}, work: newWork() });

export class Workbench {
  constructor(engine) {
    this.engine = engine;
    this.history = new History(emptyDoc());
    this.settings = usable(readShared("settings", {}));
    // "setup" and "play" are the editor; "solve" and "front", the collection, are a player's, and tell nothing.
    this.mode = "setup";
    // The problem of the player, who leaves the editor's history alone.
    this.riddle = null;
    this.path = [];
    // What is picked up: `{from: "square" | "palette" | "hand" | "eraser", …}`.
    this.picked = null;
    // While a problem is solved: whether the player has to wait, and the squares of a hint, `{from, to}`.
    this.waits = false;
    this.hint = null;
    // Whether the board is turned round, and whether the last move was brought by hand.
    this.flipped = this.carried = false;
    this.about = {};
    // When the last edit was made, for the times that the page shows.
    this.editedAt = performance.now();
    this.listeners = {};
    // Lines that were tried, by diagram.
    const tries = readOwn("tries", []);
    const isTry = (it) => typeof it === "string" && isLine(it.split(" "));
    this.tries = new Map(Array.isArray(tries) ? tries.filter((it) => Array.isArray(it) && Array.isArray(it[1]) && it[1].every(isTry)) : []);
  }

  /* Takes the facts about the engine. A setting that the engine does not know becomes the usual one. */
  learn(about) {
    this.about = about;
    const known = about.interpositions || [];
    if (known.length && !known.includes(this.settings.interpositions)) this.set("interpositions", DEFAULTS.interpositions);
  }

  on(names, call) { for (const name of names.split(" ")) (this.listeners[name] ||= []).push(call); }
  tell(name, data) { for (const call of this.listeners[name] || []) call(data); }

  get doc() { return this.riddle || this.history.doc; }
  get position() {
    if (this.parsedFrom !== this.doc.sfen) {
      this.parsedFrom = this.doc.sfen;
      this.parsed = parse(this.doc.sfen);
    }
    return this.parsed;
  }
  get attacker() { return this.position.side; }
  /* Whether the engine has not answered yet. */
  get isEarly() { return !this.about.version; }
  /* Whether nothing was done on this page yet. */
  get isFresh() { return !this.history.canUndo && !this.history.canRedo; }
  get isBrinkmate() { return goalOf(this.doc) === "brinkmate"; }
  /* The position on the board: the diagram, or what the moves lead to. */
  get shown() { return this.path.length ? after(this.position, this.path) : this.position; }

  /* A new step of the history. */
  commit(changes) {
    const doc = { ...this.doc, ...changes };
    if (this.solves) this.riddle = doc;
    else if (!this.history.commit(doc)) return;
    this.afterStep();
  }
  /* Changes the diagram: one gesture. The length that a record states was that of another diagram. */
  change(position, line = this.doc.line, plies = null) {
    this.commit({ sfen: write(this.doc.rest ? withRest(position) : position), line, plies });
  }
  transform(...what) {
    const done = transform(this.position, this.doc.line, /** @type {[string, ...number[]]} */ (what));
    if (done) this.change(done.position, done.line, this.doc.plies);
    return Boolean(done);
  }
  setRest(rest) {
    this.commit({ rest, sfen: rest ? write(withRest(this.position)) : this.doc.sfen });
  }
  undo() { if (!this.solves && this.history.undo()) this.afterStep(); }
  redo() { if (!this.solves && this.history.redo()) this.afterStep(); }
  afterStep(path = []) {
    this.editedAt = performance.now();
    this.path = path;
    this.pick(null);
    this.tell("doc");
    this.tell("path");
  }

  /**
   * Another problem takes the place of this one, shown after the moves of `path`. In the editor undo brings the old one back.
   * @param {{sfen: string, rest?: boolean, [key: string]: any}} problem
   */
  load({ sfen, moves = [], title = "", author = "", headers = {}, rest, goal = "mate", expected_plies: plies = null, work = newWork() }, { mode = this.solves ? "solve" : "setup", path = [] } = {}) {
    const it = restOf({ sfen, rest }), was = this.mode;
    this.become(mode);
    // The diagram that was opened last, in contrast to those that are set up by hand.
    this.opened = it.sfen;
    const doc = { ...it, goal, line: moves || [], plies: plies ?? null, title: title || "", author: author || "", headers: headers || {}, work };
    if (this.solves) this.riddle = doc;
    else this.history.commit(doc);
    this.afterStep(path);
    if (was !== mode) this.tell("mode");
  }

  /* Whether moves are played: to try them, or to solve the problem. */
  get plays() { return this.mode !== "setup"; }
  get solves() { return this.mode === "solve" || this.mode === "front"; }
  /* Enters a mode. Who goes from a problem to the editor takes it along. */
  become(mode) {
    const { riddle, mode: was } = this;
    this.mode = mode;
    if (!this.solves) {
      this.riddle = null;
      if (was === "solve" && riddle.sfen !== emptyDoc().sfen) this.history.commit(riddle);
    } else if (!riddle || mode === "front") this.riddle = this.history.doc;
  }
  setMode(mode) {
    if (mode === this.mode) return;
    const { doc } = this;
    this.become(mode);
    this.pick(null);
    if (mode !== "play" && this.path.length) this.path = [];
    if (this.doc !== doc) this.tell("doc");
    this.tell("mode");
    this.tell("path");
  }
  /* Shows the position after these moves. */
  go(path) {
    if (path.length && !this.plays) {
      this.mode = "play";
      this.tell("mode");
    }
    this.path = path;
    this.pick(null);
    this.tell("path");
  }
  pick(what) {
    this.picked = what;
    this.tell("picked");
  }

  /* Turns the board round for those who look at it; the diagram stays the same. */
  flip() {
    this.flipped = !this.flipped;
    this.tell("flip");
  }
  /* Whether the pieces of a side point upwards. */
  isUp(side) { return (side === "b") !== this.flipped; }

  set(name, value) {
    this.settings = { ...this.settings, [name]: value };
    writeShared("settings", this.settings);
    this.tell("settings", name);
  }
  /* Where moves and pieces are letters. */
  get western() { return this.settings.notation === "western"; }
  get lang() { return this.settings.lang || (navigator.language.startsWith("ja") ? "ja" : "en"); }

  triesHere() { return this.tries.get(this.doc.sfen) || []; }
  addTry(path) {
    const here = this.triesHere(), text = path.join(" ");
    // A try that goes on replaces its beginning.
    const kept = here.filter((it) => !text.startsWith(it));
    if (!kept.some((it) => it.startsWith(text))) kept.push(text);
    this.keepTries(kept);
  }
  keepTries(list) {
    this.tries.delete(this.doc.sfen);
    if (list.length) this.tries.set(this.doc.sfen, list);
    writeOwn("tries", [...this.tries].slice(-50));
    this.tell("tries");
  }
}

/* A document that an older page has kept has no goal. */
export const goalOf = (doc) => (doc.goal === "brinkmate" ? "brinkmate" : "mate");
/* A diagram as a document has it. Unless that is given, the defender holds the rest if the hand is empty, or if it is just that. */
export function restOf({ sfen, rest }) {
  const position = parse(sfen), filled = withRest(position), own = write(position);
  const holdsRest = rest ?? (write(filled) === own || !Object.values(position.hands[other(position.side)]).some(Boolean));
  return { sfen: holdsRest ? write(filled) : own, rest: holdsRest };
}
/* What the engine is told of a document in every question. */
export const asked = (doc) => ({ sfen: doc.sfen, hand: doc.rest ? "rest" : "given", goal: goalOf(doc) });
