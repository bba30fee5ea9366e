// Opens every page of a folder at four window sizes, uses it as a person would, and reports what is wrong.
//   node check.mjs FOLDER SCREENSHOTS
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { checkPlayer, checkReview } from "./player.mjs";
import { checkReport } from "./report.mjs";

const SIZES = [[1280, 800], [390, 844], [844, 390], [320, 568]];
const FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [folder, shots] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(shots, { recursive: true });

let failures = 0;
let checks = 0;
function checker(where) {
  return (what, ok, detail = "") => {
    checks++;
    if (ok) return;
    failures++;
    console.log(`FAIL ${where}: ${what}${detail ? ` (${detail})` : ""}`);
  };
}

/// Serious and critical findings of axe-core, as one text.
async function accessibility(page) {
  // Evaluated through the debugger, so the page's own policy stays in force.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return bad.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`).join("; ");
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS.split(" ") });
for (const name of readdirSync(folder).filter((name) => name.endsWith(".html")).sort()) {
  for (const [width, height] of SIZES) {
    const check = checker(`${name} at ${width}×${height}`);
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: width < 1000, reducedMotion: "no-preference" });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => check("nothing on the console", !["error", "warning"].includes(message.type()), message.text()));
    page.on("pageerror", (error) => check("no script errors", false, error.message));
    page.on("request", (request) => check("loads nothing", /^(file|data):/.test(request.url()), request.url()));
    await page.goto(`file://${join(folder, name)}`);
    const shot = (what) => page.screenshot({ path: join(shots, `${basename(name, ".html")}-${width}x${height}-${what}.png`) });
    const tools = { page, context, check, shot, accessibility, width, height };
    if (name.startsWith("report")) await checkReport(tools, folder);
    else if (name.startsWith("review")) await checkReview(tools);
    else await checkPlayer(tools);
    await context.close();
  }
}
await browser.close();
console.log(`${checks} checks, ${failures} failed`);
process.exit(failures ? 1 : 0);
