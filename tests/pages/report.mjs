// A report page: charts with axes, a table that sorts, links that lead somewhere, nothing wider than the window.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export async function checkReport({ page, check, shot, accessibility, width }, folder) {
  const several = page.url().endsWith("report.html");
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    const found = await accessibility(page);
    check(`accessible, ${scheme}`, !found, found);
  }
  await page.screenshot({ fullPage: true });
  const wide = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth,
    [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll")).slice(0, 3).map((e) => e.outerHTML.slice(0, 80))]);
  check("no overflow", wide[0] <= wide[1] && wide[2].length === 0, wide.join(" "));
  await page.emulateMedia({ colorScheme: "dark" });
  await shot("dark");
  await page.emulateMedia({ colorScheme: "light" });

  const charts = await page.locator("figure.chart").evaluateAll((list) => list.map((chart) => ({
    title: chart.querySelector("figcaption").textContent,
    lines: chart.querySelectorAll("polyline").length,
    y: [...chart.querySelectorAll("svg.y text")].map((text) => text.textContent),
    x: [...chart.querySelectorAll("svg.area text")].map((text) => text.textContent),
    overlap: (() => {
      const boxes = [...chart.querySelectorAll("svg.area text")].map((text) => text.getBoundingClientRect()).sort((a, b) => a.left - b.left);
      return boxes.some((box, i) => i > 0 && box.left < boxes[i - 1].right);
    })(),
  })));
  for (const chart of charts.filter((chart) => chart.lines)) {
    check(`${chart.title}: axes`, chart.y.length >= 3 && chart.x.length >= 2, JSON.stringify(chart));
    check(`${chart.title}: labels apart`, !chart.overlap, chart.x.join(" "));
    if (several) check(`${chart.title}: all files in one chart`, chart.lines === 3);
  }
  check("charts", charts.filter((chart) => chart.lines).length >= 3, charts.map((chart) => chart.title).join());
  if (!several) {
    const dots = await page.locator(".dots circle").count();
    check("shortest length against difficulty", dots > 0, `${dots} dots`);
    for (const title of ["Difficulty", "Fewest cells"]) check(`section ${title}`, (await page.getByRole("heading", { name: title, exact: true }).count()) === 1);
  }
  check("verdict shares and intervals are drawn", (await page.locator(".verdicts rect").count()) > 0 && (await page.locator(".interval line").count()) > 0);

  // Sorting: numbers as numbers, both directions.
  const column = (n) => page.locator(`table.sortable tbody td:nth-child(${n})`).evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.value)));
  const heads = await page.locator("table.sortable thead th").allTextContents();
  const states = heads.findIndex((text) => text.includes("States")) + 1;
  const button = page.locator("table.sortable thead th").nth(states - 1).getByRole("button");
  for (const [sign, word] of [[1, "ascending"], [-1, "descending"]]) {
    await button.click();
    const values = await column(states);
    check(`sorted ${word}`, values.length > 5 && values.every((value, i) => i === 0 || sign * (value - values[i - 1]) >= 0), values.join());
    check(`says ${word}`, (await page.locator("table.sortable thead th").nth(states - 1).getAttribute("aria-sort")) === word);
  }
  const links = await page.locator("table.sortable a").evaluateAll((list) => list.map((link) => link.href));
  check("links to the pages of deals", !several || links.length > 5, `${links.length}`);
  check("all links lead to a page", links.every((link) => existsSync(fileURLToPath(link))), links.join());
  await page.screenshot({ path: undefined });
  await page.evaluate(() => scrollTo(0, 0));
  await page.setViewportSize({ width, height: Math.min(6000, await page.evaluate(() => document.scrollingElement.scrollHeight)) });
  await shot("light");
}
