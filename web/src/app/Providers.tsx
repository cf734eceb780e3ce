import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { useT } from "../i18n/useT.ts";
import { theme } from "../theme/theme.ts";
import { useBrowserBarColor } from "../theme/useDarkTheme.ts";
import { lazyPart } from "../ui/lazy.tsx";
import { onFirstToast } from "../ui/toast.ts";
import { ScreenErrorBoundary } from "./ScreenErrorBoundary.tsx";
import { queryClient } from "./queryClient.ts";

const TooltipLayer = lazyPart(() => import("../ui/TooltipLayer.tsx"), "TooltipLayer", { silent: true });
const Toasts = lazyPart(() => import("../ui/Toasts.tsx"), "Toasts");

function Shell({ children }: { children: ReactNode }) {
  const t = useT();
  const [toasts, setToasts] = useState(false);
  useBrowserBarColor();
  const stopWatching = useRef(() => undefined as void);
  const [tooltips, setTooltips] = useState<{ firstTouch: EventTarget | null } | null>(null);
  useEffect(() => {
    onFirstToast(() => setToasts(true));
    // The first pointer movement, touch or focus fetches the tooltip layer. A touch counts until the layer listens itself.
    const onPointerOver = ({ pointerType, target }: PointerEvent) =>
      setTooltips((before) =>
        pointerType === "touch" ? { firstTouch: target } : (before ?? { firstTouch: null }),
      );
    const onFocusIn = () => setTooltips((before) => before ?? { firstTouch: null });
    document.addEventListener("pointerover", onPointerOver);
    document.addEventListener("focusin", onFocusIn);
    stopWatching.current = () => {
      document.removeEventListener("pointerover", onPointerOver);
      document.removeEventListener("focusin", onFocusIn);
    };
    return stopWatching.current;
  }, []);
  return (
    <>
      <ScreenErrorBoundary>{children}</ScreenErrorBoundary>
      {tooltips !== null && <TooltipLayer firstTouch={tooltips.firstTouch} onListening={stopWatching} />}
      {toasts && <Toasts closeLabel={t("common.close")} />}
    </>
  );
}

/** Provides what every screen needs: styles with the page's nonce, the theme, the query client, the router and the toasts. */
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
