// Pieces and small diagrams, drawn with the outlines that the reports have.
import outlines from "../glyphs.js";
import { draw, byId } from "../dom.js";
import { SIGNS, handWords, pieceName, say, squareName } from "../words.js";
import { HAND, RANKS, SQUARES, fileOf, other, rankOf } from "../state/shogi.js";

// The room of a piece: that of a square of the board.
const BOX = "0 0 1000 1080";
const nameOf = (sign) => `u${sign.codePointAt(0).toString(16)}`;

// The outline of a piece, and how large each kind is: a pawn is smaller than a king.
const SHAPE = "M500 40L785 165L930 1035H70L215 165Z";
const SIZE = { G: 0.96, S: 0.96, N: 0.92, L: 0.92, P: 0.88 };
const sized = (kind, ...children) => draw("g", { transform: `translate(500 560) scale(${SIZE[kind.at(-1)] || 1}) translate(-500 -560)` }, draw("path", { d: SHAPE, class: "shape" }), ...children);

/* Puts the outlines of all characters and all pieces into the page, so that each one that is drawn is a reference. */
export function prepareOutlines() {
  const defs = byId("outlines").querySelector("defs"), signs = new Set([...Object.values(SIGNS), "▲", "△"]);
  defs.append(...[...signs].filter((sign) => outlines[sign]).map((sign) => draw("path", { id: nameOf(sign), d: outlines[sign] })));
  for (const kind in SIGNS) {
    const character = draw("use", { href: `#${nameOf(SIGNS[kind])}`, transform: "translate(165 295) scale(.67)" });
    defs.append(draw("symbol", { id: `piece-${nameOf(SIGNS[kind])}`, viewBox: BOX }, sized(kind, character)));
  }
}

/* The flat face of a piece, in a square of 1000 units; `up` if it points upwards. */
function face({ kind }, up, letters) {
  const group = draw("g", up ? {} : { transform: "rotate(180 500 500)" });
  if (letters) {
    group.append(draw("path", { d: "M500 40L840 220L950 960H50L160 220Z", class: "shape" }));
    const text = draw("text", { x: 500, y: up ? 780 : 700, class: kind.length > 1 ? "letter two" : "letter", "text-anchor": "middle" });
    if (!up) text.setAttribute("transform", "rotate(180 500 500)");
    text.textContent = kind;
    group.append(text);
  } else group.append(draw("use", { href: `#${nameOf(SIGNS[kind])}` }));
  return group;
}
const classOf = ({ kind }) => `sign${kind[0] === "+" ? " promoted" : ""}`;

/* A piece in a picture of its own. */
export function pieceSign(piece, up, letters) {
  const { kind } = piece, turned = "rotate(180 500 540)";
  const letter = () => draw("text", { x: 500, y: up ? 830 : 730, class: kind.length > 1 ? "letter two" : "letter", "text-anchor": "middle", transform: up ? null : turned }, kind);
  const it = letters ? sized(kind, letter()) : draw("use", { href: `#piece-${nameOf(SIGNS[kind])}` });
  return draw("svg", { viewBox: BOX, class: `${classOf(piece)} piece`, "aria-hidden": "true" }, draw("g", up ? {} : { transform: turned }, it));
}

/* A position in words, for those who hear the page. */
export function inWords(position, attacker) {
  return [attacker, other(attacker)].map((side) => {
    const pieces = SQUARES.filter((square) => position.board[square]?.side === side).map((square) => `${squareName(square)} ${pieceName(position.board[square].kind)}`);
    return `${say(side === attacker ? "attacker" : "defender")}: ${pieces.join(", ") || say("none")}; ${say(side === attacker ? "attackerHand" : "defenderHand")}: ${handWords(position.hands[side], HAND)}`;
  }).join(". ");
}

/* A small diagram with the attacker's hand below it, with the faces of the board. Squares in `marks` are tinted. */
export function thumbnail(position, attacker, letters, marks = []) {
  const sign = (piece, up, x, y) => draw("g", { class: classOf(piece), transform: `translate(${x + 1.6} ${y + 1.6}) scale(.0168)` }, face(piece, up, letters));
  const svg = draw("svg", { viewBox: "0 0 188 224", class: "thumb", role: "img", "aria-label": inWords(position, attacker) });
  for (const square of marks) svg.append(draw("rect", { x: 4 + (9 - fileOf(square)) * 20, y: 4 + (rankOf(square) - 1) * 21, width: 20, height: 21, class: "mark" }));
  let grid = "";
  for (let at = 1; at < 9; at += 1) grid += `M${4 + at * 20} 4v189M4 ${4 + at * 21}h180`;
  svg.append(draw("path", { d: grid, class: "grid" }), draw("path", { d: "M4 4h180v189h-180z", class: "frame" }));
  for (const square in position.board) {
    const piece = position.board[square], x = 4 + (9 - fileOf(square)) * 20, y = 4.5 + RANKS.indexOf(square[1]) * 21;
    svg.append(sign(piece, piece.side === "b", x, y));
  }
  let x = 6;
  for (const kind of HAND) {
    const held = position.hands[attacker][kind] || 0;
    if (!held) continue;
    svg.append(sign({ kind }, true, x, 199));
    x += 20;
    if (held > 1) {
      const text = draw("text", { x, y: 215, class: "held" });
      text.textContent = held;
      svg.append(text);
      x += held > 9 ? 18 : 11;
    }
    x += 3;
  }
  return svg;
}
