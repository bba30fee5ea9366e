// The dialog for a board of one's own: a text that is checked while one types, and cards to click together.

import { BoardModel, shapeOf } from "./board-model.js";
import { cardName, cardSign, counted } from "./words.js";

const { make, coloured } = globalThis.winnablePlayer.parts;

/**
 * @param {{ dialog: HTMLDialogElement, find: (id: string) => HTMLElement, check: (board: string) => string | null, open: (board: string) => void, rules: () => object }} parts
 *   check says what is wrong with a board, or null; rules gives those of the chosen game
 */
export function boardEditor({ dialog, find, check, open, rules }) {
  const [text, problem, cards, piles, note, builder] = ["board-text", "board-problem", "builder-cards", "builder-piles", "builder-text", "builder"].map(find);
  let model = null;

  function judge() {
    const written = text.value.trim();
    problem.textContent = written ? check(text.value) ?? "" : "";
  }

  function draw() {
    const left = model.missing.length;
    note.textContent = left ? `${counted(left, "card")} left; cards that lie nowhere are taken to be home. Click a pile, then its cards from the bottom up; this replaces the text.` : "All cards are placed.";
    cards.replaceChildren(...model.kinds.map((card) => {
      const key = make("button", { type: "button", title: cardName(card), click: () => add(card) }, ...coloured(cardSign(card)));
      key.disabled = model.left(card) < 1;
      return key;
    }));
    piles.replaceChildren(...model.piles.map((pile, p) =>
      make("div", { class: "pile" },
        make("button", { type: "button", "aria-pressed": String(p === model.current), click: () => ((model.current = p), draw()) }, pile.name),
        make("span", { class: "cards" }, ...pile.cards.map((card, i) =>
          make("button", { type: "button", title: `Take ${cardName(card)} off`, click: () => (model.remove(p, i), changed()) }, ...coloured(cardSign(card))))))));
  }

  function changed() {
    draw();
    text.value = model.text;
    judge();
  }

  function add(card) {
    model.add(card);
    changed();
    // The card's button may be gone now: the focus goes on to the next that is there.
    if (document.activeElement === document.body) cards.querySelector("button:not(:disabled)")?.focus();
  }

  text.addEventListener("input", judge);
  builder.addEventListener("toggle", () => builder.open && draw());
  find("board-open").addEventListener("click", () => {
    const wrong = text.value.trim() ? check(text.value) : "There is no board yet.";
    problem.textContent = wrong ?? "";
    if (wrong) return;
    dialog.close();
    open(text.value);
  });

  return {
    show(board) {
      model = new BoardModel(shapeOf(rules()));
      text.value = board;
      builder.open = false;
      judge();
      dialog.showModal();
    },
  };
}
