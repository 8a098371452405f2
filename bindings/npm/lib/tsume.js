// The engine as promises. It works in a worker of its own, one question after another.
import { Bench } from "./engine_bench.js";
import { EngineError } from "./engine_error.js";

// Memory for the tables of a search, in MiB.
const USUAL = 128;

export { EngineError as TsumeError };

/* A diagram: an SFEN, perhaps with moves behind it, or an object with `sfen` and more of a request. What `read` does not know is null. */
const asked = (problem) => (typeof problem === "string" ? { sfen: problem } : Object.fromEntries(Object.entries(problem).filter(([, it]) => it !== null)));
/* `time` is in seconds, as on the command line; the names of the others are those of the calls. */
function limited({ time, signal, on, ...others }) {
  return { ...others, ...(time === undefined ? {} : { time_ms: Math.round(time * 1000) }) };
}

export class Tsume {
  /* `start` makes a worker, `load` resolves to the library. */
  constructor({ start, load, memory = USUAL, lang = "en" }) {
    let module = null;
    this.lang = lang;
    this.bench = new Bench({ start, module: () => (module ||= load()), memory: () => memory });
  }

  /* Solves a problem: the row, as `tsume solve` writes it. */
  solve(problem, options = {}) { return this.row({ ...asked(problem), goal: "solve" }, options); }
  /* Judges a composition: the row, as `tsume check` writes it. Limits that are given are spent on all that is open, as there. */
  check(problem, options = {}) {
    const all = options.time !== undefined || options.nodes !== undefined;
    return this.row({ ...asked(problem), all }, options);
  }
  /* The problems of a text or the bytes of a file, in any format. */
  async read(input, { name } = {}) {
    const request = typeof input === "string" ? { text: input } : { base64: inBase64(input) };
    return (await this.call("read", { ...request, name })).problems;
  }
  /* The problem in another format: `sfen`, `kif`, `ki2`, `csa`, `jkf`, `usen`, `bod`, `text`, `html`. */
  async convert(problem, format, options = {}) { return (await this.call("write", { ...asked(problem), ...options, format })).text; }
  /* The diagram as a drawing. */
  svg(problem, options = {}) { return this.convert(problem, "svg", options); }

  /* Composes sound problems: each as it is found. Leaving the loop, or `signal`, ends the work. */
  async *compose(options = {}) {
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

  /* Asks a call of the workbench. The manual lists them. */
  call(name, request, { signal } = {}) {
    return this.bench.work({ kind: "call", name, request: JSON.stringify({ lang: this.lang, ...request }) }, null, signal);
  }
  /* Does the work of a stream: `on(name, data)` is called for each event. Resolves when the work is done; `signal` ends it. */
  stream(name, request, on, { signal } = {}) {
    return this.bench.work({ kind: "stream", name, request: JSON.stringify({ lang: this.lang, ...request }) }, on, signal);
  }
  async row(request, options) {
    let row = null;
    const hear = (name, data) => {
      if (name === "row") row = data.row;
      options.on?.(name, data);
    };
    await this.stream("judge", { ...request, ...limited(options) }, hear, options);
    return row;
  }

  /* Ends the worker. What is asked later starts another one. */
  close() { this.bench.close(); }
}

function inBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}

/* The functions of a module, with an engine that begins with the first question. */
export function functions(make) {
  let engine = null;
  const own = () => (engine ||= make());
  return {
    solve: (...asked) => own().solve(...asked),
    check: (...asked) => own().check(...asked),
    read: (...asked) => own().read(...asked),
    convert: (...asked) => own().convert(...asked),
    svg: (...asked) => own().svg(...asked),
    compose: (...asked) => own().compose(...asked),
    close: () => { engine?.close(); engine = null; },
  };
}
