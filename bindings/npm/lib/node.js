// The engine in a thread of Node.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Tsume as Engine, TsumeError, functions } from "./tsume.js";

/* A thread with the interface of a browser's worker. It keeps the program alive only while a question is open. */
class Thread {
  constructor() {
    this.worker = new Worker(new URL("./node_worker.js", import.meta.url));
    this.worker.unref();
    this.worker.on("message", (data) => {
      if (["answer", "fault"].includes(data.kind)) this.worker.unref();
      this.onmessage?.({ data });
    });
    this.worker.on("error", (error) => this.onerror?.({ message: String(error?.message || error) }));
  }
  postMessage(message) {
    if (message.name) this.worker.ref();
    this.worker.postMessage(message);
  }
  terminate() { this.worker.terminate(); }
}
const load = async () => WebAssembly.compile(await readFile(new URL("./tsume.wasm", import.meta.url)));

export class Tsume extends Engine {
  constructor(options = {}) { super({ start: () => new Thread(), load, ...options }); }
}
export { TsumeError };
export const { solve, check, reply, repair, extend, read, convert, svg, compose, close } = functions(() => new Tsume());
