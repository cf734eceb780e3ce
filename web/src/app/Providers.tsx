import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState, Component } from "react";
import type { ReactNode } from "react";
import { Router } from "../routes/router.tsx";
import { LocaleProvider, useT } from "../i18n/useT.ts";
import { useThemeChanges } from "../ui/device/themeMode.ts";
import { pressOnceWithHeldEnter } from "../ui/focus/heldEnter.ts";
import { watchTyping } from "../ui/focus/letterKey.ts";
import { ignoreInputMethodKeys } from "../ui/focus/inputMethod.ts";
import { noticeTextsSetByOthers } from "../ui/focus/unnoticedText.ts";
import { editingPart, lazyPart, optionalPart } from "../ui/loading/lazy.tsx";
import { chunksFetched } from "../ui/loading/chunks.ts";
import { followScreenKeyboard } from "../ui/device/screenKeyboard.ts";
import { refuseStrayDrops } from "../ui/device/strayDrops.ts";
import { pointer } from "../ui/pointer.ts";
import { onFirstToast } from "../ui/toasts/toast.ts";
import { followPageTranslation } from "../ui/device/translatedTexts.ts";
import { queryClient } from "./queryClient.ts";
import { translate } from "../i18n/i18n.ts";
import { Button } from "../ui/controls/Button.tsx";
import { EmptyState } from "../ui/display/EmptyState.tsx";
import { Main, Page } from "./layouts/layoutElements.ts";

const TooltipLayer = lazyPart(() => import("../ui/tooltips/TooltipLayer.tsx"), "TooltipLayer", optionalPart);
const Toasts = lazyPart(() => import("../ui/toasts/Toasts.tsx"), "Toasts", editingPart);

function Shell({ children }: { children: ReactNode }) {
  const t = useT();
  const [toasts, setToasts] = useState(false);
  useThemeChanges();
  useEffect(followScreenKeyboard, []);
  useEffect(ignoreInputMethodKeys, []);
  useEffect(pressOnceWithHeldEnter, []);
  useEffect(noticeTextsSetByOthers, []);
  useEffect(refuseStrayDrops, []);
  useEffect(() => pointer.watch(), []);
  useEffect(watchTyping, []);
  useEffect(() => followPageTranslation(document.body), []);
  const stopWatching = useRef(() => undefined as void);
  const [tooltips, setTooltips] = useState<{ firstTouch: EventTarget | null } | null>(null);
  useEffect(() => {
    onFirstToast(() => setToasts(true));
    // The first pointer movement, touch or focus shows the tooltip layer, or an idle page, so that the first
    // press does not wait for it. A touch counts until the layer listens itself.
    const onPointerOver = ({ pointerType, target }: PointerEvent) =>
      setTooltips((before) =>
        pointerType === "touch" ? { firstTouch: target } : (before ?? { firstTouch: null }),
      );
    const onFocusIn = () => setTooltips((before) => before ?? { firstTouch: null });
    void chunksFetched.then(onFocusIn);
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

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Router>
        <LocaleProvider>
          <Shell>{children}</Shell>
        </LocaleProvider>
      </Router>
    </QueryClientProvider>
  );
}

class ScreenErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Page>
        <Main className="centered">
          <EmptyState
            component="h1"
            title={translate("shell.crashed")}
            action={
              <Button variant="contained" onClick={() => window.location.reload()}>
                {translate("shell.reload")}
              </Button>
            }
          >
            {translate("shell.crashedHint")}
          </EmptyState>
        </Main>
      </Page>
    );
  }
}
