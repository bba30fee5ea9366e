// What people do with the page, one scenario each.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { native } from "../native.mjs";
import { browse, serious, shot, topOf, verdict } from "./support.mjs";

let web;
before(async () => (web = await browse()));
after(() => web.close());

const text = (page, selector) => page.locator(selector).innerText();
const moves = (page) => page.locator("#moves li:not(.ahead)").count();
/** Piles of FreeCell: 8 columns, 4 cells, 4 foundations. */
const column = (n) => n - 1;
const cell = (n) => 7 + n;

/** A scenario with a page of its own that must not complain. */
function scenario(name, hash, run, options = {}) {
  test(name, { timeout: 90_000 }, async () => {
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
  assert.match(await text(page, "#verdict-text"), /A win in 94 moves/);
  assert.match(page.url(), /#game=freecell&deal=617$/);
  assert.equal(await page.locator("#game option").count(), 25);
  await shot(page, "first");
});

scenario("a dead deal has a proof that the program accepts", "#deal=11982", async (page) => {
  assert.equal(await verdict(page), "unwinnable");
  assert.match(await text(page, "#verdict"), /Cannot be won[^]*Proven/);
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
  assert.equal(await verdict(page, 5000), "stopped");
  await page.click("#again");
  await page.waitForSelector("#stop:not([hidden])");
  await page.fill("#deal", "1");
  await page.click("#opener button");
  assert.equal(await verdict(page), "winnable");
}, { waitForVerdict: false });

scenario("wrong numbers are explained, and the table stays", "#deal=1", async (page) => {
  for (const wrong of ["abc", "0", "99999999999999", "1..5"]) {
    await page.fill("#deal", wrong);
    await page.click("#opener button");
    assert.ok((await text(page, "#message")).length > 10, wrong);
  }
  await shot(page, "wrong");
  await page.fill("#deal", "2");
  await page.click("#opener button");
  assert.equal(await page.locator("#message").isHidden(), true);
});

scenario("a wrong address shows what is wrong", "#deal=617&moves=99", async (page) => {
  assert.match(await text(page, "#message"), /after/);
});

scenario("cards are dragged", "#deal=617", async (page) => {
  const [from, to] = [await topOf(page, column(2)), await topOf(page, cell(1))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  assert.ok((await page.locator(".table .target").count()) > 0, "legal places are shown");
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  assert.equal(await moves(page), 1);
  assert.match(await page.locator(".pile-key").nth(cell(1)).getAttribute("aria-label"), /of/);
  // Dropped where it may not go, it comes back.
  const again = await topOf(page, column(3));
  await page.mouse.move(again.x, again.y);
  await page.mouse.down();
  await page.mouse.move(again.x + 40, again.y + 200, { steps: 4 });
  await page.mouse.up();
  assert.equal(await moves(page), 1);
});

scenario("a tap picks up, a tap puts down, a second tap finds a place", "#deal=617", async (page) => {
  const from = await topOf(page, column(2));
  await page.mouse.click(from.x, from.y);
  assert.ok((await page.locator(".table .picked").count()) === 1);
  await shot(page, "picked");
  const to = await topOf(page, cell(1));
  await page.mouse.click(to.x, to.y);
  assert.equal(await moves(page), 1);
  const other = await topOf(page, column(5));
  await page.mouse.click(other.x, other.y);
  await page.mouse.click(other.x, other.y);
  assert.equal(await moves(page), 2);
});

scenario("moves can be typed and undone by keyboard alone", "#deal=617", async (page) => {
  await page.locator(".pile-key").first().focus();
  await page.keyboard.type("2a");
  await page.keyboard.type("21");
  assert.equal(await moves(page), 2);
  assert.match(page.url(), /moves=2a_21/);
  await page.keyboard.press("Control+z");
  assert.equal(await moves(page), 1);
  await page.keyboard.press("Control+y");
  assert.equal(await moves(page), 2);
  assert.match(await text(page, "#live"), /move 2/i);
});

scenario("piles are reached by arrows, picked up and put down by Enter", "#deal=617", async (page) => {
  await page.locator(".pile-key").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Picked up/.test(document.getElementById("live").textContent));
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".table .picked").count(), 0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal(await moves(page), 1);
});

scenario("a losing move is named, and one click goes back", "#deal=617&moves=2a_21_3b", async (page) => {
  await page.click("#undo");
  assert.equal(await verdict(page), "winnable");
  await page.click("#redo");
  await page.waitForFunction(() => document.getElementById("verdict").dataset.state === "unwinnable");
  assert.match(await text(page, "#verdict"), /Move 3 lost it/);
  assert.ok((await page.locator("#moves .mark.lost").count()) > 0);
  await shot(page, "lost");
  await page.click("#back-to-won");
  assert.equal(await moves(page), 2);
  assert.equal(await verdict(page), "winnable");
});

scenario("hints followed to the end win the game, and Finish plays the rest", "#game=freecell&rule=ranks=5&rule=columns=[3,3,3,3,2,2,2,2]&deal=3", async (page) => {
  for (let i = 0; i < 80 && (await page.locator("#finish").isDisabled()) && (await verdict(page)) !== "won"; i++) {
    await page.click("#hint");
    await page.waitForFunction(() => document.querySelector("#verdict-text").textContent.startsWith("Hint:"));
    const [from, to] = await page.evaluate(() => {
      const middle = (box) => ({ x: box.left + box.width / 2, y: box.bottom - box.width * 0.4 });
      const card = [...document.querySelectorAll(".table .card.hinted")].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0].getBoundingClientRect();
      return [{ x: card.left + card.width / 2, y: card.top + card.width * 0.15 }, middle(document.querySelector(".table .card.target, .table .slot.target").getBoundingClientRect())];
    });
    const count = await moves(page);
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(to.x, to.y);
    await page.waitForFunction((n) => document.querySelectorAll("#moves li:not(.ahead)").length > n, count);
    await page.waitForTimeout(220); // cards on their way
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
  assert.match(await text(page, "#review-text"), /Instead/);
  await shot(page, "review");
  await page.click("#review-go");
  assert.equal(await moves(page), 2);
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
  const before = await moves(page);
  const [from, to] = [done.move.from, done.move.to].map((pile) => column(Number(pile.slice(1))));
  await page.locator(".pile-key").nth(from).focus();
  await page.keyboard.press("Enter");
  assert.ok((await page.locator(".table .picked").count()) >= done.move.count);
  while ((await page.locator(".table .picked").count()) > done.move.count) await page.keyboard.press("-");
  await page.locator(".pile-key").nth(to).focus();
  await page.keyboard.press("Enter");
  assert.equal(await moves(page), before + 1);
});

scenario("rows are dealt from the stock", "#game=fours-up&deal=2", async (page) => {
  assert.match(await text(page, ".table .counter"), /90/);
  const stock = page.locator(".pile-key[aria-label^=Stock]");
  const box = await stock.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  assert.equal(await moves(page), 1);
  assert.match(await text(page, ".table .counter"), /84/);
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
  assert.equal(await other.locator("#moves li.ahead").count(), 1);
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
  assert.ok((await text(page, "#board-problem")).length > 5);
  await shot(page, "board");
  await page.fill("#board-text", native("deal", "11982"));
  assert.equal(await text(page, "#board-problem"), "");
  await page.click("#board-open");
  // Until the address has changed, the verdict is that of the deal before.
  await page.waitForFunction(() => location.hash.includes("board="));
  assert.equal(await verdict(page), "unwinnable");
  await page.reload();
  assert.equal(await verdict(page), "unwinnable");
});

scenario("a board is clicked together", "#game=freecell&rule=ranks=3&rule=columns=[4,4,4]&deal=1", async (page) => {
  await page.click("#open-board");
  await page.click("#builder summary");
  const cards = await page.locator("#builder-cards button").count();
  assert.equal(cards, 12);
  for (let i = 0; i < cards; i++) await page.locator("#builder-cards button:not(:disabled)").first().click();
  assert.match(await text(page, "#builder-text"), /All cards are placed/);
  await shot(page, "builder");
  await page.click("#board-open");
  assert.equal(await page.locator("#dialog-board").isVisible(), false);
  assert.equal(await verdict(page), "winnable");
});

scenario("rules of one's own are played", "#deal=3", async (page) => {
  await page.click("#open-rules");
  await page.fill("#rules-text", 'base = "freecell"\nname = "tight"\ncells = 99\n');
  await page.click("#rules-open");
  assert.match(await text(page, "#rules-problem"), /cells/);
  await page.fill("#rules-text", 'base = "freecell"\nname = "tight"\ncells = 3\n');
  await shot(page, "rules");
  await page.click("#rules-open");
  await verdict(page);
  assert.equal(await page.locator(".slot.cell").count(), 3);
  await page.reload();
  await page.waitForSelector(".slot.cell");
  assert.equal(await page.locator(".slot.cell").count(), 3);
});

scenario("a new deal is winnable, of any level", "#deal=1", async (page) => {
  await page.click("#open-new");
  await shot(page, "new");
  await page.click("[data-level='']");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"), null, { timeout: 60_000 });
  assert.notEqual(await page.inputValue("#deal"), "1");
  assert.equal(await verdict(page), "winnable");
  await page.click("#open-new");
  await page.click("[data-level=easy]");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"), null, { timeout: 60_000 });
  assert.equal(await verdict(page), "winnable");
});

scenario("the shortest solution is proven in the background", "#game=freecell&rule=ranks=8&rule=columns=[4,4,4,4,4,4,4,4]&deal=1", async (page) => {
  await page.click("#shortest summary");
  await page.click("#shortest-start");
  await page.waitForFunction(() => /proven/.test(document.getElementById("shortest-text").textContent), null, { timeout: 60_000 });
  assert.equal(await text(page, "#lower"), await text(page, "#upper"));
  await page.click("#shortest-show");
  await page.waitForSelector("#player .bar");
  await page.keyboard.press("End");
  await page.waitForSelector("#player .banner:not([hidden])");
});

scenario("bounds on a hard deal move while one plays, and can be stopped", "#deal=617", async (page) => {
  await page.click("#shortest summary");
  await page.click("#shortest-start");
  await page.waitForSelector("#bounds:not([hidden])", { timeout: 60_000 });
  await page.locator(".pile-key").first().focus();
  await page.keyboard.type("2a");
  assert.equal(await moves(page), 1);
  await page.waitForTimeout(1500);
  const [lower, upper] = [Number(await text(page, "#lower")), Number(await text(page, "#upper"))];
  assert.ok(lower > 40 && lower <= upper && upper <= 94, `${lower} to ${upper}`);
  await shot(page, "shortest");
  if (await page.locator("#shortest-stop").isVisible()) {
    await page.click("#shortest-stop");
    await page.waitForFunction(() => /Stopped/.test(document.getElementById("shortest-text").textContent));
  }
});

scenario("all moves are judged", "#deal=617&moves=2a_21", async (page) => {
  await page.click("#judge summary");
  await page.click("#judge-start");
  await page.waitForFunction(() => /\d+ of \d+ moves win/.test(document.getElementById("judge-text").textContent), null, { timeout: 60_000 });
  assert.ok((await page.locator("#judge-list .won").count()) > 0);
  assert.ok((await page.locator("#judge-list .lost").count()) > 0);
  await shot(page, "judged");
});

scenario("the browser's Back goes from deal to deal", "#deal=1", async (page) => {
  await page.fill("#deal", "2");
  await page.click("#opener button");
  await verdict(page);
  await page.goBack();
  await page.waitForFunction(() => document.getElementById("deal").value === "1");
});

scenario("after loading nothing comes from the network, and the page works without it", "", async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const before = web.server.state.requests.length;
  await page.fill("#deal", "5");
  await page.click("#opener button");
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
    assert.equal(await page.inputValue("#deal"), "7");
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
      assert.equal(await moves(page), 1);
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
    if (name === "review") await page.waitForFunction(() => /win/.test(document.getElementById("review-text").textContent));
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
  assert.equal(await page.locator(".table .card").count(), 208);
  const from = await topOf(page, column(1));
  await page.evaluate(() => {
    // How long the page's own work takes in each frame while cards are dragged.
    globalThis.frames = [];
    const observer = new PerformanceObserver((list) => globalThis.frames.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: "long-animation-frame", buffered: false });
    globalThis.ticks = [];
    const tick = (now) => (globalThis.ticks.push(now), requestAnimationFrame(tick));
    requestAnimationFrame(tick);
  });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 0; i < 60; i++) await page.mouse.move(from.x + i * 8, from.y - i * 3);
  await page.mouse.up();
  const ticks = await page.evaluate(() => globalThis.ticks);
  const gaps = ticks.slice(1).map((now, i) => now - ticks[i]).sort((a, b) => a - b);
  const median = gaps[Math.floor(gaps.length / 2)];
  console.log(`208 cards: median frame ${median.toFixed(1)} ms, 95 % ${gaps[Math.floor(gaps.length * 0.95)].toFixed(1)} ms`);
  assert.ok(median < 17.5, `median frame ${median} ms`);
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
