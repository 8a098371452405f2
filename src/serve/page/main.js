// Puts the workbench together.
import { Engine } from "./engine/engine_here.js";
import { Workbench, goalOf } from "./state/bench.js";
import { LiveJudge } from "./state/judge.js";
import { Asking } from "./state/asking.js";
import { Board } from "./board/board.js";
import { Hands } from "./board/hands.js";
import { Palette } from "./editor/palette.js";
import { Editor } from "./editor/editor.js";
import { Player } from "./board/player.js";
import { Gestures } from "./board/gestures.js";
import { Keys } from "./keys.js";
import { Verdict } from "./editor/verdict.js";
import { Lines } from "./editor/lines.js";
import { Versions } from "./editor/versions.js";
import { Repair } from "./editor/repair.js";
import { Compose } from "./compose/compose.js";
import { Problems } from "./table/problems.js";
import { InOut } from "./editor/io.js";
import { Collection } from "./solve/collection.js";
import { Course } from "./solve/course.js";
import { Front } from "./solve/front.js";
import { Riddle } from "./solve/solve.js";
import { SolveView } from "./solve/solve_view.js";
import { Menus, Tabs } from "./menus.js";
import { Connection } from "./state/connection.js";
import { Route, editAddress } from "./state/route.js";
import { prepareOutlines } from "./board/diagram.js";
import { byId, fill, make, toast } from "./dom.js";
import { language, say, setLanguage, writeWords } from "./words.js";

const MODES = ["setup", "play", "solve"];
prepareOutlines();
const engine = new Engine(undefined, language);
const bench = new Workbench(engine);
setLanguage(bench.lang);
engine.useMemory?.(bench.settings.memory);

const judge = new LiveJudge(bench), asking = new Asking(bench);
const editor = new Editor(bench), player = new Player(bench, asking);
const board = new Board(bench, player), hands = new Hands(bench, player), palette = new Palette(bench, editor);
const lines = new Lines(bench, judge, asking);
let tabs = null;
const course = new Course(bench), collection = new Collection(bench, course), riddle = new Riddle(bench, asking, course, (sfen) => collection.of(sfen)?.solution || []);
const problems = new Problems(bench, () => tabs.show("problems"));
tabs = new Tabs(bench, problems);
const versions = new Versions(bench);
const inOut = new InOut(bench, judge, { problems, versions, collection });
new Verdict(bench, judge, { example: () => inOut.example(), asking });
new Repair(bench);
new Compose(bench, { versions, problems });
new Menus(bench, { empty: () => inOut.empty() });
new Gestures(bench, { editor, player, palette, hands });
new Keys(bench, { board, editor, player, lines, riddle, table: problems.table });
new SolveView(bench, riddle, collection);
new Front(bench, collection);
const connection = new Connection(bench, judge), route = new Route(bench, { collection, unread: (text) => inOut.take({ text }, text), reached: () => riddle.reached });

/* What depends on the settings of the whole page. */
function dress() {
  setLanguage(bench.lang);
  document.documentElement.lang = bench.lang;
  document.documentElement.dataset.theme = bench.settings.theme;
  byId("language").textContent = bench.lang === "ja" ? "English" : "日本語";
  byId("language").lang = bench.lang === "ja" ? "en" : "ja";
  writeWords(document.body);
  document.title = [bench.doc.title, say("title")].filter(Boolean).join(" · ");
  modes();
}
function modes() {
  for (const mode of MODES) {
    byId(`mode-${mode}`).setAttribute("aria-checked", String(bench.mode === mode));
    byId(`mode-${mode}`).tabIndex = bench.mode === mode ? 0 : -1;
  }
  byId("mode-words").textContent = say({ setup: "modeSetUp", play: "modePlay" }[bench.mode] || "modeSolve");
  const { mode: before } = document.body.dataset, isOther = ["front", "solve"].some((it) => (it === before) !== (it === bench.mode));
  document.body.dataset.mode = bench.mode;
  // A problem begins at the top of its page; the list is found again where it was left.
  if (isOther && bench.mode !== "front") scrollTo(0, 0);
  ways();
}
/* The ways to the collection and to the editor, which takes along the problem that is being solved. */
function ways() {
  const way = (key, href, isHere) => make("a", { href, "data-key": `to-${key}`, "aria-current": isHere ? "page" : null }, say(key));
  const shown = bench.mode === "front" || collection.list.length ? way("problems", "#/", bench.mode === "front") : null;
  fill(byId("ways"), shown, bench.solves || shown ? way("editor", editAddress({ ...bench.doc, line: [] }), !bench.solves) : null);
}
function goals() {
  fill(byId("goal"), ...["mate", "brinkmate"].map((it) => make("option", { value: it }, say(`goal_${it}`))));
  byId("goal").value = goalOf(bench.doc);
}
function steps() {
  goals();
  byId("undo").disabled = !bench.history.canUndo;
  byId("redo").disabled = !bench.history.canRedo;
  document.title = [bench.doc.title, say("title")].filter(Boolean).join(" · ");
}
bench.on("settings", (name) => {
  dress();
  if (name === "memory") engine.useMemory?.(bench.settings.memory);
  if (name === "lang") { asking.forget(); goals(); bench.tell("words"); }
});
bench.on("mode", modes);
bench.on("collection", ways);
bench.on("doc", () => { steps(); ways(); });
bench.on("illegal", () => asking.askPosition([]));
bench.on("refused", (error) => { if (error.kind !== "busy") toast(error.message, true); });
for (const mode of MODES) {
  byId(`mode-${mode}`).addEventListener("click", () => bench.setMode(mode));
  byId(`mode-${mode}`).addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    const by = ["ArrowLeft", "ArrowUp"].includes(event.key) ? -1 : 1;
    bench.setMode(MODES[(MODES.indexOf(mode) + by + MODES.length) % MODES.length]);
    byId(`mode-${bench.mode}`).focus();
  });
}
byId("goal").addEventListener("change", (event) => bench.commit({ goal: event.target.value }));
byId("undo").addEventListener("click", () => bench.undo());
byId("redo").addEventListener("click", () => bench.redo());
byId("flip").addEventListener("click", () => bench.flip());

dress();
bench.tell("words");
steps();
judge.edited();
collection.read();
// What the address says is drawn at once, before the engine is there.
const gone = route.read();
document.body.dataset.ready = "";
await Promise.all([connection.begin(), gone]);
problems.waits = Boolean(bench.about.files?.length);
problems.takeFiles();
