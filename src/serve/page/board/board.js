// The board: nine rows of nine squares, each with the words that tell its piece.
import { make, byId, fill } from "../dom.js";
import { pieceSign } from "./diagram.js";
import { NUMERALS, pieceName, say, squareName } from "../words.js";
import { RANKS, faults, other, squareAt, fileOf, rankOf } from "../state/shogi.js";

export class Board {
  constructor(bench, player) {
    this.bench = bench;
    this.player = player;
    this.root = byId("board");
    this.cursor = "5e";
    this.cells = {};
    const corner = make("div.files", { "aria-hidden": "true" }, ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((file) => make("span", {}, String(file))));
    this.ranks = make("div.ranks", { "aria-hidden": "true" }, ...[...RANKS].map(() => make("span")));
    const rows = [...RANKS].map((rank, at) => make("div.row", { role: "row", "aria-rowindex": at + 1 }, ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((file) => {
      const square = file + rank;
      const star = [3, 6].includes(at + 1) && [7, 4].includes(file);
      this.cells[square] = make(`div.cell${star ? ".star" : ""}`, { role: "gridcell", "data-square": square, tabindex: -1, "aria-colindex": 10 - file });
      return this.cells[square];
    })));
    this.root.append(corner, make("div.squares", { role: "presentation" }, ...rows), this.ranks);
    bench.on("doc path picked mode settings words known hint", () => this.render());
    this.root.addEventListener("focusin", (event) => {
      const square = event.target.dataset?.square;
      if (square) this.setCursor(square, false);
    });
    this.render();
  }

  setCursor(square, focus = true) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = square;
    this.cells[square].tabIndex = 0;
    if (focus) this.cells[square].focus();
  }
  moveCursor(files, ranks) {
    const to = squareAt(fileOf(this.cursor) + files, rankOf(this.cursor) + ranks);
    if (to) this.setCursor(to);
  }

  /* The squares of which the engine complains, such as those of a king in check out of turn. */
  complained() {
    const complaints = this.player.asking.position([])?.complaints || [];
    return complaints.flatMap((it) => it.squares || [it.square]);
  }

  render() {
    const { bench } = this, position = bench.shown, { picked } = bench;
    const last = bench.path[bench.path.length - 1];
    const wrong = bench.path.length ? [] : [...faults(position).map((it) => it.square), ...this.complained()];
    const targets = this.player.targets();
    [...this.ranks.children].forEach((it, at) => { it.textContent = bench.western ? RANKS[at] : NUMERALS[at + 1]; });
    for (const square in this.cells) {
      const cell = this.cells[square], piece = position.board[square];
      const isPicked = picked?.from === "square" && picked.square === square;
      const isTarget = targets.includes(square);
      const look = `${piece ? piece.kind + piece.side : ""}${bench.western}`;
      if (cell.dataset.look !== look) {
        cell.dataset.look = look;
        fill(cell, piece ? pieceSign(piece, piece.side === "b", bench.western) : null);
      }
      cell.classList.toggle("picked", isPicked);
      cell.classList.toggle("target", isTarget);
      const isHinted = Boolean(bench.hint) && [bench.hint.from, bench.hint.to].includes(square);
      cell.classList.toggle("hinted", isHinted);
      cell.classList.toggle("wrong", wrong.includes(square));
      cell.classList.toggle("held", Boolean(piece));
      cell.classList.toggle("from", Boolean(last) && last[1] !== "*" && last.slice(0, 2) === square);
      cell.classList.toggle("to", Boolean(last) && last.slice(2, 4) === square);
      const side = piece && say(piece.side === bench.attacker ? "attacker" : "defender");
      const states = [isPicked && say("selected"), isTarget && say("target"), isHinted && say("hinted")].filter(Boolean);
      cell.setAttribute("aria-label", [squareName(square), piece ? `${side} ${pieceName(piece.kind)}` : say("empty"), ...states].join(", "));
      cell.setAttribute("aria-selected", String(isPicked));
    }
    this.cells[this.cursor].tabIndex = 0;
    this.root.classList.toggle("playing", bench.plays);
    byId("table").classList.toggle("playing", bench.plays);
    byId("table").dataset.top = other("b") === bench.attacker ? "attacker" : "defender";
  }
}
