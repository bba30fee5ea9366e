// The questions as plain functions that return at once. Searches block the thread they are asked on, so pages ask
// through a worker (client.js); what does not search (games, deal, table, verify) is quick enough for anywhere.

import { load, reload } from "./load.js";

/** What cannot be answered: bad input, in words, or a bug (`kind` says which). */
export class WinnableError extends Error {
  /**
   * @param {string} message
   * @param {"input" | "internal"} kind
   */
  constructor(message, kind) {
    super(message);
    this.name = "WinnableError";
    this.kind = kind;
  }
}

/** Milliseconds between two calls of onProgress, unless a bound moves. */
const PACE = 100;

/** Turns the module's plain numbers into an object, now and then. */
function watcher(onProgress) {
  if (!onProgress) return undefined;
  let next = 0;
  let known = "";
  return (phase, states, memory, lower, upper) => {
    const bounds = `${lower} ${upper}`;
    const now = performance.now();
    if (now < next && bounds === known) return true;
    next = now + PACE;
    known = bounds;
    const told = { phase, states, memory };
    if (lower >= 0) told.bounds = upper >= 0 ? { lower, upper } : { lower };
    return onProgress(told) !== false;
  };
}

function call(ask) {
  try {
    return ask();
  } catch (error) {
    if (typeof error === "string") throw new WinnableError(error, "input");
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    reload();
    throw new WinnableError("the solver failed; this is a bug or a lack of memory, please report the deal", "internal");
  }
}

const SEARCHES = ["solve", "moves", "hint", "review", "deal"];

/**
 * The functions that answer at once: `solve`, `moves`, `hint`, `review`, `deal`, `verify`, `certificate`, `games`, `table`.
 * The options are those of index.js.
 */
export async function engine() {
  const wasm = await load();
  const answers = {
    certificate(options = {}) {
      const { onProgress, ...request } = options;
      return call(() => wasm.certificate(JSON.stringify(request), watcher(onProgress)));
    },
    verify(options = {}) {
      const { certificate, ...request } = options;
      const json = JSON.stringify(request);
      return JSON.parse(call(() => (certificate ? wasm.verify_certificate(json, certificate) : wasm.verify(json))));
    },
    games(options) {
      return JSON.parse(call(() => wasm.games(options === undefined ? undefined : JSON.stringify(options))));
    },
    table(options = {}) {
      return JSON.parse(call(() => wasm.table(JSON.stringify(options))));
    },
    memory() {
      return wasm.memory_held();
    },
  };
  for (const name of SEARCHES) {
    answers[name] = (options = {}) => {
      const { onProgress, ...request } = options;
      return JSON.parse(call(() => wasm[name](JSON.stringify(request), watcher(onProgress))));
    };
  }
  return answers;
}
