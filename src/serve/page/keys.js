// The keyboard. On the board: arrows, letters, space. Everywhere: undo, steps through the lines.
import { byId } from "./dom.js";
import { other } from "./state/shogi.js";

const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LETTERS = { p: "P", l: "L", n: "N", s: "S", g: "G", b: "B", r: "R", k: "K" };

const writes = (it) => it.closest?.("input:not([type=checkbox]), textarea, select");

export class Keys {
  constructor(bench, { board, editor, player, lines, riddle, table }) {
    Object.assign(this, { bench, board, editor, player, lines, riddle, table });
    byId("board").addEventListener("keydown", (event) => this.onBoard(event));
    addEventListener("keydown", (event) => this.anywhere(event));
  }

  onBoard(event) {
    const { bench, board, editor } = this, { cursor } = board, key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = () => { event.preventDefault(); event.stopPropagation(); };
    const arrow = ARROWS[event.key];
    if (arrow) { board.moveCursor(...arrow); return done(); }
    if (event.key === "Home" || event.key === "End") { board.setCursor((event.key === "Home" ? 9 : 1) + cursor[1]); return done(); }
    if (event.key === " " || event.key === "Enter") {
      (bench.plays ? this.player : editor).tap(cursor);
      return done();
    }
    if (bench.plays) return;
    const kind = LETTERS[key];
    if (kind) {
      // A king is the defender's, unless with shift; any other piece is the attacker's.
      const attacks = (kind === "K") === event.shiftKey;
      editor.put(cursor, { kind, side: attacks ? bench.attacker : other(bench.attacker) }, null);
      return done();
    }
    if (event.key === "+" || event.key === ";") editor.promote(cursor);
    else if (key === "v" || event.key === "/") editor.otherSide(cursor);
    else if (key === "t") editor.turn(cursor);
    else if (event.key === "Delete" || event.key === "Backspace") editor.remove(cursor);
    else return;
    done();
  }

  anywhere(event) {
    const { bench, lines } = this, key = event.key.toLowerCase();
    if (writes(event.target) || event.defaultPrevented) return;
    const done = () => event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.shiftKey) { bench.undo(); done(); }
      else if (key === "y" || (key === "z" && event.shiftKey)) { bench.redo(); done(); }
      return;
    }
    if (event.altKey) return;
    if (event.key === "Escape" && bench.picked) { bench.pick(null); return done(); }
    if (key === "f") { bench.flip(); return done(); }
    if (event.key === "?") { byId("help").togglePopover(); return done(); }
    if (bench.solves) {
      const step = { arrowleft: -1, ",": -1, arrowright: 1, ".": 1 }[key];
      if (step) this.riddle.step(step);
      else if (key === "h") this.riddle.hint();
      else if (key === "backspace") this.riddle.takeBack();
      else return undefined;
      return done();
    }
    // To the next flaw of the list and back. The letters put pieces on the board, so they do this in the list alone.
    const flaw = { "]": 1, "[": -1, ...(event.target.closest("#panel-problems") && { j: 1, k: -1 }) }[key];
    if (flaw) { this.table.toFlaw(flaw); return done(); }
    // Within tabs and menus the arrows have their own meaning.
    if (event.target.closest("[role=tablist], [popover], [role=radiogroup]")) return;
    const step = { ArrowLeft: "back", ",": "back", ArrowRight: "next", ".": "next", Home: "first", End: "last", ArrowUp: "before", ArrowDown: "after" }[event.key];
    if (!step) return;
    // Up and down scroll the page while a problem is set up.
    if ((step === "before" || step === "after") && !bench.plays) return;
    if (lines.step(step)) done();
  }
}
