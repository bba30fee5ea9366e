// Appended to a page of `solve --html` by tests/player.rs: presses the keys, clicks, and leaves the findings as text.
(() => {
  const results = [];
  const check = (name, ok) => results.push(`${ok ? "ok" : "FAIL"} ${name}`);
  const key = (k) => dispatchEvent(new KeyboardEvent("keydown", { key: k, cancelable: true, bubbles: true }));
  const places = () => cardElements.map((card) => card.style.transform).join("|");
  key("Home");
  const seen = [places()];
  check("starts with the deal", now === 0);
  for (let i = 0; i < last; i++) {
    key("ArrowRight");
    seen.push(places());
  }
  check("every step moves a card", seen.every((board, i) => i === 0 || board !== seen[i - 1]));
  check("reaches the end", now === last);
  check("all cards are home", foundations.reduce((n, pile) => n + piles[pile].length, 0) === data.cards.length);
  check("says so", $("caption").textContent.includes("All cards are home"));
  let same = true;
  for (let i = last - 1; i >= 0; i--) {
    key("ArrowLeft");
    same = same && places() === seen[i];
  }
  check("going back shows every board again", same && now === 0);
  key("End");
  check("End", now === last && places() === seen[last]);
  key("PageUp");
  check("PageUp", now === last - 10 && places() === seen[last - 10]);
  const list = document.querySelectorAll("#steps li");
  list[4].click();
  check("a click on a step jumps", list.length === last && now === 5 && places() === seen[5] && list[4].className === "now");
  const box = table.getBoundingClientRect();
  const click = (x) => table.dispatchEvent(new MouseEvent("click", { clientX: x, clientY: box.top + 50, bubbles: true }));
  click(box.right - 5);
  check("a click on the right goes on", now === 6);
  click(box.left + 5);
  check("a click on the left goes back", now === 5);
  $("slider").value = 17;
  $("slider").dispatchEvent(new Event("input"));
  check("the slider jumps", now === 17 && places() === seen[17]);
  for (const [id, at] of [["first", 0], ["next", 1], ["next", 2], ["back", 1], ["last", last]]) {
    $(id).click();
    check(`button ${id}`, now === at);
  }
  key(" ");
  check("playing from the end starts over", now === 0 && timer !== null);
  key(" ");
  check("pause", timer === null);
  const inside = (card) => card.getBoundingClientRect().left >= box.left - 1 && card.getBoundingClientRect().right <= box.right + 1;
  check("cards lie on the table", cardElements.every(inside) && table.scrollHeight <= table.clientHeight + 1);
  document.body.innerHTML = `<pre>${results.join("\n")}\nend of checks</pre>`;
})();
