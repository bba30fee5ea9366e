// The parts of the page that know no document: addresses, sessions, choices, verdicts, boards.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { runInThisContext } from "node:vm";
import { fromHash, toHash, toRequest } from "../../app/js/address.js";
import { BoardModel, shapeOf } from "../../app/js/board-model.js";
import { bestMoveOf, ends, largestMoveTo, sizesOf, stockMove, targetsOf, typedMove } from "../../app/js/choices.js";
import { pilesOf, Session } from "../../app/js/session.js";
import { Verdicts } from "../../app/js/verdicts.js";
import { cardName, pileWords, reviewWords, verdictWords } from "../../app/js/words.js";
import { engine } from "../../pkg/index.js";

const { table, games, deal } = await engine();

test("addresses read back", () => {
  const places = [
    { game: "freecell", deal: "617" },
    { game: "freecell", rules: { cells: "3", foundation_return: "none" }, deal: "617", moves: "2a 21 10-3 h3=7H", at: 2 },
    { rules: 'base = "freecell"\nname = "a_b c"\n', deal: "pysol:12345678901" },
    { game: "eight-off", board: "Foundations: H-0 C-2\nFreecells: 6S - 9C -\n: JD KD\n:\n" },
  ];
  for (const place of places) assert.deepEqual(fromHash(toHash(place)), place, toHash(place));
  assert.equal(toHash(places[0]), "#game=freecell&deal=617");
  assert.equal(fromHash("#deal=%"), null);
  assert.equal(fromHash(""), null);
  assert.equal(fromHash("#game=x"), null);
  assert.deepEqual(fromHash("#deal=1&at=-3&junk"), { deal: "1", at: 0 });
  assert.equal(toRequest({ rules: "x", game: "y", deal: "1" }).game, undefined);
});

test("a session plays, goes back and forgets what was taken back", () => {
  const session = new Session(table, { deal: 617 });
  const [first, second] = session.table.legal;
  session.play(first.move);
  assert.equal(session.at, 1);
  session.goTo(0);
  assert.ok(session.canRedo && !session.canUndo);
  session.play(first.move);
  assert.equal(session.moves.length, 1);
  session.goTo(0);
  session.play(second.move);
  assert.deepEqual(session.moves, [second.move]);
  assert.ok(!session.canRedo);
  const again = new Session(table, { deal: 617 }, session.notation);
  assert.deepEqual(again.table, session.table);
  assert.throws(() => new Session(table, { deal: 617 }, "99"), /after/);
});

test("choices are those of the rules", () => {
  for (const { name } of games()) {
    const now = table({ game: name, deal: 5 });
    const piles = pilesOf(now);
    const stock = stockMove(now) ? 1 : 0;
    let counted = 0;
    now.piles.forEach((_, pile) => {
      for (const count of sizesOf(now, pile)) {
        counted += targetsOf(now, pile, count).size;
        assert.ok(count <= Math.max(1, piles[pile].length));
        const best = bestMoveOf(now, piles, pile, count);
        assert.equal(ends(best).from, pile);
        assert.equal(largestMoveTo(now, pile, ends(best).to).move.from, best.move.from);
      }
    });
    assert.equal(counted + stock, now.legal.length, name);
    for (const legal of now.legal.filter(({ notation }) => !/[v=]/.test(notation))) assert.equal(typedMove(now, legal.notation).notation, legal.notation);
  }
});

test("verdicts follow from each other", () => {
  const verdicts = new Verdicts();
  const moves = [1, 2, 3, 4].map((n) => ({ from: `t${n}`, to: "c1", card: "7H", count: 1 }));
  verdicts.learn([], { verdict: "winnable" });
  verdicts.learn(moves.slice(0, 2), { verdict: "winnable" });
  verdicts.learn(moves.slice(0, 3), { verdict: "unwinnable" });
  assert.deepEqual(verdicts.along(moves), ["winnable", "winnable", "winnable", "unwinnable", "unwinnable"]);
  assert.equal(verdicts.lostAt(moves), 3);
  assert.equal(verdicts.lastWon(moves), 2);
  const gap = new Verdicts();
  gap.learn(moves, { verdict: "unwinnable" });
  assert.equal(gap.lostAt(moves), null);
});

test("words", () => {
  assert.equal(cardName("TH"), "10 of hearts");
  const now = table({ game: "fours-up", deal: 1 });
  assert.match(pileWords(now, pilesOf(now), 0), /^Column 1, 1 card: 3 of diamonds$/);
  assert.match(pileWords(now, pilesOf(now), now.piles.findIndex(({ kind }) => kind === "stock")), /^Stock: 90 cards$/);
  assert.equal(verdictWords({ verdict: "unwinnable", states: 9 }, { at: 5, lostAt: 4 }).text, "Move 4 lost it. A complete search of 9 positions found no win.");
  assert.match(verdictWords({ verdict: "undecided", reason: "states", states: 9 }, { at: 0 }).text, /^The limit of states/);
  assert.deepEqual(reviewWords({ won: true, played: 90, instead: null, shortest: null, detour: null }), ["You won in 90 moves; no move lost the game."]);
});

test("a board clicked together is the deal it was clicked from", () => {
  for (const { name } of games()) {
    const { rules } = games({ game: name });
    const wanted = table({ game: name, deal: 9 });
    const odd = wanted.piles.some(({ kind, cards }) => kind === "foundation" && cards.length);
    if (odd || shapeOf(rules).oddBase) continue;
    const model = new BoardModel(shapeOf(rules));
    for (const [p, pile] of model.piles.entries()) {
      const kind = { column: "column", cells: "cell", waste: "waste", stock: "stock" }[pile.kind];
      const piles = wanted.piles.filter((other) => other.kind === kind);
      const cards = pile.kind === "column" ? piles[p].cards : piles.flatMap((other) => other.cards);
      const order = pile.kind === "stock" ? [...cards].reverse() : cards;
      for (const id of order) {
        model.current = p;
        assert.ok(model.add(wanted.cards[id]), name);
      }
    }
    assert.deepEqual(model.missing, []);
    const made = table({ game: name, board: model.text });
    const sorted = (text) => text.replace(/^: ?/gm, "").replace(/^Freecells: .*$/m, (line) => line.split(" ").filter((c) => c !== "-").join(" "));
    assert.equal(sorted(made.board), sorted(deal({ game: name, deal: 9 }).board), name);
  }
});

test("foundations that need several rows are spread evenly over them", () => {
  const source = readFileSync(new URL("../../../src/report/player.js", import.meta.url), "utf8");
  const { geometry } = runInThisContext(`${source}; winnablePlayer`).parts;
  // FreeCell Four Deck on a desk, Fours Up on a phone.
  for (const [width, height, columns, cells, stock, homes, row, longest] of [[936, 744, 14, 14, 0, 16, 8, 15], [390, 460, 6, 0, 1, 8, 4, 4]]) {
    const counts = { column: columns, cell: cells, foundation: homes, stock, waste: 0 };
    const first = (kind) => Object.keys(counts).slice(0, Object.keys(counts).indexOf(kind)).reduce((sum, other) => sum + counts[other], 0);
    const of = (kind) => Array.from({ length: counts[kind] }, (_, i) => first(kind) + i);
    const { at } = geometry(width, height, of, longest);
    const heights = [...new Set(of("foundation").map((pile) => at[pile][1]))];
    const rows = heights.map((y) => of("foundation").filter((pile) => at[pile][1] === y).map((pile) => at[pile][0]));
    assert.deepEqual(rows.map((places) => places.length), [row, row]);
    assert.deepEqual(rows[0], rows[1], "each suit lies below itself");
  }
});
