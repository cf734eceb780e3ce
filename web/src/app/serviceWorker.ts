import { basePath } from "../api/basePath.ts";
import { isDataDeleted } from "../api/dataDeletedMark.ts";

/** Delay before the registration: the installation would compete with the first view for the CPU. */
const registerAfterMs = 3000;

/** Only in the built app, after the page has loaded, and not while the user's data is deleted. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => {
    if (isDataDeleted()) return;
    navigator.serviceWorker.register(`${basePath}/sw.js`).catch((error: unknown) => {
      console.error("The app cannot be kept for offline use.", error);
    });
  };
  setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: registerAfterMs });
    else register();
  }, registerAfterMs);
}

/** The service worker stores the files that this page uses, for a start without a network. */
export async function keepAssetsOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const entry = document.querySelector<HTMLScriptElement>(
    'script[type="module"][src*="/assets/retro-"]',
  )?.src;
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  const assets = fetched.filter((url) => url.startsWith(`${location.origin}${basePath}/assets/`));
  // The entry script comes first: it identifies the release.
  const urls = [...new Set([...(entry === undefined ? [] : [entry]), ...assets])];
  const { active } = await navigator.serviceWorker.ready;
  // A worker is not a window: `postMessage` has no target origin here.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage({ type: "keep-assets", urls });
}
