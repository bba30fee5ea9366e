// Answers the questions of client.js in a worker, in browsers and in Node.

import { engine } from "./engine.js";

const port = typeof self === "object" && self.postMessage ? self : (await import(/* webpackIgnore: true */ "node:worker_threads")).parentPort;
const loaded = engine();
loaded.catch(() => {}); // the first question tells

async function answer({ id, method, request, flag }) {
  const onProgress = (progress) => {
    if (flag && Atomics.load(flag, 0) !== 0) return false;
    port.postMessage({ id, progress });
    return true;
  };
  const searches = method !== "games" && method !== "table" && method !== "verify" && method !== "memory";
  try {
    const answers = await loaded;
    port.postMessage({ id, answer: answers[method](searches ? { ...request, onProgress } : request) });
  } catch (error) {
    port.postMessage({ id, error: { message: error.message, kind: error.kind } });
  }
}

if (port === globalThis) port.onmessage = (event) => answer(event.data);
else port.on("message", answer);
