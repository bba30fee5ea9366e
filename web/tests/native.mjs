// The native program, for comparison.

import { execFileSync, spawnSync } from "node:child_process";

const program = process.env.WINNABLE ?? new URL("../../target/debug/winnable", import.meta.url).pathname;

/** What the program prints; exit codes up to 3 are answers. */
export function native(...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  if (status === 2 || status > 3) throw new Error(`${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** All games. */
export const games = () => execFileSync(program, ["games", "--json"], { encoding: "utf8" });
