// What is known about the positions of a game: verdicts by number of moves, and what follows from them. Once lost, always
// lost; before a won position, always won. Nothing here searches.

/** @typedef {"winnable" | "unwinnable" | "undecided"} Verdict */

export class Verdicts {
  constructor() {
    /** @type {Map<string, { verdict: Verdict, record: object }>} by the moves played, in JSON */
    this.known = new Map();
  }

  static key(moves) {
    return moves.map((move) => `${move.from}>${move.to}${move.card ?? ""}${move.count}`).join(" ");
  }

  /** Remembers an answer. */
  learn(moves, record) {
    this.known.set(Verdicts.key(moves), { verdict: record.verdict, record });
  }

  /** The record of a position, if it was asked. */
  record(moves) {
    return this.known.get(Verdicts.key(moves))?.record;
  }

  /** The verdict after every number of moves, with what follows from the others filled in. @returns {(Verdict | undefined)[]} */
  along(moves) {
    const all = Array.from({ length: moves.length + 1 }, (_, at) => this.known.get(Verdicts.key(moves.slice(0, at)))?.verdict);
    const lost = all.indexOf("unwinnable");
    if (lost >= 0) all.fill("unwinnable", lost);
    const won = all.lastIndexOf("winnable");
    if (won >= 0) all.fill("winnable", 0, won);
    return all;
  }

  /** How many moves may stand so that the game is still known to be won; null if that is not known. */
  lastWon(moves) {
    const at = this.along(moves).lastIndexOf("winnable");
    return at >= 0 ? at : null;
  }

  /** The move that lost the game, from 1; 0 if the deal itself is dead; null if it is not lost or not known. */
  lostAt(moves) {
    const all = this.along(moves);
    const lost = all.indexOf("unwinnable");
    if (lost < 0) return null;
    return lost === 0 || all[lost - 1] === "winnable" ? lost : null;
  }
}
