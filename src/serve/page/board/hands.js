// The hands: with plus and minus while a problem is set up, to drop from while moves are played.
import { make, byId, fill } from "../dom.js";
import { pieceSign } from "./diagram.js";
import { SIGNS, handWords, pieceName, say } from "../words.js";
import { HAND, copy } from "../state/shogi.js";

export class Hands {
  constructor(bench, player) {
    this.bench = bench;
    this.player = player;
    bench.on("doc path picked mode settings words hint flip", () => this.render());
    this.render();
  }

  /* One piece more or less in a hand: one gesture. */
  add(side, kind, by) {
    const it = copy(this.bench.position), held = (it.hands[side][kind] || 0) + by;
    if (held < 0) return;
    it.hands[side][kind] = held;
    this.bench.change(it);
  }

  render() {
    document.body.classList.toggle("given", !this.bench.doc.rest);
    const { flipped } = this.bench;
    this.one(byId("hand-top"), flipped ? "b" : "w");
    this.one(byId("hand-bottom"), flipped ? "w" : "b");
  }

  one(root, side) {
    const { bench } = this, attacks = side === bench.attacker, playing = bench.plays;
    const hand = bench.shown.hands[side];
    root.dataset.hand = side;
    root.setAttribute("aria-label", say(attacks ? "attackerHand" : "defenderHand"));
    root.classList.toggle("attacks", attacks);
    const name = make("b", {}, `${side === "b" ? "▲" : "△"} ${say(attacks ? "attacker" : "defender")}`), hasChoice = !attacks && !playing;
    const label = hasChoice ? make("label.whose", { title: say("restKept") }, name, make("input", { type: "checkbox", "data-key": "rest", checked: bench.doc.rest, onchange: (event) => bench.setRest(event.target.checked) }), make("span", {}, say("rest"))) : make("span.whose", {}, name);
    if (hasChoice && bench.doc.rest) fill(root, label, make("span.dim.kept", { "aria-label": handWords(hand, HAND), role: "img" }, shortHand(hand, bench.western)));
    else if (playing && !HAND.some((kind) => hand[kind])) fill(root, label, make("span.dim", {}, say("none")));
    else fill(root, label, make("div.kinds", {}, ...HAND.map((kind) => (playing ? this.drop(side, kind, hand) : this.counter(side, kind, hand)))));
  }

  counter(side, kind, hand) {
    const held = hand[kind] || 0, whose = say(side === this.bench.attacker ? "attacker" : "defender");
    const button = (by, sign) => make("button", {
      "data-key": `${side}${kind}${by}`, "aria-label": say(by > 0 ? "more" : "less", { piece: pieceName(kind), side: whose }), disabled: by < 0 && !held,
      "data-hand-piece": by > 0 ? `${side}${kind}` : null, onclick: () => this.add(side, kind, by),
    }, sign);
    // The sign can be dragged; on a small screen the plus lies over it.
    const sign = make("span.stock", { "data-hand-piece": `${side}${kind}`, "aria-label": `${pieceName(kind)} ${held}`, role: "img" },
      pieceSign({ kind }, this.bench.isUp(side), this.bench.western), make("b", {}, held ? String(held) : ""));
    return make(`div.counter${held ? "" : ".none"}`, { role: "group", "aria-label": `${whose}: ${pieceName(kind)} ${held}` }, button(1, "+"), sign, button(-1, "−"));
  }

  drop(side, kind, hand) {
    const held = hand[kind] || 0;
    if (!held) return null;
    const { picked, shown } = this.bench;
    const isPicked = picked?.from === "hand" && picked.kind === kind && picked.side === side;
    const isHinted = side === shown.side && this.bench.hint?.from === `${kind}*`;
    return make(`button.stock${isHinted ? ".hinted" : ""}`, {
      "data-key": `drop${side}${kind}`, "data-hand-piece": `${side}${kind}`, "aria-pressed": String(isPicked), "aria-label": [`${pieceName(kind)} ${held}`, isHinted && say("hinted")].filter(Boolean).join(", "), "aria-disabled": side === shown.side ? null : "true",
    }, pieceSign({ kind }, this.bench.isUp(side), this.bench.western), make("b", {}, held > 1 ? String(held) : ""));
  }

  /* A piece in a hand was touched while moves are played. */
  tap(side, kind) {
    const { bench } = this;
    if (!bench.plays || this.player.waits || side !== bench.shown.side) return;
    const again = bench.picked?.from === "hand" && bench.picked.kind === kind;
    bench.pick(again ? null : { from: "hand", kind, side });
    this.player.know();
  }
}

/* `飛2 角 歩15`. */
function shortHand(hand, western) {
  return HAND.filter((kind) => hand[kind] > 0).map((kind) => (western ? kind : SIGNS[kind]) + (hand[kind] > 1 ? hand[kind] : "")).join(" ") || say("none");
}
