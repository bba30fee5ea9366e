// What the package promises beyond the records: limits, progress, cancelling, memory, errors, certificates, workers.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { brotliCompressSync } from "node:zlib";
import * as w from "../../pkg/index.js";
import { native } from "../native.mjs";

/** A search of minutes. */
const LONG = { game: "seven-by-four", deal: 16699 };

// With brotli, which every browser that runs WebAssembly understands and every host of packages and pages serves.
test("at most 300 kB compressed", () => {
  const wasm = readFileSync(new URL("../../pkg/winnable_web_bg.wasm", import.meta.url));
  const size = brotliCompressSync(wasm).length;
  assert.ok(size <= 300_000, `${size} bytes`);
});

test("bad input is an error in words", async () => {
  const cases = [
    [{ deal: 0 }, /deal/], [{ deal: "x" }, /x/], [{}, /no deal/], [{ deal: 1, board: "x" }, /either/], [{ game: "frecell", deal: 1 }, /no game/],
    [{ deal: 1, rules: { cells: 99 } }, /cells/], [{ deal: 1, rules: "cells = 3\nnonsense = 1" }, /nonsense/], [{ board: "7H 7H" }, /./],
    [{ deal: 1, after: "99" }, /after/], [{ deal: 1, optimal: true, metric: "x" }, /metric/], [{ deal: 1, surprise: 1 }, /surprise/],
  ];
  for (const [options, words] of cases) {
    await assert.rejects(w.solve(options), (error) => error.kind === "input" && words.test(error.message), JSON.stringify(options));
  }
});

test("limits hold and are named", async () => {
  assert.equal((await w.solve({ ...LONG, limits: { states: 10_000 } })).reason, "states");
  assert.equal((await w.solve({ ...LONG, limits: { time: 0.3 } })).reason, "time");
  const record = await w.solve({ ...LONG, limits: { memory: 60_000_000 } });
  assert.equal(record.reason, "memory");
  const held = await w.memory();
  assert.ok(held < 150e6, `${held} bytes are held`);
});

test("progress is told, and false ends the search", async () => {
  const told = [];
  const record = await w.solve({ ...LONG, onProgress: (progress) => (told.push(progress), progress.memory === 0) });
  assert.equal(record.verdict, "undecided");
  assert.equal(record.reason, "interrupted");
  assert.ok(told.length > 1);
  assert.ok(told.every((progress, i) => i === 0 || progress.states >= told[i - 1].states));
  assert.ok(told.at(-1).memory > 0);
  const bounds = [];
  await w.solve({ deal: 1, rules: { ranks: 8, columns: [4, 4, 4, 4, 4, 4, 4, 4] }, optimal: true, onProgress: (progress) => void (progress.bounds && bounds.push(progress.bounds)) });
  assert.ok(bounds.length > 0 && bounds.at(-1).lower <= bounds.at(-1).upper);
});

test("certificates: written here, checked by the program, and the other way round", async () => {
  const folder = mkdtempSync(join(tmpdir(), "winnable-"));
  const bytes = await w.certificate({ deal: 11982 });
  writeFileSync(join(folder, "here.cert"), bytes);
  assert.match(native("verify", "11982", join(folder, "here.cert")), /The certificate holds/);
  assert.equal((await w.verify({ deal: 11982, certificate: bytes })).holds, true);
  assert.equal((await w.verify({ deal: 11983, certificate: bytes })).holds, false);
  await assert.rejects(w.certificate({ deal: 1 }), /solution is the proof/);
});

test("solutions are verified in any notation", async () => {
  const { solution, moves } = await w.solve({ deal: 617 });
  const judged = await w.verify({ deal: 617, solution });
  assert.deepEqual([judged.holds, judged.moves], [true, moves]);
  for (const form of ["--notation", "--json"]) {
    const text = native("solve", "617", form);
    assert.equal((await w.verify({ deal: 617, solution: text })).message, judged.message, form);
  }
  assert.equal((await w.verify({ deal: 617, solution: solution.slice(0, -1) })).holds, false);
});

test("a kept oracle gives the same verdicts", async () => {
  const { solution } = await w.solve({ deal: 3 });
  for (let at = 0; at < solution.length; at += 9) {
    const after = solution.slice(0, at);
    const [kept, fresh] = [await w.hint({ deal: 3, after, keep: true }), await w.hint({ deal: 3, after })];
    assert.equal(kept.verdict, fresh.verdict);
  }
});

for (const share of [true, false]) {
  test(`a worker answers, tells progress and is cancelled, ${share ? "by shared memory" : "by ending it"}`, async () => {
    const solver = w.createSolver({ share });
    try {
      assert.equal((await solver.solve({ deal: 617 })).verdict, "winnable");
      await assert.rejects(solver.solve({ deal: "x" }), (error) => error.kind === "input");
      const control = new AbortController();
      const told = [];
      const searched = solver.solve({ ...LONG, signal: control.signal, onProgress: (progress) => told.push(progress) });
      const next = solver.solve({ deal: 1 });
      setTimeout(() => control.abort(), 600);
      const started = performance.now();
      await assert.rejects(searched, { name: "AbortError" });
      assert.ok(performance.now() - started < 3000, "cancelling is quick");
      assert.ok(told.length > 0);
      assert.equal((await next).verdict, "winnable", "what waits is answered afterwards");
      assert.equal((await solver.games()).length >= 23, true);
    } finally {
      solver.close();
    }
  });
}
