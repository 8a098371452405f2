// A worker with the library in it: its requests, its answers, and its stop.
import { EngineError } from "./engine_error.js";

// The time in milliseconds in which a stopped search has to end by itself.
const PATIENCE = 1500;

/* A worker that answers one request after another. If workers may share memory, `helpers` others help it. */
export class Bench {
  /* `start` makes a worker, `module()` resolves to the library, `memory()` is the memory of the tables in MiB. */
  constructor({ start, module, memory, helpers = 0 }) {
    Object.assign(this, { start, module, memory, helpers, last: Promise.resolve(), others: [] });
  }
  worker() {
    if (this.running) return this.running;
    const worker = this.running = this.start();
    this.module().then((module) => {
      if (this.running !== worker) return;
      worker.onmessage = ({ data }) => { if (data.kind === "helpers") this.helped(module, data); };
      worker.postMessage({ module, memory: this.memory(), helpers: this.helpers });
    }, () => {});
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
  /* Ends the worker and its helpers. The next request starts others. */
  close() {
    for (const it of [this.running, ...this.others]) it?.terminate();
    this.running = this.flag = null;
    this.others = [];
  }
  /* Stops a search by ending its worker. Without shared memory there is no other way. The next worker starts at once. */
  stop() {
    this.close();
    this.worker();
  }
  /* Replaces the worker by one with other memory, after the requests that wait. */
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
    } catch (error) {
      done();
      throw error;
    }
    return this.ask(message, on, signal, done);
  }
  async ask(message, on, signal, done) {
    try {
      await this.module();
    } catch (error) {
      done();
      throw error;
    }
    const worker = this.worker(), module = await this.module();
    return new Promise((resolve, reject) => {
      let late;
      const fail = (error) => { clearTimeout(late); this.stop(); done(); reject(error); };
      const abort = () => {
        if (!this.flag) return fail(signal.reason);
        // The flag asks the search to end. If it does not end soon, its worker is ended.
        Atomics.store(this.flag.bytes, this.flag.stop, 1);
        late = setTimeout(() => fail(signal.reason), PATIENCE);
        return reject(signal.reason);
      };
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
        clearTimeout(late);
        signal?.removeEventListener("abort", abort);
        const said = JSON.parse(text);
        if (kind === "answer") resolve(said);
        else reject(new EngineError(said.error.kind, said.error.message, said.error));
        done();
      };
      worker.postMessage(message);
    });
  }
}
