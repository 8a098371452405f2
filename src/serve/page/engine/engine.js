// The engine behind the page. Another engine, such as one in a worker, has the same calls, answers and events.
import { EngineError } from "./engine_error.js";
export { EngineError };

/* The engine that served this page. */
export class HttpEngine {
  constructor(base = new URL("api/", location.href), language = () => "en") {
    this.base = base;
    this.language = language;
    // Whether the address of the page holds a secret.
    this.isSecret = true;
    // The threads of a judgement, if nothing else is chosen.
    this.usualThreads = 1;
    this.token = location.pathname.split("/")[1];
    // So that the searches of one page do not end those of another.
    this.page = Math.random().toString(36).slice(2);
  }
  about() { return this.ask("about", {}); }
  read(request) { return this.ask("read", request); }
  files(request) { return this.ask("files", request); }
  position(request, signal) { return this.ask("position", request, signal); }
  notation(request) { return this.ask("notation", request); }
  node(request, signal) { return this.ask("node", request, signal); }
  write(request) { return this.ask("write", request); }
  compare(request) { return this.ask("compare", request); }
  similar(request) { return this.ask("similar", request); }
  report(request) { return this.ask("report", request); }
  /* Searches: `on(name, data)` is called for each event; `signal` ends the search. Resolves when the stream is complete. */
  judge(request, on, signal) { return this.listen("judge", request, on, signal); }
  repair(request, on, signal) { return this.listen("repair", request, on, signal); }
  extend(request, on, signal) { return this.listen("extend", request, on, signal); }
  compose(request, on, signal) { return this.listen("compose", request, on, signal); }
  rows(request, on, signal) { return this.listen("rows", request, on, signal); }

  async send(name, request, signal) {
    let response;
    try {
      response = await fetch(new URL(name, this.base), {
        method: "POST", signal, cache: "no-store", credentials: "same-origin", referrerPolicy: "no-referrer",
        headers: { "Content-Type": "application/json", "X-Tsume-Token": this.token, "X-Tsume-Page": this.page },
        body: JSON.stringify({ lang: this.language(), ...request }),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new EngineError("lost", "no answer");
    }
    if (response.ok) return response;
    let told;
    try { told = (await response.json()).error; } catch { /* not the engine's own words */ }
    if (response.status === 429 || response.status === 503) throw new EngineError("busy", told?.message || String(response.status));
    if (!told && [401, 403, 404].includes(response.status)) throw new EngineError("token", String(response.status));
    throw new EngineError(told?.kind || "http", told?.message || String(response.status), told || {});
  }
  async ask(name, request, signal) {
    const response = await this.send(name, request, signal);
    try {
      return await response.json();
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new EngineError("lost", "the answer broke off");
    }
  }
  async listen(name, request, on, signal) {
    const response = await this.send(name, request, signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const next = () => reader.read().catch((error) => {
      if (signal?.aborted) throw error;
      throw new EngineError("lost", "the answer broke off");
    });
    let text = "", done = false;
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      const events = (text + chunk.value).split("\n\n");
      text = events.pop();
      for (const said of events.map(parseEvent)) {
        if (!said) continue;
        done ||= said.name === "done";
        if (said.name === "fault") throw new EngineError(said.data.error.kind, said.data.error.message);
        on(said.name, said.data);
      }
    }
    if (!done) throw new EngineError("lost", "the answer broke off");
  }
}

/* An event of a stream; null for a comment that only keeps the line open. */
export function parseEvent(text) {
  let name = "message", data = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5);
  }
  return data ? { name, data: JSON.parse(data) } : null;
}
