// A board that is clicked together: which cards lie where, which are left, and the text of it. The reader of boards decides
// whether it makes sense.

const SUITS = "SHDC";
const RANKS = "A23456789TJQK";

export class BoardModel {
  /** @param {{ decks: number, columns: number[], cells: number, ranks: number, stripped: string[], stock: boolean, waste: boolean }} shape */
  constructor(shape) {
    this.shape = shape;
    const piles = [
      ...shape.columns.map((size, i) => ({ name: `Column ${i + 1}`, kind: "column", size, cards: [] })),
      ...(shape.cells ? [{ name: "Cells", kind: "cells", size: shape.cells, cards: [] }] : []),
      ...(shape.waste ? [{ name: "Waste", kind: "waste", size: Infinity, cards: [] }] : []),
      ...(shape.stock ? [{ name: "Stock", kind: "stock", size: Infinity, cards: [] }] : []),
    ];
    this.piles = piles;
    this.current = 0;
  }

  /** All kinds of cards of the deck. */
  get kinds() {
    const ranks = [...RANKS].slice(0, this.shape.ranks).filter((rank) => !this.shape.stripped.includes(rank));
    return [...SUITS].flatMap((suit) => ranks.map((rank) => rank + suit));
  }

  /** How many cards of a kind are still to be placed. */
  left(card) {
    return this.shape.decks - this.piles.flatMap((pile) => pile.cards).filter((other) => other === card).length;
  }

  /** Cards of the deck that lie nowhere: they are taken to be home. */
  get missing() {
    return this.kinds.flatMap((card) => Array(Math.max(0, this.left(card))).fill(card));
  }

  /** Puts a card on the current pile; goes on to the next pile when this one has as many as in a deal. */
  add(card) {
    const pile = this.piles[this.current];
    if (this.left(card) < 1 || (pile.kind === "cells" && pile.cards.length >= pile.size)) return false;
    pile.cards.push(card);
    if (pile.cards.length === pile.size && this.current < this.shape.columns.length - 1) this.current += 1;
    return true;
  }

  /** Takes a card off again. */
  remove(pile, index) {
    this.piles[pile].cards.splice(index, 1);
    this.current = pile;
  }

  /** The board as text, in the format of Freecell Solver. Cards that lie nowhere are home. */
  get text() {
    const lines = [];
    const missing = this.missing;
    if (missing.length && this.shape.decks === 1 && !this.shape.oddBase) {
      // Home is what is missing from the ace up; a gap is left for the reader to find.
      const top = (suit) => {
        let high = "0";
        for (const rank of [...RANKS].slice(0, this.shape.ranks)) {
          if (!missing.includes(rank + suit)) break;
          high = rank;
        }
        return high;
      };
      lines.push(`Foundations: ${["H", "C", "D", "S"].map((suit) => `${suit}-${top(suit)}`).join(" ")}`);
    }
    for (const pile of this.piles) {
      const cards = pile.cards.join(" ");
      if (pile.kind === "column") lines.push(`: ${cards}`.trimEnd());
      else if (pile.kind === "cells" && pile.cards.length) lines.push(`Freecells: ${[...pile.cards, ...Array(pile.size - pile.cards.length).fill("-")].join(" ")}`);
      else if (pile.cards.length) lines.push(`${pile.name}: ${cards}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

/** The shape of a game's boards, from its rules as `games` gives them. */
export function shapeOf(rules) {
  return {
    decks: rules.decks ?? 1,
    columns: rules.columns ?? [7, 7, 7, 7, 6, 6, 6, 6],
    cells: rules.cells ?? 4,
    ranks: rules.ranks ?? 13,
    stripped: (rules.strip_ranks ?? []).map(String).map((rank) => ({ 1: "A", 10: "T", 11: "J", 12: "Q", 13: "K" })[rank] ?? rank),
    stock: (rules.stock ?? "none") !== "none",
    waste: rules.stock === "waste",
    oddBase: String(rules.foundation_base ?? "A") !== "A" || (rules.foundation_piles ?? "per_deck") === "any_suit",
  };
}
