// An engine without a server: the library, built for WebAssembly, in workers. The calls are those of HttpEngine.
import { EngineError, HttpEngine } from "./engine.js";

// Memory for the tables of a search, in MiB: what may be chosen, and what is usual.
export const MEMORIES = [32, 64, 128, 256, 512, 1024];
const USUAL = navigator.deviceMemory < 4 ? 64 : 128;

/* The engine. Some hosts do not know what its file is: then it is compiled only when all of it is there. */
async function load() {
  const response = await fetch(new URL("tsume.wasm", import.meta.url));
  if (!response.ok) throw new Error(`tsume.wasm: ${response.status}`);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/* A worker that does one thing after another. */
class Bench {
  constructor(module, memory) {
    Object.assign(this, { module, memory, last: Promise.resolve() });
  }
  worker() {
    if (this.running) return this.running;
    this.running = new Worker(new URL("engine_worker.js", import.meta.url), { type: "module" });
    this.module().then((module) => this.running?.postMessage({ module, memory: this.memory() }), () => {});
    return this.running;
  }
  /* A search knows nothing of the outside while it runs: it is stopped with its worker. The next one is made ready at once. */
  stop() {
    this.running?.terminate();
    this.running = null;
    this.worker();
  }
  /* Another worker, with other memory, does what comes next. */
  anew() {
    this.last = this.last.then(() => { if (this.running) this.stop(); });
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
    await this.module();
    const worker = this.worker();
    return new Promise((resolve, reject) => {
      const fail = (kind, text) => { this.stop(); reject(new EngineError(kind, text)); };
      const abort = () => { this.stop(); reject(signal.reason); };
      signal?.addEventListener("abort", abort, { once: true });
      worker.onerror = (event) => fail("internal", event.message || "the engine failed");
      worker.onmessage = ({ data: { kind, text } }) => {
        if (kind === "event") {
          const at = text.indexOf("\n");
          on?.(text.slice(0, at), JSON.parse(text.slice(at + 1)));
          return;
        }
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
    this.memories = MEMORIES;
    this.memory = USUAL;
    const module = () => {
      this.loading ||= load().catch((error) => {
        this.loading = null;
        throw new EngineError("lost", error.message);
      });
      return this.loading;
    };
    // What is answered at once does not wait for a search, nor one sort of search for another.
    this.benches = Object.fromEntries(["quick", "node", "judge", "repair"].map((name) => [name, new Bench(module, () => this.memory)]));
  }
  /* Sets the memory for the tables of a search, in MiB. */
  useMemory(memory) {
    const wanted = MEMORIES.includes(memory) ? memory : USUAL;
    if (wanted === this.memory) return;
    this.memory = wanted;
    for (const it of Object.values(this.benches)) it.anew();
  }
  request(name, request) {
    return { name, request: JSON.stringify({ lang: this.language(), ...request }) };
  }
  async ask(name, request, signal) {
    const isSearch = name === "node" || (name === "write" && (request.row || request.format === "html"));
    return this.benches[isSearch ? "node" : "quick"].work({ ...this.request(name, request), kind: "call" }, null, signal);
  }
  async listen(name, request, on, signal) {
    await this.benches[name === "extend" ? "repair" : name].work({ ...this.request(name, request), kind: "stream" }, on, signal);
  }

  /* The problems of the site, which stand in a file of their own. */
  given() {
    this.site ||= fetch(new URL("problems.json", import.meta.url)).then((it) => it.json()).catch(() => ({ files: [], problems: [] }));
    return this.site;
  }
  async about() {
    const [about, { files, problems }] = await Promise.all([super.about(), this.given()]);
    return { ...about, files, problems: problems.length };
  }
  async files({ from = 0, count = 200, filter = "" }) {
    const { problems } = await this.given(), wanted = filter.toLowerCase();
    const matching = problems.filter((it) => [it.title, it.author, it.id].some((word) => word?.toLowerCase().includes(wanted)));
    return { total: matching.length, from, problems: matching.slice(from, from + count) };
  }
}
