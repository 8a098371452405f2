// The engine in a worker of a browser.
import { Tsume as Engine, TsumeError, functions } from "./tsume.js";

const start = () => new Worker(new URL("./engine_worker.js", import.meta.url), { type: "module" });
async function load() {
  const response = await fetch(new URL("./tsume.wasm", import.meta.url));
  if (!response.ok) throw new TsumeError("lost", `tsume.wasm: ${response.status}`);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Tsume extends Engine {
  constructor(options = {}) { super({ start, load, ...options }); }
}
export { TsumeError };
export const { solve, check, read, convert, svg, compose, close } = functions(() => new Tsume());
