// A worker with the library in it: what it is asked, what it tells, and how it is stopped.
import { EngineError } from "./engine_error.js";

// The time in which a search that was told to end should end.
const PATIENCE = 1500;

/* A worker that does one thing after another. Where workers may share memory, `helpers` others help it. */
export class Bench {
  /* `start` makes a worker, `module` resolves to the library, `memory` is what the tables may have, in MiB. */
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
  /* The worker is ready, and has memory to share. */
  helped(module, { shared, places, stop }) {
    this.flag = { bytes: new Uint8Array(shared.buffer), stop };
    this.others = places.map((place) => {
      const other = this.start();
      other.postMessage({ module, shared, place });
      return other;
    });
  }
  /* Ends for good. */
  close() {
    for (const it of [this.running, ...this.others]) it?.terminate();
    this.running = this.flag = null;
    this.others = [];
  }
  /* Without a flag, a search knows nothing of the outside while it runs: it is stopped with its worker. The next one is made ready at once. */
  stop() {
    this.close();
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
        // The search ends by itself; if not soon, with its worker.
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
