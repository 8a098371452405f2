// Undo and redo: a list of documents, one for each gesture.
import { readOwn, writeOwn } from "./store.js";
import { isDiagram, isLine } from "./shogi.js";

const LONGEST = 300;
const isText = (it) => it === undefined || typeof it === "string";
const areHeaders = (it) => it === undefined || (it !== null && typeof it === "object" && Object.values(it).every((one) => typeof one === "string"));
/* Whether it is a document. What it does not have, an older page did not know. */
const isDoc = (it) => isDiagram(it?.sfen) && isLine(it.line) && isText(it.title) && isText(it.author) && areHeaders(it.headers) && (!it.plies || (Number.isSafeInteger(it.plies) && it.plies > 0));

export class History {
  /* The history that this page had before it was loaded anew, or one that begins here. */
  constructor(first) {
    const kept = readOwn("history", null);
    const usable = kept && Array.isArray(kept.steps) && kept.steps.every(isDoc) && Number.isInteger(kept.at) && kept.steps[kept.at];
    /** @type {Doc[]} */
    this.steps = usable ? kept.steps : [first];
    this.at = usable ? kept.at : 0;
  }
  get doc() { return this.steps[this.at]; }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.steps.length - 1; }

  /* Adds a step unless nothing changed. What was undone before is gone. */
  commit(doc) {
    if (JSON.stringify(doc) === JSON.stringify(this.doc)) return false;
    this.steps = [...this.steps.slice(0, this.at + 1), doc].slice(-LONGEST);
    this.at = this.steps.length - 1;
    this.keep();
    return true;
  }
  undo() { return this.go(this.at - 1); }
  redo() { return this.go(this.at + 1); }
  go(to) {
    if (!this.steps[to]) return false;
    this.at = to;
    this.keep();
    return true;
  }
  keep() {
    // Without room for the whole, the newest steps are kept.
    if (writeOwn("history", { steps: this.steps, at: this.at })) return;
    writeOwn("history", { steps: [this.doc], at: 0 });
  }
}
