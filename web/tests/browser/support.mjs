// A browser, a server for web/dist, and pages that count what they load and complain about.

import { createServer } from "node:http";
import { mkdtempSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const tools = createRequire(new URL("../../.tools/package.json", import.meta.url));
const { chromium } = tools("playwright-core");
export const axeSource = await readFile(tools.resolve("axe-core/axe.min.js"), "utf8");

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Milliseconds to wait for anything. A quiet machine needs almost none of them. */
const PATIENCE = 60_000;
/** How many times slower than it is the pages take the machine to be: for finding tests that hang on its speed. */
const SLOWER = Number(process.env.SLOWER ?? 1);
export const slowed = SLOWER > 1;

const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

/** Serves the page; `requests` has what was asked for, `down` makes it fail. */
async function serve() {
  const state = { requests: [], down: false };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    state.requests.push(path);
    const file = path.endsWith("/") ? `${path}index.html` : path;
    try {
      if (state.down) throw new Error("down");
      const body = await readFile(join(dist, file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(state.down ? 503 : 404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { state, url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** A fresh browser with the page's server. */
export async function browse() {
  const server = await serve();
  const profile = mkdtempSync(join(tmpdir(), "winnable-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS, viewport: { width: 1280, height: 800 }, acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url.slice(0, -1) });

  /** A page that is ready to be used; what goes wrong in it is in `page.problems`. */
  async function open(hash = "", { viewport, media, waitForVerdict = true } = {}) {
    const page = await context.newPage();
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    if (slowed) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    if (viewport) await page.setViewportSize(viewport);
    if (media) await page.emulateMedia(media);
    await page.goto(server.url + hash);
    await page.waitForSelector("html[data-ready]");
    if (waitForVerdict) await verdict(page);
    return page;
  }

  return { server, context, open, close: () => context.close().then(server.close) };
}

/** The verdict on the page, when the search has ended: winnable, unwinnable, undecided, won or stopped. The page says
 * "searching" from the moment that a position changes, so this is never the verdict of the position before. */
export async function verdict(page) {
  const state = await page.waitForFunction(() => {
    const said = document.getElementById("verdict").dataset.state ?? "";
    return said !== "searching" && said;
  });
  return state.jsonValue();
}

/** Waits until `read` gives what is wanted: a value, or a function that says whether it is right. Most of what the page does
 * happens in the event itself, but announcements, workers, addresses and animations come later, and a busy machine makes
 * everything late. */
export async function until(read, wanted, what = "") {
  const right = typeof wanted === "function" ? wanted : (value) => value === wanted;
  const end = performance.now() + PATIENCE;
  for (;;) {
    const value = await read();
    if (right(value)) return value;
    if (performance.now() > end) throw new Error(`${what || read}: still ${JSON.stringify(value)}, wanted ${wanted}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** Waits until the text of an element matches. */
export const reads = (page, selector, wanted) => until(() => page.locator(selector).innerText(), (text) => wanted.test(text), `${selector} to read ${wanted}`);

/** Waits until no card is on its way. */
export const settled = (page) => page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === "finished" || playState === "idle"));

export const shot = (page, name) => (shots ? page.screenshot({ path: join(shots, `${name}.png`) }) : undefined);

/** Findings of axe-core that are serious. */
export async function serious(page) {
  // Through the debugger, because the page itself forbids scripts from text.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axeSource });
  const result = await session.send("Runtime.evaluate", { expression: "axe.run(document, { resultTypes: ['violations'] }).then((r) => JSON.stringify(r.violations))", awaitPromise: true });
  await session.detach();
  if (!result.result.value) throw new Error(JSON.stringify(result));
  return JSON.parse(result.result.value)
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

/** The middle of the top card of a pile, or of its slot, numbered as the engine numbers piles. */
export async function topOf(page, pile) {
  return page.evaluate((p) => {
    const pileKey = document.querySelectorAll(".pile-key")[p];
    pileKey.scrollIntoView({ block: "end" }); // many cards on a small screen scroll
    const key = pileKey.getBoundingClientRect();
    const w = key.width;
    return { x: key.left + w / 2, y: key.bottom - w * 0.5 };
  }, pile);
}
