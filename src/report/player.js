"use strict";
// Plays a solution: a board of cards, buttons, and the list of moves. This file is complete in itself and knows no
// rules, so that any page can show any game with it (with player.css beside it):
//
//   const player = winnablePlayer.mount(root, data, { hash: true, keys: window });
//
// root     an empty element; it gets the class "player" and fills the height that the page gives it
// data     { title, answer,              optional: a heading and a sentence below it
//            cards: ["7H", …],           every physical card
//            piles: [{ kind, suit, cards: [numbers of cards, top card last] }, …],
//                                        kind: column, cell, foundation, stock or waste
//            steps: [{ text, notation, transfers: [[from, to, count], …], mark, note }, …] }
//          mark (optional): "lost" for the move that lost a played game, "after" for those after it; note (optional): a
//          sentence about the move.
//          A transfer puts the top `count` cards of pile `from` on pile `to` in the same order; going back does the
//          opposite. `winnable solve --html` writes such data (src/report/player.rs).
// options  hash: keep the number of the move in the page's address (default: no)
//          keys: where keys are listened for, an element or `window` (default: root)
//
// player   go(move), play(), pause(), destroy(), and to read: at (moves played), last (all moves), playing.
// After every change root sends the event "player-move" with { at, last } as its detail.
//
// No markup is ever made from text (no innerHTML), so a page can forbid it by its content security policy.
globalThis.winnablePlayer = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const TEXT = "\uFE0E"; // asks for the plain form of a symbol, not the emoji
  // Drawn in a square of 10, so that suits look the same whatever fonts there are.
  const SUITS = {
    C: "M5 .5a2.2 2.2 0 0 1 1.7 3.6 2.2 2.2 0 1 1-1.2 3.3q.1 1.4 1.3 2.1H3.2q1.2-.7 1.3-2.1a2.2 2.2 0 1 1-1.2-3.3A2.2 2.2 0 0 1 5 .5Z",
    D: "M5 .3Q6.7 3 9 5 6.7 7 5 9.7 3.3 7 1 5 3.3 3 5 .3Z",
    H: "M5 9.5C2 6.8.5 5.2.5 3.2.5 1.7 1.6.8 2.8.8c1 0 1.8.5 2.2 1.4C5.4 1.3 6.2.8 7.2.8c1.2 0 2.3.9 2.3 2.4 0 2-1.5 3.6-4.5 6.3Z",
    S: "M5 .4c2.1 2.2 4.4 3.7 4.4 5.7 0 1.3-1 2.1-2 2.1-.8 0-1.5-.4-1.9-1.1q.1 1.6 1.3 2.4H3.2q1.2-.8 1.3-2.4c-.4.7-1.1 1.1-1.9 1.1-1 0-2-.8-2-2.1C.6 4.1 2.9 2.6 5 .4Z",
  };
  // Half figures in 40 by 28; the other half is the same upside down. Each part: class, path.
  const BODY = [["suit", "M6 28v-2q0-6 9-8h10q9 2 9 8v2Z"], ["gold", "M15 18l5 6 5-6 3 .7-8 9.3-8-9.3Z"]];
  const FACE = [["skin", "M15.3 8v4q.4 6.6 4.7 7 4.3-.4 4.7-7V8Z"], ["line", "M17.2 11.3h1.7M21.1 11.3h1.7M18.6 15.6h2.8"]];
  const FIGURES = {
    J: [...BODY, ["hair", "M14.3 8q-1.6 6 .2 9.5h11q1.8-3.5.2-9.5Z"], ...FACE,
      ["suit", "M12.6 9.4Q11.5 3.6 20 3q8.5.6 7.4 6.4Q20 6.4 12.6 9.4Z"], ["gold", "M25.5 5q.5-4.5 6.5-4-.8 4.6-6.5 4Z"]],
    Q: [["hair", "M14.2 8q-4.4 6-3 13h17.6q1.4-7-3-13Z"], ...BODY, ...FACE,
      ["hair", "M15 8.2q5 3.6 10 0V7H15Z"], ["gold", "M14.5 8 12.6 3l3.8 1.7L20 1.3l3.6 3.4L27.4 3 25.5 8Z"]],
    K: [...BODY, ...FACE, ["hair", "M14.8 9q-1.2 11.5 5.2 12.8Q26.4 20.5 25.2 9l-1.6 4.6q-3.6-2-7.2 0ZM18.4 15.3h3.2v.9h-3.2Z"],
      ["gold", "M14.3 9 12.6 2.6h3l1.6 2L19 1h2l1.8 3.6 1.6-2h3L25.7 9Z"]],
  };
  const ICONS = {
    first: "M5 5h3v14H5zM20 5v14L9 12z", back: "M17 5v14L6 12z", play: "M7 4v16l13-8z", pause: "M6 5h4v14H6zM14 5h4v14h-4z",
    next: "M7 5v14l11-7z", last: "M16 5h3v14h-3zM4 5v14l11-7z",
  };
  const PACES = [["slow", 1500], ["normal", 800], ["fast", 350], ["very fast", 120]];
  const LABEL = 15; // height of the names above the piles
  const CONFETTI = 36;

  /// Makes an element: attributes (functions become listeners), then children or texts.
  function make(name, attributes = {}, ...children) {
    const made = name in { svg: 1, path: 1, g: 1, rect: 1 } ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") made.addEventListener(key, value);
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  const drawing = (box, ...paths) => make("svg", { viewBox: box, "aria-hidden": "true" }, ...paths);
  const suitDrawing = (suit) => drawing("0 0 10 10", make("path", { d: SUITS[suit] }));

  function centre(rank, suit) {
    if (!(rank in FIGURES)) return suitDrawing(suit);
    const half = () => FIGURES[rank].map(([part, d]) => make("path", { class: part, d }));
    const turned = make("g", { transform: "rotate(180 20 28)" }, ...half());
    return drawing("0 0 40 56", make("rect", { x: 1, y: 1, width: 38, height: 54, rx: 2 }), ...half(), turned);
  }

  function cardElement(name) {
    const [rank, suit] = name;
    const corner = make("span", { class: "corner" }, rank === "T" ? "10" : rank, suitDrawing(suit));
    const middle = make("span", { class: rank in FIGURES ? "centre court" : "centre" }, centre(rank, suit));
    return make("div", { class: "DH".includes(suit) ? "card red" : "card" }, corner, middle);
  }

  /// A text with its red cards in red.
  function coloured(text) {
    return text.split(/((?:10|[A2-9JQK])[♥♦♣♠])/).map((part, i) => {
      if (i % 2 === 0) return part;
      return make("span", { class: /[♥♦]/.test(part) ? "red" : "black" }, part + TEXT);
    });
  }

  /// How much of a covered card shows at least, in card widths: its corner, which is larger on small cards.
  const fan = (w) => (w < 52 ? 0.4 : 0.31);

  /// Where every pile lies: cells and foundations in one row above the columns if they fit there, otherwise in
  /// more, whatever makes the cards largest.
  /// `of` gives the numbers of the piles of a kind, `longest` is the longest column there will be.
  function geometry(width, height, of, longest) {
    const [columns, cells, foundations, stock, waste] = ["column", "cell", "foundation", "stock", "waste"].map(of);
    const before = [...stock, ...waste, ...cells];
    const sized = (across) => {
      // As few rows as possible, equally long: eight piles on seven places are four and four.
      const chunks = (list) => {
        const rows = Math.ceil(list.length / across);
        const each = Math.ceil(list.length / rows);
        return Array.from({ length: rows }, (_, i) => list.slice(i * each, (i + 1) * each));
      };
      const joined = before.length + foundations.length <= across;
      const rows = joined ? [[before, foundations]] : [...chunks(before).map((list) => [list, []]), ...chunks(foundations).map((list) => [[], list])];
      const tall = (w) => rows.length * (w * 1.4 + LABEL + 4) + LABEL + w * 1.4 + (longest - 1) * w * fan(w) + 8;
      let w = Math.min(width / (across * 1.06), 120);
      while (w > 24 && tall(w) > height) w -= 0.5;
      return { w, rows, across };
    };
    const least = Math.max(columns.length, 7);
    const choices = [least, Math.max(least, before.length, foundations.length), Math.max(least, before.length + foundations.length)];
    const { w, rows, across } = choices.map(sized).reduce((best, next) => (next.w > best.w + 0.4 ? next : best));
    const h = w * 1.4;
    // Few columns on a wide table get more air between them.
    const pitch = Math.min(width / across, w * 1.25);
    const left = (width - pitch * across + (pitch - w)) / 2;
    const at = [];
    rows.forEach(([first, second], row) => {
      const y = row * (h + LABEL + 4) + LABEL;
      first.forEach((pile, i) => (at[pile] = [left + i * pitch, y]));
      second.forEach((pile, i) => (at[pile] = [left + (across - second.length + i) * pitch, y]));
    });
    const y = rows.length * (h + LABEL + 4) + LABEL;
    const indent = ((across - columns.length) * pitch) / 2;
    columns.forEach((pile, i) => (at[pile] = [left + indent + i * pitch, y]));
    return { w, h, at, room: height - y - h - 6, bottom: y };
  }

  function mount(root, data, options = {}) {
    const piles = data.piles.map((pile) => pile.cards.slice());
    const of = (kind) => data.piles.flatMap((pile, i) => (pile.kind === kind ? [i] : []));
    const [columns, cells, foundations, stock, waste] = ["column", "cell", "foundation", "stock", "waste"].map(of);
    const last = data.steps.length;
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    let now = 0;
    let timer = null;

    // ---- elements ----

    const cards = data.cards.map(cardElement);
    const slots = data.piles.map((pile) => make("div", { class: `slot ${pile.kind}` }, ...(pile.suit ? [suitDrawing(pile.suit)] : [])));
    const labels = data.piles.map(() => make("div", { class: "label" }));
    const counter = make("div", { class: "counter" });
    const banner = make("p", { class: "banner", hidden: "" }, `Won in ${last} moves`);
    const scenery = make("div", { class: "scenery", "aria-hidden": "true" }, ...slots, ...labels, ...cards, counter, banner);
    const board = make("div", { class: "board", role: "group", "aria-label": "The cards", click: tapped }, scenery);

    const caption = make("p", { class: "caption" });
    const button = (name, label, action) => make("button", { type: "button", "aria-label": label, title: label, click: action, class: name },
      drawing("0 0 24 24", make("path", { d: ICONS[name] })));
    const by = (steps) => () => (pause(), go(now + steps));
    const buttons = {
      first: button("first", "To the start", by(-Infinity)), back: button("back", "One move back", by(-1)),
      play: button("play", "Play", toggle),
      next: button("next", "One move forward", by(1)), last: button("last", "To the end", by(Infinity)),
    };
    const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Move", input: () => (pause(), go(Number(slider.value))) });
    const count = make("span", { class: "count" });
    const speed = make("select", { "aria-label": "Speed", title: "Speed", change: () => timer !== null && (pause(), play()) },
      ...PACES.map(([name, pace]) => make("option", { value: pace }, name)));
    speed.value = 800;
    const controls = make("div", { class: "controls" }, make("div", { class: "buttons" }, ...Object.values(buttons)),
      make("div", { class: "place" }, slider, count, speed));
    const hint = make("p", { class: "hint" }, "← → one move · Page Up/Down ten · Home, End · space plays · click the table: right goes on, left goes back");
    const bar = make("section", { class: "bar", "aria-label": "Player" }, caption, controls, hint);

    const prefix = `move-${Math.random().toString(36).slice(2, 8)}-`;
    const item = (i, ...content) => make("li", { role: "option", id: prefix + i, "aria-selected": "false", click: () => (pause(), go(i)) }, ...content);
    const items = [item(0, "The deal"), ...data.steps.map((step, i) =>
      item(i + 1, make("span", { class: "number" }, `${i + 1}.`),
        make("span", {}, ...coloured(step.text), ...(step.note ? [make("span", { class: "note" }, ...coloured(step.note))] : [])),
        make("code", {}, step.notation)))];
    const list = make("ol", { role: "listbox", tabindex: 0, "aria-label": "Moves" }, ...items);
    const side = make("section", { class: "side", "aria-label": "All moves" },
      make("div", { class: "legend", "aria-hidden": "true" }, make("span", {}, "Moves"), make("span", {}, "in standard notation")), list);

    if (data.title) root.append(make("header", {}, make("h1", {}, data.title), make("p", {}, data.answer ?? "")));
    root.append(board, bar, side);
    root.classList.add("player");
    root.classList.toggle("bare", last === 0);

    // ---- playing ----

    function carry(from, to, number) {
      const taken = piles[from].splice(piles[from].length - number, number);
      piles[to].push(...taken);
      return taken;
    }

    function go(target) {
      target = Math.max(0, Math.min(last, Math.trunc(target) || 0, target));
      const start = now;
      let touched = [];
      while (now < target) touched = data.steps[now++].transfers.flatMap(([from, to, number]) => carry(from, to, number));
      while (now > target) touched = data.steps[--now].transfers.slice().reverse().flatMap(([from, to, number]) => carry(to, from, number));
      if (now === last) pause();
      draw(new Set(touched), Math.abs(now - start) > 1);
      if (!won()) calmDown();
      else if (start < now) celebrate();
      root.dispatchEvent(new CustomEvent("player-move", { detail: { at: now, last } }));
    }

    const won = () => last > 0 && foundations.reduce((sum, pile) => sum + piles[pile].length, 0) === cards.length;

    function setPlaying(playing) {
      const label = playing ? "Pause" : "Play";
      buttons.play.setAttribute("aria-label", label);
      buttons.play.title = label;
      buttons.play.querySelector("path").setAttribute("d", ICONS[label.toLowerCase()]);
      // Who asks for every move to be read out cannot follow a film; the last move is read when it stops.
      caption.setAttribute("aria-live", playing ? "off" : "polite");
    }

    function pause() {
      clearInterval(timer);
      timer = null;
      setPlaying(false);
    }

    function play() {
      if (now === last) go(0);
      const pace = Number(speed.value);
      board.style.setProperty("--pace", `${Math.min(280, pace * 0.7)}ms`);
      clearInterval(timer);
      timer = setInterval(() => go(now + 1), pace);
      setPlaying(true);
    }

    function toggle() {
      if (timer === null) play();
      else pause();
    }

    function calmDown() {
      scenery.querySelectorAll(".confetti").forEach((piece) => piece.remove());
      for (const card of cards) card.classList.remove("hop");
    }

    function celebrate() {
      if (calm.matches) return;
      foundations.forEach((pile, i) => {
        const top = cards[piles[pile].at(-1)];
        if (!top) return;
        top.style.animationDelay = `${i * 90}ms`;
        top.classList.add("hop");
        top.addEventListener("animationend", () => top.classList.remove("hop"), { once: true });
      });
      for (let i = 0; i < CONFETTI; i++) {
        const piece = make("span", { class: i % 2 ? "confetti red" : "confetti" }, suitDrawing("SHCD"[i % 4]));
        piece.style.left = `${Math.random() * 96}%`;
        piece.style.animationDelay = `${Math.random() * 700}ms`;
        piece.style.setProperty("--turn", `${Math.random() * 720 - 360}deg`);
        piece.addEventListener("animationend", () => piece.remove());
        scenery.append(piece);
      }
    }

    // ---- drawing ----

    /// The longest that any column gets, so that card sizes can stay the same throughout.
    const longest = (() => {
      const sizes = piles.map((pile) => pile.length);
      let most = Math.max(...columns.map((i) => sizes[i]));
      for (const [from, to, number] of data.steps.flatMap((step) => step.transfers)) {
        sizes[from] -= number;
        sizes[to] += number;
        if (data.piles[to].kind === "column") most = Math.max(most, sizes[to]);
      }
      return most;
    })();

    const put = (what, [x, y]) => (what.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`);

    /// The names that the moves use, shorter where there is no room for them.
    function label(p, w) {
      const { kind } = data.piles[p];
      const number = { column: columns, cell: cells }[kind]?.indexOf(p) + 1;
      const name = { column: "column", cell: "cell", foundation: "home", stock: "stock", waste: "waste" }[kind];
      const text = number ? `${name} ${number}` : name;
      return text.length * 6.4 + 2 <= w ? text : number || "";
    }

    function draw(touched, still) {
      const { w, h, at, room, bottom } = geometry(board.clientWidth, board.clientHeight, of, longest);
      board.style.setProperty("--w", `${w}px`);
      board.style.setProperty("--h", `${h}px`);
      board.classList.toggle("still", still);
      board.classList.toggle("small", w < 52);
      // The cards that the last move carried: the top ones of its destinations.
      const moved = new Set(now === 0 ? [] : data.steps[now - 1].transfers.flatMap(([, to, number]) => piles[to].slice(piles[to].length - number)));
      let lowest = 0;
      piles.forEach((pile, p) => {
        const [x, y] = at[p];
        const isColumn = data.piles[p].kind === "column";
        const step = isColumn ? Math.max(w * fan(w), Math.min(w * 0.44, room / Math.max(1, pile.length - 1))) : 0;
        put(slots[p], [x, y]);
        put(labels[p], [x, y - LABEL]);
        labels[p].textContent = label(p, w);
        pile.forEach((id, i) => {
          const card = cards[id];
          put(card, [x, y + i * step]);
          lowest = Math.max(lowest, y + i * step + h);
          card.style.zIndex = i + 1 + (touched.has(id) ? 500 : 0);
          card.classList.toggle("moved", moved.has(id));
          // Piles that are not fanned show one card; ninety shadows below it would add up to a black frame.
          card.classList.toggle("deep", !isColumn && i < pile.length - 2);
          // Of a covered card only the corner is in sight, and not the top of a crown.
          card.classList.toggle("covered", isColumn && i < pile.length - 1);
          card.classList.toggle("down", data.piles[p].kind === "stock");
        });
      });
      if (stock.length) {
        counter.textContent = piles[stock[0]].length || "";
        put(counter, [at[stock[0]][0], at[stock[0]][1] + h / 2 - 10]);
      }
      banner.hidden = !won();
      banner.style.top = `${bottom + 12}px`;
      // What does not fit is reached by scrolling the board, also by keyboard.
      const tall = lowest > board.clientHeight;
      board.classList.toggle("tall", tall);
      if (tall) board.tabIndex = 0;
      else board.removeAttribute("tabindex");
      describe();
    }

    function describe() {
      items.forEach((entry, i) => {
        const mark = data.steps[i - 1]?.mark;
        entry.className = [i === now ? "now" : i < now ? "done" : "", mark ? `mark-${mark}` : ""].join(" ").trim();
        entry.setAttribute("aria-selected", String(i === now));
      });
      list.setAttribute("aria-activedescendant", items[now].id);
      // Only the list scrolls, never the page; the coming moves stay in sight.
      const top = items[now].offsetTop - list.offsetTop;
      const coming = items[Math.min(now + 2, items.length - 1)];
      const bottom = coming.offsetTop + coming.offsetHeight - list.offsetTop;
      list.scrollTop = Math.min(top, Math.max(top - list.clientHeight * 0.3, bottom - list.clientHeight));
      if (now === 0) caption.replaceChildren("The deal.");
      else {
        const { text, note } = data.steps[now - 1];
        caption.replaceChildren(`${now}. `, ...coloured(text), won() ? ". All cards are home." : ".", ...(note ? [" ", ...coloured(note)] : []));
      }
      slider.value = now;
      slider.setAttribute("aria-valuetext", `${now} of ${last}`);
      count.textContent = `${now} of ${last}`;
      for (const name of ["first", "back"]) buttons[name].setAttribute("aria-disabled", String(now === 0));
      for (const name of ["next", "last"]) buttons[name].setAttribute("aria-disabled", String(now === last));
      if (!options.hash) return;
      try {
        history.replaceState(null, "", `#${now}`);
      } catch {
        // A page without an address of its own cannot remember its place.
      }
    }

    // ---- input ----

    function tapped(event) {
      const box = board.getBoundingClientRect();
      by(event.clientX - box.left < box.width / 3 ? -1 : 1)();
    }

    const keys = {
      ArrowRight: by(1), ArrowDown: by(1), n: by(1), ArrowLeft: by(-1), ArrowUp: by(-1), b: by(-1),
      PageDown: by(10), PageUp: by(-10), Home: by(-Infinity), End: by(Infinity), " ": toggle,
    };
    function pressed(event) {
      const { key, target } = event;
      if (!keys[key] || event.ctrlKey || event.altKey || event.metaKey || target.tagName === "SELECT") return;
      // A button that has the focus is pressed by the space bar, as everywhere.
      if (key === " " && target.tagName === "BUTTON") return;
      event.preventDefault();
      keys[key]();
    }
    const fromHash = () => go(Number(location.hash.slice(1)) || 0);
    const watch = new ResizeObserver(() => draw(new Set(), true));
    const keyTarget = options.keys ?? root;
    if (last > 0) keyTarget.addEventListener("keydown", pressed);
    if (options.hash) addEventListener("hashchange", fromHash);
    const start = options.hash ? Number(location.hash.slice(1)) || 0 : 0; // drawing writes the hash
    setPlaying(false);
    draw(new Set(), true);
    if (start > 0) go(start);
    watch.observe(board);

    return {
      go, play, pause, last,
      get at() { return now; },
      get playing() { return timer !== null; },
      destroy() {
        pause();
        watch.disconnect();
        keyTarget.removeEventListener("keydown", pressed);
        removeEventListener("hashchange", fromHash);
        root.replaceChildren();
        root.classList.remove("player", "bare");
      },
    };
  }

  // The parts are for pages that draw a table of their own, with the same cards in the same places.
  return { mount, parts: { make, cardElement, suitDrawing, coloured, geometry, fan, LABEL } };
})();
