// The service worker keeps one page for when the server cannot be reached, and nothing else: a board is live or it is not shown.
const cacheName = "retro-offline-1";
const kept = ["/offline.html", "/offline.css", "/favicon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(others());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  else if (request.method === "GET" && kept.includes(path))
    event.respondWith(fetch(request).catch(() => caches.match(path)));
});
