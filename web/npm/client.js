// Questions to a worker: one after the other, each with progress and a way to end it.
//
// A search ends early in one of two ways. Where memory can be shared (a page with the headers for cross-origin
// isolation, or Node), the client sets a flag that the search looks at, and the worker lives on with all it
// knows. Elsewhere the worker is terminated and a new one takes its place.

import { WinnableError } from "./engine.js";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
const METHODS = ["solve", "moves", "hint", "review", "verify", "certificate", "deal", "games", "table", "memory"];

const aborted = () => new DOMException("the search was cancelled", "AbortError");
const canShare = () => typeof SharedArrayBuffer === "function" && (inNode || globalThis.crossOriginIsolated === true);

/** A worker with the same few methods in Node and in browsers. */
async function startWorker(url) {
  if (!inNode) {
    const worker = new Worker(url, { type: "module" });
    return {
      post: (message) => worker.postMessage(message),
      listen: (heard, failed) => {
        worker.onmessage = (event) => heard(event.data);
        worker.onerror = (event) => failed(new Error(event.message || "the worker could not be started"));
      },
      end: () => worker.terminate(),
    };
  }
  const { Worker: NodeWorker } = await import(/* webpackIgnore: true */ "node:worker_threads");
  const worker = new NodeWorker(url);
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    listen: (heard, failed) => worker.on("message", heard).on("error", failed),
    end: () => worker.terminate(),
  };
}

/**
 * A solver in a worker of its own.
 * @param {{ worker?: string | URL | TrustedScriptURL, share?: boolean }} [options] where worker.js lies, if not beside this file; whether
 *   memory may be shared to cancel (default: where it can be)
 */
export function createSolver(options = {}) {
  const url = options.worker ?? new URL("./worker.js", import.meta.url);
  const flag = (options.share ?? canShare()) ? new Int32Array(new SharedArrayBuffer(4)) : null;
  const waiting = [];
  let worker = null;
  let running = null;
  let count = 0;
  let closed = false;

  function settle(how, value) {
    const { resolve, reject, signal, onAbort } = running;
    running = null;
    signal?.removeEventListener("abort", onAbort);
    if (how === "answer") resolve(value);
    else reject(value);
    next();
  }

  function drop(error) {
    worker?.then((started) => started.end());
    worker = null;
    if (running) settle("error", error);
  }

  function heard({ id, progress, answer, error }) {
    if (!running || id !== running.id) return;
    if (progress) {
      running.onProgress?.(progress);
      return;
    }
    if (running.signal?.aborted) settle("error", aborted());
    else if (error) settle("error", error.kind ? new WinnableError(error.message, error.kind) : new Error(error.message));
    else settle("answer", answer);
  }

  async function next() {
    if (running || waiting.length === 0) return;
    running = waiting.shift();
    const job = running;
    if (flag) Atomics.store(flag, 0, 0);
    try {
      worker ??= startWorker(url).then((started) => {
        started.listen(heard, drop);
        return started;
      });
      const started = await worker;
      if (running === job) started.post({ id: job.id, method: job.method, request: job.request, flag });
    } catch (error) {
      if (running === job) drop(error);
    }
  }

  function ask(method, { onProgress, signal, ...request } = {}, hasRequest = true) {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new Error("this solver has been closed"));
      if (signal?.aborted) return reject(aborted());
      const job = { id: ++count, method, request: hasRequest ? request : undefined, onProgress, signal, resolve, reject };
      job.onAbort = () => {
        const place = waiting.indexOf(job);
        if (place >= 0) {
          waiting.splice(place, 1);
          reject(aborted());
        } else if (running === job) {
          if (flag) Atomics.store(flag, 0, 1);
          else drop(aborted());
        }
      };
      signal?.addEventListener("abort", job.onAbort, { once: true });
      waiting.push(job);
      next();
    });
  }

  const solver = Object.fromEntries(METHODS.map((method) => [method, (request) => ask(method, request, request !== undefined)]));
  solver.close = () => {
    closed = true;
    for (const job of waiting.splice(0)) job.reject(aborted());
    drop(aborted());
  };
  return solver;
}
