// How fast the win search is beside the native program: node web/bench.mjs [GAME] [FIRST] [LAST]
// Both solve the same deals one after the other and write their solutions; processor time of the second pass, when the
// browser's compiler has done its work, against the program's on one thread.

import { spawnSync } from "node:child_process";
import { engine } from "./pkg/index.js";

const [game = "freecell", first = "1", last = "2000"] = process.argv.slice(2);
const program = process.env.WINNABLE ?? new URL("../target/release/winnable", import.meta.url).pathname;
const { solve } = await engine();

function web() {
  const before = process.cpuUsage();
  for (let deal = Number(first); deal <= Number(last); deal++) solve({ game, deal });
  return process.cpuUsage(before).user / 1e6;
}

function native() {
  const line = `TIMEFORMAT=%U; time "${program}" analyze --game ${game} ${first}..${last} --threads 1 --solutions --quiet --out - > /dev/null`;
  return Number(spawnSync("bash", ["-c", line], { encoding: "utf8" }).stderr.trim().split("\n").at(-1));
}

web();
const [w, n] = [Math.min(web(), web()), Math.min(native(), native(), native())];
console.log(`${game} ${first}..${last}: web ${w.toFixed(2)} s, native ${n.toFixed(2)} s, ${(n / w).toFixed(2)} of the native speed`);
