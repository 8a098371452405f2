// A worker with the library in it: its requests, its answers, and its stop.
import { EngineError } from "./engine_error.js";

// The time in milliseconds in which a stopped search has to end by itself.
const PATIENCE = 1500;

/* A worker that answers one request after another. If workers may share memory, `helpers` others help it. */
export class Bench {
  /* `start` makes a worker, `module()` resolves to the library, `memory()` is the memory of the tables in MiB. */
  constructor({ start, module, memory, helpers = 0 }) {
    Object.assign(this, { start, module, memory, helpers, last: Promise.resolve(), others: [], closings: 0, end: null });
  }
  worker(module) {
    if (this.running) return this.running;
    const worker = this.running = this.start();
    // A worker that fails before its first request is replaced.
    worker.onerror = () => { if (this.running === worker) this.terminate(); };
    worker.onmessage = ({ data }) => { if (data.kind === "helpers") this.helped(module, data); };
    worker.postMessage({ module, memory: this.memory(), helpers: this.helpers });
    return worker;
  }
  /* Starts the helpers: the worker is ready, and shares its memory. */
  helped(module, { shared, places, stop }) {
    this.flag = { bytes: new Uint8Array(shared.buffer), stop };
    this.others = places.map((place) => {
      const other = this.start();
      other.postMessage({ module, shared, place });
      return other;
    });
  }
  terminate() {
    for (const it of [this.running, ...this.others]) it?.terminate();
    this.running = this.flag = null;
    this.others = [];
  }
  /* Ends the worker and its helpers. The requests made before are rejected. The next one starts another worker. */
  close() {
    this.closings += 1;
    this.terminate();
    this.end?.(new EngineError("closed", "the engine was closed"));
  }
  /* Stops a search by ending its worker. Without shared memory there is no other way. The next worker starts at once. */
  stop() {
    this.terminate();
    this.module().then((module) => this.worker(module), () => {});
  }
  /* Replaces the worker by one with other memory, after the requests that wait. */
  anew() {
    this.last = this.last.then(() => { if (this.running) this.stop(); });
  }
  /* Resolves to the answer to a request, after those made before. `on(name, data)` is called for each event; `signal` ends it. */
  async work(message, on, signal) {
    const { last, closings } = this;
    /** @type {any} */
    let free;
    this.last = new Promise((resolve) => { free = resolve; });
    let answer;
    try {
      await last;
      const module = await this.module();
      signal?.throwIfAborted();
      if (closings !== this.closings) throw new EngineError("closed", "the engine was closed");
      answer = this.ask(module, message, on, signal, free);
    } catch (error) {
      free();
      throw error;
    }
    return answer;
  }
  /* Resolves to the answer. Calls `free` when the worker is free again, which can be later if the request is stopped. */
  ask(module, message, on, signal, free) {
    const worker = this.worker(module);
    return new Promise((resolve, reject) => {
      let late;
      const over = () => {
        clearTimeout(late);
        signal?.removeEventListener("abort", abort);
        this.end = null;
        free();
      };
      const fail = (error) => { over(); reject(error); this.stop(); };
      const abort = () => {
        if (!this.flag) { fail(signal.reason); return; }
        // The flag asks the search to end. If it does not end soon, its worker is ended.
        Atomics.store(this.flag.bytes, this.flag.stop, 1);
        late = setTimeout(() => fail(signal.reason), PATIENCE);
        reject(signal.reason);
      };
      this.end = (error) => { over(); reject(error); };
      signal?.addEventListener("abort", abort, { once: true });
      worker.onerror = (event) => fail(new EngineError("internal", event.message || "the engine failed"));
      worker.onmessage = ({ data }) => {
        const { kind, text } = data;
        if (kind === "helpers") { this.helped(module, data); return; }
        if (kind === "event") {
          const at = text.indexOf("\n");
          if (!signal?.aborted) on?.(text.slice(0, at), JSON.parse(text.slice(at + 1)));
          return;
        }
        over();
        const said = JSON.parse(text);
        if (kind === "answer") resolve(said);
        else reject(new EngineError(said.error.kind, said.error.message, said.error));
      };
      worker.postMessage(message);
    });
  }
}
