// Makes cards when they come into view, steps through lines, filters and sorts.
const list = document.getElementById("cards");
// The cards as text, with what the list asks of them; `made` is the element, once there is one.
const cards = [...list.children];
const tools = document.querySelector(".tools");
const puzzles = document.body.classList.contains("puzzles");
// What counts the cards is written behind them.
document.body.prepend(document.querySelector("header"));
if (tools) list.before(tools);
// So many cards are made at a time, and so many are open at first.
const GROUP = 50, OPEN_CARDS = 12;
let current = null;

// A card that is alone on its page cannot be closed.
const isOpen = (card) => card.open !== false;
const isSolved = (card) => !puzzles || card.querySelector(".solution[open]");
/* The buttons of a line without those of its branches. */
const movesOf = (line) => [...line.children].filter((it) => it.className !== "aside").map((it) => it.firstElementChild);

/* Draws a card's diagram after so many moves of a line. */
function draw(card, moves, ply) {
  const it = position(card.dataset.sfen);
  const touched = new Set();
  for (const move of moves.slice(0, ply)) {
    play(it, move);
    touched.add(move.slice(0, 2)).add(move.slice(2, 4));
  }
  const idle = (card.dataset.idle || "").split(" ").filter((square) => square && !touched.has(square));
  return diagram(card.dataset.name, it, { attacker: card.dataset.attacker || "black", last: moves[ply - 1], idle });
}

/* Shows a card's line after so many of its moves. */
function show(card, line, ply) {
  const moves = line && line.dataset.moves ? line.dataset.moves.split(" ") : [];
  const start = line ? Number(line.dataset.start) : 0;
  ply = Math.max(0, Math.min(ply, moves.length));
  card.querySelector(".board .diagram").replaceChildren(draw(card, moves, ply));
  for (const old of card.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const shown = line && movesOf(line)[ply - 1 - start];
  if (shown) shown.setAttribute("aria-current", "step");
  const place = document.createElement("span"), move = document.createElement("span");
  place.textContent = `${ply} / ${moves.length} `;
  move.textContent = shown ? shown.textContent : "";
  card.querySelector(".steps output").replaceChildren(place, move);
  card.querySelector(".steps").hidden = !moves.length;
  card.state = { line, ply };
  current = card;
  return shown;
}

// What an open card holds is made when it is near.
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) { ready(entry.target.closest(".card")); seen.unobserve(entry.target); }
}, { rootMargin: "400px" });
// So are the cards of a long list: a group of them is one empty element before.
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) unfold(target);
}, { rootMargin: "1000px" });
let shown = [];
/* Shows these cards in this order. */
function lay(texts) {
  shown = texts;
  near.disconnect();
  const groups = [];
  for (let at = 0; at < texts.length; at += GROUP) {
    const later = document.createElement("div");
    later.className = "later";
    later.texts = texts.slice(at, at + GROUP);
    later.style.setProperty("--n", later.texts.length);
    groups.push(later);
  }
  list.replaceChildren(...groups);
  if (groups.length) unfold(groups[0]);
  for (const later of groups.slice(1)) near.observe(later);
}
function unfold(later) {
  near.unobserve(later);
  const made = later.texts.map(make);
  later.replaceWith(...made);
  if (thumbs) made.forEach(thumbs);
}
// Gives a card its small diagram, in the gallery.
let thumbs = null;

/* The element of a card: its line of the list. */
function make(text) {
  if (text.made) return text.made;
  const card = document.createElement(tools ? "details" : "section"), body = document.createElement("div");
  const { id, ...data } = text.dataset, content = text.textContent, end = tools ? content.indexOf("</summary>") + 10 : 0;
  card.id = id;
  card.className = `card ${data.verdict}`;
  Object.assign(card.dataset, data);
  card.innerHTML = content.slice(0, end);
  body.className = "body";
  card.append(body);
  card.content = content.slice(end);
  if (text.open) card.open = true;
  text.made = card;
  seen.observe(body);
  return card;
}

/* What a card holds is made when it is seen for the first time: until then it is text. */
function ready(card) {
  const body = card.querySelector(".body"), { sfen } = card.dataset;
  if (card.content) {
    body.innerHTML = card.content;
    card.content = null;
    for (const line of body.querySelectorAll(".line")) expand(line);
    const board = body.querySelector(".kif i");
    if (board) board.replaceWith(inKif(position(sfen)));
    if (sfen) body.prepend(side(card));
  }
  if (!card.state && sfen) show(card, card.querySelector(".line"), 0);
}

/* Makes buttons of the moves of a line, which are lines of text. */
function expand(line) {
  for (const node of [...line.childNodes].filter((it) => it.nodeType === Node.TEXT_NODE)) {
    node.replaceWith(...node.data.split("\n").filter((it) => it.trim()).map((move) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      item.append(button);
      return item;
    }));
  }
}

/* The diagram of a card with its buttons and links. */
function side(card) {
  const part = document.getElementById("side").content.cloneNode(true), { sfen, usen } = card.dataset;
  const board = sfen.replace(/ \d+$/, "").replaceAll("/", "_").replaceAll(" ", ".").replaceAll("+", "z");
  const links = { here: `#${card.id}`, lishogi: `https://lishogi.org/editor/${sfen.replaceAll(" ", "_")}`,
    shogihome: `https://sunfish-shogi.github.io/shogihome/webapp/index.html?usen=${board}${usen}` };
  for (const link of part.querySelectorAll("[data-to]")) link.href = links[link.dataset.to];
  return part;
}

function step(card, to) {
  ready(card);
  if (!card.state || !isSolved(card)) return;
  const { line, ply } = card.state;
  const shown = show(card, line, { first: 0, back: ply - 1, next: ply + 1, last: Infinity }[to]);
  if (shown) shown.scrollIntoView({ block: "nearest" });
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

/* Opens a finding in the main line, and shows its first move. */
function find(card, number) {
  const branch = card.querySelector(`[data-at="${number}"]`), line = branch.querySelector(".line");
  branch.open = true;
  show(card, line, Number(line.dataset.start) + 1).scrollIntoView({ block: "nearest" });
}

list.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const card = button.closest(".card"), line = button.closest(".line");
  if (line) show(card, line, Number(line.dataset.start) + movesOf(line).indexOf(button) + 1);
  else if (button.dataset.step) step(card, button.dataset.step);
  else if (button.dataset.to) find(card, button.dataset.to);
  else if (button.dataset.copy === "sfen") copy(button, card.dataset.sfen);
  else if (button.dataset.copy === "kif") copy(button, card.querySelector(".kif").textContent);
});

/* A finger that moves to the left goes a move on. */
let touch = null;
list.addEventListener("touchstart", (event) => {
  touch = event.touches.length === 1 && event.target.closest(".diagram") ? event.touches[0] : null;
}, { passive: true });
list.addEventListener("touchend", (event) => {
  if (!touch) return;
  const { clientX, clientY } = event.changedTouches[0];
  const [across, along] = [clientX - touch.clientX, clientY - touch.clientY];
  if (Math.abs(across) > 30 && Math.abs(across) > 2 * Math.abs(along)) step(touch.target.closest(".card"), across < 0 ? "next" : "back");
  touch = null;
}, { passive: true });

/* The open card with a line that a reader looks at: the one stepped through last if its diagram can be seen, or the first that can. */
function inView() {
  const top = tools ? tools.getBoundingClientRect().bottom : 0;
  const seen = (card) => {
    if (!isOpen(card) || card.hidden || !card.state || !card.state.line) return false;
    const { top: from, bottom: to } = (card.querySelector(".board .diagram") || card).getBoundingClientRect();
    const room = Math.min(to, innerHeight) - Math.max(from, Math.max(0, top));
    return room > 0 && room >= Math.min(to - from, innerHeight - top) / 2;
  };
  return current && seen(current) ? current : [...list.querySelectorAll(".card")].filter(seen).sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0] || null;
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
list.addEventListener("toggle", (event) => {
  if (event.target.matches(".card[open]") && event.target.state) current = event.target;
}, true);
// Opens everything while printing, because paper cannot be opened. Solutions that are hidden stay so.
let closed = [];
addEventListener("beforeprint", () => {
  for (const later of list.querySelectorAll(".later")) unfold(later);
  const all = [...list.children];
  all.forEach(ready);
  closed = all.flatMap((card) => [card, ...card.querySelectorAll("details:not(.solution)")]).filter((it) => !isOpen(it));
  for (const it of closed) it.open = true;
});
addEventListener("afterprint", () => {
  for (const it of closed) it.open = false;
  closed = [];
});

/* A link to a problem opens it. */
function go() {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* As it is. */ }
  const text = cards.find((it) => name && it.dataset.id === name);
  if (!text) return;
  if (!shown.includes(text)) reset();
  const later = [...list.querySelectorAll(".later")].find((it) => it.texts.includes(text));
  if (later) unfold(later);
  const card = make(text);
  if (!isOpen(card)) card.open = true;
  ready(card);
  card.scrollIntoView();
}
addEventListener("hashchange", go);
let reset = () => lay(cards);
for (const text of cards) text.open = tools && cards.length <= OPEN_CARDS;
if (tools) control();
else reset();
go();

/* The list: filters, orders, the gallery. */
function control() {
  const verdicts = [...document.querySelectorAll(".verdicts button")];
  const [search, kind, order, count, gallery] = ["search", "kind", "order", "count", "gallery"].map((id) => document.getElementById(id));
  const isOn = (it) => it.getAttribute("aria-pressed") === "true";
  const number = (text) => Number(text.dataset[order.value] || 0);
  const rank = (text) => ["flawed", "no_mate", "unknown", "error", "mate", "blemished", "sound"].indexOf(text.dataset.verdict);
  const by = { name: (a, b) => names.compare(a.dataset.name, b.dataset.name), verdict: (a, b) => rank(a) - rank(b) };
  const names = new Intl.Collator("ja", { numeric: true });
  /* Shows what is wanted, in the order that is wanted. */
  function filter() {
    const on = verdicts.filter(isOn).map((it) => it.value);
    const text = search.value.trim().toLowerCase();
    const wanted = cards.filter(({ dataset: { verdict, kinds, name } }) => (!verdicts.length || on.includes(verdict))
      && (!kind || !kind.value || kinds.split(" ").includes(kind.value)) && name.toLowerCase().includes(text));
    lay(order.value === "input" ? wanted : wanted.sort(by[order.value] || ((a, b) => number(b) - number(a))));
    count.textContent = `${wanted.length} / ${cards.length}`;
  }
  reset = () => {
    for (const it of verdicts) it.setAttribute("aria-pressed", "true");
    search.value = "";
    if (kind) kind.value = "";
    filter();
  };
  for (const button of verdicts) {
    button.addEventListener("click", () => {
      // Shows only this verdict; a second click shows all.
      const only = verdicts.every((it) => isOn(it) === (it === button)) && verdicts.length > 1;
      for (const it of verdicts) it.setAttribute("aria-pressed", String(only || it === button));
      filter();
    });
  }
  search.addEventListener("input", filter);
  if (kind) kind.addEventListener("change", filter);
  order.addEventListener("change", filter);
  const setOpen = (text, open) => {
    text.open = open;
    if (text.made) text.made.open = open;
  };
  document.getElementById("all").addEventListener("click", () => {
    const open = shown.some((text) => !(text.made || text).open);
    for (const text of shown) setOpen(text, open);
  });
  // In the gallery the line of a card has its diagram, which is drawn when it is seen.
  const inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inSight.unobserve(target);
      target.replaceChildren(draw(target.closest(".card"), [], 0));
    }
  }, { rootMargin: "400px" });
  const addThumb = (card) => {
    if (!card.dataset.sfen || card.querySelector(".thumb")) return;
    const thumb = document.createElement("span");
    thumb.className = "thumb";
    card.querySelector("summary").prepend(thumb);
    inSight.observe(thumb);
  };
  gallery.addEventListener("click", () => {
    const on = list.classList.toggle("gallery");
    gallery.setAttribute("aria-pressed", String(on));
    thumbs = on ? addThumb : null;
    if (on) for (const text of cards) setOpen(text, false);
    if (on) list.querySelectorAll(".card").forEach(addThumb);
  });
  filter();
}
