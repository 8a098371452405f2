// An engine without a server: the library, built for WebAssembly, in workers. It has the calls of HttpEngine.
import { Bench } from "./engine_bench.js";
import { fetched, once } from "./engine_library.js";
import { HttpEngine } from "./engine.js";

// Memory for the tables of a search, in MiB: the choices, and the usual one.
export const MEMORIES = [32, 64, 128, 256, 512, 1024];
const USUAL = navigator.deviceMemory < 4 ? 64 : 128;

// The number of workers that help with a judgement: one for each further core, if workers may share memory.
const HELPERS = globalThis.crossOriginIsolated ? Math.min(7, Math.max(0, (navigator.hardwareConcurrency || 1) - 1)) : 0;

// A text is long that has so many characters.
const LONG = 1e6;

// The most memory for each worker on many problems, and the time between two looks at whether the board needs the cores.
const ROWS_MEMORY = 64, POLL = 50;

// The engine does not hold up the first picture. A page in the background draws none.
const drawn = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 500);
});

/* Lets the browser keep the files of the site. Without a service worker, as in a private window, the page needs a network. */
function keepFiles() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("service_worker.js").catch(() => {});
}

const start = () => new Worker("engine/engine_worker.js", { type: "module" });

export class WorkerEngine extends HttpEngine {
  constructor(base, language) {
    super(base, language);
    this.isSecret = false;
    this.memories = MEMORIES;
    this.memory = USUAL;
    const module = this.module = once(() => drawn().then(() => fetched("tsume.wasm")));
    // Each sort of work has its own worker: a quick call does not wait for a search, nor one search for another.
    this.benches = Object.fromEntries(["quick", "node", "judge", "repair", "compose"].map((name) => [name, new Bench({ start, module, memory: () => this.memory, helpers: name === "judge" ? HELPERS : 0 })]));
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
    const bench = this.benches[isSearch ? "node" : "quick"], message = { ...this.request(name, request), kind: "call" }, answer = bench.work(message, null, signal);
    // A worker never gives back the memory that a long text took.
    if (message.request.length > LONG) bench.anew();
    return answer;
  }
  /* Judges many problems, by a worker for each core. One of them waits while the problem on the board is judged. */
  async rows({ problems, ...shared }, on, signal) {
    const count = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, problems.length)), memory = () => Math.min(ROWS_MEMORY, this.memory);
    const benches = Array.from({ length: count }, () => new Bench({ start, module: this.module, memory }));
    let next = 0;
    const judge = async (bench, job) => {
      while (next < problems.length) {
        while (job && job + 1 === count && this.benches.judge.end && !signal.aborted) await new Promise((done) => setTimeout(done, POLL));
        const at = next;
        next += 1;
        const answer = at < problems.length && await bench.work({ ...this.request("row", { ...shared, ...problems[at] }), kind: "call" }, null, signal).catch((error) => ({ error }));
        signal.throwIfAborted();
        if (answer) on("row", { at, ...answer });
      }
    };
    try {
      await Promise.all(benches.map(judge));
    } finally {
      for (const it of benches) it.close();
    }
  }
  async listen(name, request, on, signal) {
    await this.benches[name === "extend" ? "repair" : name].work({ ...this.request(name, request), kind: "stream" }, on, signal);
  }

  /* Returns the problems of the site, which are in a file of their own. */
  given() {
    this.site ||= fetch("problems.json").then((it) => it.json()).catch(() => ({ files: [], problems: [] }));
    return this.site;
  }
  async about() {
    const [about, { files, problems }] = await Promise.all([super.about(), this.given()]);
    const module = await this.module(), isShared = WebAssembly.Module.imports(module).some((it) => it.kind === "memory");
    // Only now, so that the files that are kept for later do not hold up the engine.
    keepFiles();
    this.usualThreads = isShared ? 1 + HELPERS : 1;
    return { ...about, files, problems: problems.length, threads: this.usualThreads };
  }
  async files({ from = 0, count = Infinity, filter = "" }) {
    const { problems } = await this.given(), wanted = filter.toLowerCase();
    const matching = problems.filter((it) => [it.title, it.author, it.id].some((word) => word?.toLowerCase().includes(wanted)));
    return { total: matching.length, from, problems: matching.slice(from, from + count) };
  }
}
