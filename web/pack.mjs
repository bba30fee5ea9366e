// Puts the page together: the files of app/, the player of the solution pages, the package. The list of all files goes
// into the service worker, under a version that is their checksum, so that an installed page knows when it is old.

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";

const here = new URL("./", import.meta.url);
const at = (path) => new URL(path, here);

await mkdir(at("dist/player"), { recursive: true });
await cp(at("app"), at("dist"), { recursive: true });
await mkdir(at("dist/pkg"), { recursive: true });
const needed = (await readdir(at("pkg"))).filter((name) => /\.(js|wasm)$/.test(name));
for (const name of needed) await cp(at(`pkg/${name}`), at(`dist/pkg/${name}`));
for (const name of ["player.js", "player.css"]) await cp(at(`../src/report/${name}`), at(`dist/player/${name}`));

const files = (await readdir(at("dist"), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(at("dist/").pathname.length).replace(/^\/+/, ""))
  .filter((name) => name !== "sw.js")
  .sort();
const sum = createHash("sha256");
for (const name of files) sum.update(name).update(await readFile(at(`dist/${name}`)));
const worker = await readFile(at("dist/sw.js"), "utf8");
await writeFile(at("dist/sw.js"), worker.replace('"VERSION"', JSON.stringify(sum.digest("hex").slice(0, 16))).replace('["FILES"]', JSON.stringify(files)));

const wasm = await readFile(at("pkg/winnable_web_bg.wasm"));
let page = 0;
for (const name of files) page += (await stat(at(`dist/${name}`))).size;
const kB = (n) => `${(n / 1000).toFixed(1)} kB`;
console.log(`wasm ${kB(wasm.length)}, gzip ${kB(gzipSync(wasm, { level: 9 }).length)}, brotli ${kB(brotliCompressSync(wasm).length)}; the whole page ${kB(page)} in ${files.length} files`);
