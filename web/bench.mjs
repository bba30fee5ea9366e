// How fast the win search is beside the native program: node web/bench.mjs [GAME] [FIRST] [LAST]
// Both solve the same deals on one thread; the program's own time comes from its records.

import { spawnSync } from "node:child_process";
import { engine } from "./pkg/index.js";

const [game = "freecell", first = "1", last = "2000"] = process.argv.slice(2);
const program = process.env.WINNABLE ?? new URL("../target/release/winnable", import.meta.url).pathname;
const { solve } = await engine();
const run = () => {
  const started = performance.now();
  for (let deal = Number(first); deal <= Number(last); deal++) solve({ game, deal });
  return (performance.now() - started) / 1000;
};
const web = [run(), run(), run()];
const native = [1, 2, 3].map(() => {
  const started = performance.now();
  const { status } = spawnSync(program, ["analyze", "--game", game, `${first}..${last}`, "--threads", "1", "--solutions", "--quiet", "--out", "-"], { maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`exit ${status}`);
  return (performance.now() - started) / 1000;
});
// Without what starting the program takes.
const empty = performance.now();
spawnSync(program, ["games"]);
const start = (performance.now() - empty) / 1000;
const [w, n] = [Math.min(...web), Math.min(...native) - start];
console.log(`${game} ${first}..${last}: web ${w.toFixed(2)} s, native ${n.toFixed(2)} s, ${(n / w).toFixed(2)} of the native speed`);
