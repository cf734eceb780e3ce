import { useEffect, useRef } from "react";
import { WidgetInstance } from "friendly-challenge";
import type { localizations } from "friendly-challenge";
import { hasChosenLocale } from "../../i18n/i18n.ts";
import type { Translate } from "../../i18n/useT.ts";
import { useT } from "../../i18n/useT.ts";
import type { CaptchaProps } from "./Captcha.tsx";
import { correctRetryPauses } from "./puzzleRetry.ts";
import { startOnce } from "./startOnce.ts";
import { widgetLanguage } from "./widgetLanguage.ts";
import "./captcha.css";

/** After this many refusals the widget waits for a click, to limit the load on the server. */
const maxAutomaticRetries = 3;
const solutionField = "frc-captcha-solution";

function widgetTexts(t: Translate) {
  return {
    text_init: t("captcha.init"),
    text_ready: t("captcha.ready"),
    button_start: t("captcha.start"),
    text_fetching: t("captcha.fetching"),
    text_solving: t("captcha.solving"),
    text_completed: t("captcha.completed"),
    text_completed_sr: t("captcha.completedSr"),
    text_expired: t("captcha.expired"),
    button_restart: t("captcha.restart"),
    text_error: t("captcha.failed"),
    button_retry: t("captcha.retry"),
    text_fetch_error: t("captcha.fetchError"),
  };
}

function hardCodedTexts(t: Translate): ReadonlyArray<readonly [string, string]> {
  return [
    ["Website problem: sitekey not set", t("captcha.noSitekey")],
    ["Browser check failed, try a different browser", t("captcha.unfitBrowser")],
    ["Background worker error", t("captcha.workerError")],
    ["Endpoint not allowed", t("captcha.endpointNotAllowed")],
  ];
}

function translateHardCoded(element: HTMLElement, t: Translate): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const [english, ours] of hardCodedTexts(t)) {
      // Write only what differs: the observer also sees our writes.
      if (english !== ours && node.nodeValue?.startsWith(english) === true) {
        node.nodeValue = ours + node.nodeValue.slice(english.length);
      }
    }
  }
}

function startMode(first: "auto" | "focus", attempt: number): "auto" | "focus" | "none" {
  if (attempt === 0) return first;
  return attempt < maxAutomaticRetries ? "auto" : "none";
}

const absoluteAddresses = (endpoints: readonly string[]) =>
  endpoints.map((endpoint) => new URL(endpoint, window.location.origin).href);

/** At once if the form has the focus. @returns the function that ends it */
function onFormFocus(element: HTMLElement, onFocus: () => void): () => void {
  const form = element.closest("form");
  form?.addEventListener("focusin", onFocus);
  if (form?.contains(document.activeElement) === true) onFocus();
  return () => form?.removeEventListener("focusin", onFocus);
}

/** Translates what the library writes, and reports the first worker that failed. */
function observeTexts(element: HTMLElement, t: Translate, onWorkerFailed: () => void): () => void {
  let failed = false;
  const observer = new MutationObserver(() => {
    const says = element.textContent.includes("Background worker error");
    translateHardCoded(element, t);
    if (!says || failed) return;
    failed = true;
    onWorkerFailed();
  });
  observer.observe(element, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Friendly Captcha's widget in React. The widget removes its element when it is destroyed, so the element is
 * not one that React owns. After a worker error it continues with the plain-script solver, once, without a
 * click (spec 4.15).
 */
export function CaptchaWidget({
  settings,
  start = "focus",
  attempt = 0,
  needed = false,
  language = widgetLanguage(navigator.languages, hasChosenLocale()),
  onSolved,
  onError,
}: CaptchaProps) {
  const t = useT();
  const wrapper = useRef<HTMLDivElement>(null);
  const latest = useRef({ needed, onSolved, onError });
  useEffect(() => {
    latest.current = { needed, onSolved, onError };
  });
  const request = useRef<() => void>(() => undefined);
  const { sitekey } = settings;
  const puzzleEndpoint = absoluteAddresses(settings.endpoints).join(",");

  useEffect(() => {
    const element = document.createElement("div");
    element.className = "frc-captcha";
    wrapper.current?.append(element);
    const once = startOnce(() => void widget.start());
    const mode = startMode(start, attempt);
    if (mode === "auto") once.request();
    request.current = mode === "focus" ? once.request : () => undefined;
    const stopWatchingFocus = onFormFocus(element, () => request.current());
    // The form may have been sent while this chunk loaded. Its button is then disabled, and nothing has the
    // focus.
    if (latest.current.needed) request.current();
    const stopObserving = observeTexts(element, t, () => {
      once.hasStarted();
      void widget.start();
    });
    const restoreFetch = correctRetryPauses(puzzleEndpoint.split(","));
    const widget = new WidgetInstance(element, {
      sitekey,
      puzzleEndpoint,
      // The library starts before its workers are ready, and their "ready" then overwrites the result on
      // screen.
      startMode: "none",
      readyCallback: once.canStart,
      startedCallback: once.hasStarted,
      skipStyleInjection: true,
      solutionFieldName: solutionField,
      language: language === undefined ? widgetTexts(t) : (language as keyof typeof localizations),
      doneCallback: (solution) => latest.current.onSolved(solution),
      errorCallback: (error: { code?: string }) => latest.current.onError?.(error.code ?? "error"),
    });
    return () => {
      stopObserving();
      stopWatchingFocus();
      restoreFetch();
      widget.destroy();
      // A late puzzle is written into the element that destroy() keeps: replace it with a detached one.
      Object.assign(widget, { e: element });
    };
  }, [sitekey, puzzleEndpoint, start, attempt, language, t]);
  useEffect(() => {
    if (needed) request.current();
  }, [needed]);

  return <div ref={wrapper} role="status" aria-live="polite" />;
}
