import "../theme/fonts.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "../i18n/i18n.ts";
import { prefetchForAddress } from "./prefetch.ts";
import { pageNonce } from "./nonce.ts";
import { Providers } from "./Providers.tsx";
import { AppRoutes } from "./AppRoutes.tsx";
import { registerServiceWorker } from "./serviceWorker.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");
const nonce = pageNonce();
if (nonce !== undefined) window.__nonce__ = nonce;

prefetchForAddress(window.location.pathname);
try {
  await startI18n();
} catch (error) {
  // Without texts the app cannot render: show the sentence that the page's HTML contains.
  document.getElementById("failed")?.removeAttribute("hidden");
  throw error;
}
createRoot(root).render(
  <StrictMode>
    <Providers nonce={nonce}>
      <AppRoutes />
    </Providers>
  </StrictMode>,
);
registerServiceWorker();
