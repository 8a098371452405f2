// What the compiler is told of the page (`src/serve/page`) to check it: the shapes that its parts share, and the fields
// that constructors take as a whole. `tests/browser/types.sh` checks with it; it is not part of the page.
import type { Workbench } from "../../../src/serve/page/state/bench.js";
import type { LiveJudge } from "../../../src/serve/page/state/judge.js";
import type { Asking } from "../../../src/serve/page/state/asking.js";
import type { Board } from "../../../src/serve/page/board/board.js";
import type { Hands } from "../../../src/serve/page/board/hands.js";
import type { Player } from "../../../src/serve/page/board/player.js";
import type { Editor } from "../../../src/serve/page/editor/editor.js";
import type { Lines } from "../../../src/serve/page/editor/lines.js";
import type { Palette } from "../../../src/serve/page/editor/palette.js";
import type { Versions } from "../../../src/serve/page/editor/versions.js";
import type { Problems } from "../../../src/serve/page/table/problems.js";
import type { Table } from "../../../src/serve/page/table/table.js";
import type { Collection } from "../../../src/serve/page/solve/collection.js";
import type { Course } from "../../../src/serve/page/solve/course.js";
import type { Riddle } from "../../../src/serve/page/solve/solve.js";

declare global {
  /** A piece of `b` or `w`. */
  interface Piece { kind: string; side: string }
  interface Position { board: Record<string, Piece>; hands: Record<string, any>; side: string }
  /** A diagram with all that belongs to it, a step of the history. */
  interface Doc {
    sfen: string; rest: boolean; goal: string; line: string[]; plies: number | null;
    title: string; author: string; headers: Record<string, string>; work: string;
  }
  /** A finding of a judgement, with its words. */
  interface Finding {
    kind: string; grade?: string; ply?: number; move?: string; line?: string[]; before?: string[]; after?: string[]; plies?: number;
    term?: string; words?: string; note?: string; japanese?: string[]; western?: string[];
  }
  /** What is known of a diagram: what the engine has told so far. */
  interface Judgement {
    state: string; doc: Doc; findings: Finding[]; faults: any[]; times: { first?: number; all?: number };
    key?: string; id?: string; request?: any; editedAt?: number; stale?: Judgement | null; remembered?: boolean; busy?: boolean; error?: any; lineBroken?: string | null;
    first?: any; length?: { plies: number | null; plies_strict: number | null }; line?: any; moves?: any[]; open?: { left: number; total: number }; progress?: any;
    row?: any; text?: string; ending?: string[];
  }
  /** A node of the tree of lines. */
  interface TreeNode { path: string[]; move: string; mark: string; children: TreeNode[]; total: number | null; no_mate: boolean; open: boolean; finding: Finding | null }

  interface Navigator { deviceMemory?: number }
  // The service worker is checked with the page, and has other events.
  interface Event { newState?: string; request?: Request; waitUntil?(what: Promise<any>): void; respondWith?(what: any): void }
  const clients: any;
  // Handlers hear events of elements that the page has made itself.
  interface EventTarget { value: string; checked: boolean; open: boolean; dataset: DOMStringMap; closest(selector: string): HTMLElement | null; matches(selector: string): boolean }
  interface Element { dataset: DOMStringMap; focus(options?: FocusOptions): void }
  interface HTMLElement { value: string; disabled: boolean; checked: boolean }
}

declare module "../../../src/serve/page/board/board.js" { interface Board { bench: Workbench; player: Player; root: HTMLElement; doc: Doc | null; path: string[] | null } }
declare module "../../../src/serve/page/board/gestures.js" { interface Gestures { bench: Workbench; editor: Editor; player: Player; palette: Palette; hands: Hands } }
declare module "../../../src/serve/page/compose/compose.js" { interface Compose { bench: Workbench; versions: Versions; problems: Problems; seed: number } }
declare module "../../../src/serve/page/editor/io.js" { interface InOut { bench: Workbench; judge: LiveJudge; problems: Problems; versions: Versions; collection: Collection } }
declare module "../../../src/serve/page/editor/lines.js" { interface Lines { bench: Workbench; judge: LiveJudge; asking: Asking } }
declare module "../../../src/serve/page/editor/opening.js" {
  interface Opening { bench: Workbench; read(text: string): void; readFiles(files: File[]): void; empty(): void; kings(): void; example(): void; ask?(): Promise<any[]> }
}
declare module "../../../src/serve/page/editor/repair.js" { interface Repair { of: string; work: string } }
declare module "../../../src/serve/page/editor/verdict.js" { interface Verdict { bench: Workbench; judge: LiveJudge; asking: Asking; example(): void } }
declare module "../../../src/serve/page/engine/engine_bench.js" {
  interface Bench { start(): Worker; module(): Promise<WebAssembly.Module>; memory(): number; helpers: number; closings: number }
}
declare module "../../../src/serve/page/keys.js" { interface Keys { bench: Workbench; board: Board; editor: Editor; player: Player; lines: Lines; riddle: Riddle; table: Table } }
declare module "../../../src/serve/page/solve/collection.js" { interface Collection { bench: Workbench; course: Course; list: any[]; isOwn: boolean; leftOut: number; announced: number; keys: Map<any, any>; ids: Map<any, any> } }
declare module "../../../src/serve/page/solve/front.js" { interface Front { bench: Workbench; collection: Collection } }
declare module "../../../src/serve/page/solve/solve.js" {
  interface Riddle {
    bench: Workbench; asking: Asking; course: Course; lineOf(sfen: string): string[]; doc: Doc | null; phase: any; isEarly: boolean; plan: string[]; solution: string[]; left: number | null; total: number | null; exact: boolean;
    hints: number; mistakes: number; end: number; last: any; told: any; why: string;
  }
}
declare module "../../../src/serve/page/solve/solve_view.js" { interface SolveView { bench: Workbench; riddle: Riddle; collection: Collection } }
declare module "../../../src/serve/page/engine/engine.js" { interface HttpEngine { useMemory?(memory: number): void; memories?: number[] } }
declare module "../../../src/serve/page/engine/worker_engine.js" { interface WorkerEngine { site: Promise<any> } }
declare module "../../../src/serve/page/state/connection.js" { interface Connection { bench: Workbench; judge: LiveJudge } }
declare module "../../../src/serve/page/state/route.js" { interface Route { bench: Workbench; collection: Collection; unread(text: string): void; reached(): any[]; last: any } }
declare module "../../../src/serve/page/table/judging.js" { interface Judging { bench: Workbench; told(): void } }
declare module "../../../src/serve/page/table/problems.js" { interface Problems { bench: Workbench; all: any[]; leftOut: number; show(): void } }
declare module "../../../src/serve/page/table/table.js" {
  interface Table { bench: Workbench; problems: Problems; view: any[]; columns: string[]; stem: string; sort: string | null; isDown: boolean }
}
