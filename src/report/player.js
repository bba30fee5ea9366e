"use strict";
// Plays a solution. It knows no rules: every step is a list of [from, to, count], the top `count` cards of one pile
// put on another in the same order, and going back does the opposite.

const data = JSON.parse(document.getElementById("data").textContent);
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const TEXT = "\uFE0E"; // asks for the plain form of a symbol, not the emoji
const $ = (id) => document.getElementById(id);
const table = $("table");
const piles = data.piles.map((pile) => pile.cards.slice());
const of = (kind) => data.piles.flatMap((pile, i) => (pile.kind === kind ? [i] : []));
const [columns, cells, foundations, stock, waste] = ["column", "cell", "foundation", "stock", "waste"].map(of);
const last = data.steps.length;
let now = 0;
let timer = null;

// ---- playing ----

function carry(from, to, count) {
  const cards = piles[from].splice(piles[from].length - count, count);
  piles[to].push(...cards);
  return cards;
}

function go(target) {
  target = Math.max(0, Math.min(last, target));
  let touched = [];
  const far = Math.abs(target - now) > 1;
  while (now < target) {
    touched = data.steps[now++].transfers.flatMap(([from, to, count]) => carry(from, to, count));
  }
  while (now > target) {
    touched = data.steps[--now].transfers.slice().reverse().flatMap(([from, to, count]) => carry(to, from, count));
  }
  if (now === last) pause();
  draw(new Set(touched), far);
}

/// The cards that the last step moved: the top ones of its destinations.
function justMoved() {
  if (now === 0) return new Set();
  return new Set(data.steps[now - 1].transfers.flatMap(([, to, count]) => piles[to].slice(piles[to].length - count)));
}

function pause() {
  clearInterval(timer);
  timer = null;
  $("play").textContent = "Play";
}

function play() {
  if (now === last) go(0);
  const pace = Number($("speed").value);
  table.style.setProperty("--pace", `${Math.min(280, pace * 0.7)}ms`);
  timer = setInterval(() => go(now + 1), pace);
  $("play").textContent = "Pause";
}

const toggle = () => (timer === null ? play() : pause());

// ---- drawing ----

const cardElements = data.cards.map((name) => {
  const rank = name[0] === "T" ? "10" : name[0];
  const suit = SUITS[name[1]] + TEXT;
  const face = "JQK".includes(rank);
  const card = document.createElement("div");
  card.className = "DH".includes(name[1]) ? "card red" : "card";
  card.innerHTML = `<span class="corner">${rank}${suit}</span><span class="pip${face ? " face" : ""}">${face ? rank : suit}</span>`;
  return card;
});

function element(parent, className, text = "") {
  const made = document.createElement("div");
  made.className = className;
  made.textContent = text;
  parent.append(made);
  return made;
}

// Cells are lettered and columns numbered as in the notation of the moves; h means home.
const letter = (i) => "abcdefgijklmnopqrstuvwxyz"[i];
const slots = data.piles.map((pile) => {
  const sign = pile.kind === "foundation" ? (pile.suit ? SUITS[pile.suit] + TEXT : "·") : "";
  return element(table, `slot ${pile.kind}`, sign);
});
const labels = data.piles.map((pile, i) => {
  const texts = { column: columns.indexOf(i) + 1, cell: letter(cells.indexOf(i)), foundation: "", stock: "stock", waste: "waste" };
  return element(table, "label", texts[pile.kind]);
});
table.append(...cardElements);
const badge = stock.length ? element(table, "badge") : null;

/// The longest that any column gets, so that card sizes can stay the same throughout.
const longest = (() => {
  const sizes = piles.map((pile) => pile.length);
  let most = Math.max(...columns.map((i) => sizes[i]));
  for (const step of data.steps) {
    for (const [from, to, count] of step.transfers) {
      sizes[from] -= count;
      sizes[to] += count;
      if (data.piles[to].kind === "column") most = Math.max(most, sizes[to]);
    }
  }
  return most;
})();

const FAN = 0.31; // how much of a covered card shows at least, in card widths: its corner
const LABEL = 14;

/// Where every pile lies: one row above the columns if all fits there, otherwise two.
function geometry() {
  const width = table.clientWidth;
  const height = table.clientHeight;
  const side = [...stock, ...waste, ...cells];
  const top = side.length + foundations.length + (side.length && foundations.length ? 0.5 : 0);
  const across = Math.max(columns.length, side.length, foundations.length, Math.min(top, 12.5), 7);
  const rows = side.length === 0 || top <= across ? [[side, foundations]] : [[side, []], [[], foundations]];
  const tall = (w) => rows.length * (w * 1.4 + LABEL + 6) + LABEL + w * 1.4 + (longest - 1) * w * FAN + 8;
  let w = Math.min(width / (across * 1.08), 120);
  while (w > 34 && tall(w) > height) w -= 0.5;
  const h = w * 1.4;
  // Few columns on a wide table get more air between them.
  const pitch = Math.min(width / across, w * 1.25);
  const left = (width - pitch * across + (pitch - w)) / 2;
  const at = [];
  rows.forEach(([before, after], row) => {
    const y = row * (h + LABEL + 6) + LABEL;
    before.forEach((pile, i) => (at[pile] = [left + i * pitch, y]));
    after.forEach((pile, i) => (at[pile] = [left + (across - after.length + i) * pitch, y]));
  });
  const y = rows.length * (h + LABEL + 6) + LABEL;
  const indent = ((across - columns.length) * pitch) / 2;
  columns.forEach((pile, i) => (at[pile] = [left + indent + i * pitch, y]));
  return { w, h, at, room: height - y - h - 6 };
}

const place = (item, [x, y]) => (item.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`);
const html = (text) => text.replace(/(10|[A2-9JQK])([♥♦])/g, '<span class="red">$1$2</span>').replace(/[♥♦♣♠]/g, `$&${TEXT}`);

function draw(touched, still) {
  const { w, h, at, room } = geometry();
  table.style.setProperty("--w", `${w}px`);
  table.style.setProperty("--h", `${h}px`);
  table.classList.toggle("still", still);
  const moved = justMoved();
  piles.forEach((pile, p) => {
    const [x, y] = at[p];
    const isColumn = data.piles[p].kind === "column";
    const step = isColumn ? Math.max(w * FAN, Math.min(w * 0.42, room / Math.max(1, pile.length - 1))) : 0;
    place(slots[p], [x, y]);
    place(labels[p], [x, y - LABEL]);
    pile.forEach((id, i) => {
      const card = cardElements[id];
      place(card, [x, y + i * step]);
      card.style.zIndex = i + 1 + (touched.has(id) ? 500 : 0);
      card.classList.toggle("moved", moved.has(id));
      // Piles that are not fanned show one card; ninety shadows below it would add up to a black frame.
      card.classList.toggle("deep", !isColumn && i < pile.length - 2);
      card.classList.toggle("down", data.piles[p].kind === "stock");
    });
  });
  if (badge) {
    const pile = piles[stock[0]];
    badge.textContent = pile.length || "";
    place(badge, [at[stock[0]][0], at[stock[0]][1] + h / 2 - 10]);
  }
  describe();
}

function describe() {
  const steps = $("steps").children;
  for (let i = 0; i < last; i++) {
    steps[i].className = i === now - 1 ? "now" : i < now ? "done" : "";
  }
  if (now > 0) steps[now - 1].scrollIntoView({ block: "nearest" });
  else if (last) steps[0].parentElement.parentElement.scrollTop = 0;
  const end = now === last && last > 0 ? " All cards are home." : "";
  $("caption").innerHTML = now === 0 ? "The deal." : `${now}. ${html(data.steps[now - 1].text)}.${end}`;
  $("slider").value = now;
  $("count").textContent = `${now} of ${last}`;
  for (const id of ["first", "back"]) $(id).disabled = now === 0;
  for (const id of ["next", "last"]) $(id).disabled = now === last;
  try {
    history.replaceState(null, "", `#${now}`);
  } catch {
    // A page without an address of its own cannot remember its place.
  }
}

// ---- hands ----

data.steps.forEach((step, i) => {
  const item = document.createElement("li");
  item.innerHTML = `<code></code>${html(step.text)}`;
  item.firstChild.textContent = step.notation;
  item.onclick = () => (pause(), go(i + 1));
  $("steps").append(item);
});

const by = (steps) => () => (pause(), go(now + steps));
$("first").onclick = by(-Infinity);
$("back").onclick = by(-1);
$("next").onclick = by(1);
$("last").onclick = by(Infinity);
$("play").onclick = toggle;
$("slider").max = last;
$("slider").oninput = () => (pause(), go(Number($("slider").value)));
$("speed").onchange = () => timer !== null && (pause(), play());
table.onclick = (event) => {
  const box = table.getBoundingClientRect();
  by(event.clientX - box.left < box.width / 3 ? -1 : 1)();
};

const keys = {
  ArrowRight: by(1), ArrowDown: by(1), n: by(1), ArrowLeft: by(-1), ArrowUp: by(-1), b: by(-1),
  PageDown: by(10), PageUp: by(-10), Home: by(-Infinity), End: by(Infinity), " ": toggle,
};
addEventListener("keydown", (event) => {
  const action = keys[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
  event.preventDefault();
  action();
});
addEventListener("resize", () => draw(new Set(), true));
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));

if (last === 0) document.body.classList.add("bare");
const start = Number(location.hash.slice(1)) || 0; // drawing writes the hash
draw(new Set(), true);
go(start);
