// Every game in the page: opened, solved, its solution played to the end, a hint, a move, back again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { engine } from "../../pkg/index.js";
import { browse, shot, until, verdict } from "./support.mjs";

let web;
before(async () => (web = await browse()));
after(() => web.close());

/** Deals that are quick to solve; 1 for the others. */
const DEALS = { "fours-up": 2, forecell: 2, stalactites: 2, "king-albert": 3, "super-challenge-freecell": 2 };
/** No deal of it is known that is decided within seconds: here the search is stopped. */
const HARD = "fours-up-waste";

for (const { name } of (await engine()).games()) {
  test(`${name}: solved, hinted, played`, { timeout: 300_000 }, async () => {
    const deal = DEALS[name] ?? 1;
    const page = await web.open(`#game=${name}&deal=${deal}`, { waitForVerdict: name !== HARD });
    if (name === HARD) {
      await page.waitForSelector("#stop:not([hidden])");
      await page.click("#stop");
    }
    const said = await verdict(page);
    assert.ok((name === HARD ? ["stopped"] : ["winnable", "unwinnable"]).includes(said), said);
    assert.equal(await page.inputValue("#game"), name);
    if (said === "winnable") {
      await page.click("#hint");
      await page.waitForFunction(() => document.querySelector("#verdict-text").textContent.startsWith("Hint:"));
      await page.click("#solution");
      await page.waitForSelector("#player .bar");
      await page.click("#player button.last");
      await page.waitForSelector("#player .banner:not([hidden])");
      if (name === "freecell-four-deck" || name === "fours-up") await shot(page, `solution-${name}`);
      await page.click("#solution-close");
    }
    // Plays the first move that is legal, by keyboard.
    const keys = page.locator(".pile-key");
    const count = await keys.count();
    for (let pile = 0; pile < count && (await page.locator("#moves li").count()) === 0; pile++) {
      await keys.nth(pile).focus();
      await page.keyboard.press("Enter"); // picks up; a stock deals at once
      if ((await page.locator("#moves li").count()) === 0) await page.keyboard.press("Enter");
    }
    await until(() => page.locator("#moves li").count(), 1, "moves played");
    if (name !== HARD) await verdict(page);
    await page.waitForFunction(() => /moves=/.test(location.hash));
    await page.click("#undo");
    await until(() => page.locator("#moves li.ahead").count(), 1, "moves taken back");
    assert.deepEqual(page.problems, []);
    await shot(page, `game-${name}`);
    await page.close();
  });
}
