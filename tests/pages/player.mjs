// A solution page, used with keys, buttons, list, slider and taps.

/// What the page shows: where every card lies, which move is marked, how far the page and the list are scrolled.
const state = () => {
  const $ = (selector) => document.querySelector(selector);
  const cards = [...document.querySelectorAll(".card")];
  const now = $("li.now");
  const list = $("ol");
  const row = now?.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  return {
    places: cards.map((card) => card.style.transform).join("|"),
    cards: cards.length,
    at: Number($("input[type=range]").value),
    last: Number($("input[type=range]").max),
    caption: $(".caption").textContent,
    marked: [...list.children].indexOf(now),
    active: list.getAttribute("aria-activedescendant") === now?.id,
    // Rows that can be seen completely above and below the current one.
    visible: row ? row.top >= box.top - 1 && row.bottom <= box.bottom + 1 : null,
    coming: [...list.children].filter((item) => item.getBoundingClientRect().top >= row.bottom - 1 && item.getBoundingClientRect().bottom <= box.bottom + 8).length,
    scrolled: [document.scrollingElement.scrollTop, document.scrollingElement.scrollLeft, document.body.scrollTop].join(),
    overflow: document.scrollingElement.scrollHeight - innerHeight + (document.scrollingElement.scrollWidth - innerWidth),
    banner: $(".banner").hidden ? "" : $(".banner").textContent,
    confetti: document.querySelectorAll(".confetti").length,
    play: $("button.play").getAttribute("aria-label"),
  };
};

/// The page of a review: the move that lost the game and those after it are marked, also for those who do not see colours.
export async function checkReview({ page, check, shot, accessibility }) {
  await page.waitForSelector(".card");
  const marks = await page.evaluate(() => [...document.querySelectorAll("ol li")].map((item) => item.className));
  const lost = marks.findIndex((mark) => mark.includes("mark-lost"));
  check("one move is marked as the losing one", lost === 11 && marks.filter((mark) => mark.includes("mark-lost")).length === 1, marks.join());
  check("those after it are marked, those before are not", marks.every((mark, i) => mark.includes("mark-after") === i > lost), marks.join());
  await page.locator("ol li").nth(lost).evaluate((item) => item.click());
  const now = await page.evaluate(state);
  check("says what lost and what would have won", /This move lost the game\. Instead: /.test(now.caption), now.caption);
  check("the losing move is in sight", now.at === lost && now.visible, `${now.at}`);
  check("the document does not scroll", now.overflow <= 0 && now.scrolled === "0,0,0", now.scrolled);
  let found = await accessibility(page);
  check("accessible at the losing move", !found, found);
  await page.waitForTimeout(350);
  await shot("lost");
  await page.keyboard.press("End");
  check("a lost game is not celebrated", (await page.evaluate(state)).banner === "");
  found = await accessibility(page);
  check("accessible at the end", !found, found);
}

export async function checkPlayer({ page, check, shot, accessibility, width }) {
  const checkAccess = async (when) => {
    const found = await accessibility(page);
    check(`accessible ${when}`, !found, found);
  };
  const look = () => page.evaluate(state);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return look();
  };
  await page.waitForSelector(".card");
  const first = await look();
  check("the document does not scroll", first.overflow <= 0, `by ${first.overflow}`);
  if (await page.locator(".player.bare").count()) {
    check("a deal without a solution has no controls", !(await page.locator(".bar").isVisible()));
    await checkAccess("without moves");
    return shot("board");
  }
  const { last } = first;
  check("starts with the deal", first.at === 0 && first.caption === "The deal.");

  // Every board forwards, by key presses inside the page: quick enough for hundreds of moves.
  const walk = await page.evaluate(([last]) => {
    const key = (name) => window.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true, bubbles: true }));
    const places = () => [...document.querySelectorAll(".card")].map((card) => card.style.transform).join("|");
    const seen = [places()];
    const scrolls = new Set();
    for (let i = 0; i < last; i++) {
      key("ArrowRight");
      seen.push(places());
      scrolls.add(`${document.scrollingElement.scrollTop},${document.body.scrollTop},${document.getElementById("player").scrollTop}`);
    }
    const caption = document.querySelector(".caption").textContent;
    let same = true;
    for (let i = last - 1; i >= 0; i--) {
      key("ArrowLeft");
      same = same && places() === seen[i];
    }
    return { moves: seen.every((board, i) => i === 0 || board !== seen[i - 1]), same, caption, scrolls: [...scrolls] };
  }, [last]);
  check("every step moves a card", walk.moves);
  check("going back shows every board again", walk.same);
  check("says that all cards are home", walk.caption.includes("All cards are home"), walk.caption);
  check("no step scrolls the document", walk.scrolls.join() === "0,0,0", walk.scrolls.join(" "));
  const celebrating = await page.evaluate(() => document.querySelectorAll(".hop, .confetti").length);
  check("who leaves the end ends the celebration", celebrating === 0, `${celebrating} parts`);

  let now = await press("ArrowRight", "ArrowRight", "ArrowRight");
  check("arrow keys", now.at === 3 && now.marked === 3 && now.active);
  now = await press("PageDown", "PageDown");
  check("Page Down", now.at === 23);
  check("the current move is in sight, with moves to come", now.visible && now.coming >= 2, JSON.stringify([now.visible, now.coming]));
  // Cards on their way have arrived; a busy machine takes longer than the transition.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
  await shot("middle");
  const inside = await page.evaluate(() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".card")].every((card) => {
      const box = card.getBoundingClientRect();
      return box.left >= board.left - 1 && box.right <= board.right + 1 && box.top >= board.top;
    });
  });
  check("cards lie on the table", inside);
  const texts = await page.evaluate(() => {
    const labels = [...document.querySelectorAll(".label")].map((label) => label.textContent);
    return { labels, steps: document.querySelector("ol").innerText };
  });
  if (width === 1280 && texts.steps.includes("cell 1")) check("the board names piles as the moves do", texts.labels.includes("cell 1"), texts.labels.join());
  await checkAccess("in the middle");

  await page.locator("ol").focus();
  now = await press("ArrowDown", "ArrowDown", "ArrowUp");
  check("the list by keyboard", now.at === 24 && now.visible && now.active, `${now.at}`);
  await page.evaluate(() => document.activeElement.blur());
  await page.locator("li").nth(20).evaluate((item) => item.click());
  check("a click on a move jumps", (await look()).at === 20);
  const box = await page.locator(".board").boundingBox();
  await page.mouse.click(box.x + box.width - 8, box.y + box.height - 8);
  check("a click on the right goes on", (await look()).at === 21);
  await page.mouse.click(box.x + 8, box.y + box.height - 8);
  check("a click on the left goes back", (await look()).at === 20);
  await page.locator("input[type=range]").evaluate((slider) => {
    slider.value = 17;
    slider.dispatchEvent(new Event("input"));
  });
  check("the slider jumps", (await look()).at === 17);
  for (const [name, at] of [["To the start", 0], ["One move forward", 1], ["One move forward", 2], ["One move back", 1], ["To the end", last]]) {
    await page.getByRole("button", { name, exact: true }).click();
    check(`button ${name}`, (await look()).at === at);
  }
  now = await look();
  check("the end is celebrated", now.banner === `Won in ${last} moves` && now.confetti > 0, `${now.banner} ${now.confetti}`);
  await page.waitForTimeout(900);
  await shot("end");
  await page.evaluate(() => document.activeElement.blur());
  now = await press(" ");
  check("playing from the end starts over", now.at <= 1 && now.play === "Pause");
  now = await press(" ");
  check("pause", now.play === "Play");
  now = await press("Home");
  check("Home", now.at === 0 && now.places === first.places && now.scrolled === "0,0,0", now.scrolled);

  const buttons = await page.locator(".bar button").evaluateAll((list) => list.map((button) => {
    const { width, height } = button.getBoundingClientRect();
    return Math.min(width, height);
  }));
  check("buttons are large enough for fingers", Math.min(...buttons) >= 32, buttons.join());

  // The place is kept in the address, and people who want no motion get none.
  await press("ArrowRight", "ArrowRight");
  await page.reload();
  check("the address keeps the place", (await look()).at === 2);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.keyboard.press("End");
  now = await look();
  check("no motion where none is wanted", now.confetti === 0 && now.banner !== "");
  await checkAccess("at the end");
}
