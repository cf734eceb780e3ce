// The service worker keeps the app itself on the device, so that it opens without a network: its page, and the files that an open page
// uses. Boards are not kept here: the app stores what it may show, and removes it when it may not (docs/web.md).
/** The path below which the product is, like `/retro`: the folder of this file. "" at the root of the host. */
const base = new URL(".", self.location.href).pathname.slice(0, -1);
// Products below other paths of the host share the browser's caches: the names tell them apart.
const pageCache = `retro-page-1${base}`;
const assetCache = `retro-assets-1${base}`;
const fallbackPage = `${base}/offline.html`;
const fixedFiles = ["offline.html", "offline.css", "offline.js", "favicon.svg"].map(
  (name) => `${base}/${name}`,
);
/** The key of the app's page: one page serves every address of the app. */
const appPage = `${base}/`;
/** Whether a cache belongs to an earlier release of this product. */
const isOlder = (name) => {
  const match = /^retro-(?:page|assets)-\d+(\/.*)?$/.exec(name);
  return match !== null && (match[1] ?? "") === base && name !== pageCache && name !== assetCache;
};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(pageCache).then((cache) => cache.addAll(fixedFiles)));
  // In browsers with static routes, calls of the API do not wait for this worker to start.
  event.addRoutes?.([{ condition: { urlPattern: `${base}/api/*` }, source: "network" }]);
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const replaceOlder = async () => {
    for (const name of await caches.keys()) if (isOlder(name)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(replaceOlder());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(request, pathname));
  else if (pathname.startsWith(`${base}/assets/`)) event.respondWith(assetOf(request));
  else if (fixedFiles.includes(pathname))
    event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

/** The page says which files it uses: keep these, and forget those of releases before the last. */
self.addEventListener("message", (event) => {
  if (event.data?.type === "keep-assets" && Array.isArray(event.data.urls))
    event.waitUntil(keepAssets(event.data.urls));
});

const isAppAddress = (path) => path === appPage || path.startsWith(`${base}/boards/`);

/** From the network; when that fails, or a gateway answers for a server that is down, the kept page. */
async function navigate(request, path) {
  const kept = async () => (isAppAddress(path) && (await caches.match(appPage))) || null;
  let response;
  try {
    response = await fetch(request);
  } catch {
    return (await kept()) ?? caches.match(fallbackPage);
  }
  if (response.status >= 500) return (await kept()) ?? response;
  if (response.ok && !response.redirected && isAppAddress(path)) {
    const cache = await caches.open(pageCache);
    await cache.put(appPage, response.clone());
  }
  return response;
}

/** Names in assets/ carry a hash of the content: a kept file is always the right one. */
async function assetOf(request) {
  const cache = await caches.open(assetCache);
  const kept = await cache.match(request.url);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok && response.status === 200) await cache.put(request.url, response.clone());
  return response;
}

const listKey = `${base}/assets/kept-lists`;

async function keepAssets(urls) {
  const cache = await caches.open(assetCache);
  for (const url of urls)
    if ((await cache.match(url)) === undefined) await cache.add(url).catch(() => undefined);
  const stored = await cache.match(listKey);
  const before = stored === undefined ? [] : await stored.json();
  const last = before.find((list) => list[0] !== urls[0]) ?? [];
  const lists = [urls, last];
  await cache.put(listKey, new Response(JSON.stringify(lists)));
  const wanted = new Set([...lists.flat(), new URL(listKey, self.location.origin).href]);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}
