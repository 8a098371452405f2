// Mouse, pen and finger: tap, drag, right click and long press on the board, the hands and the palette.
import { byId, elementAt, make } from "../dom.js";
import { pieceSign } from "./diagram.js";

const FAR = 7;
const LONG = 480;

/* Where a gesture begins: `{from: "square" | "palette" | "hand", …}` with the element. */
function sourceAt(element) {
  const it = element.closest?.("[data-square], [data-palette], [data-hand-piece]");
  if (!it) return null;
  if (it.dataset.square) return { element: it, from: "square", square: it.dataset.square };
  if (it.dataset.palette) {
    const [kind, side] = it.dataset.palette.split(":");
    return { element: it, from: "palette", piece: { kind, side } };
  }
  return { element: it, from: "hand", side: it.dataset.handPiece[0], kind: it.dataset.handPiece.slice(1) };
}
/* Where a piece is let go: a square, a hand, or nowhere. */
function targetAt(x, y) {
  const square = elementAt(x, y, "[data-square]")?.dataset.square;
  if (square) return { square };
  const hand = elementAt(x, y, "[data-hand]")?.dataset.hand;
  return hand ? { hand } : {};
}

export class Gestures {
  constructor(bench, { editor, player, palette, hands }) {
    Object.assign(this, { bench, editor, player, palette, hands });
    const root = byId("table");
    root.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.end());
    root.addEventListener("contextmenu", (event) => this.menu(event));
    // A key on a button of the palette or a hand is a click without a pointer.
    root.addEventListener("click", (event) => { if (event.detail === 0) this.tap(sourceAt(event.target)); });
    // A finger that drags a piece does not scroll the page. Parts of a picture have no say in that by their style.
    byId("board").addEventListener("touchmove", (event) => { if (this.ghost) event.preventDefault(); }, { passive: false });
  }

  get actor() { return this.bench.plays ? this.player : this.editor; }
  pieceOf(source) {
    if (source.from === "palette") return source.piece;
    if (source.from === "hand") return this.bench.shown.hands[source.side][source.kind] > 0 ? { kind: source.kind, side: source.side } : null;
    return this.bench.shown.board[source.square] || null;
  }

  down(event) {
    const source = sourceAt(event.target);
    if (!source || event.button > 0 || !event.isPrimary) return;
    this.end();
    // The pointer is not bound to where it went down: what lies below it where it goes up is the target.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.held = { source, x: event.clientX, y: event.clientY, touch: event.pointerType !== "mouse", id: event.pointerId };
    if (this.held.touch && source.from === "square" && this.bench.mode === "setup" && this.pieceOf(source)) {
      this.timer = setTimeout(() => {
        this.editor.turn(source.square);
        navigator.vibrate?.(15);
        this.end();
      }, LONG);
    }
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      clearTimeout(this.timer);
      const piece = this.pieceOf(held.source);
      const mine = this.bench.mode === "setup" || (piece && piece.side === this.bench.shown.side);
      if (!piece || !mine) {
        this.end();
        return;
      }
      if (this.bench.plays) {
        this.bench.pick(held.source.from === "square" ? { from: "square", square: held.source.square } : { from: "hand", kind: held.source.kind, side: held.source.side });
        this.player.know();
      }
      const size = byId("board").querySelector(".cell").getBoundingClientRect().width;
      this.ghost = make("div.ghost", { "aria-hidden": "true" }, pieceSign(piece, this.bench.isUp(piece.side), this.bench.western));
      this.ghost.style.width = `${size}px`;
      document.body.append(this.ghost);
      document.body.classList.add("dragging");
      held.source.element.classList.add("lifted");
    }
    // A finger hides what it carries, so the piece is above it.
    this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, ${held.touch ? "-105%" : "-50%"})`;
    const over = elementAt(event.clientX, event.clientY, "[data-square]");
    if (over !== this.over) {
      this.over?.classList.remove("over");
      over?.classList.add("over");
      this.over = over;
    }
  }

  up(event) {
    const { held, ghost } = this;
    if (!held || event.pointerId !== held.id) return;
    const at = targetAt(event.clientX, event.clientY);
    this.end();
    this.bench.carried = Boolean(ghost);
    if (ghost) this.actor.drop(held.source, at);
    else if (sourceAt(event.target)?.element === held.source.element) this.tap(held.source);
  }

  end() {
    clearTimeout(this.timer);
    this.held?.source.element.classList.remove("lifted");
    this.over?.classList.remove("over");
    this.ghost?.remove();
    document.body.classList.remove("dragging");
    this.held = this.ghost = this.over = null;
  }

  tap(source) {
    if (!source) return;
    if (source.from === "square") this.actor.tap(source.square);
    else if (source.from === "palette") this.palette.tap(source.piece);
    else this.hands.tap(source.side, source.kind);
  }

  menu(event) {
    const source = sourceAt(event.target);
    if (!source) return;
    event.preventDefault();
    // A long press of a finger has turned the piece already.
    if (source.from === "square" && this.bench.mode === "setup" && event.pointerType !== "touch") this.editor.turn(source.square);
  }
}
