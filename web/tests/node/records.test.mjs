// The package gives the records of the command line, byte for byte except `seconds`: 20 deals of every game.

import assert from "node:assert/strict";
import test from "node:test";
import * as w from "../../pkg/index.js";
import { games, native } from "../native.mjs";

const names = JSON.parse(games()).map((game) => game.name);
const DEALS = 20;
/** Enough for nearly all; the others show that both give up at the same state. */
const STATES = 20_000;
const limits = { states: STATES, memory: 1e9 };
const flags = ["--max-states", String(STATES), "--memory", "1G"];
const withoutSeconds = (line) => line.trim().replace(/"seconds":[0-9.e-]+,?/, "").replace(/,}/, "}");
const seen = { winnable: 0, unwinnable: 0, undecided: 0 };

test("there are 500 deals to compare", () => assert.ok(names.length * DEALS >= 500, `${names.length} games`));

for (const game of names) {
  test(`solve: ${game}`, async () => {
    // `analyze` writes the records of `solve`: one start of the program for all deals of a game.
    const lines = native("analyze", "--game", game, `1..${DEALS}`, ...flags, "--solutions", "--threads", "1", "--quiet", "--out", "-").trim().split("\n");
    assert.equal(lines.length, DEALS);
    assert.equal(withoutSeconds(native("solve", "--game", game, "1", ...flags, "--json")), withoutSeconds(lines[0]));
    for (let deal = 1; deal <= DEALS; deal++) {
      const record = await w.solve({ game, deal, limits });
      assert.equal(withoutSeconds(JSON.stringify(record)), withoutSeconds(lines[deal - 1]), `${game} ${deal}`);
      assert.equal(typeof record.seconds, "number");
      seen[record.verdict] += 1;
    }
  });
}

test("all verdicts were among them", () => assert.ok(Math.min(...Object.values(seen)) > 0, JSON.stringify(seen)));

for (const game of names) {
  test(`hint, moves, review, deal: ${game}`, async () => {
    const states = 20_000;
    const less = { game, deal: 3, limits: { states, memory: 1e9 } };
    const given = ["--game", game, "3", "--max-states", String(states), "--memory", "1G", "--json"];
    const hint = await w.hint(less);
    assert.equal(JSON.stringify(hint), native("hint", ...given).trim());
    const moves = await w.moves(less);
    assert.equal(JSON.stringify(moves), native("moves", ...given).trim());
    const table = await w.table({ game, deal: 3 });
    const first = table.legal[0].move;
    const { notation } = await w.table({ game, deal: 3, after: [first] });
    assert.equal(JSON.stringify(await w.hint({ ...less, after: notation })), native("hint", ...given, "--after", notation).trim());
    const review = await w.review({ ...less, played: notation });
    assert.equal(JSON.stringify(review), native("review", "--game", game, "3", notation, ...given.slice(3)).trim());
    assert.equal(JSON.stringify(await w.deal({ game, deal: 3 })), native("deal", "--game", game, "3", "--json").trim());
  });
}

test("shortest solutions, fewest cells, rules of one's own", async () => {
  const cases = [
    [{ deal: 1, rules: { ranks: 7, columns: [4, 4, 4, 4, 4, 4, 4], cells: 2 }, optimal: true }, ["1", "--rule", "ranks=7", "--rule", "columns=[4,4,4,4,4,4,4]", "--rule", "cells=2", "--optimal"]],
    [{ deal: 5, rules: { ranks: 7, columns: [4, 4, 4, 4, 4, 4, 4], cells: 2 }, optimal: true, metric: "cards" }, ["5", "--rule", "ranks=7", "--rule", "columns=[4,4,4,4,4,4,4]", "--rule", "cells=2", "--optimal", "--metric", "cards"]],
    [{ deal: 2, minCells: true }, ["2", "--min-cells"]],
    [{ deal: "pysol:24681357", game: "bakers-game" }, ["pysol:24681357", "--game", "bakers-game"]],
    [{ deal: 617, after: "2a 21" }, ["617", "--after", "2a 21"]],
  ];
  for (const [options, args] of cases) {
    const record = await w.solve({ ...options, limits });
    assert.equal(withoutSeconds(JSON.stringify(record)), withoutSeconds(native("solve", ...args, ...flags, "--json")), args.join(" "));
  }
});

test("games and their rules", async () => {
  assert.deepEqual(await w.games(), JSON.parse(games()));
  const { toml, rules } = await w.games({ game: "eight-off", rules: { cells: 6, cells_prefilled: [0, 1, 2, 3] } });
  assert.equal(toml, native("games", "eight-off", "--rule", "cells=6", "--rule", "cells_prefilled=[0,1,2,3]"));
  assert.equal(rules.cells, 6);
});

test("a seed deals the same winnable deal as on the command line", async () => {
  for (const seed of [7, 8, 9]) {
    const dealt = await w.deal({ winnable: true, seed, limits: { memory: 4e9 } });
    assert.equal(JSON.stringify(dealt), native("deal", "--winnable", "--seed", String(seed), "--json").trim());
  }
});
