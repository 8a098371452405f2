// What the player of a problem sees and hears: what to do, what became of a move, hints, the refutation.
import { make, byId, fill, eachFrame } from "../dom.js";
import { say } from "../words.js";

export class SolveView {
  constructor(bench, riddle, { next, daily, reveal }) {
    Object.assign(this, { bench, riddle, next, daily, reveal });
    this.render = eachFrame(() => this.draw());
    bench.on("riddle hint words known path mode settings progress problems", this.render);
    this.render();
  }
  move(path) { return this.riddle.asking.move(path); }

  /* What there is to say, the most important first. */
  told() {
    const { riddle, bench } = this, { phase } = riddle, move = bench.path.length ? this.move(bench.path) : "";
    if (phase === "asking") return [say("riddleAsking")];
    if (phase === "unfit") return [say(riddle.why)];
    if (phase === "thinking") return [say("riddleThinking", { move })];
    if (phase === "undecided") return [say("riddleUndecided", { move })];
    if (phase === "refuted") return [this.refuted(), say("riddleRefutedHelp")];
    if (phase === "solved") return [say("riddleSolved", { n: riddle.end }), this.longer(), riddle.hints ? say("riddleHints", { n: riddle.hints }) : ""];
    if (phase === "reply") return [say("riddleRight", { move }), this.longer()];
    if (riddle.level === 2) return [say("riddleMove", { move: riddle.hintMove })];
    if (riddle.level === 1) return [say("riddlePiece")];
    if (!bench.path.length) return [say(riddle.exact ? "riddleYours" : "riddleYoursAtMost", { n: riddle.total })];
    return [say("riddleGoOn", { move, mine: this.move(bench.path.slice(0, -1)) }), this.longer()];
  }
  refuted() {
    const { path, line } = this.riddle.refutation, replied = [...path, ...line.slice(0, 1)];
    return line.length ? say("riddleRefuted", { move: this.move(path), reply: this.move(replied) }) : say("riddleNoMate", { move: this.move(path) });
  }
  /* Another mate than the shortest is none the less a mate. */
  longer() {
    const it = this.riddle.longer;
    return it ? say(it.isAuthors ? "riddleAuthors" : "riddleLonger", { n: it.end, best: it.best }) : "";
  }

  draw() {
    const { riddle, bench } = this, root = byId("solve");
    root.hidden = !bench.solves;
    if (!bench.solves) return;
    const { phase } = riddle, told = this.told().filter(Boolean);
    root.dataset.phase = phase;
    root.className = { solved: "sound", refuted: "flawed", undecided: "unknown", unfit: "unknown" }[phase] || "";
    const button = (key, call, attributes = {}) => make("button", { "data-key": key, onclick: call, ...attributes }, say(key));
    fill(root,
      make("p.dim", {}, [bench.doc.title, bench.doc.author].filter(Boolean).join(" · ") || null),
      make("div.told", { role: "status", "aria-live": "polite" }, make("strong", {}, told[0]), ...told.slice(1).map((it) => make("p", {}, it))),
      // Before the buttons, so that it is in sight on a phone.
      this.refutation(),
      make("div.bar", {},
        button("riddleHint", () => riddle.hint(), { disabled: !["yours", "refuted", "undecided"].includes(phase) || riddle.level > 1 }),
        button("riddleTakeBack", () => riddle.takeBack(), { disabled: !riddle.canTakeBack }),
        button("riddleAgain", () => riddle.begin(), { disabled: !bench.path.length }),
        ["undecided", "unfit"].includes(phase) && riddle.why !== "onlyMatesPlayed" && riddle.why !== "unfitNoMate" ? button("askMore", () => riddle.askLonger()) : null,
        button("riddleReveal", () => this.reveal())),
      this.line(),
      make("div.bar", {}, this.next ? make(phase === "solved" ? "button.strong" : "button", { "data-key": "riddleNext", onclick: () => this.next() }, say("riddleNext")) : null,
        button("riddleDaily", () => this.daily())));
  }
  /* The moves played so far. */
  line() {
    const { bench, riddle } = this, path = riddle.refutation ? riddle.refutation.path : bench.path;
    if (!path.length) return null;
    return make("ol.line", { "aria-label": say("lines") }, ...path.map((_, at) => make("li", {}, make("span.move", {}, make("small", {}, String(at + 1)), this.move(path.slice(0, at + 1))))));
  }
  /* The line that shows why a move does not mate, to step through. */
  refutation() {
    const { riddle, bench } = this;
    if (riddle.phase !== "refuted" || !riddle.refutation.line.length) return null;
    const { path, line } = riddle.refutation, shown = bench.path.length - path.length;
    const chip = (at) => make("button.move", { "data-key": `r${at}`, "aria-current": at === shown ? "step" : null, onclick: () => riddle.showRefutation(at) },
      make("small", {}, String(path.length + at)), this.move([...path, ...line.slice(0, at)]));
    return make("div.branch.refutation", {}, make("b", {}, say("riddleRefutation")), make("div.line", {}, ...line.map((_, at) => chip(at + 1))));
  }
}
