"use strict";
// Draws diagrams when they come into view, steps through lines, filters and sorts. No library, no network.
const NAMES = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
  "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍" };
const NUMERALS = "〇一二三四五六七八九";
const SET = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
const list = document.getElementById("cards");
const cards = [...list.children];
const words = document.body.dataset;
let current = null;

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

function handWords(it, side, attacker) {
  const hand = it.hands[side];
  const kinds = Object.keys(SET).filter((kind) => hand[kind]);
  if (!kinds.length) return ["なし"];
  if (side !== attacker) {
    const count = { ...hand };
    for (const kind in it.hands[attacker]) count[kind] = (count[kind] || 0) + it.hands[attacker][kind];
    for (const square in it.board) {
      const kind = it.board[square].kind.replace("+", "");
      count[kind] = (count[kind] || 0) + 1;
    }
    if (Object.keys(SET).every((kind) => count[kind] === SET[kind])) return ["残り全部"];
  }
  return kinds.map((kind) => NAMES[kind] + (hand[kind] > 1 ? numeral(hand[kind]) : ""));
}

/* The same measures as those of the printed diagram: a square is 40 by 44. */
function draw(card, it, last) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 486 442");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", card.dataset.name);
  const add = (name, attributes) => {
    const node = svg.appendChild(document.createElementNS(ns, name));
    for (const key in attributes) node.setAttribute(key, attributes[key]);
  };
  const left = 52, top = 32;
  const glyph = (character, x, y, size, turned) => add("use", {
    href: "#u" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"), fill: "currentColor",
    transform: turned ? `translate(${x + size} ${y + size}) scale(${-size / 1000})` : `translate(${x} ${y}) scale(${size / 1000})`,
  });
  const corner = (square) => [left + (9 - square[0]) * 40, top + "abcdefghi".indexOf(square[1]) * 44];
  const mark = (square, fill) => {
    const [x, y] = corner(square);
    add("rect", { x, y, width: 40, height: 44, fill: `var(--${fill})` });
  };
  if (last) {
    if (last[1] !== "*") mark(last.slice(0, 2), "from");
    mark(last.slice(2, 4), "tint");
  }
  let grid = "";
  for (let at = 1; at < 9; at += 1) grid += `M${left + at * 40} ${top}v396M${left} ${top + at * 44}h360`;
  add("path", { d: grid, fill: "none", stroke: "currentColor", "stroke-width": 0.8 });
  add("path", { d: `M${left} ${top}h360v396h-360z`, fill: "none", stroke: "currentColor", "stroke-width": 2.2 });
  add("path", { d: [[3, 3], [6, 3], [3, 6], [6, 6]].map(([x, y]) => `M${left + x * 40} ${top + y * 44}h0`).join(""),
    fill: "none", stroke: "currentColor", "stroke-width": 4.6, "stroke-linecap": "round" });
  for (let at = 1; at <= 9; at += 1) {
    glyph("０１２３４５６７８９"[at], left + (9 - at) * 40 + 11.5, 10, 17);
    glyph(NUMERALS[at], left + 365, top + (at - 1) * 44 + 13.5, 17);
  }
  for (const square in it.board) {
    const [x, y] = corner(square), piece = it.board[square];
    glyph(NAMES[piece.kind], x + 2, y + 4, 36, !piece.black);
  }
  const attacker = card.dataset.attacker;
  for (const side of ["black", "white"]) {
    const middle = side === "black" ? left + 408 : 26;
    const label = [...(side === attacker ? "持駒" : "玉方持駒")];
    const pieces = handWords(it, side, attacker);
    const total = label.length * 18 + 10 + pieces.reduce((sum, it) => sum + it.length * 26 + 4, 0);
    const scale = Math.min(1, 366 / total);
    add("path", { d: `M${middle} ${top + 1}l6.2 3.6l2.8 14.4h-18l2.8 -14.4z`, stroke: "currentColor",
      "stroke-width": 1.4, fill: side === "black" ? "currentColor" : "none" });
    let y = top + 29;
    label.forEach((it) => { glyph(it, middle - 8.5 * scale, y, 17 * scale); y += 18 * scale; });
    y += 10 * scale;
    for (const piece of pieces) {
      for (const it of piece) { glyph(it, middle - 12.5 * scale, y, 25 * scale); y += 26 * scale; }
      y += 4 * scale;
    }
  }
  card.querySelector(".diagram").replaceChildren(svg);
}

/* Shows a card's line after so many of its moves. */
function show(card, line, ply) {
  const moves = line && line.dataset.moves ? line.dataset.moves.split(" ") : [];
  const start = line ? Number(line.dataset.start) : 0;
  ply = Math.max(0, Math.min(ply, moves.length));
  const it = position(card.dataset.sfen);
  moves.slice(0, ply).forEach((move) => play(it, move));
  draw(card, it, moves[ply - 1]);
  for (const old of card.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const shown = line && line.querySelectorAll("button")[ply - 1 - start];
  if (shown) shown.setAttribute("aria-current", "step");
  card.querySelector("output").textContent = ply ? `${ply} / ${moves.length} ${shown ? shown.textContent : ""}` : `0 / ${moves.length}`;
  card.querySelector(".steps").hidden = !moves.length;
  card.state = { line, ply };
  current = card;
}

/* What a card holds is made when it is seen for the first time. */
function ready(card) {
  const body = card.querySelector(".body"), template = body.querySelector("template");
  if (template) body.replaceChildren(template.content);
  if (!card.state && card.dataset.sfen) show(card, card.querySelector(".line"), 0);
}

function step(card, to) {
  ready(card);
  if (!card.state) return;
  const { line, ply } = card.state;
  show(card, line, { first: 0, back: ply - 1, next: ply + 1, last: Infinity }[to]);
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.body.appendChild(document.createElement("textarea"));
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = button.textContent;
  button.textContent = words.copied;
  setTimeout(() => { button.textContent = before; }, 1200);
}

list.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const card = button.closest(".card"), line = button.closest(".line");
  if (line) show(card, line, Number(line.dataset.start) + [...line.querySelectorAll("button")].indexOf(button) + 1);
  else if (button.dataset.step) step(card, button.dataset.step);
  else if (button.dataset.copy === "sfen") copy(button, card.dataset.sfen);
  else if (button.dataset.copy === "kif") copy(button, card.querySelector(".kif").textContent);
});
/* The open card with a line that a reader looks at: the one stepped through last if its diagram can be seen, or the first that can. */
function inView() {
  const top = document.querySelector(".tools").getBoundingClientRect().bottom;
  const seen = (card) => {
    if (!card.open || card.hidden || !card.state || !card.state.line) return false;
    const { top: from, bottom: to } = (card.querySelector(".diagram") || card).getBoundingClientRect();
    const room = Math.min(to, innerHeight) - Math.max(from, top);
    return room > 0 && room >= Math.min(to - from, innerHeight - top) / 2;
  };
  return current && seen(current) ? current : cards.filter(seen).sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0] || null;
}
document.addEventListener("keydown", (event) => {
  const to = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!to || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target.closest("input, select")) return;
  // Outside a card, Home and End belong to the page.
  const inside = event.target.closest(".card[open]");
  const card = inside || (to === "back" || to === "next" ? inView() : null);
  if (!card || !card.dataset.sfen) return;
  event.preventDefault();
  step(card, to);
});
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) { ready(entry.target.closest(".card")); seen.unobserve(entry.target); }
}, { rootMargin: "400px" });
for (const card of cards) seen.observe(card.querySelector(".body"));
list.addEventListener("toggle", (event) => {
  if (event.target.matches(".card[open]") && event.target.state) current = event.target;
}, true);
// Opens everything while printing, because paper cannot be opened.
let closed = [];
addEventListener("beforeprint", () => {
  for (const card of cards) if (!card.hidden) ready(card);
  closed = cards.filter((card) => !card.hidden).flatMap((card) => [card, ...card.querySelectorAll("details")]).filter((it) => !it.open);
  for (const it of closed) it.open = true;
});
addEventListener("afterprint", () => {
  for (const it of closed) it.open = false;
  closed = [];
});

const verdicts = [...document.querySelectorAll(".verdicts button")];
const search = document.getElementById("search"), kind = document.getElementById("kind"), order = document.getElementById("order");
const count = document.getElementById("count");
function filter() {
  const on = verdicts.filter((it) => it.getAttribute("aria-pressed") === "true").map((it) => it.value);
  const text = search.value.trim().toLowerCase();
  let shown = 0;
  for (const card of cards) {
    const { verdict, kinds, name } = card.dataset;
    card.hidden = !on.includes(verdict) || (kind.value && !kinds.split(" ").includes(kind.value)) || !name.toLowerCase().includes(text);
    shown += !card.hidden;
  }
  count.textContent = `${shown} / ${cards.length}`;
}
for (const button of verdicts) {
  button.addEventListener("click", () => {
    // Shows only this verdict; a second click shows all.
    const only = verdicts.every((it) => (it.getAttribute("aria-pressed") === "true") === (it === button)) && verdicts.length > 1;
    for (const it of verdicts) it.setAttribute("aria-pressed", String(only || it === button));
    filter();
  });
}
search.addEventListener("input", filter);
kind.addEventListener("change", filter);
const input = new Map(cards.map((card, at) => [card, at]));
order.addEventListener("change", () => {
  const number = (card) => Number(card.dataset[order.value] || 0);
  const rank = (card) => ["flawed", "no_mate", "unknown", "error", "mate", "blemished", "sound"].indexOf(card.dataset.verdict);
  const by = {
    input: (a, b) => input.get(a) - input.get(b),
    name: (a, b) => a.dataset.name.localeCompare(b.dataset.name, "ja", { numeric: true }),
    verdict: (a, b) => rank(a) - rank(b),
  }[order.value] || ((a, b) => number(b) - number(a));
  list.append(...[...cards].sort(by));
});
document.getElementById("all").addEventListener("click", () => {
  const open = cards.some((card) => !card.hidden && !card.open);
  for (const card of cards) if (!card.hidden) card.open = open;
});
filter();
