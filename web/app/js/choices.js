// Which cards may be picked up, where they may go, and what a tap without a destination means. All of it is read from the
// list of legal moves; rules live in the engine.

/**
 * @typedef {import("../../npm/index.d.ts").Table} Table
 * @typedef {Table["legal"][number]} Legal
 */

const isHome = (table, pile) => table.piles[pile].kind === "foundation";

/** Where a move comes from, where it goes, and how many cards it takes. @param {Legal} legal */
export function ends(legal) {
  const [from, to] = legal.transfers[0];
  return { from, to, count: legal.move.count };
}

/** A row from the stock, a turned card or a turned waste: a move without a choice of destination. @param {Table} table @param {Legal} legal */
export const isStockMove = (table, legal) => [ends(legal).from, ends(legal).to].some((pile) => table.piles[pile].kind === "stock");

/** The stock's move, if there is one now. @param {Table} table */
export const stockMove = (table) => table.legal.find((legal) => isStockMove(table, legal));

/** Moves that take exactly the top `count` cards of a pile. @param {Table} table */
export function movesOf(table, pile, count) {
  return table.legal.filter((legal) => !isStockMove(table, legal) && ends(legal).from === pile && ends(legal).count === count);
}

/** Sizes of groups that can leave a pile, largest first. @param {Table} table */
export function sizesOf(table, pile) {
  const sizes = table.legal.filter((legal) => !isStockMove(table, legal) && ends(legal).from === pile).map((legal) => ends(legal).count);
  return [...new Set(sizes)].sort((a, b) => b - a);
}

/** Piles that the top `count` cards of a pile may go to. Any foundation stands for the one that takes the card. @param {Table} table */
export function targetsOf(table, pile, count) {
  return new Set(movesOf(table, pile, count).map((legal) => ends(legal).to));
}

/** The move of these cards to this pile, or undefined. @param {Table} table */
export function moveTo(table, pile, count, to) {
  const all = movesOf(table, pile, count);
  return all.find((legal) => ends(legal).to === to) ?? (isHome(table, to) ? all.find((legal) => isHome(table, ends(legal).to)) : undefined);
}

/** The move from a pile to a pile with as many cards as can go. @param {Table} table */
export function largestMoveTo(table, pile, to) {
  for (const count of sizesOf(table, pile)) {
    const move = moveTo(table, pile, count, to);
    if (move) return move;
  }
  return undefined;
}

/** What a second tap on the same cards plays: home, else onto a card, else to an empty column, else to a cell. @param {Table} table */
export function bestMoveOf(table, piles, pile, count) {
  const wholeColumn = table.piles[pile].kind === "column" && piles[pile].length === count;
  const worth = (legal) => {
    const { to } = ends(legal);
    const { kind } = table.piles[to];
    if (kind === "foundation") return 4;
    if (kind === "column" && piles[to].length > 0) return 3;
    if (kind === "column") return wholeColumn ? 0 : 2;
    return 1;
  };
  return movesOf(table, pile, count).sort((a, b) => worth(b) - worth(a))[0];
}

/** The legal move that a player typed in notation, if it is complete: `26`, `3a`, `10-3`. @param {Table} table */
export function typedMove(table, text) {
  const all = table.legal.filter((legal) => legal.notation.replace(/(v[0-9a-f]+|=..)$/, "") === text);
  return all.sort((a, b) => b.move.count - a.move.count)[0];
}

/** Whether more keys could make a move of this text. @param {Table} table */
export const isTyping = (table, text) => table.legal.some((legal) => legal.notation.startsWith(text));
