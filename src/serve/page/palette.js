// The pieces that can be put, and what can be done with the piece that is picked up.
import { make, byId, fill } from "./dom.js";
import { pieceSign } from "./diagram.js";
import { pieceName, say } from "./words.js";
import { SET, base, count, other } from "./shogi.js";

const KINDS = ["K", "R", "B", "G", "S", "N", "L", "P"];
const PROMOTED = ["+R", "+B", "+S", "+N", "+L", "+P"];

export class Palette {
  constructor(bench, editor) {
    this.bench = bench;
    this.editor = editor;
    this.promoted = false;
    bench.on("doc picked mode settings words", () => this.render());
    this.render();
  }

  render() {
    const { bench } = this, root = byId("palette"), setup = bench.mode === "setup";
    root.hidden = !setup;
    this.renderPicked();
    if (!setup) return;
    const row = (side) => make("div.row", { role: "group", "aria-label": say(side === bench.attacker ? "attacker" : "defender"), "data-side": side === bench.attacker ? "attacker" : "defender" },
      ...KINDS.map((kind) => this.piece(this.promoted && PROMOTED.includes(`+${kind}`) ? `+${kind}` : kind, side)));
    const promote = make("button.icon", { "data-key": "promoted", "aria-pressed": String(this.promoted), "aria-label": say("promote"), title: say("promote"), onclick: () => { this.promoted = !this.promoted; this.render(); } }, bench.western ? "+" : "成");
    const erasing = bench.picked?.from === "eraser";
    const eraser = make("button.icon", { "data-key": "eraser", "aria-pressed": String(erasing), "aria-label": say("eraser"), title: say("eraser"), onclick: () => bench.pick(erasing ? null : { from: "eraser" }) }, "✕");
    fill(root, make("div.sides", {}, row(bench.attacker), row(other(bench.attacker))), make("div.tools", {}, promote, eraser));
  }

  /* A piece to put, with how many are left: in the defender's hand if it holds the rest, else nowhere. */
  piece(kind, side) {
    const { bench } = this, { picked, doc } = bench;
    const used = count(bench.position, doc.rest ? [bench.attacker] : ["b", "w"]);
    const left = kind === "K" ? null : SET[base(kind)] - used[base(kind)];
    const isPicked = picked?.from === "palette" && picked.piece.kind === kind && picked.piece.side === side;
    const name = `${say(side === bench.attacker ? "attacker" : "defender")} ${pieceName(kind)}${left === null ? "" : `, ${left}`}`;
    return make(`button.stock${left !== null && left <= 0 ? ".none" : ""}${left < 0 ? ".over" : ""}`, {
      "data-key": `${kind}${side}`, "data-palette": `${kind}:${side}`, "aria-pressed": String(isPicked), "aria-label": name, title: name,
    }, pieceSign({ kind }, side === "b", bench.western), left === null ? null : make("b", {}, String(left)));
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
    const button = (key, call, off) => make("button", { "data-key": key, disabled: off, onclick: call }, say(key));
    const to = (what) => () => this.editor[what](bench.picked.square);
    fill(root, button("promote", to("promote"), ["K", "G"].includes(piece.kind)), button("otherSide", to("otherSide")), button("remove", to("remove")));
  }
}
