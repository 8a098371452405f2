// In and out: paste, drop, files, links; SFEN, records, pictures, the report page.
import { make, byId, fill, fileName, toast, give, bytes } from "../dom.js";
import { asked, emptyDoc, goalOf } from "../state/bench.js";
import { editAddress, solveAddress } from "../state/route.js";
import { Opening, complaintsOf } from "./opening.js";
import { say } from "../words.js";

// Flawed by a cook that one more piece forbids.
const EXAMPLE = "5R3/8S/9/6k2/9/9/4N4/6N2/9 b Gr2b3g3s2n4l18p 1";
const BOTH_KINGS = "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1";
const LARGEST = 16 * 1024 * 1024;
// Formats of text that can be copied, and files.
/** @type {[string, string][]} */
const TEXTS = [["sfen", "SFEN"], ["kif", "KIF"], ["ki2", "KI2"], ["csa", "CSA"], ["jkf", "JKF"], ["bod", "BOD"], ["usen", "USEN"], ["text", "asText"], ["lishogi", "lishogiLink"], ["link", "link"], ["riddle", "riddleLink"]];
/** @type {[string, string][]} */
const FILES = [["kif", "KIF"], ["ki2", "KI2"], ["csa", "CSA"], ["jkf", "JKF"], ["svg", "SVG"], ["png", "PNG"], ["html", "report"]];
// The longest title and name that are written, in characters.
const LONGEST_NAME = 240;

export class InOut {
  constructor(bench, judge, { problems, versions, collection }) {
    Object.assign(this, { bench, judge, problems, versions, collection });
    this.opening = new Opening(bench, { read: (text) => this.readText(text), readFiles: (files) => this.readFiles(files), empty: () => this.empty(), kings: () => this.empty({ sfen: BOTH_KINGS }), example: () => this.example() });
    addEventListener("paste", (event) => this.paste(event));
    const drop = byId("drop");
    const holds = (event, ...types) => [...(event.dataTransfer?.types || [])].some((it) => types.includes(it));
    addEventListener("dragenter", (event) => { if (holds(event, "Files")) drop.hidden = false; });
    addEventListener("dragover", (event) => { if (holds(event, "Files", "text/plain")) event.preventDefault(); });
    drop.addEventListener("dragleave", () => { drop.hidden = true; });
    addEventListener("drop", (event) => {
      event.preventDefault();
      drop.hidden = true;
      const files = [...event.dataTransfer.files];
      if (files.length) this.readFiles(files);
      else this.readText(event.dataTransfer.getData("text/plain"));
    });
    addEventListener("copy", (event) => {
      // With nothing marked on the page, the diagram is copied.
      if (!getSelection().isCollapsed || event.target.closest?.("input, textarea")) return;
      event.clipboardData.setData("text/plain", this.sfen());
      event.preventDefault();
      toast(say("copied"));
    });
    bench.on("words doc", () => this.drawSave());
    this.drawSave();
  }

  sfen() {
    const { doc } = this.bench;
    return doc.sfen + (doc.line.length ? ` moves ${doc.line.join(" ")}` : "") + (this.bench.isBrinkmate ? "; goal \"brinkmate\";" : "");
  }
  paste(event) {
    if (event.target.closest?.("input, textarea")) return;
    const files = [...(event.clipboardData?.files || [])], text = event.clipboardData?.getData("text/plain");
    event.preventDefault();
    if (files.length) this.readFiles(files);
    else if (text?.trim()) this.readText(text);
  }
  async readText(text) {
    if (!text.trim()) return;
    const versions = this.versions.load(text);
    if (versions === null) {
      await this.take({ text }, text);
      return;
    }
    toast(say("versionsRead", { n: versions }));
    this.opening.tell("", []);
  }
  async readFiles(files) {
    for (const file of files.slice(0, 20)) {
      if (file.size > LARGEST) {
        toast(`${file.name}: > 16 MiB`, true);
        continue;
      }
      const versions = file.name.endsWith(".json") ? this.versions.load(await file.text()) : null;
      if (versions !== null) {
        toast(say("versionsRead", { n: versions }));
        continue;
      }
      const data = new Uint8Array(await file.arrayBuffer());
      let text = "";
      for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
      await this.take({ base64: btoa(text), name: file.name }, decoded(data));
    }
  }
  /* Takes what the engine reads in a text, and tells what it does not understand. */
  async take(request, text) {
    const ask = async () => {
      try {
        const answer = await this.bench.engine.read(request);
        return { answer, complaints: complaintsOf(answer) };
      } catch (error) {
        if (error.kind !== "lost" && error.kind !== "token") return { complaints: [error] };
        this.bench.tell("lost", error);
        return null;
      }
    };
    const told = await ask();
    if (!told) return;
    const isLoaded = Boolean(told.answer) && this.problems.take({ ...told.answer, format: told.answer.format?.toUpperCase() });
    this.opening.tell(text, told.complaints, { isLoaded, again: async () => (await ask())?.complaints || [] });
  }

  /* The document in a format of the engine. With the judgement, cooks are branches of a record. */
  async write(format) {
    const { bench, judge } = this, { doc } = bench, it = judge.current;
    const row = it.row && it.doc.sfen === doc.sfen && goalOf(it.doc) === goalOf(doc) && it.doc.line.join() === doc.line.join() ? it.row : null;
    const line = doc.line.length ? doc.line : row?.solution || [];
    return bench.engine.write({ ...asked(doc), moves: line, title: doc.title.slice(0, LONGEST_NAME), author: doc.author.slice(0, LONGEST_NAME), headers: doc.headers, expected_plies: doc.plies, row, format });
  }
  async copy(format) {
    await this.try_(async () => {
      const own = { link: () => this.link(), riddle: () => this.link(true), sfen: () => this.sfen(), lishogi: () => `https://lishogi.org/editor/${this.bench.doc.sfen.replace(/ /g, "_")}` }[format];
      await navigator.clipboard.writeText(own ? own() : (await this.write(format)).text);
      // Who has the address of the page has the workbench.
      toast(say(["link", "riddle"].includes(format) && this.bench.engine.isSecret && !this.bench.about.public ? "copiedSecret" : "copied"));
    });
  }
  async download(format) {
    await this.try_(async () => {
      const file = format === "png" && !this.bench.about.png ? { name: fileName(this.bench.doc.title, ".png"), mime: "image/png", blob: await paint((await this.write("svg")).text) } : await this.write(format);
      give(file.name, file.blob || (file.base64 ? new Blob([bytes(file.base64)], { type: file.mime }) : file.text), file.mime);
    });
  }
  async try_(call) {
    try {
      await call();
    } catch (error) {
      if (error.kind === "lost" || error.kind === "token") this.bench.tell("lost", error);
      else toast(error.message, true);
    }
  }

  /* A link to this page with the diagram in its fragment, which is sent nowhere; to solve it, without its line. A problem of a site has a page of its own, with a picture for posts. */
  link(isRiddle = false) {
    const { doc, about } = this.bench, listed = this.collection.isOwn && this.collection.of(doc.sfen)?.page;
    return new URL(isRiddle ? listed || solveAddress(doc) : editAddress(doc), about.public ?? location.href).href;
  }

  example() { this.bench.load({ sfen: EXAMPLE }); }
  empty(changes = {}) {
    this.bench.setMode("setup");
    this.bench.commit({ ...emptyDoc(), ...changes });
  }

  drawSave() {
    const { bench } = this;
    const field = (key, name) => make("label.field", {}, make("span", {}, say(key)),
      make("input", { type: "text", "data-key": key, maxlength: LONGEST_NAME, value: bench.doc[name], onchange: (event) => bench.commit({ [name]: event.target.value }) }));
    const button = (call) => ([format, word]) => make("button", { "data-key": `${call}${format}`, "data-format": format, onclick: () => this[call](format) }, /^[A-Z]/.test(word) ? word : say(word));
    fill(byId("menu-save"), field("name", "title"), field("author", "author"), make("h2", {}, say("copyText")), make("div.bar.copies", {}, ...TEXTS.map(button("copy"))),
      make("h2", {}, say("download")), make("div.bar.downloads", {}, ...FILES.map(button("download")), make("button", { "data-key": "versions", onclick: () => this.versions.save() }, say("versions"))));
  }
}

/* A drawing as pixels, by the browser. */
export async function paint(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), image = new Image();
  await new Promise((done, failed) => { Object.assign(image, { onload: done, onerror: () => failed(new Error("PNG")) }).src = url; });
  const canvas = make("canvas"), scale = 3;
  Object.assign(canvas, { width: image.width * scale, height: image.height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

/* The text of a file: of the encodings that the engine reads, the two that are common. */
function decoded(data) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return new TextDecoder("shift_jis").decode(data);
  }
}
