// What can be played before the engine has come, by the steps of the pieces. The engine has the last word.
import { HAND, SQUARES, base, fileOf, isDead, other, play, promotes, rankOf, squareAt } from "./shogi.js";

// Steps as files and ranks, for a piece that points upwards; a third value of 1 goes on.
const GOLD = [[0, -1], [1, -1], [-1, -1], [1, 0], [-1, 0], [0, 1]];
const STRAIGHT = [[0, -1], [0, 1], [1, 0], [-1, 0]], SLANTED = [[1, -1], [-1, -1], [1, 1], [-1, 1]];
const far = (steps) => steps.map((step) => [...step, 1]);
const STEPS = {
  P: [[0, -1]], L: [[0, -1, 1]], N: [[1, -2], [-1, -2]], S: [[0, -1], ...SLANTED], G: GOLD, K: [...STRAIGHT, ...SLANTED], B: far(SLANTED), R: far(STRAIGHT),
  "+P": GOLD, "+L": GOLD, "+N": GOLD, "+S": GOLD, "+B": [...far(SLANTED), ...STRAIGHT], "+R": [...far(STRAIGHT), ...SLANTED],
};

/* The squares to which a piece on a square goes. */
function reach(it, from) {
  const { kind, side } = it.board[from], up = side === "b" ? 1 : -1, found = [];
  for (const [file, rank, goesOn] of STEPS[kind]) {
    for (let to = squareAt(fileOf(from) + file * up, rankOf(from) + rank * up); to; to = goesOn && !it.board[to] ? squareAt(fileOf(to) + file * up, rankOf(to) + rank * up) : null) {
      if (it.board[to]?.side !== side) found.push(to);
    }
  }
  return found;
}
/* Whether a side's king could be taken. */
function isChecked(it, side) {
  const king = SQUARES.find((square) => it.board[square]?.kind === "K" && it.board[square].side === side);
  return Boolean(king) && SQUARES.some((square) => it.board[square]?.side === other(side) && reach(it, square).includes(king));
}

/* The moves of a position, each with whether it gives check. That the mate by a dropped pawn is forbidden is left to the engine. */
export function movesIn(it) {
  const { side } = it, zone = (square) => (side === "b" ? rankOf(square) : 10 - rankOf(square)) <= 3, found = [];
  for (const from of SQUARES) {
    const piece = it.board[from];
    if (piece?.side !== side) continue;
    for (const to of reach(it, from)) {
      if (!isDead(piece, to)) found.push(from + to);
      if (promotes(piece.kind) && piece.kind === base(piece.kind) && (zone(from) || zone(to))) found.push(`${from}${to}+`);
    }
  }
  for (const kind of HAND.filter((one) => it.hands[side][one] > 0)) {
    const hasPawn = (file) => SQUARES.some((square) => square[0] === file && it.board[square]?.kind === "P" && it.board[square].side === side);
    found.push(...SQUARES.filter((to) => !it.board[to] && !isDead({ kind, side }, to) && !(kind === "P" && hasPawn(to[0]))).map((to) => `${kind}*${to}`));
  }
  return found.map((usi) => [usi, play(it, usi)]).filter(([, next]) => !isChecked(next, side)).map(([usi, next]) => ({ usi, check: isChecked(next, other(side)) }));
}
