// The menus of the diagram and the settings, the help, the tabs.
import { make, byId, fill, toast } from "./dom.js";
import { forgetAll, readOwn, writeOwn } from "./state/store.js";
import { TIMES } from "./state/bench.js";
import { language, say } from "./words.js";

// The parts of the help: the mode that each is about, its name, and what it says. Keys come last.
const HELP = {
  en: [["solve", "Solving", ["Touch a piece, then its square: you attack, and the longest defence replies.", "A check that does not mate is refuted on the board: take it back, and look again.", "The first hint is the piece, the second one the move. “Editor” takes the problem along, and judges it."]],
    ["setup", "Setting up", ["Touch a piece of the palette, then squares; touch the same piece again to stop.", "Drag pieces on the board, between hands, or off the board.", "Right click or a long press turns a piece: promoted, then the other side’s.", "Above the board you choose what the problem is to end with: a mate, or a brinkmate (必至)."]],
    ["play", "Playing moves", ["Moves that you play are tries: what each leads to is told below the board or beside it.", "“Make this line the author’s” judges the line as the solution (作意)."]],
    ["", "Judgement", ["Every change is judged at once. “Sound” means that every other check was searched and none mates.", "What a limit left open is told as open, never guessed."]],
    ["", "Keys on the board", ["arrows: move · p l n s g b r: the attacker’s piece, with shift the defender’s · k: the king to be mated", "space: pick up, put down · +: promote · v: other side · delete: remove"]],
    ["", "Keys everywhere", ["F: flip the board · ← → : step through the lines · ↑ ↓ : other moves of the same position · home, end", "ctrl+Z, ctrl+Y: undo, redo · ctrl+V: paste a position · ctrl+C: copy the SFEN · Esc: let go", "] [ : the next flawed problem of the list, and back · in the list also j k, ↑ ↓ and enter", "while solving: H: hint · backspace: take back · ← → or , . : step through a refutation"]]],
  ja: [["solve", "解く", ["駒に触れ、行き先の升に触れて攻方を指すと、最長の受けが返る。", "詰まない手には反証手順を盤に示す。「待った」で戻って考え直す。", "ヒントは一度目が駒、二度目が手。「編集」に移るとこの問題を検討する。"]],
    ["setup", "図を作る", ["駒箱の駒を選んで升に触れると置く。もう一度同じ駒に触れると選択をやめる。", "盤上の駒はドラッグで移動。盤の外に出すと除く。", "右クリック・長押しで、成り→相手の駒と変わる。", "盤の上で目的（詰・必至）を選ぶ。"]],
    ["play", "指してみる", ["手を指すと、その先に詰みがあるかを示す。", "「この手順を作意にする」で、その手順を作意として検討する。"]],
    ["", "検討", ["変更のたびに検討する。「完全作」は、他の王手をすべて調べて余詰がないと証明したときだけ。", "制限で決まらないものは「不明」とし、推測しない。"]],
    ["", "盤でのキー", ["矢印：移動　p l n s g b r：攻方の駒（Shiftで玉方）　k：玉", "スペース：つかむ・置く　+：成・不成　v：敵味方　Delete：除く"]],
    ["", "どこでも使えるキー", ["F：盤の反転　← →：手順を進める・戻す　↑ ↓：同じ局面の別の手　Home・End", "Ctrl+Z・Ctrl+Y：元に戻す・やり直す　Ctrl+V：局面を貼り付け　Ctrl+C：SFENをコピー　Esc：選択をやめる", "]・[：一覧の次・前の不完全作　一覧では j・k、↑ ↓、Enter も", "解くとき：H：ヒント　Backspace：待った　← →（, .）：詰まない手順を進める・戻す"]]],
};

export class Menus {
  constructor(bench, { empty }) {
    this.bench = bench;
    this.empty = empty;
    bench.on("words settings about mode", () => this.draw());
    for (const it of document.querySelectorAll("[popover].menu")) {
      it.addEventListener("toggle", (event) => { 
        if (event.newState !== "open") return;
        place(it);
        // On a small screen the keyboard would cover the menu.
        if (innerWidth >= 700) it.querySelector("textarea")?.focus();
      });
    }
    byId("language").addEventListener("click", () => bench.set("lang", language() === "ja" ? "en" : "ja"));
    this.draw();
  }

  draw() {
    const { bench } = this, { settings } = bench;
    const move = (key, sign, ...what) => make("button", { "data-key": key, "aria-label": `${say("whole")} ${say(key)}`, title: say(key), onclick: () => { if (!bench.transform(...what)) toast(say("atEdge")); } }, sign || say(key));
    fill(byId("menu-diagram"), make("h2", {}, say("whole")),
      make("div.bar", {}, move("left", "←", "shift", 1, 0), move("up", "↑", "shift", 0, -1), move("down", "↓", "shift", 0, 1), move("right", "→", "shift", -1, 0)),
      make("div.bar", {}, move("mirror", "", "mirror"), move("turn", "", "turn"), make("button", { "data-key": "flip", onclick: () => bench.flip() }, say("flip"))),
      make("button", { "data-key": "clear", onclick: () => { this.empty(); byId("menu-diagram").hidePopover(); } }, say("clear")));
    /** @type {(key: string, name: string, choices: any[][], read?: (text: string) => any) => HTMLElement} */
    const select = (key, name, choices, read = String) => {
      const it = make("select", { "data-key": key, "data-setting": name, onchange: (event) => bench.set(name, read(event.target.value)) }, ...choices.map(([value, word]) => make("option", { value, selected: String(value) === String(settings[name]) }, word)));
      return make("label.field", {}, make("span", {}, say(key)), it);
    };
    const live = make("input", { type: "checkbox", "data-key": "live", checked: settings.live, onchange: (event) => bench.set("live", event.target.checked) });
    const most = Math.max(1, Math.min(64, bench.about.threads || 1));
    const threads = [...new Set([1, 2, 4, 8, 16, 32, most])].filter((n) => n <= most).sort((a, b) => a - b);
    const names = bench.about.names?.interpositions || {};
    const interpositions = (bench.about.interpositions || [settings.interpositions]).map((it) => [it, names[it]?.[language()] || it]);
    const tongue = make("select", { "data-key": "tongue", onchange: (event) => bench.set("lang", event.target.value) }, make("option", { value: "en", lang: "en", selected: language() === "en" }, "English"), make("option", { value: "ja", lang: "ja", selected: language() === "ja" }, "日本語"));
    fill(byId("menu-settings"), make("label.field", {}, make("span", {}, say("language")), tongue),
      make("label.check", {}, live, say("liveOn")),
      select("profile", "rules", [["standard", say("standard")], ["unique", say("uniqueRules")], ["strict", say("strictRules")], ["lenient", say("lenient")]]),
      select("interpositions", "interpositions", interpositions),
      select("timeLimit", "time_ms", TIMES.map((n) => [n, n ? say(n < 60000 ? "seconds" : "minutes", { n: n / (n < 60000 ? 1000 : 60000) }) : say("noLimit")]), Number),
      select("threads", "threads", [[0, say("usual")], ...threads.map((n) => [n, String(n)])], Number),
      bench.engine.memories ? select("memory", "memory", [[0, say("usual")], ...bench.engine.memories.map((n) => [n, `${n} MiB`])], Number) : null,
      select("notation", "notation", [["japanese", say("kanji")], ["western", say("letters")]]),
      select("theme", "theme", ["auto", "light", "dark"].map((it) => [it, say(it)])),
      make("button.quiet", { "data-key": "forgetAll", onclick: beginAnew }, say("forgetAll")),
      make("p.dim", {}, bench.about.version ? `tsume ${bench.about.version}` : ""));
    const mode = bench.mode === "front" ? "solve" : bench.mode, parts = [...HELP[language()]].sort((a, b) => Number(b[0] === mode) - Number(a[0] === mode));
    fill(byId("help"), ...parts.map(([about, title, lines]) => make("details", { open: about === mode }, make("summary", { "data-key": title }, title), ...lines.map((line) => make("p", {}, line)))),
      make("div.shut", {}, make("button", { "data-key": "close", onclick: () => byId("help").hidePopover() }, say("close"))));
  }
}

/* Forgets all that the browser has kept, if that is really wished for. */
function beginAnew() {
  if (!confirm(say("sureForgetAll"))) return;
  forgetAll();
  history.replaceState(null, "", location.pathname);
  location.reload();
}

/* A menu stands below its button, within the window. One without a button is put in its place by whoever opens it. */
function place(menu) {
  const button = document.querySelector(`[popovertarget="${menu.id}"]`);
  if (!button) return;
  if (innerWidth < 700) {
    menu.style.left = menu.style.top = "";
    return;
  }
  const at = button.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${at.bottom + 4}px`;
}

/* Tabs with their panels: one is shown. */
export class Tabs {
  constructor(bench, problems) {
    this.bench = bench;
    this.problems = problems;
    this.shown = readOwn("tab", "lines");
    // What is put on the board is looked at there, also where the panels are far below it.
    byId("panels").addEventListener("click", (event) => { if (event.target.closest("button.picture, #rows [data-at]")) byId("hand-top").scrollIntoView({ block: "nearest" }); });
    bench.on("words problems", () => this.draw());
    bench.on("mode", () => { if (bench.mode === "play") this.show("lines"); else this.draw(); });
    this.draw();
  }
  names() { return ["lines", "versions", "repair", "compose", ...(this.problems.longest ? ["problems"] : [])]; }
  show(name, focus = false) {
    this.shown = name;
    writeOwn("tab", name);
    this.draw();
    if (focus) document.querySelector(`[data-tab="${name}"]`).focus();
  }
  draw() {
    const names = this.names(), usual = names.includes(this.shown) ? this.shown : "lines";
    // Who solves a problem sees the list, and nothing that could tell the solution.
    const shown = this.bench.solves ? "problems" : usual;
    const go = (event, at) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + names.length, Home: 0, End: names.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.show(names[to % names.length], true);
    };
    fill(byId("tabs"), ...names.map((name, at) => make("button", {
      role: "tab", id: `tab-${name}`, "data-key": name, "data-tab": name, "aria-controls": `panel-${name}`, "aria-selected": String(name === shown), tabindex: name === shown ? 0 : -1,
      onclick: () => this.show(name), onkeydown: (event) => go(event, at),
    }, say(name))));
    for (const name of ["lines", "versions", "repair", "compose", "problems"]) {
      byId(`panel-${name}`).hidden = name !== shown;
      byId(`panel-${name}`).setAttribute("aria-labelledby", `tab-${name}`);
    }
    this.bench.tell("tab");
  }
}
