// How fast the win search is beside the native program: node web/bench.mjs [GAME] [FIRST] [LAST]
// Both solve the same deals one after the other on one thread, three times; the best counts, because other programs only take
// time. `search` is the search with the replay of its solution: the field `seconds` of the records against the time a deal of
// `winnable bench`. `answer` is all that a caller waits for: the request and the record as JSON, read and written, against
// `winnable analyze --solutions`, in processor time.

import { spawnSync } from "node:child_process";
import { engine } from "./pkg/index.js";

const [game = "freecell", first = "1", last = "2000"] = process.argv.slice(2);
const program = process.env.WINNABLE ?? new URL("../target/release/winnable", import.meta.url).pathname;
const deals = Number(last) - Number(first) + 1;
const { solve } = await engine();

function web() {
  const before = process.cpuUsage();
  let search = 0;
  for (let deal = Number(first); deal <= Number(last); deal++) search += solve({ game, deal }).seconds;
  return { search, answer: process.cpuUsage(before).user / 1e6 };
}

function native() {
  const run = (command) => spawnSync("bash", ["-c", command], { encoding: "utf8" });
  const range = `--game ${game} ${first}..${last} --threads 1`;
  const [, time, unit] = /([\d.,]+) (µs|ms|s) /.exec(run(`"${program}" bench ${range}`).stdout.split("\n")[1]);
  const timed = run(`TIMEFORMAT=%U; time "${program}" analyze ${range} --solutions --quiet --out - > /dev/null`);
  return { search: Number(time.replaceAll(",", "")) * { µs: 1e-6, ms: 1e-3, s: 1 }[unit] * deals, answer: Number(timed.stderr.trim().split("\n").at(-1)) };
}

web(); // the compiler of the browser does its work
const best = (runs, part) => Math.min(...runs.map((run) => run[part]));
const [here, there] = [[web(), web(), web()], [native(), native(), native()]];
for (const part of ["search", "answer"]) {
  const [w, n] = [best(here, part), best(there, part)];
  const each = (seconds) => `${((seconds / deals) * 1e6).toFixed(1)} µs`;
  console.log(`${game} ${first}..${last}, ${part}: web ${each(w)}, native ${each(n)} a deal, ${(n / w).toFixed(2)} of the native speed`);
}
