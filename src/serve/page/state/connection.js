// What the page does when the engine is gone: it says so, waits, and judges again when the engine is back.
import { byId, toast } from "../dom.js";
import { say } from "../words.js";

const FIRST = 700;
// An engine that comes within this time needs no sign that it is awaited.
const SOON = 300;
const LONGEST = 4000;

export class Connection {
  constructor(bench, judge) {
    Object.assign(this, { bench, judge });
    bench.on("lost", (error) => this.lost(error));
    bench.on("words", () => this.draw());
  }

  /* Asks who the engine is. */
  async begin() {
    const timer = setTimeout(() => { byId("loading").hidden = false; }, SOON);
    try {
      this.bench.learn(await this.bench.engine.about());
      this.bench.tell("about");
    } catch (error) {
      this.lost(error);
    }
    clearTimeout(timer);
    byId("loading").hidden = true;
  }

  lost(error) {
    this.stranger = error.kind === "token";
    if (this.waiting) { this.draw(); return; }
    this.pause = FIRST;
    this.waiting = true;
    this.draw();
    this.again();
  }
  again() {
    setTimeout(async () => {
      try {
        this.bench.learn(await this.bench.engine.about());
      } catch (error) {
        this.stranger = error.kind === "token";
        this.pause = Math.min(LONGEST, this.pause * 1.5);
        this.draw();
        this.again();
        return;
      }
      this.waiting = this.stranger = false;
      this.draw();
      toast(say("backAgain"));
      this.bench.tell("about");
      if (!["done", "limit", "stopped"].includes(this.judge.current.state)) this.judge.edited();
      this.bench.tell("path");
    }, this.pause);
  }
  draw() {
    const it = byId("connection");
    it.hidden = !this.waiting;
    it.textContent = say(this.stranger ? "stranger" : "lost");
  }
}
