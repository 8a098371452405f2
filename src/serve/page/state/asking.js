// Questions about single positions: legal moves, notation of lines, what a move leads to. Answers are kept.
import { asked, goalOf } from "./bench.js";
import { movesIn } from "./moves.js";
import { after } from "./shogi.js";
import { moveWords } from "../words.js";

const SHORT = 3000;
const KEPT = 3000;

export class Asking {
  constructor(bench) {
    this.bench = bench;
    this.positions = new Map();
    this.nodes = new Map();
    this.words = new Map();
    this.wanted = new Set();
  }
  key(path) {
    const { doc, settings } = this.bench;
    return `${doc.sfen}|${doc.rest}|${goalOf(doc)}|${settings.interpositions}|${path.join(" ")}`;
  }
  forget() { this.nodes.clear(); this.positions.clear(); }

  /* The engine's view of a position: legal moves, complaints. Null until it is there. */
  position(path) { return this.positions.get(this.key(path)) || null; }
  /* The moves of a position: the engine's, or the page's own until there is an engine. */
  moves(path) {
    const key = this.key(path), known = this.positions.get(key);
    if (known || !this.bench.isEarly) return known?.moves || [];
    if (this.early?.key !== key) this.early = { key, moves: movesIn(after(this.bench.position, path)) };
    return this.early.moves;
  }
  async askPosition(path) {
    const key = this.key(path);
    if (this.positions.has(key)) return this.positions.get(key);
    const answer = await this.quiet(this.bench.engine.position({ ...asked(this.bench.doc), moves: path }));
    if (answer) {
      this.keep(this.positions, key, answer);
      this.learn(path, (answer.moves || []).map((it) => it.usi), answer.moves || []);
      this.bench.tell("known");
    }
    return answer;
  }

  /* What a position leads to: `{verdict, plies, …}`, null if it was not asked yet. */
  node(path) { return this.nodes.get(this.key(path)) || null; }
  async askNode(path, { explain = false, time_ms = SHORT, signal = null } = {}) {
    const key = this.key(path), known = this.nodes.get(key);
    if (known && !known.asking && (known.interpositions || !explain) && (known.verdict !== "unknown" || time_ms <= (known.time_ms || 0))) return known;
    const { doc, settings, engine } = this.bench;
    const request = { ...asked(doc), moves: path, interpositions: settings.interpositions, time_ms, explain };
    const answer = await this.quiet(engine.node(request, signal));
    if (!answer) return null;
    answer.time_ms = time_ms;
    this.keep(this.nodes, key, answer);
    if (answer.japanese) this.learnLine(path, answer.line, answer);
    this.bench.tell("known");
    return answer;
  }

  /* A move after a path, in words. */
  move(path) {
    const known = this.words.get(`${this.bench.doc.sfen}|${path.join(" ")}`);
    const word = known && (this.bench.western ? known.western : known.japanese);
    return word || moveWords(after(this.bench.position, path.slice(0, -1)), path.at(-1), path.at(-2), this.bench.western);
  }
  learnMove(path, words) { this.keep(this.words, `${this.bench.doc.sfen}|${path.join(" ")}`, words); }
  /* Moves that are all played in the same position. */
  learn(path, moves, words) { moves.forEach((move, at) => this.learnMove([...path, move], words[at])); }
  learnLine(path, line, { japanese = [], western = [] }) {
    line.forEach((_, at) => {
      const to = [...path, ...line.slice(0, at + 1)];
      if (japanese[at] && !this.knows(to)) this.learnMove(to, { japanese: japanese[at], western: western[at] });
    });
  }
  /* Whether the last move of a path is known in the notation that the page shows. */
  knows(path) {
    const known = this.words.get(`${this.bench.doc.sfen}|${path.join(" ")}`);
    return Boolean(known && (this.bench.western ? known.western : known.japanese));
  }
  /* Asks for the words of these lines from the diagram, unless they are known. */
  async wantLines(lines) {
    const { sfen } = this.bench.doc;
    const unknown = lines.filter((line) => line.length && !this.knows(line) && !this.wanted.has(`${sfen}|${this.bench.western}|${line.join(" ")}`));
    if (!unknown.length) return;
    for (const line of unknown) this.wanted.add(`${sfen}|${this.bench.western}|${line.join(" ")}`);
    const answer = await this.quiet(this.bench.engine.notation({ ...asked(this.bench.doc), lines: unknown }));
    if (!answer) {
      this.wanted.clear();
      return;
    }
    if (sfen !== this.bench.doc.sfen) return;
    answer.lines.forEach((words, at) => this.learnLine([], unknown[at], words));
    this.bench.tell("known");
  }

  keep(map, key, value) {
    map.set(key, value);
    if (map.size > KEPT) map.delete(map.keys().next().value);
  }
  /* The answer, or null after a failure, which the page tells elsewhere. */
  async quiet(promise) {
    try {
      return await promise;
    } catch (error) {
      if (error.name !== "AbortError") this.bench.tell(error.kind === "lost" || error.kind === "token" ? "lost" : "refused", error);
      return null;
    }
  }
}
