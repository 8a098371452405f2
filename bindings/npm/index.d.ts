import type { Row } from "./lib/row.js";
export type { Row };

/** An error: `kind` is a word for programs, `code` the same in capitals (`TSUME_SFEN`), `message` a sentence. */
export class TsumeError extends Error {
  readonly name: "TsumeError";
  readonly kind: "option" | "request" | "not_found" | "sfen" | "illegal" | "move" | "record" | "unsupported" | "busy" | "internal" | "lost" | "closed";
  readonly code: string;
  readonly help: string | null;
}

/** A problem: an SFEN, perhaps followed by `moves` and opcodes (`; id "a"; plies 5;`), or an object, such as one that `read` returns. */
export type Problem = string | {
  sfen: string;
  /** The name, which the row has, too. */
  id?: string;
  /** The stated length. */
  expected_plies?: number | null;
  /** The author's line, in USI. */
  moves?: string[];
  /** The defender's hand: `rest` of the set, `given` in the SFEN; `auto` is what the SFEN gives, or else the rest. */
  hand?: "auto" | "rest" | "given";
  attacker?: "auto" | "black" | "white" | null;
  goal?: "mate" | "solve" | "brinkmate" | "threatmate";
};

/** Limits and rules of a search. Without a limit it ends after a minute. A given limit is spent on all open alternatives. */
export interface Options {
  /** Seconds. */
  time?: number;
  /** Search nodes. With the same number the row is the same, except for times. */
  nodes?: number;
  rules?: "standard" | "unique" | "strict" | "lenient";
  /** Which interpositions are futile (無駄合); the words are those of `tsume check --interpositions`. */
  interpositions?: string;
  expected_plies?: number;
  idle_pieces?: boolean;
  /** Levels of variations in the row, up to 3. */
  variations?: number;
  /** Called for each event of the search: `first`, `length`, `line`, `open`, `finding`, `progress`, `row`, `done`. */
  on?: (event: string, data: any) => void;
  /** Ends the search; the promise is then rejected. */
  signal?: AbortSignal;
}

/** Limits and rules of `reply`, and further questions. */
export interface ReplyOptions extends Pick<Options, "time" | "nodes" | "interpositions" | "variations" | "on" | "signal"> {
  /** Says for each interposition in the line why it counts or not. */
  explain?: boolean;
}
/** What a position leads to. */
export interface Reply {
  /** The best move: of the defender the longest resistance or the escape, of the attacker the next one of the mate. Null if there is none. */
  move: string | null;
  verdict: Row["verdict"];
  /** The plies to the mate, 0 if it is there. Null if there is none, or if only `plies_at_most` is known. */
  plies: number | null;
  plies_at_most: number | null;
  /** Who is to move. */
  side: "black" | "white";
  /** The line that begins with `move`, in USI and in other notations. */
  line: string[];
  japanese: string[];
  western: string[];
  /** How a refutation ends. */
  end: string | null;
  leftover: string | null;
  variations: unknown[] | null;
  interpositions: unknown[] | null;
  status: Row["status"];
  limit: Row["limit"];
  nodes: number;
  /** The answer in one line. */
  text: string;
}

/** What `extend` looks for, with the meaning of the options of `tsume extend`. */
export interface ExtendOptions extends Pick<Options, "time" | "nodes" | "rules" | "interpositions" | "signal"> {
  /** How many ideas, 10 by default. */
  best?: number;
  /** All versions of an idea, not only the best one. */
  all?: boolean;
  /** Called for each event: `progress`, `version`, `done`. */
  on?: (event: string, data: any) => void;
}
/** What `repair` looks for, with the meaning of the options of `tsume repair`. */
export interface RepairOptions extends ExtendOptions {
  /** What must stay: `line`, `key`, `key:3`, `moves:1,3-5`, `length`, `mate`. */
  keep?: string;
  /** The most changes at once, 1 to 3. */
  edits?: number;
  allow?: string[];
  /** Squares that may change, such as `"1a-4d"`, and squares that may not. */
  squares?: string[];
  fixed?: string[];
}
/** A version of a problem. */
export interface Version {
  number: number;
  /** Versions with the same number are the same idea. */
  idea: number;
  sfen: string;
  moves: string[];
  verdict: Row["verdict"];
  row: Row & { version: unknown };
  /** The changes, each a sentence. */
  words: { en: string[]; ja: string[] };
  text: string;
}
export interface Versions {
  versions: Version[];
  /** If there is none: those that come nearest. */
  misses: { sfen: string; words: { en: string[]; ja: string[] } }[];
  /** Why it ended: `done`, `limit`, `stopped`. */
  reason: string;
  found: number;
  looked: number;
  nodes: number;
  sound_already: boolean;
}

/** A problem that was read. */
export interface Read {
  id: string;
  title: string | null;
  author: string | null;
  headers: Record<string, string>;
  expected_plies: number | null;
  goal: "mate" | "brinkmate" | "threatmate";
  sfen: string | null;
  moves: string[];
  branches: number;
  difficulty: number | null;
  attacker: "black" | "white" | null;
  warnings: { message: string; help: string | null; place: Place | null }[];
  error: { kind: string; message: string; span: [number, number] | null; help: string | null; place: Place | null } | null;
}
/** A place in a text. Lines and columns, in characters, are counted from 1. */
export interface Place { line: number; column: number; end_column: number; excerpt: string }

export type Format = "sfen" | "kif" | "ki2" | "csa" | "jkf" | "usen" | "bod" | "text" | "html" | "svg";
export interface Written {
  title?: string;
  author?: string;
  headers?: Record<string, string>;
  /** A row of `check`, whose findings are written, too. */
  row?: Row;
  /** The width of a drawing in pixels. */
  width?: number;
}

/** Wishes for `compose`, with the meaning of the options of `tsume compose`. */
export interface Wishes {
  /** The fewest and the most plies. */
  plies?: [number, number];
  /** The number of problems, 10 by default. */
  number?: number;
  /** The same seed and wishes give the same problems. */
  seed?: number;
  /** Themes that every problem has, and themes that no problem has. */
  with?: string[];
  without?: string[];
  /** Letters of pieces: `"GSNP"`. */
  kinds?: string;
  /** Squares and ranges: `"1a-4d"`. */
  squares?: string[];
  on_board?: number;
  in_hand?: number;
  two_kings?: boolean;
  difficulty?: [number, number];
  aesthetics?: number;
  /** The dull things that problems may have; `plain` ones are found sooner. */
  allow?: ("captures" | "promoted" | "plain")[];
  /** The SFEN of a problem whose variations are wanted. */
  from?: string;
  attempts?: number;
  rules?: Options["rules"];
  interpositions?: string;
  /** Seconds, 60 by default. */
  time?: number;
  nodes?: number;
  on?: (event: string, data: any) => void;
  signal?: AbortSignal;
}
export interface Composed {
  number: number;
  id: string;
  sfen: string;
  moves: string[];
  row: Row;
  rating: Row["rating"];
  /** The row in one line. */
  text: string;
}

/** An engine in a worker. It answers one question after another. */
export class Tsume {
  /** `memory` is the memory of the tables in MiB, 128 by default. */
  constructor(options?: { memory?: number; lang?: "en" | "ja" });
  solve(problem: Problem, options?: Options): Promise<Row>;
  check(problem: Problem, options?: Options): Promise<Row>;
  /** Says what the position after some moves (USI) leads to: against a move of the attacker the best defence. */
  reply(problem: Problem, moves?: string | string[], options?: ReplyOptions): Promise<Reply>;
  /** Finds the changes that make a composition sound. */
  repair(problem: Problem, options?: RepairOptions): Promise<Versions>;
  /** Finds sound problems two plies longer that lead into a problem. */
  extend(problem: Problem, options?: ExtendOptions): Promise<Versions>;
  read(input: string | Uint8Array, options?: { name?: string }): Promise<Read[]>;
  convert(problem: Problem, format: Format, options?: Written): Promise<string>;
  svg(problem: Problem, options?: Written): Promise<string>;
  /** Composes sound problems, and yields each as soon as it is found. Leaving the loop, or `signal`, ends the work. */
  compose(options?: Wishes): AsyncGenerator<Composed, void>;
  /** Makes a call of the workbench. */
  call(name: string, request: object, options?: { signal?: AbortSignal }): Promise<any>;
  /** Runs a stream of the workbench: `judge`, `repair`, `extend`, `compose`. */
  stream(name: string, request: object, on: (event: string, data: any) => void, options?: { signal?: AbortSignal }): Promise<unknown>;
  /** Ends the worker, and rejects the questions before. A later question starts another worker. */
  close(): void;
}

export const solve: Tsume["solve"];
export const check: Tsume["check"];
export const reply: Tsume["reply"];
export const repair: Tsume["repair"];
export const extend: Tsume["extend"];
export const read: Tsume["read"];
export const convert: Tsume["convert"];
export const svg: Tsume["svg"];
export const compose: Tsume["compose"];
export const close: Tsume["close"];
