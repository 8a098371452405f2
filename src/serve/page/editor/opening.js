// The menu in which texts are typed and files are chosen. What is wrong with a text is told beside it and marked in it.
import { make, byId, fill, toast } from "../dom.js";
import { say } from "../words.js";

// So many complaints are shown; the others are counted.
const MOST = 20;
// A longer text is not shown in the field: a browser takes minutes for its lines.
const LONGEST = 200000;

export class Opening {
  /* `read(text)` and `readFiles(files)` take what is given; `empty`, `kings` and `example` are buttons. */
  constructor(bench, { read, readFiles, empty, kings, example }) {
    Object.assign(this, { bench, read, readFiles, empty, kings, example });
    this.complaints = [];
    this.area = make("textarea", { rows: 5, "data-key": "text", spellcheck: "false" });
    this.area.addEventListener("input", () => this.forget());
    this.input = make("input.unseen", { type: "file", multiple: true, tabindex: -1 });
    this.input.addEventListener("change", () => {
      this.menu.hidePopover();
      this.readFiles([...this.input.files]);
      this.input.value = "";
    });
    bench.on("words", () => this.again());
    this.draw();
  }
  get menu() { return byId("menu-open"); }

  /*
   * Tells what became of a text: nothing if all of it was understood, or else it stays here, with its faults. If a
   * problem came of it all the same, the menu does not cover its board. `again` asks for the faults once more.
   */
  tell(text, complaints, { isLoaded = true, again = null } = {}) {
    const [first] = complaints, wasOpen = this.menu.matches(":popover-open");
    Object.assign(this, { complaints, ask: again });
    this.area.value = first && text.length <= LONGEST ? text : "";
    this.draw();
    if (!first) this.menu.hidePopover();
    else if (wasOpen || !isLoaded) this.show();
    else toast([first.place && say("lineOfText", { n: first.place.line }), first.message].filter(Boolean).join(say("colon")), true, [say("showPlace"), () => this.show()]);
  }
  show() {
    if (!this.menu.matches(":popover-open")) this.menu.showPopover();
    const first = this.complaints.find((it) => it.place);
    if (first) this.mark(first.place);
  }
  forget() {
    if (!this.complaints.length) return;
    this.complaints = [];
    this.draw();
  }
  /* In another language the engine has other sentences. */
  async again() {
    this.draw();
    if (!this.complaints.length) return;
    this.complaints = await this.ask();
    this.draw();
  }

  /* Marks a place in the field and brings it into view. */
  mark({ line, column, end_column: end }) {
    if (!this.area.value) return;
    const { area } = this, lines = area.value.split("\n"), before = lines.slice(0, line - 1);
    const start = before.reduce((sum, it) => sum + it.length + 1, 0), letters = [...lines[line - 1] || ""];
    const at = (column) => start + letters.slice(0, column - 1).join("").length;
    area.focus();
    area.setSelectionRange(at(column), at(end));
    area.scrollTop = (line - 3) * parseFloat(getComputedStyle(area).lineHeight);
  }

  complaint(it) {
    const { place } = it, words = [it.message, it.help].filter(Boolean).join(" ");
    if (!place) return make("li", {}, words);
    const letters = [...place.excerpt], part = (from, to) => letters.slice(from, to).join("");
    return make("li", {},
      make("button.quiet", { "data-key": `place${place.line}.${place.column}`, onclick: () => this.mark(place) }, say("lineOfText", { n: place.line })), words,
      make("pre.excerpt", {}, part(0, place.column - 1), make("mark", {}, part(place.column - 1, place.end_column - 1) || " "), part(place.end_column - 1)));
  }

  draw() {
    const { area, input, complaints } = this;
    area.placeholder = say("pasteHint");
    area.setAttribute("aria-label", say("paste"));
    input.setAttribute("aria-label", say("openFile"));
    const close = (call) => () => { this.menu.hidePopover(); call(); };
    const more = complaints.length - MOST;
    fill(this.menu, make("h2", {}, say("paste")), area,
      complaints.length ? make("ul.places", { role: "alert" }, ...complaints.slice(0, MOST).map((it) => this.complaint(it)), more > 0 ? make("li", {}, say("morePlaces", { n: more })) : null) : null,
      make("div.bar", {}, make("button.strong", { "data-key": "read", onclick: () => this.read(this.area.value) }, say("readIt"))),
      make("div.bar", {}, make("button", { "data-key": "file", onclick: () => this.input.click() }, say("openFile")), input,
        make("button", { "data-key": "new", onclick: close(this.empty) }, say("newBoard")), make("button", { "data-key": "kings", onclick: close(this.kings) }, say("bothKings")), make("button", { "data-key": "example", onclick: close(this.example) }, say("example"))));
  }
}

/* What the engine complains of in an answer to `read`. A diagram that is only illegal is shown on the board. */
export const complaintsOf = ({ problems }) => problems.flatMap((it) => [...it.warnings || [], ...(it.sfen ? [] : [it.error])]);
