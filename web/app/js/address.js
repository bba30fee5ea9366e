// The address of a position: everything that others need to see the same board, in the part after the #.
//
//   #game=freecell&rule=cells=3&deal=617&moves=2a_21        a numbered deal
//   #game=freecell&board=JD_KD…|2D…                         a board, one column a line
//   #rules=<TOML>&deal=1                                    rules of one's own
//
// Moves are in standard notation with _ for spaces, so that addresses stay short and readable. `at` says how many of them
// have been played, if not all.

/**
 * What a page shows.
 * @typedef {{ game?: string, rules?: Record<string, string> | string, deal?: string, board?: string, moves?: string, at?: number }} Place
 */

/** @param {Place} place @returns {string} the hash, with its # */
export function toHash(place) {
  const parts = [];
  const add = (key, text) => parts.push(`${key}=${encodeURIComponent(text).replace(/%20/g, "_").replace(/%3D/g, "=").replace(/%3A/g, ":").replace(/%7C/g, "|")}`);
  // An underscore of its own must not come back as a space.
  const plain = (text) => text.replace(/_/g, "\u0001");
  if (place.game) add("game", place.game);
  if (typeof place.rules === "string") add("rules", plain(place.rules));
  else for (const [key, value] of Object.entries(place.rules ?? {})) add("rule", plain(`${key}=${value}`));
  if (place.board) add("board", place.board.trim().replace(/\n/g, "|"));
  else if (place.deal) add("deal", place.deal.replace(/^ms:/, ""));
  if (place.moves) add("moves", place.moves);
  if (place.at !== undefined) add("at", String(place.at));
  return `#${parts.join("&")}`;
}

/** @param {string} hash @returns {Place | null} null if it names no deal */
export function fromHash(hash) {
  /** @type {Place} */
  const place = {};
  for (const part of hash.replace(/^#/, "").split("&")) {
    const cut = part.indexOf("=");
    if (cut < 0) continue;
    let text;
    try {
      text = decodeURIComponent(part.slice(cut + 1).replace(/_/g, " ")).replace(/\u0001/g, "_");
    } catch {
      continue; // a broken escape is no reason to show nothing
    }
    const key = part.slice(0, cut);
    if (key === "rule") {
      const at = text.indexOf("=");
      if (at > 0) place.rules = { ...(typeof place.rules === "object" ? place.rules : {}), [text.slice(0, at)]: text.slice(at + 1) };
    } else if (key === "board") place.board = `${text.replace(/\|/g, "\n")}\n`;
    else if (key === "at") place.at = Math.max(0, Number.parseInt(text, 10) || 0);
    else if (["game", "rules", "deal", "moves"].includes(key)) place[key] = text;
  }
  return place.deal || place.board ? place : null;
}

/** The question that a place stands for, as the package takes it. @param {Place} place */
export function toRequest(place) {
  const request = {};
  if (typeof place.rules === "string") request.rules = place.rules;
  else {
    if (place.game) request.game = place.game;
    if (place.rules) request.rules = place.rules;
  }
  if (place.board) request.board = place.board;
  else request.deal = place.deal;
  return request;
}
