// Setting up: pieces are put, moved, turned and removed. Each call is one gesture, one step of the history.
import { base, copy, turned, HAND } from "../state/shogi.js";
import { pieceName, say, squareName } from "../words.js";
import { speak } from "../dom.js";

export class Editor {
  constructor(bench) { this.bench = bench; }

  /* A square was touched. */
  tap(square) {
    const { bench } = this, { picked } = bench, piece = bench.position.board[square];
    if (!picked) {
      if (piece) bench.pick({ from: "square", square });
    } else if (picked.from === "eraser") this.remove(square);
    else if (picked.from === "palette") {
      // The same piece again takes it away.
      if (piece && piece.kind === picked.piece.kind && piece.side === picked.piece.side) this.remove(square, picked);
      else this.put(square, picked.piece, picked);
    } else if (picked.square === square) bench.pick(null);
    else this.drop(picked, { square });
  }

  /* A piece was brought from one place to another. Outside the board it is removed. */
  drop(source, target) {
    const { bench } = this, it = copy(bench.position);
    if (source.from === "palette") {
      if (target.square) this.put(target.square, source.piece, null);
      else if (target.hand) this.gain(target.hand, base(source.piece.kind));
      return;
    }
    if (target.square && source.square === target.square) return;
    const piece = source.from === "square" ? it.board[source.square] : { kind: source.kind, side: source.side };
    if (!piece) return;
    if (source.from === "square") delete it.board[source.square];
    else if (target.hand !== source.side) it.hands[source.side][source.kind] -= 1;
    if (target.square) it.board[target.square] = piece;
    else if (target.hand && HAND.includes(base(piece.kind))) {
      if (source.from === "hand" && target.hand === source.side) return;
      it.hands[target.hand][base(piece.kind)] = (it.hands[target.hand][base(piece.kind)] || 0) + 1;
    }
    bench.pick(null);
    bench.change(it);
    if (target.square) speak(`${pieceName(piece.kind)} ${say("putDown", { square: squareName(target.square) })}`);
  }

  gain(side, kind) {
    if (!HAND.includes(kind)) return;
    const it = copy(this.bench.position);
    it.hands[side][kind] = (it.hands[side][kind] || 0) + 1;
    this.bench.change(it);
  }

  /* Puts a piece. What is picked up in the palette stays picked up for the next square. */
  put(square, piece, keepPicked) {
    const it = copy(this.bench.position);
    // A side has one king: it moves.
    if (piece.kind === "K") for (const from in it.board) if (it.board[from].kind === "K" && it.board[from].side === piece.side) delete it.board[from];
    it.board[square] = { ...piece };
    this.bench.change(it);
    this.bench.pick(keepPicked);
    speak(`${say(piece.side === this.bench.attacker ? "attacker" : "defender")} ${pieceName(piece.kind)} ${say("putDown", { square: squareName(square) })}`);
  }

  remove(square, keepPicked = this.bench.picked?.from === "eraser" ? this.bench.picked : null) {
    const it = copy(this.bench.position), piece = it.board[square];
    if (!piece) return;
    delete it.board[square];
    this.bench.change(it);
    this.bench.pick(keepPicked);
    speak(`${pieceName(piece.kind)} ${say("removed", { square: squareName(square) })}`);
  }

  /* The next form of the piece on a square: promoted, then the other side's. */
  turn(square) { this.reshape(square, turned); }
  promote(square) {
    this.reshape(square, ({ kind, side }) => ({ kind: kind[0] === "+" ? base(kind) : ["K", "G"].includes(kind) ? kind : `+${kind}`, side }));
  }
  otherSide(square) { this.reshape(square, ({ kind, side }) => ({ kind, side: side === "b" ? "w" : "b" })); }
  reshape(square, how) {
    const it = copy(this.bench.position), { picked } = this.bench;
    if (!it.board[square]) return;
    it.board[square] = how(it.board[square]);
    this.bench.change(it);
    this.bench.pick(picked);
    const { kind, side } = it.board[square];
    speak(`${squareName(square)} ${say(side === this.bench.attacker ? "attacker" : "defender")} ${pieceName(kind)}`);
  }
}
