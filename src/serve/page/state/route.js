// The address of the page: what is done, with which problem, and the moves that were played. All of it is a fragment, which is sent nowhere.
//   #/                                the collection
//   #/solve/ID?path=…                 a problem of the collection that came with the page, by its name
//   #/solve/SFEN?path=…               any other problem to solve; its author's line is never told
//   #/edit/SFEN?line=…&path=…         the editor, with the author's line and the moves that are shown
// `_` stands for a blank and between moves. Without `hand=given` the defender holds the rest, which is not written.
import { toast } from "../dom.js";
import { say } from "../words.js";
import { goalOf, restOf } from "./bench.js";
import { EMPTY, isDiagram, isLine, parse, write } from "./shogi.js";

// The longest address that is read, in characters.
const LONGEST = 50000;
const PAGES = { front: ["front"], solve: ["solve"], edit: ["setup", "play"] };

const movesOf = (text) => (text ? text.split(/[_ ]/) : []);
/* A diagram in an address. */
function shortOf(doc) {
  const position = parse(doc.sfen);
  return write(doc.rest ? { ...position, hands: { b: {}, w: {}, [position.side]: position.hands[position.side] } } : position).replace(/( -)? 1$/, "").replaceAll(" ", "_");
}
const query = (values) => {
  const told = Object.entries(values).filter(([, value]) => value).map(([key, value]) => `${key}=${value}`);
  return told.length ? `?${told.join("&")}` : "";
};
const rulesOf = (doc) => ({ hand: doc.rest ? "" : "given", goal: goalOf(doc) === "mate" ? "" : goalOf(doc) });
export const editAddress = (doc, path = []) => `#/edit/${doc.sfen === write(parse(EMPTY)) && doc.rest ? "" : shortOf(doc)}${query({ line: doc.line.join("_"), path: path.join("_"), ...rulesOf(doc) })}`;
export const solveAddress = (doc, id = null, path = []) => `#/solve/${id === null ? shortOf(doc) : encodeURIComponent(id)}${query({ path: path.join("_"), ...(id === null ? rulesOf(doc) : {}) })}`;

/* What an address says: `{page, id | sfen, line, path, hand, goal}`; null if it says nothing. Links of before are `#sfen=…&moves=…&solve=1`. */
export function readAddress(hash) {
  const text = hash.slice(1), [, page, named, asked] = text.match(/^\/(\w*)\/?([^?]*)\??(.*)$/s) || [null, null, "", text];
  // A plus promotes a piece, and is no blank.
  const told = new URLSearchParams(asked.replaceAll("+", "%2B")), get = (name) => told.get(name) ?? "";
  let problem = get("sfen");
  try {
    if (page !== null) problem = decodeURIComponent(named);
  } catch { /* as it stands */ }
  if (page === null && !problem) return null;
  const isNamed = page === "solve" && named.split("/").length < 9;
  return { page: page === null ? (get("solve") === "1" ? "solve" : "edit") : page || "front", id: isNamed ? problem : null, sfen: isNamed ? "" : problem.replaceAll("_", " "),
    line: movesOf(get("line") || get("moves")), path: movesOf(get("path")), rest: get("hand") === "given" ? false : undefined, goal: get("goal") === "brinkmate" ? "brinkmate" : "mate" };
}

/* Whether the page itself can show it: nine ranks of nine files. What is wrong with another text, the engine tells. */
const isWhole = (sfen) => isDiagram(sfen) && /^\S+ [bw]( |$)/.test(sfen) && sfen.split(" ")[0].split("/").map((row) => [...row.replaceAll("+", "")].reduce((sum, it) => sum + (Number(it) || 1), 0)).join("") === "999999999";

export class Route {
  /* `unread(text)` is given what is no diagram. `reached()` are the moves of who solves a problem. */
  constructor(bench, { collection, unread, reached }) {
    Object.assign(this, { bench, collection, unread, reached });
    bench.on("doc path mode riddle collection", () => this.later());
    addEventListener("hashchange", () => { if (location.hash !== this.address) this.read(); });
  }
  get page() { return Object.keys(PAGES).find((name) => PAGES[name].includes(this.bench.mode)); }
  /* The address of what is shown. */
  get address() {
    const { bench, collection } = this;
    if (this.page === "front") return "#/";
    return this.page === "solve" ? solveAddress(bench.doc, collection.idOf(bench.doc.sfen), this.reached()) : editAddress(bench.doc, bench.path);
  }

  /* Goes where the address says. What it says is drawn at once if it is a diagram; a problem of the collection has to wait for it. */
  async read() {
    const { bench, collection } = this, told = readAddress(location.hash), from = location.hash;
    this.isRead = true;
    this.waits = false;
    if (!told || told.page === "front") {
      // A page without a collection has nothing but the editor.
      if (collection.isExpected) bench.setMode("front");
      this.waits = true;
      const { doc, mode } = bench;
      await collection.begun;
      if (location.hash !== from) return;
      // Who has begun to work meanwhile is left alone.
      if (bench.doc === doc && bench.mode === mode) bench.setMode(collection.list.length ? "front" : "setup");
    } else if (location.hash.length > LONGEST) toast(say("linkTooLong"), true);
    else if (told.id !== null) {
      let found = collection.isOwn && collection.ids.get(told.id);
      if (!found) {
        this.waits = true;
        bench.load({ sfen: EMPTY }, { mode: "solve" });
        found = await collection.named(told.id);
        if (location.hash !== from) return;
      }
      if (found) bench.load(found, { mode: "solve", path: isLine(told.path) ? told.path : [] });
      else {
        toast(say("noSuchProblem", { id: told.id }), true);
        bench.setMode(collection.list.length ? "front" : "setup");
      }
    } else await this.open(told);
    this.waits = false;
    this.later();
  }
  open({ page, sfen, line, path, rest, goal }) {
    const { bench } = this, mode = page === "solve" ? "solve" : path.length ? "play" : "setup", given = { sfen, moves: page === "solve" ? [] : line, goal, rest };
    if (!sfen) bench.setMode("setup");
    else if (!isWhole(sfen) || !isLine(line) || !isLine(path)) {
      bench.setMode(page === "solve" ? "solve" : "setup");
      return this.unread(sfen + (line.length ? ` moves ${line.join(" ")}` : ""));
    } else {
      // The same diagram has its title, its line and its history still.
      const { doc } = bench, isKept = doc.sfen === restOf(given).sfen && goalOf(doc) === goal && (page === "solve" || !line.length || line.join() === doc.line.join());
      const listed = page === "solve" && rest === undefined && goal === "mate" && this.collection.of(sfen);
      bench.load(isKept ? { ...doc, moves: doc.line, expected_plies: doc.plies } : listed || given, { mode, path });
    }
    return undefined;
  }

  /* Writes the address when all has been told. Another problem or page is a step of the browser's history. */
  later() {
    if (this.asked || this.waits) return;
    this.asked = true;
    queueMicrotask(() => {
      this.asked = false;
      if (!this.waits) this.write();
    });
  }
  write() {
    const { address } = this, place = address.split("?")[0], isStep = !this.isRead && (this.page !== this.last?.page || (this.page === "solve" && place !== this.last.place));
    Object.assign(this, { last: { page: this.page, place }, isRead: false });
    if (address === location.hash) return;
    try {
      history[isStep ? "pushState" : "replaceState"](null, "", address);
    } catch { /* a browser allows so many in a time; the next change writes it */ }
  }
}
