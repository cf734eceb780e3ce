import { basePath } from "./basePath.ts";
import { dataDeletedKey } from "./dataDeletedMark.ts";

/** The names of all storage keys, databases and caches of the product begin with this, except `otherKeys`. */
const prefix = "retro";
/** The last two belong to pusher-js: the transport that last worked. */
const otherKeys = new Set([
  "theme",
  "fullscreen",
  "locale",
  "user",
  "pusherTransportTLS",
  "pusherTransportNonTLS",
]);

const isRetroKey = (key: string) => key.startsWith(prefix) || otherKeys.has(key);

/** Removes storage, databases, caches and the service worker of the product. Never rejects. */
export async function clearLocalData(): Promise<void> {
  for (const storage of [() => localStorage, () => sessionStorage]) clearStorage(storage);
  // The service worker first: one that is being installed would fill its cache again.
  await Promise.allSettled([clearServiceWorkers()]);
  await Promise.allSettled([clearCaches(), clearDatabases()]);
}

function clearStorage(open: () => Storage): void {
  try {
    const storage = open();
    for (const key of Object.keys(storage))
      if (isRetroKey(key) && key !== dataDeletedKey) storage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

async function clearCaches(): Promise<void> {
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
}

async function clearDatabases(): Promise<void> {
  if (!("databases" in indexedDB)) return;
  for (const { name } of await indexedDB.databases())
    if (name?.startsWith(prefix) === true) indexedDB.deleteDatabase(name);
}

async function clearServiceWorkers(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    const script = (registration.active ?? registration.waiting ?? registration.installing)?.scriptURL;
    if (script !== undefined && new URL(script).pathname === `${basePath}/sw.js`)
      await registration.unregister();
  }
}
