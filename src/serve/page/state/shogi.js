// Positions of shogi: SFEN, moves, counts. Squares and moves are in USI: `5a`, `7g7f`, `P*5e`.

// Pieces that can be in a hand, in the order of an SFEN.
export const HAND = ["R", "B", "G", "S", "N", "L", "P"];
// How many of each there are in the set.
export const SET = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
export const RANKS = "abcdefghi";
export const SQUARES = [...RANKS].flatMap((rank) => [9, 8, 7, 6, 5, 4, 3, 2, 1].map((file) => file + rank));
export const EMPTY = "9/9/9/9/9/9/9/9/9 b - 1";

export const base = (kind) => kind.replace("+", "");
export const promotes = (kind) => !["K", "G"].includes(base(kind));
export const other = (side) => (side === "b" ? "w" : "b");
export const fileOf = (square) => Number(square[0]);
export const rankOf = (square) => RANKS.indexOf(square[1]) + 1;
export const squareAt = (file, rank) => (file >= 1 && file <= 9 && rank >= 1 && rank <= 9 ? file + RANKS[rank - 1] : null);

// The longest line that the engine reads.
const MOST_MOVES = 4000;
const MOVE = /^(?:[1-9][a-i][1-9][a-i]\+?|[RBGSNLP]\*[1-9][a-i])$/;
/* Whether it looks like a diagram, and whether like moves: a file, or what the browser has kept, may hold anything. */
export const isDiagram = (it) => typeof it === "string" && it.length <= 1000 && /^[0-9a-zA-Z+/ -]+$/.test(it);
export const isLine = (it) => Array.isArray(it) && it.length <= MOST_MOVES && it.every((move) => typeof move === "string" && MOVE.test(move));

/**
 * A position: pieces by square, two hands, the side to move. The page never changes one, but copies it.
 * @returns {Position}
 */
export function parse(sfen) {
  const [board, side, hand = "-"] = sfen.split(" ");
  const it = { board: {}, hands: { b: {}, w: {} }, side: side === "w" ? "w" : "b" };
  board.split("/").forEach((row, rank) => {
    let file = 9;
    for (const [word] of row.matchAll(/\+?[RBSNLP]|[KG]|\d/gi)) {
      if (/\d/.test(word)) { file -= Number(word); continue; }
      // What stands outside the board is left out; the engine tells what is wrong with a text.
      const square = squareAt(file, rank + 1);
      if (square) it.board[square] = { kind: word.toUpperCase(), side: word === word.toUpperCase() ? "b" : "w" };
      file -= 1;
    }
  });
  for (const [, count, word] of hand.matchAll(/(\d{0,2})([RBGSNLP])/gi)) {
    it.hands[word === word.toUpperCase() ? "b" : "w"][word.toUpperCase()] = Number(count || 1);
  }
  return it;
}

export function write(it) {
  const rows = [...RANKS].map((rank) => {
    let row = "", gap = 0;
    for (let file = 9; file >= 1; file -= 1) {
      const piece = it.board[file + rank];
      if (!piece) { gap += 1; continue; }
      row += (gap || "") + inSfen(piece);
      gap = 0;
    }
    return row + (gap || "");
  });
  const hand = ["b", "w"].map((side) => HAND.map((kind) => {
    const count = it.hands[side][kind] || 0;
    return count ? (count > 1 ? count : "") + inSfen({ kind, side }) : "";
  }).join("")).join("");
  return `${rows.join("/")} ${it.side} ${hand || "-"} 1`;
}

export const inSfen = ({ kind, side }) => (side === "b" ? kind : kind.toLowerCase());

/** @returns {Position} */
export function copy(it) {
  return { board: { ...it.board }, hands: { b: { ...it.hands.b }, w: { ...it.hands.w } }, side: it.side };
}

/* The position after a move, which is taken for legal. */
export function play(before, move) {
  const it = copy(before), hand = it.hands[it.side], to = move.slice(2, 4);
  if (move[1] === "*") {
    hand[move[0]] = (hand[move[0]] || 0) - 1;
    it.board[to] = { kind: move[0], side: it.side };
  } else {
    const from = move.slice(0, 2), piece = it.board[from] || { kind: "P" }, taken = it.board[to];
    if (taken) hand[base(taken.kind)] = (hand[base(taken.kind)] || 0) + 1;
    delete it.board[from];
    it.board[to] = { kind: (move[4] === "+" ? "+" : "") + piece.kind, side: it.side };
  }
  it.side = other(it.side);
  return it;
}

export const after = (it, moves) => moves.reduce(play, it);

/* How many pieces of each kind are on the board and in the hands of these sides. */
export function count(it, sides = ["b", "w"]) {
  const counts = { K: 0 };
  for (const kind of HAND) counts[kind] = sides.reduce((sum, side) => sum + (it.hands[side][kind] || 0), 0);
  for (const square in it.board) counts[base(it.board[square].kind)] += 1;
  return counts;
}

/* Gives the defender all that is left of the set. */
export function withRest(before) {
  const it = copy(before), used = count(it, [it.side]), hand = {};
  for (const kind of HAND) if (SET[kind] > used[kind]) hand[kind] = SET[kind] - used[kind];
  it.hands[other(it.side)] = hand;
  return it;
}

/* Pieces that are in neither hand nor on the board; negative if there are too many. */
export function missing(it) {
  const used = count(it);
  return Object.fromEntries(HAND.map((kind) => [kind, SET[kind] - used[kind]]).filter(([, left]) => left));
}

/* Whether a piece on this square could never move. */
export function isDead({ kind, side }, square) {
  const rank = side === "b" ? rankOf(square) : 10 - rankOf(square);
  return (rank === 1 && ["P", "L", "N"].includes(kind)) || (rank === 2 && kind === "N");
}

/* What is wrong with the diagram at first sight: `{kind, square, piece, count}`. */
export function faults(it) {
  const found = [], pawns = {}, kings = { b: 0, w: 0 };
  for (const square of SQUARES) {
    const piece = it.board[square];
    if (!piece) continue;
    if (isDead(piece, square)) found.push({ kind: "dead", square, piece });
    if (piece.kind === "P") (pawns[piece.side + square[0]] ||= []).push(square);
    if (piece.kind === "K") kings[piece.side] += 1;
  }
  for (const squares of Object.values(pawns)) {
    if (squares.length > 1) for (const square of squares) found.push({ kind: "two_pawns", square });
  }
  for (const [kind, left] of Object.entries(missing(it))) {
    if (left < 0) found.push({ kind: "too_many", square: null, piece: { kind }, count: -left });
  }
  if (!kings[other(it.side)]) found.push({ kind: "no_king", square: null });
  for (const side of ["b", "w"]) if (kings[side] > 1) found.push({ kind: "two_kings", square: null });
  return found;
}

const changed = (it, place, turn = false) => {
  const board = {};
  for (const square in it.board) {
    const to = place(square), piece = it.board[square];
    if (!to) return null;
    board[to] = turn ? { kind: piece.kind, side: other(piece.side) } : piece;
  }
  return { ...copy(it), board };
};
const places = {
  shift: (files, ranks) => (square) => squareAt(fileOf(square) + files, rankOf(square) + ranks),
  mirror: () => (square) => squareAt(10 - fileOf(square), rankOf(square)),
  turn: () => (square) => squareAt(10 - fileOf(square), 10 - rankOf(square)),
};

/* The whole diagram shifted, mirrored or turned (with the colours exchanged), and its line with it. Null if a piece would leave the board. */
export function transform(it, line, [what, ...by]) {
  const place = places[what](...by), turned = what === "turn";
  const moved = changed(it, place, turned);
  if (!moved) return null;
  if (turned) {
    moved.side = other(it.side);
    moved.hands = { b: { ...it.hands.w }, w: { ...it.hands.b } };
  }
  const moves = line.map((move) => {
    const from = move[1] === "*" ? move.slice(0, 2) : place(move.slice(0, 2)), to = place(move.slice(2, 4));
    return from && to ? from + to + move.slice(4) : null;
  });
  return { position: moved, line: moves.includes(null) ? [] : moves };
}

/* The next form of a piece: promoted, then the other side's. */
export function turned({ kind, side }) {
  if (promotes(kind) && kind[0] !== "+") return { kind: `+${kind}`, side };
  return { kind: base(kind), side: other(side) };
}
