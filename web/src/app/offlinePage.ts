/**
 * Lets the service worker keep the page that tells the truth when the server cannot be reached. Only in the built app, once the page
 * has settled; without it nothing is missing but that page.
 */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // A browser that refuses says why in its console by itself; nobody needs to be told.
  const register = () => void navigator.serviceWorker.register("/sw.js");
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
