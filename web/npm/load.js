// Loads the WebAssembly module: from the disk in Node, from beside this file elsewhere.
//
// A panic of the solver (a bug, or a system without memory) leaves an instance that nobody can use again. `reload`
// makes a new one from the compiled module, so that one bad question does not spoil the next.

import init, * as glue from "./winnable_web.js";

const place = new URL("./winnable_web_bg.wasm", import.meta.url);
const inNode = typeof process === "object" && Boolean(process.versions?.node);

/** @type {Promise<typeof glue> | undefined} */
let loading;

async function source() {
  if (!inNode) return place;
  const { readFile } = await import(/* webpackIgnore: true */ "node:fs/promises");
  return readFile(place);
}

/** The functions of the module, loaded once. */
export function load() {
  loading ??= source()
    .then((wasm) => init({ module_or_path: wasm }))
    .then(() => glue)
    .catch((error) => {
      loading = undefined; // the network may come back
      throw error;
    });
  return loading;
}

/** A new instance after a panic. */
export function reload() {
  glue.__wbg_reset_state();
}
