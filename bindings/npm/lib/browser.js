// The engine in a worker of a browser.
import { fetched } from "./engine_library.js";
import { Tsume as Engine, TsumeError, functions } from "./tsume.js";

const start = () => new Worker(new URL("./engine_worker.js", import.meta.url), { type: "module" });
const load = () => fetched(new URL("./tsume.wasm", import.meta.url));

export class Tsume extends Engine {
  constructor(options = {}) { super({ start, load, ...options }); }
}
export { TsumeError };
export const { solve, check, read, convert, svg, compose, close } = functions(() => new Tsume());
