// Small helpers for elements. Text is only ever set as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

// What elements do at an event, by its name. `fill` gives a kept element what its newer likeness would do.
const calls = new WeakMap();
function hear(it, name, call) {
  const own = calls.get(it) || calls.set(it, {}).get(it);
  if (!own[name]) it.addEventListener(name, (event) => own[name](event));
  own[name] = call;
}
/* Gives an element and all in it the calls of another that looks the same. */
function adopt(it, other) {
  for (const [name, call] of Object.entries(calls.get(other) || {})) hear(it, name, call);
  [...it.children || []].forEach((child, at) => adopt(child, other.children[at]));
}

/* An element with attributes and children: `make("button.icon", {onclick}, "text", child)`. */
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const it = document.createElement(name || "div");
  if (classes.length) it.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) hear(it, key.slice(2), value);
    else it.setAttribute(key, value === true ? "" : value);
  }
  it.append(...children.filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return it;
}
export function draw(tag, attributes = {}, ...children) {
  const it = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) it.setAttribute(key, value);
  it.append(...children);
  return it;
}
export const byId = (id) => document.getElementById(id);

const isCards = (it) => it.nodeName === "UL" && it.className === "cards";

/*
 * Replaces what is in an element, but keeps children that would look the same, so that a button that is
 * pressed while a search goes on stays the same button; it does what the new one would. Within a list of cards,
 * each card is kept by itself. Focus and scrolling stay, too.
 */
export function fill(root, ...children) {
  const focus = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const top = root.scrollTop, old = [...root.childNodes];
  const wanted = children.filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  const next = wanted.map((child) => {
    const same = old.findIndex((it) => it.isEqualNode(child));
    const at = same < 0 && isCards(child) ? old.findIndex(isCards) : same;
    if (at < 0) return child;
    const [it] = old.splice(at, 1);
    if (same < 0) fill(it, ...child.childNodes);
    else adopt(it, child);
    return it;
  });
  for (const it of old) it.remove();
  next.forEach((it, at) => { if (root.childNodes[at] !== it) root.insertBefore(it, root.childNodes[at] || null); });
  root.scrollTop = top;
  if (focus) {
    const it = [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === focus);
    if (it !== document.activeElement) it?.focus({ preventScroll: true });
  }
}

/* Scrolls within an element, and never the page, until another one in it is in sight. */
export function reveal(root, it) {
  if (!it) return;
  const outer = root.getBoundingClientRect(), inner = it.getBoundingClientRect();
  root.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.top - root.clientHeight);
}

/* Calls at most once a frame, with the newest state. */
export function eachFrame(call) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    const once = () => {
      if (!asked) return;
      asked = false;
      call();
    };
    requestAnimationFrame(once);
    // A page in the background draws no frames, but has to be true when it is looked at.
    setTimeout(once, 120);
  };
}

let hiding;
/* A short message, which those who hear the page hear, too; perhaps with a button: `[word, call]`. */
export function toast(text, grave = false, action = null) {
  const it = byId("toast");
  it.replaceChildren(text);
  if (action) it.append(" ", make("button", { onclick: () => { it.hidden = true; action[1](); } }, action[0]));
  it.className = grave ? "grave" : "";
  it.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { it.hidden = true; }, grave ? 9000 : 3500);
}
let turn = false;
export function speak(text) {
  // The same words twice are told twice.
  turn = !turn;
  byId("spoken").textContent = text + (turn ? "\u00a0" : "");
}

/* The element at a point of the screen that has this attribute, or is within one that has. */
export const elementAt = (x, y, selector) => document.elementFromPoint(x, y)?.closest(selector) || null;

/* The name of a file of a work, as the engine makes those of its own. */
export const fileName = (title, ending) => ([...title].slice(0, 60).join("").replace(/[^\p{L}\p{N}_-]/gu, "-").replace(/^-+|-+$/g, "") || "tsume") + ending;
/* Gives a file to the reader. */
export function give(name, content, mime) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: mime }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 30000);
}
export function bytes(base64) {
  const text = atob(base64);
  return Uint8Array.from(text, (it) => it.charCodeAt(0));
}
