// Sentences for people: names of cards and piles, verdicts, numbers.

const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" };
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** `7H` → `7 of hearts`. */
export const cardName = (card) => `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;

/** `7H` → `7♥`. */
export const cardSign = (card) => `${card[0] === "T" ? "10" : card[0]}${{ C: "♣", D: "♦", H: "♥", S: "♠" }[card[1]]}`;

export const counted = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** Piles by kind, numbered from 1 where there are several of a kind. */
export function pileName(table, pile) {
  const { kind, suit } = table.piles[pile];
  const number = table.piles.slice(0, pile + 1).filter((other) => other.kind === kind).length;
  if (kind === "foundation") return suit ? `foundation of ${SUITS[suit]}` : `foundation ${number}`;
  return kind === "stock" || kind === "waste" ? kind : `${kind} ${number}`;
}

/** What a screen reader says about a pile: its name and its cards, the top card first. */
export function pileWords(table, piles, pile) {
  const name = pileName(table, pile);
  const cards = piles[pile];
  const sentence = name[0].toUpperCase() + name.slice(1);
  if (cards.length === 0) return `${sentence}: empty`;
  if (table.piles[pile].kind === "stock") return `${sentence}: ${counted(cards.length, "card")}`;
  const names = cards.map((id) => cardName(table.cards[id])).reverse();
  if (table.piles[pile].kind !== "column") return `${sentence}: ${names[0]}`;
  return `${sentence}, ${counted(cards.length, "card")}: ${names.join(", ")}`;
}

const LIMITS = {
  states: "the limit of states was reached", memory: "the limit of memory was reached", time: "time was up",
  interrupted: "the search was stopped", method: "no method decides this game",
};

/** The verdict of a record as a headline and a sentence. @returns {{ mood: "won" | "lost" | "open", head: string, text: string }} */
export function verdictWords(record, { at, lostAt, won }) {
  if (won) return { mood: "won", head: "Won!", text: `All cards are home after ${counted(at, "move")}.` };
  const states = counted(record.states, "position");
  if (record.verdict === "winnable") {
    const length = record.next?.length ?? record.moves;
    const head = at === 0 ? "Winnable" : "Still winnable";
    return { mood: "won", head, text: length === undefined ? "" : `A win in ${counted(length, "move")} is known, replayed and verified.` };
  }
  if (record.verdict === "unwinnable") {
    const proof = record.states > 0 ? `A complete search of ${states} found no win.` : "This follows from an earlier proof.";
    if (at === 0 || lostAt === 0) return { mood: "lost", head: "Cannot be won", text: `Proven. ${proof}` };
    const blame = lostAt === null ? "" : `Move ${lostAt} lost it. `;
    return { mood: "lost", head: "Lost", text: `${blame}${proof}` };
  }
  return { mood: "open", head: "Undecided", text: `${LIMITS[record.reason] ?? record.reason}: ${states} searched.`.replace(/^./, (c) => c.toUpperCase()) };
}

const PHASES = { finding: "Looking for a win", proving: "Searching everything", shortening: "Looking for shorter wins" };

/** How a search goes. */
export function progressWords({ phase, states, memory }) {
  const size = memory > 1e6 ? `, ${Math.round(memory / 1e6).toLocaleString("en")} MB` : "";
  return `${PHASES[phase] ?? "Searching"}: ${counted(states, "position")}${size}`;
}

/** A review in sentences. */
export function reviewWords(review) {
  const said = [];
  if (review.won) said.push(`You won in ${counted(review.played, "move")}; no move lost the game.`);
  else if (review.lost_at) said.push(`Move ${review.lost_at} lost the game. From there on no play wins: proven.`);
  else if (review.lost_from === 0) said.push("The deal itself cannot be won: proven. No move is to blame.");
  else if (review.lost_from !== null) said.push(`The game was lost after ${review.won_until === null ? "the start" : `move ${review.won_until}`}, at move ${review.lost_from} at the latest.`);
  else if (review.won_until === review.played) said.push(`After ${counted(review.played, "move")} the game can still be won.`);
  else said.push(`After ${counted(review.played, "move")} it is undecided whether the game can be won.`);
  if (review.instead) {
    const { card, count, from, to, length } = review.instead;
    const what = card ? `${cardSign(card)}${count > 1 ? ` and the ${count - 1} on it` : ""}` : "the stock";
    said.push(`${review.lost_from === null ? "Next" : "Instead"}: ${what} from ${pileWord(from)} to ${pileWord(to)}${length ? `, a win in ${counted(length, "move")} from there` : ""}.`);
  }
  if (review.shortest !== null && review.detour !== null) {
    const known = review.proven ? "The shortest win of the deal has" : "The shortest win known of the deal has";
    said.push(`${known} ${counted(review.shortest, "move")}; the game wasted ${review.detour === 0 ? "no moves" : counted(review.detour, "move")}${review.lost_from === null ? "" : " up to the last winning position"}.`);
  }
  return said;
}

/** `t3` → `column 3`. */
export function pileWord(name) {
  const word = { t: "column", c: "cell" }[name[0]];
  if (/^[tc]\d+$/.test(name)) return `${word} ${name.slice(1)}`;
  if (/^f\d*$/.test(name)) return "its foundation";
  return name === "tableau" ? "the columns" : `the ${name}`;
}
