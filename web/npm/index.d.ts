/** A move: the deepest card moved, how many cards, and the piles: t1…, c1…, f, stock, waste, tableau. */
export interface Move {
  card?: string;
  count: number;
  from: string;
  to: string;
}

export type Verdict = "winnable" | "unwinnable" | "undecided";
export type Metric = "moves" | "cards";
export type Level = "easy" | "medium" | "hard" | "expert";

/** A game: a name with changes to its rules, or complete rules as TOML. FreeCell if nothing is given. */
export interface GameOptions {
  game?: string;
  rules?: Record<string, unknown> | string;
}

/** A deal: a number (617, "ms:617", "pysol:617") or a board as text, in any format that the command line reads. */
export interface DealOptions extends GameOptions {
  deal?: number | string;
  board?: string;
  /** Moves that are played first: a text in any notation, or a list. */
  after?: string | Move[];
}

/** Where a search is. */
export interface Progress {
  phase: "finding" | "proving" | "shortening";
  states: number;
  /** Bytes that the search holds. */
  memory: number;
  bounds?: { lower: number; upper?: number };
}

export interface SearchOptions extends DealOptions {
  /** Defaults: 100 million states for one deck, 20 million for more; 1 GB (3 GB at most); no limit on time, which is in seconds. */
  limits?: { states?: number; memory?: number; time?: number };
  /** Also look for shortest lengths. */
  optimal?: boolean;
  metric?: Metric;
  /** Called now and then while the search runs; `false` ends it. */
  onProgress?: (progress: Progress) => boolean | void;
}

/** What `winnable solve --json` writes. */
export interface SolveRecord {
  schema: 1;
  game: string;
  changed?: Record<string, unknown>;
  rules: string;
  deal: string;
  verdict: Verdict;
  /** Why it is undecided: states, memory, time, interrupted, … */
  reason?: string;
  moves?: number;
  cards?: number;
  granted_groups?: number;
  states: number;
  optimal?: { metric: Metric; lower: number; upper: number | null; proven: boolean; reason?: string };
  min_cells?: { lower: number; upper: number | null; proven: boolean };
  difficulty?: { level: Level; score: number; cells: number; narrowness: number; length: number; trap: number };
  seconds?: number;
  solution?: Move[];
  after?: string;
}

/** A legal move with its verdict; `length` is the shortest win known that starts with it. */
export interface Option extends Move {
  verdict: Verdict;
  reason?: string;
  length?: number;
  proven?: boolean;
}

export interface DealRecord {
  schema: 1;
  game: string;
  rules: string;
  deal: string;
  board: string;
  difficulty?: SolveRecord["difficulty"];
}

export interface Review extends SolveRecord {
  played: number;
  won: boolean;
  lost_at: number | null;
  instead: Option | null;
  won_until: number | null;
  lost_from: number | null;
  shortest: number | null;
  detour: number | null;
}

/** A move as a player of solutions shows it: `transfers` carries the top `count` cards from pile to pile. */
export interface Step {
  text: string;
  notation: string;
  transfers: [from: number, to: number, count: number][];
}

/** A position as a page draws and plays it. */
export interface Table {
  game: string;
  label: string;
  rules: string;
  deal: string;
  title: string;
  cards: string[];
  piles: { kind: "column" | "cell" | "foundation" | "stock" | "waste"; suit?: string; cards: number[] }[];
  played: Move[];
  steps: Step[];
  notation: string;
  legal: (Step & { move: Move })[];
  won: boolean;
  board: string;
  /** Home moves that win, if home moves alone do. */
  finish: Move[] | null;
}

export interface Judgement {
  holds: boolean;
  message: string;
  moves?: number | null;
  cards?: number | null;
}

/** Rules as `winnable games --json` has them. */
export type Rules = Record<string, unknown> & { name: string; description: string };

/** Bad input (`kind` is "input"), or a bug ("internal"). */
export class WinnableError extends Error {
  readonly kind: "input" | "internal";
}

/** All questions; each function takes one object of options. */
export interface Answers {
  solve(options: SearchOptions & { minCells?: boolean }): SolveRecord;
  moves(options: SearchOptions & { keep?: boolean }): SolveRecord & { options: Option[] };
  hint(options: SearchOptions & { keep?: boolean }): SolveRecord & { next: (Option & { purpose: string }) | null };
  review(options: SearchOptions & { played: string | Move[]; keep?: boolean }): Review;
  verify(options: DealOptions & { solution?: unknown; certificate?: Uint8Array }): Judgement;
  /** The proof that a deal cannot be won, as a file that `winnable verify` checks. */
  certificate(options: SearchOptions): Uint8Array;
  deal(options: DealOptions & { winnable?: boolean; seed?: number; level?: Level; onProgress?: SearchOptions["onProgress"] }): DealRecord;
  games(): Rules[];
  games(options: GameOptions): { label: string; toml: string; rules: Rules };
  table(options: DealOptions): Table;
  /** Bytes of memory that the solver has taken from the system. */
  memory(): number;
}

type Asked<F> = F extends { (): infer A; (options: infer O): infer B }
  ? { (): Promise<A>; (options: O): Promise<B> }
  : F extends (...args: infer P) => infer R
    ? (...args: P) => Promise<R>
    : never;

/** Answers at once, on the calling thread. */
export function engine(): Promise<Answers>;

export const solve: Asked<Answers["solve"]>;
export const moves: Asked<Answers["moves"]>;
export const hint: Asked<Answers["hint"]>;
export const review: Asked<Answers["review"]>;
export const verify: Asked<Answers["verify"]>;
export const certificate: Asked<Answers["certificate"]>;
export const deal: Asked<Answers["deal"]>;
export const games: Asked<Answers["games"]>;
export const table: Asked<Answers["table"]>;
export const memory: Asked<Answers["memory"]>;

type InWorker<F> = F extends (options: infer O) => infer R ? (options: O & { signal?: AbortSignal }) => Promise<R> : never;

/** A solver in a worker of its own: the same questions, and `signal` to cancel one. */
export interface Solver {
  solve: InWorker<Answers["solve"]>;
  moves: InWorker<Answers["moves"]>;
  hint: InWorker<Answers["hint"]>;
  review: InWorker<Answers["review"]>;
  verify: InWorker<Answers["verify"]>;
  certificate: InWorker<Answers["certificate"]>;
  deal: InWorker<Answers["deal"]>;
  games: Asked<Answers["games"]>;
  table: InWorker<Answers["table"]>;
  memory: Asked<Answers["memory"]>;
  /** Ends the worker; what it was asked is rejected. */
  close(): void;
}

export function createSolver(options?: { worker?: string | URL; share?: boolean }): Solver;
