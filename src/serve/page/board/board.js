// The board: one picture of nine rows of nine squares, each with the words that tell its piece.
import { byId, draw } from "../dom.js";
import { pieceSign } from "./diagram.js";
import { NUMERALS, pieceName, say, squareName } from "../words.js";
import { RANKS, faults, squareAt, fileOf, rankOf } from "../state/shogi.js";

const GLIDE = 150;
/* So many ninths of the board. */
const ninths = (n) => `${n * 100 / 9}%`;
/* Puts a drawing on a square, counted from the left and from above. */
function placed(x, y, it) {
  it.style.setProperty("--x", x);
  it.style.setProperty("--y", y);
  return it;
}

export class Board {
  constructor(bench, player) {
    Object.assign(this, { bench, player, root: byId("board"), cursor: "5e", path: [] });
    // Squares and lines are whole pixels of the screen, however far the page is zoomed.
    const sharpen = () => document.body.style.setProperty("--px", `${1 / devicePixelRatio}px`);
    sharpen();
    addEventListener("resize", sharpen);
    this.build();
    bench.on("doc picked mode settings words known hint", () => this.render());
    bench.on("flip", () => { this.build(); this.render(); });
    bench.on("path", () => {
      const before = this.doc === bench.doc ? this.path : null;
      Object.assign(this, { doc: bench.doc, path: bench.path });
      this.render();
      if (before && !bench.carried) this.glide(before, bench.path);
      bench.carried = false;
    });
    this.root.addEventListener("focusin", (event) => {
      const square = event.target.dataset?.square;
      if (square) this.setCursor(square, false);
    });
    this.render();
  }

  /* Draws the empty board as it is seen from the side that is below. */
  build() {
    const seen = (list) => (this.bench.flipped ? [...list].reverse() : [...list]), files = seen("987654321"), ranks = seen(RANKS), inner = [1, 2, 3, 4, 5, 6, 7, 8];
    this.cells = {};
    const rows = ranks.map((rank, y) => draw("g", { role: "row", "aria-rowindex": y + 1 }, ...files.map((file, x) => {
      const size = { width: ninths(1), height: ninths(1) };
      this.cells[file + rank] = placed(x, y, draw("g", { class: "cell place", role: "gridcell", "data-square": file + rank, tabindex: -1, "aria-colindex": x + 1 }, draw("rect", size),
        draw("svg", { ...size, class: "inside" }, draw("ellipse", { class: "reach", cx: "50%", cy: "50%", rx: "16%", ry: "15%" }), draw("rect", { class: "ring", x: "4%", y: "4%", width: "92%", height: "92%" }))));
      return this.cells[file + rank];
    })));
    this.ranks = ranks.map((_, y) => draw("text", { class: "rank", x: "100%", dx: 12, y: ninths(y + 0.5), dy: ".36em" }));
    this.above = draw("g", { "aria-hidden": "true", class: "above" });
    this.picture = draw("svg", { class: "squares", role: "presentation" }, draw("rect", { class: "wood" }), ...rows,
      draw("g", { "aria-hidden": "true", class: "lines" }, ...inner.flatMap((n) => [draw("rect", { class: "upright", x: ninths(n) }), draw("rect", { class: "level", y: ninths(n) })]),
        ...[3, 6].flatMap((x) => [3, 6].map((y) => draw("circle", { cx: ninths(x), cy: ninths(y), r: 3.5 }))), draw("rect", { class: "frame" }),
        ...files.map((file, x) => draw("text", { x: ninths(x + 0.5), y: -7 }, file)), ...this.ranks), this.above);
    this.root.replaceChildren(this.picture);
  }

  setCursor(square, focus = true) {
    this.cells[this.cursor].setAttribute("tabindex", -1);
    this.cursor = square;
    this.cells[square].setAttribute("tabindex", 0);
    if (focus) this.cells[square].focus();
  }
  /* Moves the cursor by so many files to the left and ranks down, as they are seen. */
  moveCursor(left, down) {
    const by = this.bench.flipped ? -1 : 1, to = squareAt(fileOf(this.cursor) + by * left, rankOf(this.cursor) + by * down);
    if (to) this.setCursor(to);
  }

  /* The squares of which the engine complains, such as those of a king in check out of turn. */
  complained() {
    const complaints = this.player.asking.position([])?.complaints || [];
    return complaints.flatMap((it) => it.squares || [it.square]);
  }

  render() {
    const { bench } = this, position = bench.shown, { picked, hint } = bench, last = bench.path.at(-1);
    const wrong = bench.path.length ? [] : [...faults(position).map((it) => it.square), ...this.complained()];
    const targets = this.player.targets(), ranks = bench.western ? RANKS : NUMERALS.slice(1);
    this.ranks.forEach((it, y) => { it.textContent = ranks[bench.flipped ? 8 - y : y]; });
    for (const square in this.cells) {
      const cell = this.cells[square], piece = position.board[square];
      const isPicked = picked?.from === "square" && picked.square === square, isTarget = targets.includes(square);
      const isHinted = Boolean(hint) && [hint.from, hint.to].includes(square), isFrom = Boolean(last) && last[1] !== "*" && last.slice(0, 2) === square;
      const look = piece ? `${piece.kind}${piece.side}${bench.western}` : "";
      if ((cell.dataset.look || "") !== look) {
        cell.dataset.look = look;
        cell.querySelector(".sign")?.remove();
        if (piece) cell.lastChild.prepend(pieceSign(piece, bench.isUp(piece.side), bench.western));
      }
      const states = { picked: isPicked, target: isTarget, hinted: isHinted, wrong: wrong.includes(square), held: Boolean(piece), from: isFrom, to: Boolean(last) && last.slice(2, 4) === square };
      for (const name in states) cell.classList.toggle(name, states[name]);
      const side = piece && say(piece.side === bench.attacker ? "attacker" : "defender");
      const told = [isPicked && say("selected"), isTarget && say("target"), isHinted && say("hinted")].filter(Boolean);
      cell.setAttribute("aria-label", [squareName(square), piece ? `${side} ${pieceName(piece.kind)}` : say("empty"), ...told].join(", "));
      cell.setAttribute("aria-selected", String(isPicked));
    }
    this.cells[this.cursor].setAttribute("tabindex", 0);
    this.arrow(hint);
    for (const it of [this.root, byId("table")]) it.classList.toggle("playing", bench.plays);
  }

  /* A hint that tells the whole move is an arrow. */
  arrow(hint) {
    this.above.querySelector(".arrow")?.remove();
    if (!hint?.to || !this.cells[hint.from]) return;
    const middle = (square) => [9.5 - fileOf(square), rankOf(square) - 0.5].map((at) => ninths(this.bench.flipped ? 9 - at : at));
    const [x1, y1] = middle(hint.from), [x2, y2] = middle(hint.to);
    this.above.append(draw("line", { class: "arrow", x1, y1, x2, y2, "marker-end": "url(#arrowhead)" }));
  }

  /* Lets the piece of a move that was made, or taken back, come from where it stood. */
  glide(before, path) {
    const isMade = path.length > before.length, [short, long] = isMade ? [before, path] : [path, before];
    if (long.length - short.length !== 1 || short.some((move, at) => move !== long[at]) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const ends = [long.at(-1).slice(0, 2), long.at(-1).slice(2, 4)], [from, to] = isMade ? ends : ends.reverse(), cell = this.cells[to];
    if (!cell?.querySelector(".sign")) return;
    const side = this.bench.shown.board[to].side, hand = () => document.querySelector(`[data-hand-piece="${side}${from[0]}"]`) || document.querySelector(`[data-hand="${side}"]`);
    const a = (this.cells[from] || hand()).getBoundingClientRect(), b = cell.getBoundingClientRect();
    const [x, y] = ["--x", "--y"].map((name) => cell.style.getPropertyValue(name));
    const moved = draw("g", {}, placed(x, y, draw("g", { class: "place" }, cell.lastChild.cloneNode(true))));
    this.above.append(moved);
    cell.classList.add("gliding");
    moved.animate([{ transform: `translate(${a.left - b.left}px, ${a.top - b.top}px)` }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" }).finished.catch(() => {}).then(() => {
      moved.remove();
      cell.classList.remove("gliding");
    });
  }
}
