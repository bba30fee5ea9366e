// A game that is being played: the deal, the moves, and how many of them stand on the table. Knows no rules: it asks
// `table` (the engine) what a position looks like and what is legal there.

/**
 * @typedef {import("../../npm/index.d.ts").Move} Move
 * @typedef {import("../../npm/index.d.ts").Table} Table
 */

export class Session {
  /**
   * @param {(request: object) => Table} table
   * @param {object} request game, rules, deal or board
   * @param {string | Move[]} [moves] moves that have been played
   * @param {number} [at] how many of them stand on the table; all if not given
   */
  constructor(table, request, moves, at) {
    this.ask = table;
    this.request = request;
    const full = table(moves && moves.length ? { ...request, after: moves } : request);
    /** @type {Move[]} all moves, also those that were taken back */
    this.moves = full.played;
    /** What every move looks like, parallel to `moves`. */
    this.steps = full.steps;
    this.at = Math.min(at ?? this.moves.length, this.moves.length);
    /** @type {Table} the position on the table */
    this.table = this.at === this.moves.length ? full : this.#look();
  }

  /** The moves that stand on the table. */
  get played() {
    return this.moves.slice(0, this.at);
  }

  /** The question about the position on the table. */
  get position() {
    return this.at ? { ...this.request, after: this.played } : this.request;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.moves.length;
  }

  #look() {
    return this.ask(this.position);
  }

  /** Goes to the position after so many moves. */
  goTo(at) {
    this.at = Math.max(0, Math.min(this.moves.length, at));
    this.table = this.#look();
  }

  /** Plays a legal move; what had been taken back is forgotten unless it is the same move. @param {Move} move */
  play(move) {
    const next = this.moves[this.at];
    const same = next && next.from === move.from && next.to === move.to && next.count === move.count && next.card === move.card;
    if (!same) this.moves = [...this.played, move];
    this.at += 1;
    this.table = this.#look();
    if (!same) this.steps = this.table.steps;
  }

  /** All moves in notation, for the address. */
  get notation() {
    return this.at === this.moves.length ? this.table.notation : this.ask({ ...this.request, after: this.moves }).notation;
  }
}

/** The cards on every pile of a table after its steps: numbers of cards, top card last. @param {Table} table */
export function pilesOf(table) {
  const piles = table.piles.map((pile) => pile.cards.slice());
  for (const step of table.steps) carry(piles, step.transfers);
  return piles;
}

/** Carries out transfers; returns the cards that moved. */
export function carry(piles, transfers) {
  const moved = [];
  for (const [from, to, count] of transfers) {
    const taken = piles[from].splice(piles[from].length - count, count);
    piles[to].push(...taken);
    moved.push(...taken);
  }
  return moved;
}
