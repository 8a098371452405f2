// <tsume-board sfen="…" solve>: draws a diagram; with `solve` one plays the attacker against the engine.
import { Tsume } from "./browser.js";
import { HAND, other, parse, play, withRest } from "./shogi.js";

const KANJI = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉", "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍" };
const RANKS = "一二三四五六七八九", CELL = 40, TOP = 56, LEFT = 4;
const EMPTY = Array(9).fill("9").join("/"), NINE_RANKS = /^(\+?[a-z1-9])+(\/(\+?[a-z1-9])+){8}( |$)/i;
// Seconds of a search, and milliseconds before a reply, so that one sees the own move first.
const TIME = 10, PAUSE = 500;
const WORDS = {
  en: { yours: "Your move: give check", thinks: "…", right: "Right", longer: (n, best) => `Right, but it mates in ${n}: there is a mate in ${best}`, solved: "Solved", no: (line) => `This does not mate: ${line}`,
    unread: "This is no diagram: expected an SFEN", unfit: "No mate was found", undecided: "Not decided in time", back: "Take back", again: "From the start", attacker: "attacker's", defender: "defender's", hand: "in hand" },
  ja: { yours: "攻方の手番：王手をかける", thinks: "…", right: "正解", longer: (n, best) => `正しいが${n}手かかる：${best}手の詰みがある`, solved: "詰み。正解", no: (line) => `詰まない：${line}`,
    unread: "局面が読めない：SFENで書く", unfit: "詰みが見つからない", undecided: "時間内に分からない", back: "戻す", again: "最初から", attacker: "攻方", defender: "玉方", hand: "持駒" },
};
const STYLE = `
:host { display: inline-block; width: 20rem; max-width: 100%; font-family: "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", "Noto Serif JP", serif; }
:host([hidden]) { display: none; }
svg { display: block; width: 100%; touch-action: manipulation; user-select: none; -webkit-user-select: none; }
text { fill: currentColor; text-anchor: middle; dominant-baseline: central; font-size: 31px; }
.small { font-size: 12px; }
.line { stroke: currentColor; fill: none; }
.cell { fill: transparent; outline: none; }
.cell.can { cursor: pointer; }
.cell.last { fill: #e9b44c66; }
.cell.from, .cell:focus-visible { fill: #4c8fe966; }
.cell.to { fill: #4cb06b55; }
.choice rect { fill: Canvas; stroke: #4c8fe9; stroke-width: 3; cursor: pointer; }
.choice text { pointer-events: none; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; min-height: 2.75rem; font: .9rem/1.3 system-ui, sans-serif; }
output { flex: 1 0 100%; min-height: 2.6em; }
button { font: inherit; min-height: 2.75rem; padding: 0 .8rem; }
`;

const svg = (name, values = {}, ...inside) => {
  const it = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(values)) it.setAttribute(key, value);
  it.append(...inside);
  return it;
};

// The boards of a page share one engine.
let engine = null;

const cellAt = (square, isTurned) => {
  const file = Number(square[0]), rank = square.charCodeAt(1) - 96;
  return isTurned ? { x: LEFT + (file - 1) * CELL, y: TOP + (9 - rank) * CELL } : { x: LEFT + (9 - file) * CELL, y: TOP + (rank - 1) * CELL };
};
const character = (kind, { x, y }, isDefenders, more = {}) => {
  const at = { x: x + CELL / 2, y: y + CELL / 2 };
  return svg("text", { ...at, ...(isDefenders ? { transform: `rotate(180 ${at.x} ${at.y})` } : {}), ...more }, KANJI[kind] || "？");
};

export class TsumeBoard extends HTMLElement {
  static observedAttributes = ["sfen", "solve", "lang"];
  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
    this.shadowRoot.addEventListener("click", ({ target }) => this.press(target.closest("[data-at], [data-do], [data-usi]")?.dataset));
    this.shadowRoot.addEventListener("keydown", (event) => this.key(event));
  }
  connectedCallback() { this.begin(); }
  attributeChangedCallback() { if (this.isConnected) this.begin(); }
  disconnectedCallback() { this.asked = null; }
  get words() { return WORDS[/^ja/.test(this.closest("[lang]")?.lang || navigator.language) ? "ja" : "en"]; }
  get solves() { return this.hasAttribute("solve"); }

  begin() {
    this.asked = null;
    this.sfen = this.getAttribute("sfen") || "";
    const isRead = NINE_RANKS.test(this.sfen), given = parse(isRead ? this.sfen : EMPTY);
    this.start = !isRead || Object.keys(given.hands[other(given.side)]).length ? given : withRest(given);
    this.attacker = given.side;
    Object.assign(this, { moves: [], turns: [], legal: [], left: null, mistakes: 0, from: null, choice: null, phase: "", told: isRead ? "" : this.words.unread });
    this.draw();
    if (this.solves && isRead) this.ask([], (node) => this.yours(node.verdict === "mate", node.plies, this.words[node.verdict === "mate" ? "yours" : "unfit"]));
  }
  become(phase, told) {
    Object.assign(this, { phase, told, from: null, choice: null });
    this.draw();
  }
  /* Asks what a line leads to, and goes on, unless something else has begun. */
  async ask(moves, go) {
    const asked = this.asked = {};
    this.become("thinks", this.words.thinks);
    try {
      engine ||= new Tsume();
      const node = await engine.reply(this.sfen, moves, { time: TIME });
      if (this.asked === asked) await go(node);
    } catch (error) {
      if (this.asked === asked) this.become("over", error.message);
    }
  }
  /* The player is to move. Only checks count. */
  async yours(isOn, left, told) {
    const { asked } = this, { moves } = await engine.call("position", { sfen: this.sfen, moves: this.moves });
    if (this.asked !== asked) return;
    Object.assign(this, { left, legal: isOn ? moves.filter((it) => it.check) : [] });
    this.become(isOn ? "yours" : "over", told);
  }
  play(usi) {
    const { moves, left, words } = this;
    this.turns.push({ moves, left });
    this.moves = [...moves, usi];
    this.ask(this.moves, (node) => {
      if (node.verdict === "unknown") return this.become("over", words.undecided);
      if (node.verdict !== "mate") {
        this.mistakes += 1;
        this.moves = [...this.moves, ...node.line.slice(0, 1)];
        return this.become("over", words.no(node.japanese.join(" ")));
      }
      const end = this.moves.length + (node.plies ?? node.plies_at_most), best = moves.length + left;
      const right = left !== null && node.plies !== null && end > best ? words.longer(end, best) : words.right;
      if (!node.move) {
        this.become("over", words.solved);
        return this.dispatchEvent(new CustomEvent("solved", { bubbles: true, detail: { moves: this.moves, mistakes: this.mistakes } }));
      }
      this.become("reply", right);
      const { asked } = this;
      return setTimeout(() => {
        if (this.asked !== asked) return;
        this.moves = [...this.moves, node.move];
        this.yours(true, node.plies === null ? null : node.plies - 1, right);
      }, PAUSE);
    });
  }
  async goTo({ moves, left }) {
    this.asked = {};
    this.moves = moves;
    await this.yours(true, left, this.words.yours);
  }

  press(data) {
    if (data?.do === "back") this.goTo(this.turns.pop());
    else if (data?.do === "again") this.begin();
    else if (data?.usi) this.play(data.usi);
    else if (data && this.phase === "yours") {
      const to = this.from === null ? [] : this.legal.filter(({ usi }) => usi.startsWith(this.from) && usi.slice(2, 4) === data.at);
      if (to.length === 1) return this.play(to[0].usi);
      const isOwn = this.legal.some(({ usi }) => usi.startsWith(data.at));
      Object.assign(this, to.length ? { choice: to } : { choice: null, from: isOwn && this.from !== data.at ? data.at : null });
      this.draw();
    }
    return undefined;
  }
  /* Arrows go from square to square, as one sees them; Enter and the space bar press. */
  key(event) {
    const at = event.target.dataset?.at, by = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!at || (!by && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    if (!by) { this.press(event.target.dataset); return; }
    const turn = this.attacker === "w" ? -1 : 1, square = `${Number(at[0]) + turn * by[0]}${String.fromCharCode(at.charCodeAt(1) + turn * by[1])}`;
    this.shadowRoot.querySelector(`[data-at="${square}"]`)?.focus();
  }

  draw() {
    const { words, attacker } = this, isTurned = attacker === "w", now = this.moves.reduce(play, this.start), last = this.moves.at(-1)?.slice(2, 4);
    const focused = this.shadowRoot.activeElement?.dataset?.at, isOn = this.phase === "yours", board = svg("svg", { viewBox: `0 0 ${LEFT + 9 * CELL + 22} ${TOP + 9 * CELL + 52}`, role: this.solves ? "group" : "img", "aria-label": this.sfen });
    const to = new Set(this.legal.filter(({ usi }) => isOn && this.from !== null && usi.startsWith(this.from)).map(({ usi }) => usi.slice(2, 4)));
    /* A place that can be pressed: a square, or a piece in the attacker's hand. */
    const place = (at, { x, y }, label) => {
      const can = isOn && (to.has(at) || this.legal.some(({ usi }) => usi.startsWith(at)));
      const mark = at === this.from ? "from" : to.has(at) ? "to" : at === last ? "last" : "";
      return svg("rect", { class: `cell ${mark} ${can ? "can" : ""}`, x, y, width: CELL, height: CELL, ...(this.solves ? { "data-at": at, role: "button", tabindex: can ? 0 : -1, "aria-label": label } : {}) });
    };
    for (const side of [other(attacker), attacker]) {
      const isOwn = side === attacker, y = isOwn ? TOP + 9 * CELL + 8 : 0, held = HAND.filter((kind) => now.hands[side][kind] > 0);
      for (const [at, kind] of held.entries()) {
        const box = { x: LEFT + at * (CELL + 12), y }, count = now.hands[side][kind];
        if (isOwn) board.append(place(`${kind}*`, box, `${words.hand} ${KANJI[kind]} ${count}`));
        board.append(character(kind, box, !isOwn, { "pointer-events": "none" }));
        if (count > 1) board.append(svg("text", { class: "small", x: box.x + CELL + 3, y: y + CELL / 2 + 8 }, count));
      }
    }
    for (let file = 1; file <= 9; file += 1) for (const rank of "abcdefghi") {
      const at = `${file}${rank}`, piece = now.board[at], box = cellAt(at, isTurned), name = piece ? ` ${piece.side === attacker ? words.attacker : words.defender} ${KANJI[piece.kind]}` : "";
      board.append(place(at, box, at + name), svg("rect", { class: "line", ...box, width: CELL, height: CELL, "stroke-width": 0.8, "pointer-events": "none" }));
      if (piece) board.append(character(piece.kind, box, piece.side !== attacker, { "pointer-events": "none" }));
    }
    board.append(svg("rect", { class: "line", x: LEFT, y: TOP, width: 9 * CELL, height: 9 * CELL, "stroke-width": 2, "pointer-events": "none" }));
    for (let at = 1; at <= 9; at += 1) {
      const { x } = cellAt(`${at}a`, isTurned), { y } = cellAt(`1${"abcdefghi"[at - 1]}`, isTurned);
      board.append(svg("text", { class: "small", x: x + CELL / 2, y: TOP - 8 }, at), svg("text", { class: "small", x: LEFT + 9 * CELL + 11, y: y + CELL / 2 }, RANKS[at - 1]));
    }
    if (this.choice) board.append(this.drawChoice(now, isTurned));
    const bar = document.createElement("div"), output = document.createElement("output");
    bar.className = "bar";
    output.textContent = this.told;
    const button = (what) => Object.assign(document.createElement("button"), { type: "button", textContent: words[what], disabled: !this.turns.length || this.phase === "thinks" });
    bar.append(output, ...(this.solves ? ["back", "again"] : []).map((what) => { const it = button(what); it.dataset.do = what; return it; }));
    this.shadowRoot.replaceChildren(board, ...(this.solves || this.told ? [bar] : []));
    if (focused) this.shadowRoot.querySelector(`[data-at="${focused}"]`)?.focus();
  }
  /* The piece as it is and promoted, side by side at the square. */
  drawChoice(now, isTurned) {
    const { x, y } = cellAt(this.choice[0].usi.slice(2, 4), isTurned), { kind } = now.board[this.from];
    const left = Math.min(Math.max(x - CELL / 2, LEFT), LEFT + 7 * CELL), group = svg("g", { class: "choice" });
    for (const [at, { usi }] of [...this.choice].sort((a, b) => b.usi.length - a.usi.length).entries()) {
      const box = { x: left + at * CELL, y };
      group.append(svg("rect", { ...box, width: CELL, height: CELL, "data-usi": usi, role: "button", tabindex: 0, "aria-label": usi }), character(usi[4] ? `+${kind}` : kind, box, false));
    }
    return group;
  }
}
if (!customElements.get("tsume-board")) customElements.define("tsume-board", TsumeBoard);
