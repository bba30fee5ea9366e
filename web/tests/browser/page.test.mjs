// What people do with the page, one scenario each.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { native } from "../native.mjs";
import { browse, reads, serious, settled, shot, slowed, topOf, until, verdict } from "./support.mjs";

let web;
before(async () => (web = await browse()));
after(() => web.close());

const text = (page, selector) => page.locator(selector).innerText();
const moves = (page) => page.locator("#moves li:not(.ahead)").count();
const movesAre = (page, count) => until(() => moves(page), count, "moves on the table");
const count = (page, selector, wanted) => until(() => page.locator(selector).count(), wanted, selector);
/** Waits for a part of the address. */
const addressed = (page, pattern) => page.waitForFunction(([source]) => new RegExp(source).test(location.href), [pattern.source]);
/** Opens a deal of the chosen game by its number. */
async function openDeal(page, number) {
  await page.fill("#deal", number);
  await page.click("#opener button");
  await addressed(page, new RegExp(`deal=${number}(&|$)`));
}
/** Piles of FreeCell: 8 columns, 4 cells, 4 foundations. */
const column = (n) => n - 1;
const cell = (n) => 7 + n;

/** A scenario with a page of its own that must not complain. */
function scenario(name, hash, run, options = {}) {
  test(name, { timeout: 300_000 }, async () => {
    const page = await web.open(hash, options);
    try {
      await run(page);
      if (!options.complains) assert.deepEqual(page.problems, []);
    } finally {
      await page.close();
    }
  });
}

scenario("the first visit shows a deal with its verdict", "", async (page) => {
  assert.equal(await verdict(page), "winnable");
  await reads(page, "#verdict-text", /A win in 94 moves/);
  await addressed(page, /#game=freecell&deal=617$/);
  await count(page, "#game option", 25);
  await shot(page, "first");
});

scenario("a dead deal has a proof that the program accepts", "#deal=11982", async (page) => {
  assert.equal(await verdict(page), "unwinnable");
  await reads(page, "#verdict", /Cannot be won[^]*Proven/);
  await shot(page, "dead");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#certificate")]);
  const file = join(mkdtempSync(join(tmpdir(), "winnable-")), "proof.cert");
  await download.saveAs(file);
  assert.match(readFileSync(file).subarray(0, 30).toString(), /^winnable certificate 1/);
  assert.match(native("verify", "11982", file), /The certificate holds/);
});

scenario("a long search can be stopped, and the page goes on", "#game=seven-by-four&deal=16699", async (page) => {
  await page.waitForSelector("#stop:not([hidden])");
  await page.waitForFunction(() => /[\d,]{5,} positions/.test(document.querySelector("#verdict-text").textContent));
  await shot(page, "searching");
  await page.click("#stop");
  assert.equal(await verdict(page), "stopped");
  await page.click("#again");
  await page.waitForSelector("#stop:not([hidden])");
  await openDeal(page, "1");
  assert.equal(await verdict(page), "winnable");
}, { waitForVerdict: false });

scenario("wrong numbers are explained, and the table stays", "#deal=1", async (page) => {
  for (const wrong of ["abc", "0", "99999999999999", "1..5"]) {
    await page.fill("#deal", wrong);
    await page.click("#opener button");
    await until(() => text(page, "#message"), (said) => said.includes(`\`${wrong}\` is not a deal`) || said.includes(`deal number ${wrong} is out of range`), wrong);
  }
  await shot(page, "wrong");
  await openDeal(page, "2");
  await page.waitForSelector("#message", { state: "hidden" });
});

scenario("a wrong address shows what is wrong", "#deal=617&moves=99", async (page) => {
  await reads(page, "#message", /after/);
});

scenario("cards are dragged", "#deal=617", async (page) => {
  const [from, to] = [await topOf(page, column(2)), await topOf(page, cell(1))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await count(page, ".table .target", (n) => n > 0); // legal places are shown
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await movesAre(page, 1);
  await until(() => page.locator(".pile-key").nth(cell(1)).getAttribute("aria-label"), (label) => / of /.test(label));
  // Dropped where it may not go, it comes back.
  const again = await topOf(page, column(3));
  await page.mouse.move(again.x, again.y);
  await page.mouse.down();
  await page.mouse.move(again.x + 40, again.y + 200, { steps: 4 });
  await page.mouse.up();
  await movesAre(page, 1);
});

scenario("a tap picks up, a tap puts down, a second tap finds a place", "#deal=617", async (page) => {
  const from = await topOf(page, column(2));
  await page.mouse.click(from.x, from.y);
  await count(page, ".table .picked", 1);
  await shot(page, "picked");
  const to = await topOf(page, cell(1));
  await page.mouse.click(to.x, to.y);
  await movesAre(page, 1);
  const other = await topOf(page, column(5));
  await page.mouse.click(other.x, other.y);
  await page.mouse.click(other.x, other.y);
  await movesAre(page, 2);
});

scenario("moves can be typed and undone by keyboard alone", "#deal=617", async (page) => {
  await page.locator(".pile-key").first().focus();
  await page.keyboard.type("2a");
  await page.keyboard.type("21");
  await movesAre(page, 2);
  await addressed(page, /moves=2a_21/);
  await page.keyboard.press("Control+z");
  await movesAre(page, 1);
  await page.keyboard.press("Control+y");
  await movesAre(page, 2);
  await reads(page, "#live", /move 2/i);
});

scenario("piles are reached by arrows, picked up and put down by Enter", "#deal=617", async (page) => {
  await page.locator(".pile-key").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Picked up/.test(document.getElementById("live").textContent));
  await page.keyboard.press("Escape");
  await count(page, ".table .picked", 0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await movesAre(page, 1);
});

scenario("a losing move is named, and one click goes back", "#deal=617&moves=2a_21_3b", async (page) => {
  await page.click("#undo");
  assert.equal(await verdict(page), "winnable");
  await page.click("#redo");
  await page.waitForFunction(() => document.getElementById("verdict").dataset.state === "unwinnable");
  await reads(page, "#verdict", /Move 3 lost it/);
  await count(page, "#moves .mark.lost", (n) => n > 0);
  await shot(page, "lost");
  await page.click("#back-to-won");
  await movesAre(page, 2);
  assert.equal(await verdict(page), "winnable");
});

scenario("hints followed to the end win the game, and Finish plays the rest", "#game=freecell&rule=ranks=5&rule=columns=[3,3,3,3,2,2,2,2]&deal=3", async (page) => {
  for (let i = 0; i < 80 && (await page.locator("#finish").isDisabled()) && (await verdict(page)) !== "won"; i++) {
    await page.click("#hint");
    await reads(page, "#verdict-text", /^Hint:/);
    await settled(page);
    const [from, to] = await page.evaluate(() => {
      const middle = (box) => ({ x: box.left + box.width / 2, y: box.bottom - box.width * 0.4 });
      const card = [...document.querySelectorAll(".table .card.hinted")].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0].getBoundingClientRect();
      return [{ x: card.left + card.width / 2, y: card.top + card.width * 0.15 }, middle(document.querySelector(".table .card.target, .table .slot.target").getBoundingClientRect())];
    });
    const before = await moves(page);
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(to.x, to.y);
    await movesAre(page, before + 1);
  }
  if (!(await page.locator("#finish").isDisabled())) await page.click("#finish");
  await page.waitForFunction(() => document.getElementById("verdict").dataset.state === "won");
  await shot(page, "won");
  await page.click("#review");
  await page.waitForFunction(() => /You won/.test(document.getElementById("review-text").textContent));
});

scenario("a review names the move that lost", "#deal=617&moves=2a_21_3b", async (page) => {
  await page.click("#review");
  await page.waitForFunction(() => /Move 3 lost the game/.test(document.getElementById("review-text").textContent));
  await reads(page, "#review-text", /Instead/);
  await shot(page, "review");
  await page.click("#review-go");
  await movesAre(page, 2);
});

scenario("a group moves as one", "#game=freecell-relaxed&deal=1", async (page) => {
  const done = await page.evaluate(async () => {
    const { engine } = await import("./pkg/index.js");
    const { table, solve } = await engine();
    const { solution } = solve({ game: "freecell-relaxed", deal: 1 });
    const at = solution.findIndex(({ count }) => count > 1);
    return { notation: table({ game: "freecell-relaxed", deal: 1, after: solution.slice(0, at) }).notation, move: solution[at] };
  });
  assert.ok(done.move.count > 1);
  await page.evaluate((hash) => (location.hash = hash), `#game=freecell-relaxed&deal=1&moves=${done.notation.replaceAll(" ", "_")}`);
  const before = done.notation ? done.notation.split(" ").length : 0;
  await movesAre(page, before); // the page hears of the address later
  const [from, to] = [done.move.from, done.move.to].map((pile) => column(Number(pile.slice(1))));
  await page.locator(".pile-key").nth(from).focus();
  await page.keyboard.press("Enter");
  await count(page, ".table .picked", (n) => n >= done.move.count);
  while ((await page.locator(".table .picked").count()) > done.move.count) await page.keyboard.press("-");
  await page.locator(".pile-key").nth(to).focus();
  await page.keyboard.press("Enter");
  await movesAre(page, before + 1);
});

scenario("rows are dealt from the stock", "#game=fours-up&deal=2", async (page) => {
  await reads(page, ".table .counter", /90/);
  const stock = page.locator(".pile-key[aria-label^=Stock]");
  const box = await stock.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await movesAre(page, 1);
  await reads(page, ".table .counter", /84/);
  await shot(page, "stock");
}, { waitForVerdict: false });

scenario("a shared address shows the same position", "#deal=617", async (page) => {
  await page.locator(".pile-key").first().focus();
  await page.keyboard.type("2a21");
  await page.click("#undo");
  await page.click("#open-share");
  const link = await page.inputValue("#share-link");
  const other = await web.open(link.slice(link.indexOf("#")));
  const labels = (p) => p.locator(".pile-key").evaluateAll((keys) => keys.map((key) => key.getAttribute("aria-label")));
  assert.deepEqual(await labels(other), await labels(page));
  await count(other, "#moves li.ahead", 1);
  await other.close();
});

scenario("board, moves and JSON are copied", "#deal=617&moves=2a_21", async (page) => {
  await page.click("#open-share");
  await shot(page, "share");
  const copied = async (what) => {
    await page.click(`[data-copy=${what}]`);
    await page.waitForFunction(() => /Copied/.test(document.getElementById("share-text").textContent));
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("notation"), "2a 21");
  assert.match(await copied("board"), /Freecells: /);
  assert.equal(JSON.parse(await copied("json")).moves.length, 2);
  assert.equal(await copied("link"), page.url());
});

scenario("a pasted board is solved; a wrong one is explained", "#deal=1", async (page) => {
  await page.click("#open-board");
  const board = await page.inputValue("#board-text");
  await page.fill("#board-text", board.replace("JD", "JS"));
  await reads(page, "#board-problem", /J[SD]/);
  await shot(page, "board");
  await page.fill("#board-text", native("deal", "11982"));
  await reads(page, "#board-problem", /^$/);
  await page.click("#board-open");
  await addressed(page, /board=/);
  assert.equal(await verdict(page), "unwinnable");
  await page.reload();
  assert.equal(await verdict(page), "unwinnable");
});

scenario("a board is clicked together", "#game=freecell&rule=ranks=3&rule=columns=[4,4,4]&deal=1", async (page) => {
  await page.click("#open-board");
  await page.click("#builder summary");
  const cards = await count(page, "#builder-cards button", 12);
  for (let left = cards; left > 0; left--) {
    await count(page, "#builder-cards button:not(:disabled)", left);
    await page.locator("#builder-cards button:not(:disabled)").first().click();
  }
  await reads(page, "#builder-text", /All cards are placed/);
  await shot(page, "builder");
  await page.click("#board-open");
  await page.waitForSelector("#dialog-board", { state: "hidden" });
  await addressed(page, /board=/);
  assert.equal(await verdict(page), "winnable");
});

scenario("rules of one's own are played", "#deal=3", async (page) => {
  await page.click("#open-rules");
  await page.fill("#rules-text", 'base = "freecell"\nname = "tight"\ncells = 99\n');
  await page.click("#rules-open");
  await reads(page, "#rules-problem", /cells/);
  await page.fill("#rules-text", 'base = "freecell"\nname = "tight"\ncells = 3\n');
  await shot(page, "rules");
  await page.click("#rules-open");
  await count(page, ".slot.cell", 3);
  await verdict(page);
  await page.reload();
  await count(page, ".slot.cell", 3);
});

scenario("a new deal is winnable, of any level", "#deal=1", async (page) => {
  await page.click("#open-new");
  await shot(page, "new");
  await page.click("[data-level='']");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await until(() => page.inputValue("#deal"), (deal) => deal !== "1");
  assert.equal(await verdict(page), "winnable");
  await page.click("#open-new");
  const before = page.url();
  await page.click("[data-level=easy]");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await until(() => page.url(), (url) => url !== before);
  assert.equal(await verdict(page), "winnable");
});

scenario("the shortest solution is proven in the background", "#game=freecell&rule=ranks=8&rule=columns=[4,4,4,4,4,4,4,4]&deal=1", async (page) => {
  await page.click("#shortest summary");
  await page.click("#shortest-start");
  await page.waitForFunction(() => /proven/.test(document.getElementById("shortest-text").textContent));
  await until(() => text(page, "#bounds"), (bounds) => /^(\d+)\s+\1$/.test(bounds.trim()), "both bounds alike");
  await page.click("#shortest-show");
  await page.waitForSelector("#player .bar");
  await page.keyboard.press("End");
  await page.waitForSelector("#player .banner:not([hidden])");
});

// Its shortest solution has 101 to 104 moves; to know more takes minutes.
scenario("bounds on a hard deal move while one plays, and can be stopped", "#deal=57148", async (page) => {
  await page.click("#shortest summary");
  await page.click("#shortest-start");
  await page.waitForSelector("#bounds:not([hidden])");
  await page.locator(".pile-key").first().focus();
  await page.keyboard.type("2a");
  await movesAre(page, 1);
  const bounds = () => page.evaluate(() => ["lower", "upper"].map((id) => Number(document.getElementById(id).textContent)));
  const [first] = await bounds();
  await until(bounds, ([lower, upper]) => lower > first && lower <= 104 && upper >= 101, "a lower bound that moves");
  await shot(page, "shortest");
  await page.click("#shortest-stop");
  await reads(page, "#shortest-text", /Stopped/);
});

scenario("all moves are judged", "#deal=617&moves=2a_21", async (page) => {
  await page.click("#judge summary");
  await page.click("#judge-start");
  await page.waitForFunction(() => /\d+ of \d+ moves win/.test(document.getElementById("judge-text").textContent));
  await count(page, "#judge-list .won", (n) => n > 0);
  await count(page, "#judge-list .lost", (n) => n > 0);
  await shot(page, "judged");
});

scenario("the browser's Back goes from deal to deal", "#deal=1", async (page) => {
  await openDeal(page, "2");
  await verdict(page);
  await page.goBack();
  await page.waitForFunction(() => document.getElementById("deal").value === "1");
});

scenario("after loading nothing comes from the network, and the page works without it", "", async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const before = web.server.state.requests.length;
  await openDeal(page, "5");
  await verdict(page);
  await page.click("#open-new");
  await page.click("[data-level='']");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  // The browser itself asks now and then whether there is a newer version.
  assert.deepEqual(web.server.state.requests.slice(before).filter((path) => path !== "/sw.js"), []);
  web.server.state.down = true;
  try {
    await page.goto(`${web.server.url}#deal=7`);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.equal(await verdict(page), "winnable");
    await until(() => page.inputValue("#deal"), "7");
  } finally {
    web.server.state.down = false;
  }
}, { complains: true });

for (const [name, viewport] of [["portrait", { width: 360, height: 740 }], ["landscape", { width: 740, height: 360 }], ["small", { width: 320, height: 568 }]]) {
  for (const game of ["freecell", "freecell-four-deck"]) {
    scenario(`a phone, ${name}, ${game}`, `#game=${game}&deal=1`, async (page) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      const table = await page.locator("#table").boundingBox();
      assert.ok(table.height >= viewport.height * 0.35, `the table has ${table.height} pixels`);
      assert.ok(await page.locator("#verdict-head").isVisible());
      await shot(page, `phone-${name}-${game}`);
      await page.click("#solution");
      await page.waitForSelector("#player .bar");
      await shot(page, `phone-${name}-${game}-solution`);
      await page.click("#solution-close");
      const from = await topOf(page, column(2));
      await page.mouse.click(from.x, from.y);
      await page.mouse.click(from.x, from.y);
      await movesAre(page, 1);
    }, { viewport });
  }
}

scenario("dark mode has no serious findings", "#deal=617&moves=2a_21", async (page) => {
  await shot(page, "dark");
  assert.deepEqual(await serious(page), []);
}, { media: { colorScheme: "dark" } });

scenario("neither have the page and its dialogs by day", "#deal=617&moves=2a_21", async (page) => {
  assert.deepEqual(await serious(page), []);
  for (const name of ["new", "board", "rules", "share", "help", "review"]) {
    await page.click(name === "review" ? "#review" : `#open-${name}`);
    if (name === "board") await page.click("#builder summary");
    if (name === "review") await reads(page, "#review-text", /win/);
    assert.deepEqual(await serious(page), [], name);
    await page.keyboard.press("Escape");
  }
  await page.click("#solution");
  await page.waitForSelector("#player .bar");
  assert.deepEqual(await serious(page), [], "solution");
});

scenario("a dead deal and a phone have no serious findings", "#deal=11982", async (page) => {
  assert.deepEqual(await serious(page), []);
}, { viewport: { width: 360, height: 740 } });

scenario("reduced motion: cards do not glide", "#deal=617", async (page) => {
  const glide = await page.locator(".table .card").first().evaluate((card) => getComputedStyle(card).transitionDuration);
  assert.equal(glide, "0s");
}, { media: { reducedMotion: "reduce" } });

scenario("208 cards are dragged at 60 frames a second", "#game=freecell-four-deck&deal=1", async (page) => {
  await count(page, ".table .card", 208);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  /** Drags a card over the table and back: the work of the page's thread a frame, and the time between frames, in milliseconds. */
  async function drag() {
    const from = await topOf(page, column(1));
    await page.evaluate(() => {
      const ticks = (globalThis.ticks = []);
      const tick = (now) => globalThis.ticks === ticks && (ticks.push(now), requestAnimationFrame(tick));
      requestAnimationFrame(tick);
    });
    const before = await busy();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let i = 0; i < 60; i++) await page.mouse.move(from.x + i * 8, from.y - i * 3);
    await page.mouse.move(from.x, from.y);
    await page.mouse.up();
    const work = (await busy()) - before;
    const ticks = await page.evaluate(() => {
      const { ticks } = globalThis;
      globalThis.ticks = null;
      return ticks;
    });
    const gaps = ticks.slice(1).map((now, i) => now - ticks[i]).sort((a, b) => a - b);
    return { work: work / gaps.length, median: gaps[Math.floor(gaps.length / 2)], most: gaps[Math.floor(gaps.length * 0.95)] };
  }
  // Time that other programs take counts for the frames but not for the work. So the work must always fit into a frame; the
  // frames must come in time in one of ten drags.
  let best;
  for (let i = 0; i < 10 && !(best?.median < 17.5); i++) {
    const one = await drag();
    assert.ok(one.work < 1000 / 60, `${one.work} ms of work a frame`);
    if (!(best?.median <= one.median)) best = one;
  }
  console.log(`208 cards: ${best.work.toFixed(1)} ms of work a frame, median frame ${best.median.toFixed(1)} ms, 95 % ${best.most.toFixed(1)} ms`);
  if (!slowed) assert.ok(best.median < 17.5, `median frame ${best.median} ms`);
  await shot(page, "four-deck");
});

scenario("nothing may run but the page's own scripts", "", async (page) => {
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /'unsafe-inline'|'unsafe-eval'|https?:/);
  const blocked = await page.evaluate(() => {
    const tried = document.createElement("script");
    try {
      tried.textContent = "globalThis.ran = true";
      document.body.append(tried);
    } catch {
      return true;
    }
    return !globalThis.ran;
  });
  assert.ok(blocked);
}, { complains: true });
