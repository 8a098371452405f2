// The front page of a collection: the problem of the day, what is solved, lengths and difficulties to choose from, and the problems as numbers.
import { make, byId, fill, eachFrame } from "../dom.js";
import { thumbnail } from "../board/diagram.js";
import { say } from "../words.js";
import { parse } from "../state/shogi.js";
import { solveAddress } from "../state/route.js";
import { BANDS, ORDERS, STATES } from "./collection.js";

// So many numbers are shown at a time.
const MANY = 500;
const MARKS = { solved: "✓", helped: "✓?", tried: "·" };

export class Front {
  constructor(bench, collection) {
    Object.assign(this, { bench, collection, from: 0 });
    this.render = eachFrame(() => this.draw());
    bench.on("mode words settings progress collection", this.render);
    const root = byId("front");
    root.addEventListener("change", ({ target }) => {
      if (target.dataset.key === "range") this.from = Number(target.value);
      else this.from = collection.set({ [target.dataset.key]: target.dataset.key === "plies" ? Number(target.value) : target.value }) || 0;
      this.render();
    });
    root.addEventListener("click", (event) => {
      const state = event.target.closest("[data-state-choice]")?.dataset.stateChoice;
      if (state) this.from = collection.set({ state }) || 0;
    });
    this.render();
  }
  address(it) { return solveAddress({ ...it, rest: true }, this.collection.idOf(it.sfen)); }

  draw() {
    const { bench, collection } = this, root = byId("front");
    root.hidden = bench.mode !== "front";
    if (root.hidden) return;
    const { list, total, filter, course } = collection;
    if (!list.length) {
      // Empty places, so that nothing moves when the list comes.
      const awaited = Math.min(MANY, Number(document.documentElement.dataset.problems) || 0), places = Array.from({ length: awaited }, () => make("li", {}, make("a")));
      fill(root, make("div.today", {}, make("span.daily"), make("div.score", { role: "status" }, say("listComes"))), make("div.bar.filters"), make("p.dim", {}, "\u00a0"), make("ol.numbers", { "aria-hidden": "true" }, ...places));
      return;
    }
    const states = list.map((it) => collection.stateOf(it)), count = (...wanted) => states.filter((it) => wanted.includes(it)).length;
    const solved = count("solved", "helped"), lengths = [...new Set(list.map((it) => it.plies).filter(Number.isFinite))].sort((a, b) => a - b);
    const rated = list.some((it) => Number.isFinite(it.difficulty)), { daily } = collection, words = say("riddleProgress", { n: solved, of: total });
    const select = (key, choices, now) => (choices.length < 2 ? null : make("label.field", {}, make("span", {}, say(key)), make("select", { "data-key": key }, ...choices.map(([value, word]) => make("option", { value, selected: value === now }, word)))));
    const { chosen } = collection, next = chosen.find((it) => collection.stateOf(it) === "tried") || chosen.find((it) => !collection.stateOf(it)), from = this.from < chosen.length ? this.from : 0;
    const ranges = [...Array(Math.ceil(chosen.length / MANY)).keys()].map((at) => [at * MANY, `${at * MANY + 1}–${Math.min(chosen.length, (at + 1) * MANY)}`]);
    fill(root,
      make("div.today", {}, daily ? this.card(daily) : null,
        make("div.score", {}, make("progress", { max: total, value: solved, "aria-label": words }), make("strong", {}, words),
          make("span.dim", {}, [say("unaided", { n: count("solved") }), say("triedCount", { n: count("tried") }), course.streak ? say("streak", { n: course.streak }) : ""].filter(Boolean).join(" · ")),
          next ? make("a.go", { href: this.address(next), "data-key": "goOn" }, say(states.some(Boolean) ? "goOnWith" : "beginWith", { n: next.number })) : null)),
      make("div.bar.filters", {}, make("div.bar", { role: "group", "aria-label": say("shownProblems") }, ...STATES.map((it) => make("button", { "data-key": it, "data-state-choice": it, "aria-pressed": String(filter.state === it) }, say(`state_${it}`)))),
        select("plies", [[0, say("anyLength")], ...lengths.map((n) => [n, say("mateIn", { n })])], filter.plies),
        rated ? select("band", [["", say("difficulty_any")], ...Object.keys(BANDS).map((it) => [it, say(`band_${it}`)])], filter.band) : null,
        select("order", ORDERS.filter((it) => it !== "difficulty" || rated).map((it) => [it, say(`order_${it}`)]), filter.order), select("range", ranges, from)),
      make("p.dim", { role: "status" }, say("ofList", { n: chosen.length, of: total })));
    // The numbers are many: they are made anew as a whole, and kept if they are the same.
    const numbers = make("ol.numbers", {}, ...chosen.slice(from, from + MANY).map((it) => this.number(it)));
    if (!this.numbers?.isEqualNode(numbers)) this.numbers = numbers;
    root.append(this.numbers);
  }
  number(it) {
    const state = this.collection.stateOf(it), words = [it.title, it.author, Number.isFinite(it.plies) && say("mateIn", { n: it.plies }), Number.isFinite(it.difficulty) && say("difficultyIs", { n: it.difficulty }), state && say(state)];
    return make("li", {}, make("a", { href: this.address(it), "data-state": state, title: words.filter(Boolean).join(", ") }, String(it.number), make("span", { "aria-hidden": "true" }, MARKS[state] || ""), state ? make("span.unseen", {}, say(state)) : null));
  }
  card(it) {
    const position = parse(it.sfen);
    return make("a.daily", { href: this.address(it), "data-key": "daily" }, thumbnail(position, position.side, this.bench.western), make("b", {}, say("riddleDaily")), make("span.dim", {}, say("riddleNumber", { n: it.number, of: this.collection.total })), make("span.dim", {}, Number.isFinite(it.plies) ? say("mateIn", { n: it.plies }) : ""));
  }
}
