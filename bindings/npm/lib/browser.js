// The engine in a worker of a browser.
import { fetched } from "./engine_library.js";
import { Tsume as Engine, TsumeError, functions } from "./tsume.js";

let elsewhere = null;
/* Starts a worker. A browser refuses one from another origin, such as that of a CDN: there, a script of this page's origin loads it. */
function start() {
  const { href, origin } = new URL("./engine_worker.js", import.meta.url);
  if (origin === globalThis.location?.origin) return new Worker(new URL("./engine_worker.js", import.meta.url), { type: "module" });
  elsewhere ||= URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" }));
  return new Worker(elsewhere, { type: "module" });
}
const load = () => fetched(new URL("./tsume.wasm", import.meta.url));

export class Tsume extends Engine {
  constructor(options = {}) { super({ start, load, ...options }); }
}
export { TsumeError };
export const { solve, check, reply, repair, extend, read, convert, svg, compose, close } = functions(() => new Tsume());
