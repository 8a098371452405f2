// Gives the worker of the engine, in a thread of Node, the names that it has in a browser.
import { parentPort } from "node:worker_threads";

globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.onmessage = null;
const early = [];
parentPort.on("message", (data) => (globalThis.onmessage ? globalThis.onmessage({ data }) : early.push(data)));
await import("./engine_worker.js");
for (const data of early.splice(0)) globalThis.onmessage({ data });
