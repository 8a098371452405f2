// Playing: a move on the board follows a line of the tree, or makes a new branch.
import { make, byId, fill, toast, speak } from "../dom.js";
import { pieceSign } from "./diagram.js";
import { say } from "../words.js";

export class Player {
  constructor(bench, asking) {
    this.bench = bench;
    this.asking = asking;
    byId("chooser").addEventListener("click", ({ target }) => {
      const { usi } = target.closest("[data-usi]")?.dataset || {};
      if (!usi) return;
      byId("chooser").hidePopover();
      this.play(usi);
    });
  }
  /* Asks for the legal moves of the position that is shown. Before there is an engine, the page has its own. */
  know() { return this.bench.isEarly ? null : this.asking.askPosition(this.bench.path); }

  /* The moves that can be played. The attacker has to give check, except in a brinkmate. */
  legal() { return this.all().filter((it) => it.check || this.bench.isBrinkmate || this.bench.shown.side !== this.bench.attacker); }
  all() { return this.asking.moves(this.bench.path); }
  movesOf(picked, moves = this.legal()) {
    if (!picked) return [];
    const start = picked.from === "square" ? picked.square : picked.from === "hand" ? `${picked.kind}*` : null;
    return moves.filter((it) => start && it.usi.startsWith(start));
  }
  /* The squares to which the picked piece can go. */
  targets() {
    const { bench } = this;
    return bench.plays ? [...new Set(this.movesOf(bench.picked).map((it) => it.usi.slice(2, 4)))] : [];
  }

  /* Whether nothing can be played, because it is not the player's turn. */
  get waits() { return this.bench.solves && this.bench.waits; }

  async tap(square) {
    if (this.waits) return undefined;
    const { bench } = this, { picked } = bench, piece = bench.shown.board[square];
    await this.know();
    if (picked && !(piece && piece.side === bench.shown.side)) return this.drop(picked, { square });
    const again = picked?.from === "square" && picked.square === square;
    if (piece && piece.side === bench.shown.side) bench.pick(again ? null : { from: "square", square });
    else bench.pick(null);
    return undefined;
  }

  async drop(source, target) {
    if (this.waits || !target.square || (source.from === "square" && source.square === target.square)) return;
    await this.know();
    const { bench } = this, moves = this.movesOf(source).filter((it) => it.usi.slice(2, 4) === target.square);
    if (moves.length > 1) this.choose(moves, target.square);
    else if (moves.length) this.play(moves[0].usi);
    else {
      const quiet = this.movesOf(source, this.all()).some((it) => it.usi.slice(2, 4) === target.square);
      bench.pick(null);
      toast(say(quiet ? "notCheck" : "notLegal"));
    }
  }

  /* Asks beside the square which of two pieces it is to be. */
  choose(moves, square) {
    const { shown, western } = this.bench, { kind, side } = shown.board[moves[0].usi.slice(0, 2)], it = byId("chooser"), at = document.querySelector(`[data-square="${square}"]`).getBoundingClientRect();
    const button = (sign, word) => make("button", { "data-usi": moves.find((move) => move.usi.endsWith("+") === Boolean(sign)).usi }, pieceSign({ kind: sign + kind, side }, side === "b", western), make("span", {}, say(word)));
    fill(it, make("div.bar", { role: "group", "aria-label": say("promoteOrNot") }, button("+", "yesPromote"), button("", "noPromote")));
    // The browser closes an open popover at a click beside it, so this one opens after the click of this touch.
    setTimeout(() => this.beside(it, at));
  }
  beside(it, at) {
    it.showPopover();
    it.style.left = `${Math.max(8, Math.min(innerWidth - it.offsetWidth - 8, at.left - it.offsetWidth / 2 + at.width / 2))}px`;
    it.style.top = `${Math.max(8, at.top - it.offsetHeight - 6)}px`;
    it.querySelector("button").focus();
  }

  play(usi) {
    const { bench } = this, path = [...bench.path, usi];
    // In a problem to solve, solve.js judges the move.
    if (bench.solves) {
      bench.pick(null);
      bench.tell("played", usi);
      return;
    }
    bench.addTry(path);
    bench.go(path);
    speak(this.asking.move(path));
  }
}
