// The engine as promises. It runs in a worker, and answers one question after another.
import { Bench } from "./engine_bench.js";
import { EngineError } from "./engine_error.js";
import { once } from "./engine_library.js";

// Memory for the tables of a search, in MiB.
const USUAL = 128;

export { EngineError as TsumeError };

/* Returns the request of a problem: of an SFEN, or of an object with `sfen`. `read` sets what it does not know to null, which is left out. */
const asked = (problem) => (typeof problem === "string" ? { sfen: problem } : Object.fromEntries(Object.entries(problem).filter(([, it]) => it !== null)));
/* The options of each call. */
const SEARCH = "time nodes interpositions signal on", RULES = `${SEARCH} rules`, WRITTEN = "title author headers row width";
const OPTIONS = {
  Tsume: "memory lang start load", read: "name", convert: WRITTEN, svg: WRITTEN, reply: `${SEARCH} variations explain`,
  solve: `${RULES} expected_plies idle_pieces variations`, check: `${RULES} expected_plies idle_pieces variations`,
  repair: `${RULES} keep edits allow squares fixed best all`, extend: `${RULES} best all`,
  compose: `${RULES} plies number seed with without kinds squares on_board in_hand two_kings difficulty aesthetics allow from hand attempts`,
};
/* How many letters differ between two words. */
function distance(a, b) {
  let row = [...b, ""].map((_, at) => at);
  for (const [i, x] of [...a].entries()) row = row.reduce((next, above, j) => [...next, j ? Math.min(above + 1, next[j - 1] + 1, row[j - 1] + (x !== b[j - 1])) : i + 1], []);
  return row.at(-1);
}
/* Refuses an option that a call does not know, because without it the answer would be to another question. */
function known(call, options) {
  const names = OPTIONS[call].split(" ");
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const [nearest] = [...names].sort((a, b) => distance(name, a) - distance(name, b));
    throw new EngineError("option", `${call} has no option \`${name}\`: did you mean \`${nearest}\`?`);
  }
}
/* Returns the options of a request. `time` is in seconds, as on the command line; the others keep their names. */
function limited({ time, signal, on, ...others }) {
  return { ...others, ...(time === undefined ? {} : { time_ms: Math.round(time * 1000) }) };
}

export class Tsume {
  /* `start` makes a worker, `load()` resolves to the library. */
  constructor(options) {
    known("Tsume", options);
    const { start, load, memory = USUAL, lang = "en" } = options;
    this.lang = lang;
    this.bench = new Bench({ start, module: once(load), memory: () => memory });
  }

  /* Solves a problem. Resolves to the row, as `tsume solve` writes it. */
  solve(problem, options = {}) { return this.row("solve", { ...asked(problem), goal: "solve" }, options); }
  /* Judges a composition. Resolves to the row, as `tsume check` writes it. Given limits are spent on all open alternatives, as there. */
  check(problem, options = {}) {
    const all = options.time !== undefined || options.nodes !== undefined;
    return this.row("check", { ...asked(problem), all }, options);
  }
  /* Says what the position after some moves leads to, and the best move there: against a move of the attacker the best defence. */
  async reply(problem, moves = [], options = {}) {
    known("reply", options);
    const line = typeof moves === "string" ? moves.split(/\s+/).filter(Boolean) : moves;
    const answer = await this.call("node", { ...asked(problem), ...limited(options), moves: line }, options);
    return { ...answer, move: answer.line[0] ?? null };
  }
  /* Finds the changes that make a composition sound. */
  repair(problem, options = {}) { return this.versions("repair", problem, options); }
  /* Finds sound problems two plies longer that lead into a problem. */
  extend(problem, options = {}) { return this.versions("extend", problem, options); }
  async versions(call, problem, options) {
    known(call, options);
    const versions = [];
    let done = null;
    const hear = (name, data) => {
      if (name === "version") versions.push(data);
      if (name === "done") done = data;
      options.on?.(name, data);
    };
    await this.stream(call, { ...asked(problem), ...limited(options) }, hear, options);
    return { ...done, versions };
  }
  /* Reads the problems of a text, or of the bytes of a file, in any format. */
  async read(input, options = {}) {
    known("read", options);
    const request = typeof input === "string" ? { text: input } : { base64: inBase64(input) };
    return (await this.call("read", { ...request, name: options.name })).problems;
  }
  /* Writes the problem in another format: `sfen`, `kif`, `ki2`, `csa`, `jkf`, `usen`, `bod`, `text`, `html`. */
  async convert(problem, format, options = {}) {
    known("convert", options);
    return (await this.call("write", { ...asked(problem), ...options, format })).text;
  }
  /* Draws the diagram as SVG. */
  svg(problem, options = {}) { return this.convert(problem, "svg", options); }

  /* Composes sound problems, and yields each as soon as it is found. Leaving the loop, or `signal`, ends the work. */
  async *compose(options = {}) {
    known("compose", options);
    const found = [], stop = new AbortController(), ends = [stop.signal, options.signal].filter(Boolean);
    let wake = () => {}, isOver = false, failure = null;
    const hear = (name, data) => {
      if (name === "problem") found.push(data);
      options.on?.(name, data);
      wake();
    };
    const over = (error = null) => { isOver = true; failure = error; wake(); };
    this.stream("compose", limited(options), hear, { signal: AbortSignal.any(ends) }).then(() => over(), over);
    try {
      while (found.length || !isOver) {
        if (found.length) yield found.shift();
        else await new Promise((done) => { wake = done; });
      }
    } finally {
      stop.abort();
    }
    if (failure) throw failure;
  }

  /* Makes a call of the workbench. The manual lists the calls. */
  call(name, request, { signal } = {}) {
    return this.bench.work({ kind: "call", name, request: JSON.stringify({ lang: this.lang, ...request }) }, null, signal);
  }
  /* Runs a stream of the workbench: `on(name, data)` is called for each event. Resolves when the work is done; `signal` ends it. */
  stream(name, request, on, { signal } = {}) {
    return this.bench.work({ kind: "stream", name, request: JSON.stringify({ lang: this.lang, ...request }) }, on, signal);
  }
  async row(call, request, options) {
    known(call, options);
    let row = null;
    const hear = (name, data) => {
      if (name === "row") row = data.row;
      options.on?.(name, data);
    };
    await this.stream("judge", { ...request, ...limited(options) }, hear, options);
    return row;
  }

  /* Ends the worker, and rejects the questions before. A later question starts another worker. */
  close() { this.bench.close(); }
}

function inBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}

/* Returns the functions of a module, with one engine that starts with the first question. */
export function functions(make) {
  let engine = null;
  const own = () => (engine ||= make());
  return {
    solve: (...asked) => own().solve(...asked),
    check: (...asked) => own().check(...asked),
    reply: (...asked) => own().reply(...asked),
    repair: (...asked) => own().repair(...asked),
    extend: (...asked) => own().extend(...asked),
    read: (...asked) => own().read(...asked),
    convert: (...asked) => own().convert(...asked),
    svg: (...asked) => own().svg(...asked),
    compose: (...asked) => own().compose(...asked),
    close: () => { engine?.close(); engine = null; },
  };
}
