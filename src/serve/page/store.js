// What the browser keeps: settings and versions for all pages of this address, the diagram and its history for this page.

function area(name) {
  try {
    const it = globalThis[name];
    it.setItem("tsume.probe", "1");
    it.removeItem("tsume.probe");
    return it;
  } catch {
    // A browser that keeps nothing: all lasts as long as the page.
    const held = new Map();
    return { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => held.set(key, value), removeItem: (key) => held.delete(key) };
  }
}
const shared = area("localStorage"), own = area("sessionStorage");

function read(from, key, fallback) {
  try {
    const value = JSON.parse(from.getItem(`tsume.${key}`));
    return value ?? fallback;
  } catch {
    return fallback;
  }
}
/* Whether there was room for it. */
function write(to, key, value) {
  try {
    to.setItem(`tsume.${key}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const readShared = (key, fallback) => read(shared, key, fallback);
export const writeShared = (key, value) => write(shared, key, value);
export const readOwn = (key, fallback) => read(own, key, fallback);
export const writeOwn = (key, value) => write(own, key, value);

/* Calls back when another page of this address has written. */
export function onOther(key, call) {
  addEventListener("storage", (event) => { if (event.key === `tsume.${key}`) call(); });
}
