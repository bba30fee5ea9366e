// The page: opens deals, plays moves, asks the solver after each, and says what it knows. The rules are in the engine (on
// this thread, for what must be quick), searches run in workers.

import { createSolver, engine } from "../pkg/index.js";
import { fromHash, toHash, toRequest } from "./address.js";
import { boardEditor } from "./board-editor.js";
import { pilesOf, Session } from "./session.js";
import { shortestSearch } from "./shortest.js";
import { TableView } from "./table-view.js";
import { Verdicts } from "./verdicts.js";
import { cardSign, counted, pileWord, progressWords, reviewWords, verdictWords } from "./words.js";

const { make, coloured } = globalThis.winnablePlayer.parts;
const find = (id) => document.getElementById(id);
const on = (id, heard) => find(id).addEventListener("click", heard);

/** The page's policy lets only its own scripts become workers. */
const policy = globalThis.trustedTypes?.createPolicy("winnable", { createScriptURL: (url) => url });
const script = (path) => {
  const url = new URL(path, document.baseURI).href;
  return policy ? policy.createScriptURL(url) : url;
};
const newSolver = () => createSolver({ worker: script("pkg/worker.js") });

/** Milliseconds before a search that is still running shows itself, and between two cards that finish a game. */
const PATIENCE = 250;
const FINISH_PACE = 90;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const answers = await engine();
const solver = newSolver();
const games = answers.games();

/** @type {import("./address.js").Place} */
let place;
/** @type {Session} */
let session;
let verdicts = new Verdicts();
let searching = null;
let hinting = null;
let player = null;
let finishing = null;

const announce = (text) => {
  // The same text twice would not be read again.
  const live = find("live");
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = text));
};
const view = new TableView(find("table"), { onPlay: play, announce });
const complain = (text) => {
  find("message").hidden = !text;
  find("message").textContent = text ?? "";
};

// ---- opening deals ----

/** Opens a place; what is wrong with it is said on the page, and the table stays as it is. */
function open(next, { replace = false } = {}) {
  let opened;
  try {
    opened = new Session(answers.table, toRequest(next), next.moves, next.at);
  } catch (error) {
    complain(error.message);
    return false;
  }
  complain(null);
  stopFinish();
  find("dialog-solution").close();
  [session, place] = [opened, next];
  verdicts = new Verdicts();
  shortest.reset();
  clearJudged();
  fillOpener();
  document.title = `${session.table.title} · ${session.table.label} · winnable`;
  show({ still: true });
  keepAddress(!replace);
  announce(`${session.table.title} of ${session.table.label}.`);
  judge();
  return true;
}

function fillOpener() {
  const select = find("game");
  select.querySelector("option[data-own]")?.remove();
  const isPreset = typeof place.rules !== "string" && !Object.keys(place.rules ?? {}).length;
  if (isPreset) select.value = session.table.game;
  else {
    select.prepend(make("option", { value: "", "data-own": "" }, session.table.label));
    select.value = "";
  }
  find("deal").value = place.board ? "board" : session.table.deal.replace(/^ms:/, "");
}

/** Where the page is, so that the address can be shared and Back works from deal to deal. */
function here() {
  const moves = session.moves.length ? session.notation : undefined;
  return { ...place, moves, at: session.canRedo ? session.at : undefined };
}

function keepAddress(push = false) {
  const hash = toHash(here());
  if (hash === location.hash) return;
  history[push ? "pushState" : "replaceState"](null, "", hash);
}

/** The chosen game without a deal. */
function chosenGame() {
  const name = find("game").value;
  return name ? { game: name } : { game: place.game, rules: place.rules };
}

find("opener").addEventListener("submit", (event) => {
  event.preventDefault();
  const deal = find("deal").value.trim();
  if (deal === "board" && place.board && !find("game").value) return;
  if (deal === "board" && place.board) open({ ...chosenGame(), board: place.board });
  else open({ ...chosenGame(), deal: deal || "1" });
});
find("game").addEventListener("change", () => {
  const deal = find("deal").value.trim();
  open({ ...chosenGame(), deal: !deal || deal === "board" ? "1" : deal });
});
addEventListener("hashchange", () => {
  const next = fromHash(location.hash);
  if (next && toHash(here()) !== location.hash) open(next, { replace: true });
});

// ---- playing ----

function play(legal) {
  stopFinish();
  step(legal);
  judge();
}

/** Plays a move and draws it, without asking for a verdict. */
function step(legal) {
  session.play(legal.move);
  clearJudged();
  show();
  keepAddress();
  announce(`${legal.text}.${session.table.won ? " Won: all cards are home." : ""}`);
}

function goTo(at) {
  stopFinish();
  if (at === session.at) return;
  const far = Math.abs(at - session.at) > 1;
  session.goTo(at);
  clearJudged();
  show({ still: far });
  keepAddress();
  announce(session.at === 0 ? "At the start." : `After move ${session.at}.`);
  judge();
}

/** Draws the position on the table. */
function show({ still = false } = {}) {
  const { table } = session;
  const piles = pilesOf(table);
  const moved = session.at ? session.steps[session.at - 1].transfers.flatMap(([, to, count]) => piles[to].slice(-count)) : [];
  view.show(table, piles, { still: still || calm.matches, moved });
  find("undo").disabled = !session.canUndo;
  find("redo").disabled = !session.canRedo;
  find("restart").disabled = !session.canUndo;
  find("finish").disabled = !table.finish;
  find("review").disabled = session.at === 0;
  drawMoves();
}

function drawMoves() {
  const along = verdicts.along(session.moves);
  const items = session.steps.map((step, i) => {
    const verdict = along[i + 1];
    const [name, sign, said] = { winnable: ["won", "✓", "still winnable"], unwinnable: ["lost", "✗", "lost"] }[verdict] ?? ["", "", ""];
    const mark = make("span", { class: `mark ${name}`, ...(said ? { role: "img", "aria-label": said } : {}) }, sign);
    const button = make("button", { type: "button", click: () => goTo(i + 1) }, make("span", { class: "number" }, `${i + 1}.`), make("span", {}, ...coloured(step.text)), mark);
    const item = make("li", { class: i >= session.at ? "ahead" : "" }, button);
    if (i + 1 === session.at) item.setAttribute("aria-current", "step");
    return item;
  });
  const list = find("moves");
  list.replaceChildren(...items);
  const current = items[session.at - 1];
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

on("undo", () => goTo(session.at - 1));
on("redo", () => goTo(session.at + 1));
on("restart", () => goTo(0));
on("finish", startFinish);

/** Sends the rest home, card by card. */
function startFinish() {
  if (!session.table.finish || finishing) return;
  const next = () => {
    const home = session.table.finish?.[0];
    const legal = home && session.table.legal.find(({ move }) => move.from === home.from && move.to === home.to && move.card === home.card);
    if (!legal) {
      stopFinish();
      judge();
      return;
    }
    step(legal);
    finishing = setTimeout(next, calm.matches ? 0 : FINISH_PACE);
  };
  finishing = setTimeout(next, 0);
}

function stopFinish() {
  clearTimeout(finishing);
  finishing = null;
}

addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const key = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  if (command && key === "z" && !event.shiftKey) find("undo").click();
  else if (command && (key === "y" || (key === "z" && event.shiftKey))) find("redo").click();
  else if (!command && event.key === "?") find("hint").click();
  else return;
  event.preventDefault();
});

// ---- verdicts ----

/** Asks about the position on the table, unless it is known. A question about another position ends. */
async function judge({ again = false } = {}) {
  searching?.abort();
  searching = null;
  hinting?.abort();
  hinting = null;
  const moves = session.played;
  const known = verdicts.record(moves);
  const lostBefore = verdicts.along(moves).at(-1) === "unwinnable";
  if (session.table.won || (known && !again) || (lostBefore && !known)) {
    drawVerdict(known ?? { verdict: session.table.won ? "winnable" : "unwinnable", states: 0 });
    return;
  }
  const control = (searching = new AbortController());
  drawPending();
  const patience = setTimeout(() => drawSearching("Searching…"), PATIENCE);
  try {
    const ask = session.at === 0 ? "solve" : "hint";
    const record = await solver[ask]({
      ...session.position, ...(ask === "hint" ? { keep: true } : {}), signal: control.signal,
      onProgress: (progress) => searching === control && !find("stop").hidden && (find("verdict-text").textContent = `${progressWords(progress)}.`),
    });
    verdicts.learn(moves, record);
    if (searching !== control) return;
    searching = null;
    drawVerdict(record);
    drawMoves();
  } catch (error) {
    if (searching !== control) return;
    searching = null;
    if (error.name === "AbortError") drawStopped("The search was stopped.");
    else drawStopped(error.message);
  } finally {
    clearTimeout(patience);
  }
}

const VERDICT_BUTTONS = ["solution", "certificate", "back-to-won", "stop", "again"];

function mood(name, head, text, state) {
  const box = find("verdict");
  box.className = `verdict ${name}`;
  box.dataset.state = state;
  box.setAttribute("aria-busy", String(state === "searching"));
  find("verdict-head").textContent = head;
  find("verdict-text").textContent = text;
  for (const id of VERDICT_BUTTONS) {
    find(id).hidden = true;
    find(id).disabled = false;
  }
}

/** What is still written belongs to the position before: from this moment it is dimmed and cannot be clicked. Most answers
 * come so soon that writing "Searching" in between would only flicker. */
function drawPending() {
  const box = find("verdict");
  box.dataset.state = "searching";
  box.setAttribute("aria-busy", "true");
  for (const id of VERDICT_BUTTONS) find(id).disabled = true;
}

function drawSearching(text) {
  if (!searching) return;
  mood("open", "Searching", text, "searching");
  find("stop").hidden = false;
}

function drawStopped(text) {
  mood("open", "Undecided", text, "stopped");
  find("again").hidden = false;
}

function drawVerdict(record) {
  const lostAt = verdicts.lostAt(session.played);
  const words = verdictWords(record, { at: session.at, lostAt, won: session.table.won });
  mood(words.mood, words.head, words.text, session.table.won ? "won" : record.verdict);
  if (session.table.won) {
    announce(`${words.head} ${words.text}`);
    return;
  }
  find("solution").hidden = record.verdict !== "winnable";
  find("certificate").hidden = !(record.verdict === "unwinnable" && session.at === 0);
  const back = verdicts.lastWon(session.played);
  find("back-to-won").hidden = record.verdict !== "unwinnable" || back === null;
  find("again").hidden = record.verdict !== "undecided";
  if (record.verdict !== "winnable" || session.at === 0) announce(`${words.head}. ${words.text}`);
}

on("stop", () => searching?.abort());
on("again", () => judge({ again: true }));
on("back-to-won", () => {
  const back = verdicts.lastWon(session.played);
  if (back !== null) goTo(back);
  view.focus();
});

on("hint", async () => {
  hinting?.abort();
  const control = (hinting = new AbortController());
  try {
    const record = await solver.hint({ ...session.position, keep: true, signal: control.signal });
    if (hinting !== control) return;
    hinting = null;
    verdicts.learn(session.played, record);
    drawVerdict(record);
    if (!record.next) return;
    const { next } = record;
    const legal = session.table.legal.find(({ move }) => move.from === next.from && move.to === next.to && move.count === next.count && move.card === next.card);
    if (!legal) return;
    view.showHint(legal);
    find("verdict-text").replaceChildren("Hint: ", ...coloured(legal.text), `: ${next.purpose}. ${counted(next.length, "move")} to go.`);
    announce(`Hint: ${legal.text}: ${next.purpose}.`);
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message);
  }
});

// ---- solutions, proofs, reviews ----

/** Plays a solution in the player of the solution pages. */
function showSolution(request, record) {
  const from = answers.table(request);
  const full = answers.table({ ...request, after: [...from.played, ...record.solution] });
  const piles = pilesOf(from);
  const data = {
    title: from.title, answer: `${counted(record.moves, "move")}, replayed and verified.`, cards: full.cards,
    piles: full.piles.map((pile, p) => ({ ...pile, cards: piles[p] })), steps: full.steps.slice(from.steps.length),
  };
  player?.destroy();
  const dialog = find("dialog-solution");
  dialog.showModal();
  player = globalThis.winnablePlayer.mount(find("player"), data, { keys: dialog });
  find("solution-close").focus();
}
find("dialog-solution").addEventListener("close", () => {
  player?.destroy();
  player = null;
});
on("solution-close", () => find("dialog-solution").close());

on("solution", async () => {
  const request = session.position;
  const known = verdicts.record(session.played);
  try {
    showSolution(request, known?.solution ? known : await solver.solve(request));
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message);
  }
});

on("certificate", async () => {
  const button = find("certificate");
  button.disabled = true;
  const name = `${session.table.game}-${session.table.deal.replace(":", "-")}.cert`;
  try {
    const bytes = await solver.certificate(session.position);
    const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    announce(`The proof is downloaded: ${counted(bytes.length, "byte")}.`);
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message);
  } finally {
    button.disabled = false;
  }
});

on("review", async () => {
  const dialog = find("dialog-review");
  const text = find("review-text");
  const go = find("review-go");
  text.replaceChildren(make("p", {}, "Looking at every move…"));
  go.hidden = true;
  dialog.showModal();
  try {
    const review = await solver.review({ ...session.request, played: session.played, keep: true });
    text.replaceChildren(...reviewWords(review).map((said) => make("p", {}, ...coloured(said))));
    go.hidden = !review.lost_at;
    go.onclick = () => {
      dialog.close();
      goTo(review.lost_at - 1);
    };
  } catch (error) {
    text.replaceChildren(make("p", {}, error.message));
  }
});

function clearJudged() {
  find("judge-list").replaceChildren();
  find("judge-text").textContent = "Which of the moves here win, and which lose?";
}

on("judge-start", async () => {
  const asked = JSON.stringify(session.position);
  find("judge-text").textContent = "Judging…";
  try {
    const { options } = await solver.moves({ ...session.position, keep: true });
    if (asked !== JSON.stringify(session.position)) return;
    const words = { winnable: ["won", "wins"], unwinnable: ["lost", "loses"], undecided: ["open", "undecided"] };
    const line = ({ card, count, from, to, verdict, length }) => {
      const [name, word] = words[verdict];
      const what = card ? `${cardSign(card)}${count > 1 ? ` +${count - 1}` : ""} ${pileWord(from)} → ${pileWord(to)}` : `deal from ${pileWord(from)}`;
      return make("li", {}, make("span", { class: name }, length ? `${word} in ${length}` : word), make("span", {}, ...coloured(what)));
    };
    find("judge-list").replaceChildren(...options.map(line));
    const wins = options.filter(({ verdict }) => verdict === "winnable").length;
    find("judge-text").textContent = `${wins} of ${counted(options.length, "move")} win.`;
  } catch (error) {
    find("judge-text").textContent = error.name === "AbortError" ? "Stopped." : error.message;
  }
});

// ---- dialogs ----

const shortest = shortestSearch({ find, createSolver: newSolver, position: () => session.position, show: showSolution, announce });

let dealing = null;
on("open-new", () => {
  find("new-text").textContent = "";
  find("dialog-new").showModal();
});
find("dialog-new").addEventListener("close", () => dealing?.abort());
for (const button of document.querySelectorAll("[data-level]")) {
  button.addEventListener("click", async () => {
    dealing?.abort();
    const control = (dealing = new AbortController());
    const { level } = button.dataset;
    const game = chosenGame();
    find("new-text").textContent = level ? `Looking for a deal that is ${level}…` : "Dealing…";
    try {
      const dealt = await solver.deal({ ...toRequest({ ...game, deal: "1" }), deal: undefined, winnable: true, ...(level ? { level } : {}), signal: control.signal });
      if (dealing !== control) return;
      find("dialog-new").close();
      open({ ...game, deal: dealt.deal });
      view.focus();
    } catch (error) {
      if (error.name !== "AbortError") find("new-text").textContent = error.message;
    }
  });
}

const problemOf = (request) => {
  try {
    answers.table(request);
    return null;
  } catch (error) {
    return error.message;
  }
};
const editor = boardEditor({
  dialog: find("dialog-board"), find,
  check: (board) => problemOf(toRequest({ ...chosenGame(), board })),
  open: (board) => open({ ...chosenGame(), board }),
  rules: () => answers.games(gameOnly()).rules,
});
const gameOnly = () => {
  const { deal: _, ...game } = toRequest({ ...chosenGame(), deal: "1" });
  return game;
};
on("open-board", () => editor.show(session.table.board));

on("open-rules", () => {
  find("rules-text").value = answers.games(gameOnly()).toml;
  find("rules-problem").textContent = "";
  find("dialog-rules").showModal();
});
on("rules-open", () => {
  const rules = find("rules-text").value;
  const deal = place.board ? "1" : session.table.deal;
  const wrong = problemOf({ rules, deal });
  find("rules-problem").textContent = wrong ?? "";
  if (wrong) return;
  find("dialog-rules").close();
  open({ rules, deal });
});

on("open-help", () => find("dialog-help").showModal());
on("open-share", () => {
  find("share-link").value = location.href;
  find("share-text").textContent = "";
  find("dialog-share").showModal();
});
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const { table } = session;
    const json = () => JSON.stringify({ game: table.game, rules: table.rules, deal: table.deal, board: table.board, moves: session.played, verdict: verdicts.record(session.played)?.verdict });
    find("share-text").textContent = "";
    const text = { link: () => location.href, board: () => table.board, notation: () => table.notation, json }[button.dataset.copy]();
    try {
      await navigator.clipboard.writeText(text);
      find("share-text").textContent = text ? "Copied." : "There are no moves yet.";
    } catch {
      // Without leave to use the clipboard, the text can be copied by hand.
      find("share-link").value = text;
      find("share-link").select();
      find("share-text").textContent = "Press Ctrl+C to copy.";
    }
  });
}

// ---- start ----

find("game").append(...games.map((game) => make("option", { value: game.name, title: game.description }, titleOf(game.name))));
function titleOf(name) {
  const small = new Set(["by"]);
  return name.split("-").map((word) => (small.has(word) ? word : word.replace("freecell", "FreeCell").replace(/^./, (c) => c.toUpperCase()))).join(" ").replace("Bakers", "Baker's");
}

const first = fromHash(location.hash);
if (!first || !open(first, { replace: true })) {
  const wrong = find("message").textContent;
  open({ game: "freecell", deal: "617" }, { replace: true });
  if (wrong) complain(wrong);
}
document.documentElement.dataset.ready = "yes";

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  navigator.serviceWorker.register(script("sw.js")).catch(() => {}); // private windows forbid it; the page works without
}
