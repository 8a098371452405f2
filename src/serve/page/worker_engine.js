// An engine without a server: the library, built for WebAssembly, in workers. The calls are those of HttpEngine.
import { EngineError, HttpEngine } from "./engine.js";

// What comes of a search whose time is over, and of a question that it leaves open.
const LATE = Symbol("late");
const UNKNOWN = { verdict: "unknown", plies: null, plies_at_most: null, line: [], limit: "time", text: "" };

/* A worker that does one thing after another. */
class Bench {
  constructor(module) {
    Object.assign(this, { module, last: Promise.resolve() });
  }
  worker() {
    if (this.running) return this.running;
    this.running = new Worker(new URL("engine_worker.js", import.meta.url), { type: "module" });
    this.module.then((module) => this.running?.postMessage({ module }), () => {});
    return this.running;
  }
  /* A search knows nothing of the outside while it runs: it is stopped with its worker, which begins anew. */
  stop() {
    this.running?.terminate();
    this.running = null;
  }
  async work(message, on, signal) {
    const before = this.last;
    let done;
    this.last = new Promise((resolve) => { done = resolve; });
    await before;
    try {
      signal?.throwIfAborted();
      return await this.ask(message, on, signal);
    } finally {
      done();
    }
  }
  async ask(message, on, signal) {
    await this.module;
    const worker = this.worker();
    return new Promise((resolve, reject) => {
      const fail = (kind, text) => { clearTimeout(timer); this.stop(); reject(new EngineError(kind, text)); };
      const abort = () => { clearTimeout(timer); this.stop(); reject(signal.reason); };
      signal?.addEventListener("abort", abort, { once: true });
      // The library has no clock there, so its time is kept here.
      const late = () => { signal?.removeEventListener("abort", abort); this.stop(); resolve(LATE); };
      const timer = message.time ? setTimeout(late, message.time) : null;
      worker.onerror = (event) => fail("internal", event.message || "the engine failed");
      worker.onmessage = ({ data: { kind, text } }) => {
        if (kind === "event") {
          const at = text.indexOf("\n");
          on?.(text.slice(0, at), JSON.parse(text.slice(at + 1)));
          return;
        }
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        const said = JSON.parse(text);
        if (kind === "answer") resolve(said);
        else reject(new EngineError(said.error.kind, said.error.message, said.error));
      };
      worker.postMessage(message);
    });
  }
}

export class WorkerEngine extends HttpEngine {
  constructor(base, language) {
    super(base, language);
    this.isSecret = false;
    const module = WebAssembly.compileStreaming(fetch(new URL("tsume.wasm", import.meta.url)))
      .catch((error) => { throw new EngineError("lost", error.message); });
    // What is answered at once does not wait for a search, nor one sort of search for another.
    this.benches = Object.fromEntries(["quick", "node", "judge", "repair"].map((name) => [name, new Bench(module)]));
  }
  request(name, request) {
    // A timer cannot wait for longer than this.
    const time = Math.min(request.time_ms || 0, 2 ** 31 - 1);
    return { name, time, request: JSON.stringify({ lang: this.language(), ...request }) };
  }
  async ask(name, request, signal) {
    const isSearch = name === "node" || (name === "write" && (request.row || request.format === "html"));
    const bench = this.benches[isSearch ? "node" : "quick"];
    const answer = await bench.work({ ...this.request(name, request), kind: "call" }, null, signal);
    return answer === LATE ? UNKNOWN : answer;
  }
  async listen(name, request, on, signal) {
    const bench = this.benches[name === "extend" ? "repair" : name];
    const end = await bench.work({ ...this.request(name, request), kind: "stream" }, on, signal);
    if (end === LATE) on("done", { reason: "limit", limit: "time" });
  }
}
