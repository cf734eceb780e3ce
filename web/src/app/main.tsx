import "../theme/fonts.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { basePath } from "../api/basePath.ts";
import { startI18n } from "../i18n/i18n.ts";
import { prefetchForAddress } from "./prefetch.ts";
import { pageNonce } from "../theme/nonce.ts";
import { Providers } from "./Providers.tsx";
import { AppRoutes } from "./AppRoutes.tsx";
import { registerServiceWorker } from "./serviceWorker.ts";

/** Answers that take longer must not keep the app from showing where it is. */
const previewWaitMs = 1000;

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");
const nonce = pageNonce();
if (nonce !== undefined) window.__nonce__ = nonce;

prefetchForAddress(window.location.pathname.slice(basePath.length), window.location.hash);
try {
  await startI18n();
} catch (error) {
  // Without texts the app cannot render: show the sentence that the page's HTML contains.
  document.getElementById("failed")?.removeAttribute("hidden");
  throw error;
}
// The first render of the app takes long on a slow phone. It starts after the preview is painted, or when
// that takes too long.
await Promise.race([globalThis.retroPreview, new Promise((resolve) => setTimeout(resolve, previewWaitMs))]);
createRoot(root).render(
  <StrictMode>
    <Providers>
      <AppRoutes />
    </Providers>
  </StrictMode>,
);
registerServiceWorker();
