// What the browser keeps: settings and versions for all pages of this address, the diagram and its history for this page.

function area(name) {
  try {
    const it = globalThis[name];
    it.setItem("tsume.probe", "1");
    it.removeItem("tsume.probe");
    return { getItem: (key) => it.getItem(key), setItem: (key, value) => it.setItem(key, value), removeItem: (key) => it.removeItem(key), keys: () => Object.keys(it) };
  } catch {
    // A browser that keeps nothing: all lasts as long as the page.
    const held = new Map();
    return { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => held.set(key, value), removeItem: (key) => held.delete(key), keys: () => [...held.keys()] };
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

/*
 * Things of one kind, each under a key of its own: pages that write at the same time lose nothing, as they
 * would if each read a list and wrote it back with one thing more.
 */
const keyOf = (kind, id) => `${kind}/${id}`;
/* All of a kind, each with its key. */
export function readEach(kind) {
  const start = keyOf(kind, "");
  const keys = shared.keys().filter((key) => key.startsWith(`tsume.${start}`)).map((key) => key.slice("tsume.".length));
  return keys.map((key) => [key.slice(start.length), read(shared, key, null)]).filter(([, it]) => it);
}
export const writeOne = (kind, id, value) => write(shared, keyOf(kind, id), value);
export const removeOne = (kind, id) => shared.removeItem(`tsume.${keyOf(kind, id)}`);

/* Forgets everything that this page, and all pages of this address, have kept. */
export function forgetAll() {
  for (const it of [shared, own]) for (const key of it.keys()) if (key.startsWith("tsume.")) it.removeItem(key);
}

/* Calls back when another page of this address has written or removed a thing of this kind. */
export function onOther(kind, call) {
  addEventListener("storage", (event) => { if (event.key?.startsWith(`tsume.${keyOf(kind, "")}`)) call(); });
}
