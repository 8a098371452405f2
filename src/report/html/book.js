// Draws the diagrams, and divides the book into sheets of paper with their numbers.
const book = document.getElementById("book");
const MM = 96 / 25.4;
// The height of a sheet without its edges and its number.
const ROOM = (296.5 - 15 - 16) * MM;

for (const figure of book.querySelectorAll("figure")) {
  const { sfen, attacker = "black" } = figure.dataset;
  const name = figure.querySelector("figcaption").textContent;
  figure.querySelector(".diagram").append(diagram(name, position(sfen), { attacker }));
}

/* Divides a paragraph before the first of its parts that ends below the room. Returns the second half. */
function divided(block, room) {
  const { top } = block.getBoundingClientRect();
  const parts = [...block.children];
  const at = parts.findIndex((it) => it.getBoundingClientRect().bottom - top > room);
  if (at < 1) return null;
  const rest = block.cloneNode(false);
  rest.removeAttribute("id");
  let node = parts[at];
  while (node) {
    const next = node.nextSibling;
    rest.append(node);
    node = next;
  }
  block.after(rest);
  return rest;
}

/* Puts blocks on sheets: first all are measured, then all are moved. */
function paginate() {
  const queue = [...book.querySelectorAll(".block")];
  const sheets = [];
  let sheet = null, used = 0;
  for (let at = 0; at < queue.length; at += 1) {
    const block = queue[at];
    // Two diagrams stand side by side.
    const isHalf = block.classList.contains("half");
    const group = [block];
    if (isHalf && queue[at + 1] && queue[at + 1].classList.contains("half")) group.push(queue[at + 1]);
    const height = block.getBoundingClientRect().height;
    // A heading does not stay alone at the end.
    const next = queue[at + group.length];
    const keeps = /^H|heading/.test(block.tagName + block.className) && next ? Math.min(next.getBoundingClientRect().height, 60) : 0;
    if (!sheet || block.classList.contains("first") || (used > 0 && used + height + keeps > ROOM)) {
      const rest = sheet && block.matches(".moves") && ROOM - used > 40 ? divided(block, ROOM - used) : null;
      if (rest) {
        sheet.push(block);
        queue.splice(at + 1, 0, rest);
        sheet = null;
        continue;
      }
      sheets.push(sheet = []);
      used = 0;
    }
    if (height > ROOM) {
      const rest = divided(block, ROOM);
      if (rest) queue.splice(at + 1, 0, rest);
    }
    sheet.push(...group);
    used += block.getBoundingClientRect().height;
    at += group.length - 1;
  }
  return sheets;
}

function bind() {
  const sheets = paginate();
  const pages = {};
  sheets.forEach((blocks, at) => {
    const sheet = document.createElement("section"), footer = document.createElement("footer");
    sheet.className = "sheet";
    footer.textContent = at + 1;
    for (const block of blocks) if (block.id) pages[block.id] = at + 1;
    sheet.append(...blocks, footer);
    document.body.append(sheet);
  });
  for (const it of document.querySelectorAll("[data-of]")) it.textContent = pages[it.dataset.of];
  book.remove();
}
// Fonts decide the heights. They are those of the system, so that they are here at once: a program that prints the page
// as soon as it is loaded does not wait.
if (document.fonts.status === "loaded") bind();
else document.fonts.ready.then(bind);
