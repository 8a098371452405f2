// What the player of a problem sees and hears: what to do, what became of a move, hints, lines to step through, the way to other problems.
import { make, byId, fill, eachFrame, reveal } from "../dom.js";
import { say } from "../words.js";

export class SolveView {
  constructor(bench, riddle, collection) {
    Object.assign(this, { bench, riddle, collection });
    this.render = eachFrame(() => this.draw());
    bench.on("riddle hint words known path mode settings progress collection about", this.render);
    byId("solve").addEventListener("click", (event) => {
      const { act, at } = event.target.closest("[data-act]")?.dataset || {};
      if (act) this.act(act, Number(at));
    });
    this.render();
  }
  move(path) { return this.riddle.asking.move(path); }

  act(act, at) {
    const { riddle } = this;
    if (act === "riddlePrevious" || act === "riddleNext") this.go(act === "riddleNext" ? 1 : -1);
    else if (act === "show") riddle.showTold(at);
    else ({ riddleHint: () => riddle.hint(), riddleTakeBack: () => riddle.takeBack(), riddleAgain: () => riddle.restart(), askMore: () => riddle.askLonger(), riddleReveal: () => riddle.reveal() })[act]();
  }
  go(by) {
    const it = this.collection.beside(this.bench.doc.sfen, by);
    if (it) this.bench.load(it);
  }

  /* What there is to say, the most important first. */
  told() {
    const { riddle, bench } = this, { phase } = riddle, move = bench.path.length ? this.move(bench.path) : "";
    if (phase === "asking") return [say(bench.isEarly ? "engineComes" : "riddleAsking")];
    if (phase === "unfit") return [say(riddle.why)];
    if (phase === "thinking") return [say("riddleThinking", { move }), bench.isEarly ? say("engineComes") : ""];
    if (phase === "undecided") return [say("riddleUndecided", { move })];
    if (phase === "refuted") return [this.refuted(), say("riddleRefutedHelp")];
    if (phase === "shown") return [say("riddleShown", { n: riddle.told.line.length }), say("riddleShownHelp")];
    if (phase === "solved") return [say("riddleSolved", { n: riddle.end }), riddle.longer ? this.longer() : "", riddle.hints ? say("riddleHints", { n: riddle.hints }) : ""];
    const dual = riddle.dual === this.lastOwn ? say("riddleDual") : "";
    if (phase === "reply") return this.isLonger ? [this.longer()] : [say("riddleRight", { move }), dual];
    if (riddle.level === 2) return [say("riddleMove", { move: riddle.hintMove })];
    if (riddle.level === 1) return [say("riddlePiece")];
    if (!bench.path.length) return [say(riddle.exact ? "riddleYours" : "riddleYoursAtMost", { n: riddle.total })];
    return this.isLonger ? [this.longer(), say("riddleReply", { move })] : [say("riddleGoOn", { move, mine: this.move(bench.path.slice(0, -1)) }), dual];
  }
  refuted() {
    const { path, line } = this.riddle.told, replied = [...path, ...line.slice(0, 1)];
    return line.length ? say("riddleRefuted", { move: this.move(path), reply: this.move(replied) }) : say("riddleNoMate", { move: this.move(path) });
  }
  /* Whether the last move of the player leads to a longer mate than the shortest, which is none the less a mate. */
  get isLonger() { return !this.riddle.level && this.riddle.longer?.at === this.lastOwn; }
  /* At which ply the player moved last. */
  get lastOwn() { return this.bench.path.length - (this.riddle.phase === "yours" ? 1 : 0); }
  longer() {
    const { at, end, best, isAuthors } = this.riddle.longer;
    return say(isAuthors ? "riddleAuthors" : "riddleLonger", { move: this.move(this.bench.path.slice(0, at)), n: end, best });
  }

  draw() {
    const { riddle, bench, collection } = this, root = byId("solve"), { phase } = riddle, { doc } = bench;
    root.hidden = byId("whose").hidden = bench.mode !== "solve";
    if (root.hidden) return;
    const told = this.told().filter(Boolean), mine = collection.of(doc.sfen), state = mine && collection.stateOf(mine);
    root.dataset.phase = phase;
    root.className = { solved: "sound", refuted: "flawed", undecided: "unknown", unfit: "unknown" }[phase] || (this.isLonger ? "unknown" : "");
    const button = (key, disabled = false, isStrong = false) => make(isStrong ? "button.strong" : "button", { "data-key": key, "data-act": key, disabled }, say(key));
    const others = collection.list.length > 1;
    // Where the editor has its modes.
    fill(byId("whose"), make("b", {}, mine ? say("riddleNumber", { n: mine.number, of: collection.total }) : ""), make("span.dim", {}, [doc.title, doc.author].filter(Boolean).join(" · ")),
      state ? make(`span.mark-${state}`, { "data-state": state }, say(state)) : null);
    const isHere = root.contains(document.activeElement);
    fill(root,
      make("div.told", { role: "status", "aria-live": "polite" }, make("strong", {}, told[0]), ...told.slice(1).map((it) => make("p", {}, it))),
      make("div.bar.acts", {},
        button("riddleHint", !["yours", "refuted", "undecided"].includes(phase) || riddle.level > 1), button("riddleTakeBack", !riddle.canTakeBack),
        others ? button("riddlePrevious") : null, others ? button("riddleNext", false, phase === "solved") : null),
      // Before the other buttons, so that it is in sight on a phone.
      this.line(),
      make("div.bar", {}, button("riddleAgain", !bench.path.length && phase !== "shown"), button("riddleReveal", !riddle.solution.length || phase === "shown"),
        ["undecided", "unfit"].includes(phase) && !["onlyMatesPlayed", "unfitNoMate", "unfitEmpty", "listComes"].includes(riddle.why) ? button("askMore") : null));
    // The button that was pressed may have nothing left to do.
    if (isHere && document.activeElement === document.body) (root.querySelector(".line button") || root.querySelector("button:not(:disabled)"))?.focus({ preventScroll: true });
    reveal(root.querySelector(".line"), root.querySelector(".line [aria-current]"));
  }
  /* The moves played so far; or the line that shows why a move does not mate, or the solution, to step through. */
  line() {
    const { bench, riddle } = this, { path, line } = riddle.told || { path: bench.path, line: [] }, shown = bench.path.length - path.length;
    const word = (at) => [make("small", {}, String(at)), this.move([...path, ...line].slice(0, at))];
    const chip = (_, at) => make("button.move", { "data-key": `r${at + 1}`, "data-act": "show", "data-at": at + 1, "aria-current": at + 1 === shown ? "step" : null }, ...word(path.length + at + 1));
    return make("ol.line", { "aria-label": say(riddle.told && path.length ? "riddleRefutation" : "lines") }, ...path.map((_, at) => make("li", {}, make("span.move", {}, ...word(at + 1)))),
      ...line.map((it, at) => make(path.length ? "li.refutation" : "li", {}, chip(it, at))));
  }
}
