"use strict";
// Positions, and diagrams of them. No library, no network.
const NAMES = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
  "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍" };
const NUMERALS = "〇一二三四五六七八九";
const SET = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
const words = document.body.dataset;
// Pieces are drawn as letters if the moves are in Western notation.
const letters = "letters" in words;

/* A position: board by file and rank as in USI, two hands. */
function position(sfen) {
  const [board, , hand] = sfen.split(" ");
  const it = { board: {}, hands: { black: {}, white: {} } };
  board.split("/").forEach((row, rank) => {
    let file = 9;
    for (const [word] of row.matchAll(/\+?[A-Za-z]|\d/g)) {
      if (/\d/.test(word)) { file -= Number(word); continue; }
      it.board[file + "abcdefghi"[rank]] = { kind: word.toUpperCase(), black: word === word.toUpperCase() };
      file -= 1;
    }
  });
  for (const [, count, word] of hand.matchAll(/(\d*)([A-Za-z])/g)) {
    const side = word === word.toUpperCase() ? "black" : "white";
    it.hands[side][word.toUpperCase()] = Number(count || 1);
  }
  it.black = sfen.split(" ")[1] === "b";
  return it;
}

function play(it, move) {
  // The defender of a threat passes.
  if (move === "pass") { it.black = !it.black; return; }
  const side = it.hands[it.black ? "black" : "white"];
  const to = move.slice(2, 4);
  if (move[1] === "*") {
    side[move[0]] -= 1;
    it.board[to] = { kind: move[0], black: it.black };
  } else {
    const from = move.slice(0, 2), piece = it.board[from], taken = it.board[to];
    if (taken) {
      const kind = taken.kind.replace("+", "");
      side[kind] = (side[kind] || 0) + 1;
    }
    delete it.board[from];
    it.board[to] = { kind: (move[4] === "+" ? "+" : "") + piece.kind, black: it.black };
  }
  it.black = !it.black;
}

function numeral(number) {
  return (number > 9 ? "十" : "") + (number % 10 ? NUMERALS[number % 10] : "");
}

/* The pieces in a hand, each with its number: 歩二, or P2 in letters. */
function handWords(it, side, attacker) {
  const hand = it.hands[side];
  const kinds = Object.keys(SET).filter((kind) => hand[kind]);
  if (!kinds.length) return [letters ? "–" : "なし"];
  if (side !== attacker) {
    const count = { ...hand };
    for (const kind in it.hands[attacker]) count[kind] = (count[kind] || 0) + it.hands[attacker][kind];
    for (const square in it.board) {
      const kind = it.board[square].kind.replace("+", "");
      count[kind] = (count[kind] || 0) + 1;
    }
    if (Object.keys(SET).every((kind) => count[kind] === SET[kind])) return [letters ? "rest" : "残り全部"];
  }
  if (letters) return kinds.map((kind) => kind + (hand[kind] > 1 ? hand[kind] : ""));
  return kinds.map((kind) => NAMES[kind] + (hand[kind] > 1 ? numeral(hand[kind]) : ""));
}

/* The board of a KIF record. */
function inKif(it) {
  const edge = `+${"-".repeat(27)}+`;
  const rank = (name, at) => [9, 8, 7, 6, 5, 4, 3, 2, 1].map((file) => {
    const piece = it.board[file + name];
    return piece ? (piece.black ? " " : "v") + NAMES[piece.kind] : " ・";
  }).join("") + `|${NUMERALS[at + 1]}`;
  return ["  ９ ８ ７ ６ ５ ４ ３ ２ １", edge, ...[..."abcdefghi"].map((name, at) => `|${rank(name, at)}`), edge, ""].join("\n");
}

/* A position in words, for those who hear the page: the pieces of each side, its hand. */
function inWords(it, attacker) {
  const [attackers, defenders] = words.sides.split("|");
  return [attacker, attacker === "black" ? "white" : "black"].map((side) => {
    const squares = Object.keys(it.board).filter((square) => it.board[square].black === (side === "black")).sort();
    const pieces = squares.map((square) => {
      const { kind } = it.board[square];
      return letters ? kind + square : square[0] + numeral("abcdefghi".indexOf(square[1]) + 1) + NAMES[kind];
    });
    return `${side === attacker ? attackers : defenders} ${pieces.join(" ")} + ${handWords(it, side, attacker).join(" ")}`;
  }).join("; ");
}

/* A diagram with the measures of the printed one: a square is 40 by 44. `last` is tinted, and so are idle pieces. */
function diagram(name, it, { attacker, last, idle = [] }) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 486 442");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${name}: ${inWords(it, attacker)}`);
  const add = (tag, attributes, text) => {
    const node = svg.appendChild(document.createElementNS(ns, tag));
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text) node.textContent = text;
  };
  const left = 52, top = 32;
  const glyph = (character, x, y, size, turned) => add("use", {
    href: "#u" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"), fill: "currentColor",
    transform: turned ? `translate(${x + size} ${y + size}) scale(${-size / 1000})` : `translate(${x} ${y}) scale(${size / 1000})`,
  });
  const letter = (text, x, y, size) => add("text", { x, y, "font-size": size, "text-anchor": "middle", fill: "currentColor" }, text);
  // The shape of a piece points to the side that it plays against.
  const shape = (x, y, turned, fill) => {
    const s = turned ? -1 : 1;
    add("path", { d: `M${x} ${y - 19 * s}l${13 * s} ${7 * s}l${4 * s} ${31 * s}h${-34 * s}l${4 * s} ${-31 * s}z`,
      stroke: "currentColor", "stroke-width": 1.3, "stroke-linejoin": "round", fill });
  };
  const corner = (square) => [left + (9 - square[0]) * 40, top + "abcdefghi".indexOf(square[1]) * 44];
  const mark = (square, fill) => {
    const [x, y] = corner(square);
    add("rect", { x, y, width: 40, height: 44, fill: `var(--${fill})` });
  };
  for (const square of idle) mark(square, "idle");
  if (last && last !== "pass") {
    if (last[1] !== "*") mark(last.slice(0, 2), "from");
    mark(last.slice(2, 4), "tint");
  }
  let grid = "";
  for (let at = 1; at < 9; at += 1) grid += `M${left + at * 40} ${top}v396M${left} ${top + at * 44}h360`;
  add("path", { d: grid, class: "grid", fill: "none", stroke: "currentColor" });
  add("path", { d: `M${left} ${top}h360v396h-360z`, fill: "none", stroke: "currentColor", "stroke-width": 2.2 });
  add("path", { d: [[3, 3], [6, 3], [3, 6], [6, 6]].map(([x, y]) => `M${left + x * 40} ${top + y * 44}h0`).join(""),
    fill: "none", stroke: "currentColor", "stroke-width": 4.6, "stroke-linecap": "round" });
  for (let at = 1; at <= 9; at += 1) {
    if (letters) {
      letter(String(at), left + (9 - at) * 40 + 20, 24, 17);
      letter("abcdefghi"[at - 1], left + 374, top + (at - 1) * 44 + 28, 17);
    } else {
      glyph("０１２３４５６７８９"[at], left + (9 - at) * 40 + 11.5, 10, 17);
      glyph(NUMERALS[at], left + 365, top + (at - 1) * 44 + 13.5, 17);
    }
  }
  for (const square in it.board) {
    const [x, y] = corner(square), piece = it.board[square];
    if (letters) {
      shape(x + 20, y + 22, !piece.black, "none");
      letter(piece.kind, x + 20, y + (piece.black ? 32 : 29), piece.kind.length > 1 ? 18 : 21);
    } else glyph(NAMES[piece.kind], x + 2, y + 4, 36, !piece.black);
  }
  for (const side of ["black", "white"]) {
    const middle = side === "black" ? left + 408 : 26;
    const pieces = handWords(it, side, attacker);
    add("path", { d: `M${middle} ${top + 1}l6.2 3.6l2.8 14.4h-18l2.8 -14.4z`, stroke: "currentColor",
      "stroke-width": 1.4, fill: side === "black" ? "currentColor" : "none" });
    if (letters) {
      pieces.forEach((piece, at) => letter(piece, middle, top + 50 + at * 28, 20));
      continue;
    }
    const label = [...(side === attacker ? "持駒" : "玉方持駒")];
    const total = label.length * 18 + 10 + pieces.reduce((sum, it) => sum + it.length * 26 + 4, 0);
    const scale = Math.min(1, 366 / total);
    let y = top + 29;
    label.forEach((it) => { glyph(it, middle - 8.5 * scale, y, 17 * scale); y += 18 * scale; });
    y += 10 * scale;
    for (const piece of pieces) {
      for (const it of piece) { glyph(it, middle - 12.5 * scale, y, 25 * scale); y += 26 * scale; }
      y += 4 * scale;
    }
  }
  return svg;
}
