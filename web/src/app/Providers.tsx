import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { useT } from "../i18n/useT.ts";
import { theme } from "../theme/theme.ts";
import { useBrowserBarColor } from "../theme/useDark.ts";
import { lazyPart } from "../ui/lazy.tsx";
import { onFirstToast } from "../ui/toast.ts";
import { Boundary } from "./Boundary.tsx";
import { queryClient } from "./queryClient.ts";

const TooltipLayer = lazyPart(() => import("../ui/TooltipLayer.tsx"), "TooltipLayer", { silent: true });
const Toasts = lazyPart(() => import("../ui/Toasts.tsx"), "Toasts");

function Shell({ children }: { children: ReactNode }) {
  const t = useT();
  const [toasts, setToasts] = useState(false);
  useBrowserBarColor();
  const [tooltips, setTooltips] = useState(false);
  useEffect(() => {
    onFirstToast(() => setToasts(true));
    // Tooltips come with the first who points at something, or walks with the keyboard.
    const point = () => setTooltips(true);
    document.addEventListener("pointerover", point, { once: true });
    document.addEventListener("focusin", point, { once: true });
    return () => {
      document.removeEventListener("pointerover", point);
      document.removeEventListener("focusin", point);
    };
  }, []);
  return (
    <>
      <Boundary>{children}</Boundary>
      {tooltips && <TooltipLayer />}
      {toasts && <Toasts closeLabel={t("common.close")} />}
    </>
  );
}

/** What every screen stands on: styles with the page's nonce, theme, server state, address, short messages. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [cache] = useState(() => createCache({ key: "r", ...(nonce !== undefined && { nonce }) }));
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey="theme"
        noSsr
        disableTransitionOnChange
      >
        <CssBaseline />
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <Shell>{children}</Shell>
          </BrowserRouter>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
