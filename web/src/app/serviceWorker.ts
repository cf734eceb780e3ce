/** The worker starts when the screen is painted: on a slow machine it would take time from the first view. */
const registerAfterMs = 3000;

/**
 * Registers the service worker, which keeps the app on the device so that it opens without a network. Only in the built app, some
 * seconds after the page has loaded; without it the app works, but does not open offline.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
      console.error("The app cannot be kept for offline use.", error);
    });
  };
  setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: registerAfterMs });
    else register();
  }, registerAfterMs);
}

/** Tells the service worker which files this page uses; it keeps them for a start without a network. */
export async function keepAssetsOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const entry = document.querySelector<HTMLScriptElement>(
    'script[type="module"][src*="/assets/retro-"]',
  )?.src;
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  const assets = fetched.filter((url) => url.startsWith(`${location.origin}/assets/`));
  // The entry comes first: it names the release.
  const urls = [...new Set([...(entry === undefined ? [] : [entry]), ...assets])];
  const { active } = await navigator.serviceWorker.ready;
  // A worker is no window: it has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage({ type: "keep-assets", urls });
}
