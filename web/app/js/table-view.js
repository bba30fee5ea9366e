// The table: cards that can be dragged, tapped or moved by keyboard. Draws with the parts of the solution player, so
// that both look the same. What may be played comes from choices.js; what was played goes to `onPlay`.

import { bestMoveOf, ends, isTyping, largestMoveTo, moveTo, movesOf, sizesOf, stockMove, targetsOf, typedMove } from "./choices.js";
import { cardName, counted, pileName, pileWords } from "./words.js";

const { make, cardElement, suitDrawing, geometry, fan, LABEL } = globalThis.winnablePlayer.parts;

/** Pixels that a pointer moves before a tap becomes a drag. */
const DRAG = 6;
/** Milliseconds within which the keys of a typed move follow each other. */
const TYPING = 1500;

export class TableView {
  /**
   * @param {HTMLElement} root
   * @param {{ onPlay: (legal: object) => void, announce: (text: string) => void }} hooks
   */
  constructor(root, hooks) {
    this.root = root;
    this.hooks = hooks;
    this.scenery = make("div", { class: "scenery", "aria-hidden": "true" });
    this.keys = make("div", { class: "pile-keys", role: "group", "aria-label": "Piles" });
    root.append(this.keys, this.scenery);
    /** @type {{ pile: number, count: number } | null} what is picked up */
    this.picked = null;
    this.drag = null;
    this.focused = 0;
    this.typed = { text: "", until: 0 };
    this.deal = null;
    root.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    root.addEventListener("pointermove", (event) => this.#pointerMove(event));
    root.addEventListener("pointerup", (event) => this.#pointerUp(event));
    root.addEventListener("pointercancel", () => this.#dropDrag());
    this.keys.addEventListener("keydown", (event) => this.#keyDown(event));
    this.keys.addEventListener("focusin", (event) => this.#focusOn(this.buttons.indexOf(event.target), false));
    new ResizeObserver(() => this.deal && this.#draw(true)).observe(root);
  }

  /**
   * Shows a position.
   * @param {object} table what the engine says about it
   * @param {number[][]} piles the cards on every pile
   * @param {{ still?: boolean, moved?: number[] }} [how] without movement; which cards the last move carried
   */
  show(table, piles, how = {}) {
    const key = table.cards.join();
    if (this.deal !== key || this.slots.length !== table.piles.length) this.#build(table, key);
    this.table = table;
    this.piles = piles;
    this.moved = new Set(how.moved ?? []);
    this.hinted = null;
    this.picked = null;
    this.longest = Math.max(this.longest, ...this.#of("column").map((p) => piles[p].length));
    this.#draw(how.still ?? false);
  }

  /** Marks a move that is recommended. */
  showHint(legal) {
    this.hinted = legal;
    this.picked = null;
    this.#mark();
  }

  /** Puts the keyboard's focus on the table. */
  focus() {
    this.buttons?.[this.focused]?.focus();
  }

  #of(kind) {
    return this.kinds[kind] ?? [];
  }

  #build(table, key) {
    this.deal = key;
    this.kinds = {};
    table.piles.forEach(({ kind }, p) => (this.kinds[kind] ??= []).push(p));
    this.slots = table.piles.map(({ kind, suit }) => make("div", { class: `slot ${kind}` }, ...(suit ? [suitDrawing(suit)] : [])));
    this.labels = table.piles.map(() => make("div", { class: "label" }));
    this.cards = table.cards.map(cardElement);
    this.ids = new Map(this.cards.map((card, id) => [card, id]));
    this.drawn = this.cards.map(() => ({}));
    this.counter = make("div", { class: "counter" });
    this.scenery.replaceChildren(...this.slots, ...this.labels, ...this.cards, this.counter);
    this.buttons = table.piles.map((_, p) => make("button", { type: "button", class: "pile-key", tabindex: p === 0 ? 0 : -1, click: (event) => event.detail === 0 && this.#act(p) }));
    this.keys.replaceChildren(...this.buttons);
    this.focused = 0;
    // Columns grow while one plays; a little room for that keeps the size of the cards.
    this.longest = Math.max(...this.#of("column").map((p) => table.piles[p].cards.length)) + 3;
  }

  #draw(still) {
    const { table, piles, root } = this;
    const g = geometry(root.clientWidth, root.clientHeight, (kind) => this.#of(kind), this.longest);
    this.geometry = g;
    root.style.setProperty("--w", `${g.w}px`);
    root.style.setProperty("--h", `${g.h}px`);
    root.classList.toggle("still", still);
    root.classList.toggle("small", g.w < 52);
    this.where = []; // pile and place of every card
    let lowest = 0;
    piles.forEach((pile, p) => {
      const { kind } = table.piles[p];
      const [x, y] = g.at[p];
      const step = kind === "column" ? Math.max(g.w * fan(g.w), Math.min(g.w * 0.44, g.room / Math.max(1, pile.length - 1))) : 0;
      place(this.slots[p], x, y);
      place(this.labels[p], x, y - LABEL);
      this.labels[p].textContent = this.#label(p);
      const key = this.buttons[p];
      place(key, x, y);
      key.style.height = `${g.h + Math.max(0, pile.length - 1) * step}px`;
      key.setAttribute("aria-label", pileWords(table, piles, p));
      pile.forEach((id, i) => {
        this.where[id] = { pile: p, index: i, x, y: y + i * step };
        lowest = Math.max(lowest, y + i * step + g.h);
        const classes = {
          moved: this.moved.has(id), deep: kind !== "column" && i < pile.length - 2,
          covered: kind === "column" && i < pile.length - 1, down: kind === "stock",
        };
        this.#put(id, x, y + i * step, i + 1 + (this.moved.has(id) ? 500 : 0), classes);
      });
    });
    const [stock] = this.#of("stock");
    this.counter.hidden = stock === undefined;
    if (stock !== undefined) {
      this.counter.textContent = piles[stock].length || "";
      place(this.counter, g.at[stock][0], g.at[stock][1] + g.h / 2 - 10);
    }
    root.classList.toggle("tall", lowest > root.clientHeight);
    this.keys.style.height = this.scenery.style.height = `${lowest}px`;
    this.#mark();
  }

  /** Writes only what has changed: of 208 cards a move changes a few. */
  #put(id, x, y, z, classes) {
    const card = this.cards[id];
    const last = this.drawn[id];
    const transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    if (last.transform !== transform) card.style.transform = last.transform = transform;
    if (last.z !== z) card.style.zIndex = last.z = z;
    for (const [name, on] of Object.entries(classes)) if (last[name] !== on) card.classList.toggle(name, (last[name] = on));
  }

  #label(p) {
    const { kind } = this.table.piles[p];
    const name = kind === "foundation" ? "home" : pileName(this.table, p);
    return name.length * 6.4 + 2 <= this.geometry.w ? name : name.match(/\d+$/)?.[0] ?? "";
  }

  /** Shows what is picked up, where it may go, and what is recommended. */
  #mark() {
    const { table, piles, picked } = this;
    const targets = picked ? targetsOf(table, picked.pile, picked.count) : new Set();
    const hint = this.hinted && ends(this.hinted);
    const up = new Set(picked ? piles[picked.pile].slice(-picked.count) : []);
    const hinted = new Set(hint ? piles[hint.from].slice(-hint.count) : []);
    for (const [id, card] of this.cards.entries()) {
      const last = this.drawn[id];
      const on = { picked: up.has(id), hinted: hinted.has(id), target: false };
      const { pile, index } = this.where[id] ?? {};
      if (pile !== undefined && index === piles[pile].length - 1) on.target = targets.has(pile) || (hint && hint.to === pile && !picked) || false;
      for (const name in on) if (last[name] !== on[name]) card.classList.toggle(name, (last[name] = on[name]));
    }
    this.slots.forEach((slot, p) => slot.classList.toggle("target", piles[p].length === 0 && (targets.has(p) || Boolean(hint && !picked && hint.to === p))));
    this.buttons.forEach((key, p) => key.classList.toggle("target", targets.has(p)));
  }

  #pick(pile, count) {
    this.picked = { pile, count };
    this.hinted = null;
    this.#mark();
  }

  #putDown() {
    this.picked = null;
    this.#mark();
  }

  #play(legal) {
    this.picked = null;
    this.hooks.onPlay(legal);
  }

  // ---- pointers ----

  #pointerDown(event) {
    if (event.button !== 0 || !this.table || this.drag) return;
    const card = event.target.closest?.(".card");
    const id = card && this.ids.get(card);
    if (id === undefined || id === null) return;
    const { pile, index } = this.where[id];
    const column = this.table.piles[pile].kind === "column";
    const count = column ? this.piles[pile].length - index : 1;
    const movable = movesOf(this.table, pile, count).length > 0;
    this.drag = { pointer: event.pointerId, pile, count, x: event.clientX, y: event.clientY, movable, moving: false };
    if (movable) {
      event.preventDefault();
      this.root.setPointerCapture(event.pointerId);
    }
  }

  #pointerMove(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer || !drag.movable) return;
    drag.dx = event.clientX - drag.x;
    drag.dy = event.clientY - drag.y;
    if (!drag.moving) {
      if (Math.hypot(drag.dx, drag.dy) < DRAG) return;
      drag.moving = true;
      drag.ids = this.piles[drag.pile].slice(-drag.count);
      for (const id of drag.ids) this.cards[id].classList.add("lifted");
      this.#pick(drag.pile, drag.count);
    }
    drag.frame ??= requestAnimationFrame(() => {
      drag.frame = null;
      if (this.drag !== drag) return;
      for (const id of drag.ids) {
        const { x, y } = this.where[id];
        this.cards[id].style.transform = this.drawn[id].transform = `translate(${(x + drag.dx).toFixed(1)}px, ${(y + drag.dy).toFixed(1)}px)`;
      }
    });
  }

  #pointerUp(event) {
    const { drag } = this;
    if (drag && event.pointerId !== drag.pointer) return;
    if (drag?.moving) {
      const legal = this.#under(drag);
      this.#dropDrag(Boolean(legal));
      if (legal) this.#play(legal);
      return;
    }
    this.drag = null;
    this.#tap(event, drag);
  }

  /** The legal move whose destination the dragged cards cover most. */
  #under({ pile, count, ids, dx, dy }) {
    const { w, h, at } = this.geometry;
    const { x, y } = this.where[ids[0]];
    let best = null;
    for (const to of this.table.piles.keys()) {
      const legal = to === pile ? undefined : moveTo(this.table, pile, count, to);
      if (!legal) continue;
      const top = this.piles[to].at(-1);
      const bottom = top === undefined ? at[to][1] : this.where[top].y;
      const across = w - Math.abs(x + dx - at[to][0]);
      const down = Math.min(y + dy + h, bottom + h) - Math.max(y + dy, at[to][1]);
      if (across > 0 && down > 0 && across * down > (best?.area ?? 0)) best = { area: across * down, legal };
    }
    return best?.legal;
  }

  #dropDrag(played = false) {
    const { drag } = this;
    this.drag = null;
    if (!drag?.moving) return;
    for (const id of drag.ids) this.cards[id].classList.remove("lifted");
    this.root.classList.remove("still");
    this.picked = null;
    if (!played) this.#draw(false);
  }

  #tap(event, drag) {
    const pile = drag?.pile ?? this.#pileAt(event);
    if (pile === undefined) {
      this.#putDown();
      return;
    }
    if (this.table.piles[pile].kind === "stock") {
      this.#act(pile);
      return;
    }
    const { picked } = this;
    if (picked && picked.pile === pile) {
      const best = drag && drag.count === picked.count ? bestMoveOf(this.table, this.piles, pile, picked.count) : undefined;
      if (best) this.#play(best);
      else if (drag?.movable) this.#pick(pile, drag.count);
      else this.#putDown();
      return;
    }
    if (picked) {
      const legal = moveTo(this.table, picked.pile, picked.count, pile) ?? largestMoveTo(this.table, picked.pile, pile);
      if (legal) {
        this.#play(legal);
        return;
      }
    }
    if (drag?.movable) this.#pick(pile, drag.count);
    else this.#putDown();
  }

  #pileAt(event) {
    const box = this.root.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top + this.root.scrollTop];
    const { w, h, at } = this.geometry;
    const found = this.table.piles.findIndex(({ kind }, p) => x >= at[p][0] && x <= at[p][0] + w && y >= at[p][1] && (kind === "column" || y <= at[p][1] + h));
    return found < 0 ? undefined : found;
  }

  // ---- keyboard ----

  #focusOn(pile, move = true) {
    if (pile < 0) return;
    this.buttons[this.focused].tabIndex = -1;
    this.focused = pile;
    this.buttons[pile].tabIndex = 0;
    if (move) this.buttons[pile].focus();
  }

  /** The nearest pile in a direction: the same row for left and right, the nearest in another for up and down. */
  #neighbour(dx, dy) {
    const { at } = this.geometry;
    const [x, y] = at[this.focused];
    let best = -1;
    let nearest = Infinity;
    at.forEach(([px, py], p) => {
      const [across, down] = [px - x, py - y];
      const fits = dx ? Math.abs(down) < 1 && across * dx > 1 : down * dy > 1;
      const far = dx ? Math.abs(across) : Math.abs(down) * 10 + Math.abs(across);
      if (fits && far < nearest) [best, nearest] = [p, far];
    });
    return best;
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (arrows[event.key]) {
      event.preventDefault();
      this.#focusOn(this.#neighbour(...arrows[event.key]));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#act(this.focused);
    } else if (event.key === "Escape" && this.picked) {
      event.preventDefault();
      event.stopPropagation();
      this.#putDown();
      this.hooks.announce("Put down.");
    } else if ("+-".includes(event.key) && this.picked) {
      this.#resize(event.key === "+" ? 1 : -1);
    } else if (/^[0-9a-z-]$/.test(event.key)) this.#type(event.key, event);
  }

  /** A larger or smaller group of the same pile. */
  #resize(by) {
    const sizes = sizesOf(this.table, this.picked.pile).reverse();
    const next = sizes[sizes.indexOf(this.picked.count) + by];
    if (next) {
      this.#pick(this.picked.pile, next);
      this.#tellPicked();
    }
  }

  #type(key, event) {
    const now = performance.now();
    const text = now < this.typed.until ? this.typed.text + key : key;
    if (!isTyping(this.table, text)) {
      this.typed.text = "";
      return;
    }
    event.preventDefault();
    const legal = typedMove(this.table, text);
    this.typed = { text: legal ? "" : text, until: now + TYPING };
    if (legal) this.#play(legal);
  }

  /** What Enter does on a pile: pick up, put down, or play. */
  #act(pile) {
    const { table, picked } = this;
    const stock = table.piles[pile].kind === "stock" ? stockMove(table) : undefined;
    if (stock) {
      this.#play(stock);
      return;
    }
    if (picked && picked.pile !== pile) {
      const legal = moveTo(table, picked.pile, picked.count, pile) ?? largestMoveTo(table, picked.pile, pile);
      if (legal) this.#play(legal);
      else this.hooks.announce(`It cannot go to ${pileName(table, pile)}.`);
      return;
    }
    if (picked) {
      const best = bestMoveOf(table, this.piles, pile, picked.count);
      if (best) this.#play(best);
      return;
    }
    const [count] = sizesOf(table, pile);
    if (!count) {
      this.hooks.announce(`Nothing of ${pileName(table, pile)} can move.`);
      return;
    }
    this.#pick(pile, count);
    this.#tellPicked();
  }

  #tellPicked() {
    const { table, piles, picked } = this;
    const deepest = table.cards[piles[picked.pile].at(-picked.count)];
    const more = picked.count > 1 ? ` and ${counted(picked.count - 1, "card")} on it` : "";
    const targets = [...targetsOf(table, picked.pile, picked.count)].map((p) => pileName(table, p));
    this.hooks.announce(`Picked up ${cardName(deepest)}${more}. It can go to ${targets.join(", ")}.`);
  }
}

function place(element, x, y) {
  const transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  if (element.style.transform !== transform) element.style.transform = transform;
}
