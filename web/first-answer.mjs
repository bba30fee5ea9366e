// How long a first visitor waits: node web/first-answer.mjs [TIMES]
// A new browser each time, with nothing stored: milliseconds from the request for the page to the verdict on deal 1, from a
// server on this machine. Needs web/build and what web/test installs.

import { browse, verdict } from "./tests/browser/support.mjs";

const times = [];
for (let i = 0; i < Number(process.argv[2] ?? 5); i++) {
  const web = await browse();
  const page = await web.context.newPage();
  await page.goto(`${web.server.url}#deal=1`, { waitUntil: "commit" });
  await verdict(page);
  times.push(await page.evaluate(() => performance.now()));
  await web.close();
}
times.sort((a, b) => a - b);
console.log(`first answer after ${times.map((ms) => ms.toFixed(0)).join(", ")} ms; median ${times[Math.floor(times.length / 2)].toFixed(0)} ms`);
