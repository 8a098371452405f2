// Draws diagrams when they come into view, steps through lines, filters and sorts.
const list = document.getElementById("cards");
const cards = [...list.children];
const tools = document.querySelector(".tools");
const puzzles = document.body.classList.contains("puzzles");
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

/* What a card holds is made when it is seen for the first time: until then it is text. */
function ready(card) {
  const body = card.querySelector(".body"), content = body.querySelector("script");
  if (content) body.innerHTML = content.textContent;
  if (!card.state && card.dataset.sfen) show(card, card.querySelector(".line"), 0);
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
// Opens everything while printing, because paper cannot be opened. Solutions that are hidden stay so.
let closed = [];
addEventListener("beforeprint", () => {
  for (const card of cards) if (!card.hidden) ready(card);
  closed = cards.filter((card) => !card.hidden).flatMap((card) => [card, ...card.querySelectorAll("details:not(.solution)")]).filter((it) => !isOpen(it));
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
  const card = cards.find((it) => name && it.id === name);
  if (!card) return;
  card.hidden = false;
  if (!isOpen(card)) card.open = true;
  ready(card);
  card.scrollIntoView();
}
addEventListener("hashchange", go);
if (tools) control();
go();

/* The list: filters, orders, the gallery. */
function control() {
  const verdicts = [...document.querySelectorAll(".verdicts button")];
  const [search, kind, order, count, gallery] = ["search", "kind", "order", "count", "gallery"].map((id) => document.getElementById(id));
  const isOn = (it) => it.getAttribute("aria-pressed") === "true";
  function filter() {
    const on = verdicts.filter(isOn).map((it) => it.value);
    const text = search.value.trim().toLowerCase();
    let shown = 0;
    for (const card of cards) {
      const { verdict, kinds, name } = card.dataset;
      card.hidden = (verdicts.length && !on.includes(verdict)) || (kind && kind.value && !kinds.split(" ").includes(kind.value)) || !name.toLowerCase().includes(text);
      shown += !card.hidden;
    }
    count.textContent = `${shown} / ${cards.length}`;
  }
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
  // In the gallery the line of a card has its diagram, which is drawn when it is seen.
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      target.replaceChildren(draw(target.closest(".card"), [], 0));
    }
  }, { rootMargin: "400px" });
  gallery.addEventListener("click", () => {
    const on = list.classList.toggle("gallery");
    gallery.setAttribute("aria-pressed", String(on));
    for (const card of cards) {
      if (!on || !card.dataset.sfen || card.querySelector(".thumb")) continue;
      const thumb = document.createElement("span");
      thumb.className = "thumb";
      card.querySelector("summary").prepend(thumb);
      near.observe(thumb);
    }
    if (on) for (const card of cards) card.open = false;
  });
  if (document.body.classList.contains("thumbnails")) gallery.click();
  filter();
}
