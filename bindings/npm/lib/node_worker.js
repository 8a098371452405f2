// Gives a thread of Node the global names of a browser's worker, and runs the worker of the engine in it.
import { parentPort } from "node:worker_threads";

globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.onmessage = null;
const early = [];
parentPort.on("message", (data) => (globalThis.onmessage ? globalThis.onmessage({ data }) : early.push(data)));
await import("./engine_worker.js");
for (const data of early.splice(0)) globalThis.onmessage({ data });
