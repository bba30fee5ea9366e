// Keeps the whole page for use without a network. All files come from one version: a new version is fetched as a
// whole and takes over when the page is opened the next time. web/pack.mjs fills in the version and the list.

const VERSION = "VERSION";
const FILES = ["FILES"];
const CACHE = `winnable-${VERSION}`;

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("winnable-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // Any way to open the page (with a query, without its file name) is the page.
  const wanted = request.mode === "navigate" ? "index.html" : request;
  event.respondWith(
    caches.open(CACHE)
      .then((cache) => cache.match(wanted, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
