// The pieces that can be put, and what can be done with the piece that is picked up.
import { make, byId, fill } from "../dom.js";
import { pieceSign } from "../board/diagram.js";
import { pieceName, say } from "../words.js";
import { SET, base, count, other } from "../state/shogi.js";

const KINDS = ["K", "R", "B", "G", "S", "N", "L", "P"];
const PROMOTED = ["+R", "+B", "+S", "+N", "+L", "+P"];

export class Palette {
  constructor(bench, editor) {
    this.bench = bench;
    this.editor = editor;
    this.promoted = false;
    // Where the tab key comes to: the palette is one stop, within it the arrows move.
    this.stop = "Kw";
    byId("palette").addEventListener("keydown", (event) => this.move(event));
    byId("palette").addEventListener("focusin", (event) => this.stopAt(event.target.closest("button")));
    bench.on("doc picked mode settings words flip", () => this.render());
    this.render();
  }

  render() {
    const { bench } = this, root = byId("palette"), setup = bench.mode === "setup";
    root.hidden = !setup;
    this.renderPicked();
    if (!setup) return;
    const row = (side) => make("div.row", { role: "group", "aria-label": say(side === bench.attacker ? "attacker" : "defender"), "data-side": side === bench.attacker ? "attacker" : "defender" },
      ...KINDS.map((kind) => this.piece(this.promoted && PROMOTED.includes(`+${kind}`) ? `+${kind}` : kind, side)));
    const promote = make("button.icon", { "data-key": "promoted", "data-stop": "promoted", tabindex: this.tabIndex("promoted"), "aria-pressed": String(this.promoted), "aria-label": say("promote"), title: say("promote"), onclick: () => { this.promoted = !this.promoted; this.render(); } }, bench.western ? "+" : "成");
    const erasing = bench.picked?.from === "eraser";
    const eraser = make("button.icon", { "data-key": "eraser", "data-stop": "eraser", tabindex: this.tabIndex("eraser"), "aria-pressed": String(erasing), "aria-label": say("eraser"), title: say("eraser"), onclick: () => bench.pick(erasing ? null : { from: "eraser" }) }, "✕");
    fill(root, make("div.sides", {}, row(bench.attacker), row(other(bench.attacker))), make("div.tools", {}, promote, eraser));
  }

  buttons() { return [...byId("palette").querySelectorAll("button")]; }
  stopAt(button) {
    if (!button) return;
    this.stop = button.dataset.stop;
    for (const it of this.buttons()) it.tabIndex = this.tabIndex(it.dataset.stop);
  }
  tabIndex(stop) { return stop === this.stop ? 0 : -1; }
  /* The arrows go to the next button on that side, wherever it stands; home and end, to the ends of a side's pieces. */
  move(event) {
    const from = document.activeElement, [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] || [0, 0];
    const tools = byId("palette").querySelectorAll(".tools button"), isEnd = ["Home", "End"].includes(event.key);
    if (!(x || y || isEnd) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (isEnd) {
      const rows = [...byId("palette").querySelectorAll(".row")].map((row, at) => [...row.children, tools[at]]);
      rows.find((row) => row.includes(from))?.at(event.key === "Home" ? 0 : -1).focus();
      return;
    }
    const [left, top] = middle(from);
    const far = (it) => {
      const [a, b] = middle(it), along = (a - left) * x + (b - top) * y;
      return along < 4 ? Infinity : along + 3 * Math.abs((a - left) * y + (b - top) * x);
    };
    this.buttons().reduce((best, it) => (far(it) < far(best) ? it : best), from).focus();
  }

  /* A piece to put, with how many are left: in the defender's hand if it holds the rest, else nowhere. */
  piece(kind, side) {
    const { bench } = this, { picked, doc } = bench;
    const used = count(bench.position, doc.rest ? [bench.attacker] : ["b", "w"]);
    const left = kind === "K" ? null : SET[base(kind)] - used[base(kind)];
    const isPicked = picked?.from === "palette" && picked.piece.kind === kind && picked.piece.side === side;
    const name = `${say(side === bench.attacker ? "attacker" : "defender")} ${pieceName(kind)}${left === null ? "" : `, ${left}`}`;
    return make(`button.stock${left !== null && left <= 0 ? ".none" : ""}${left < 0 ? ".over" : ""}`, {
      "data-key": `${kind}${side}`, "data-stop": base(kind) + side, tabindex: this.tabIndex(base(kind) + side), "data-palette": `${kind}:${side}`, "aria-pressed": String(isPicked), "aria-label": name, title: name,
    }, pieceSign({ kind }, bench.isUp(side), bench.western), left === null ? null : make("b", {}, String(left)));
  }
  tap(piece) {
    const { bench } = this, { picked } = bench;
    const same = picked?.from === "palette" && picked.piece.kind === piece.kind && picked.piece.side === piece.side;
    bench.pick(same ? null : { from: "palette", piece });
  }

  /* Buttons for the piece that is picked up on the board. */
  renderPicked() {
    const { bench } = this, root = byId("picked"), { picked } = bench;
    const square = bench.mode === "setup" && picked?.from === "square" ? picked.square : null;
    const piece = square && bench.position.board[square];
    root.hidden = !piece;
    if (!piece) return;
    const button = (key, sign, call, off) => make("button", { "data-key": key, "data-sign": sign, title: say(key), disabled: off, onclick: call }, make("span", {}, say(key)));
    const to = (what) => () => this.editor[what](bench.picked.square);
    fill(root, button("promote", bench.western ? "+" : "成", to("promote"), ["K", "G"].includes(piece.kind)), button("otherSide", "▲△", to("otherSide")), button("remove", "✕", to("remove")));
  }
}

/* The middle of an element on the screen. */
function middle(it) {
  const { left, top, width, height } = it.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
