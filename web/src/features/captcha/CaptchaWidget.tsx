import { useEffect, useRef, useState } from "react";
import type { localizations } from "friendly-challenge";
import { hasChosenLocale } from "../../i18n/i18n.ts";
import type { Translate } from "../../i18n/useT.ts";
import { useT } from "../../i18n/useT.ts";
import type { CaptchaProps } from "./Captcha.tsx";
import { makePuzzleWidget } from "./puzzleWidget.ts";
import { widgetLanguage } from "./widgetLanguage.ts";
import "./captcha.css";
import type { SolverAnswer } from "./SolverWorker.ts";

/** After this many refusals the widget waits for a click, to limit the load on the server. */
const maxAutomaticRetries = 3;
const solutionField = "frc-captcha-solution";
/** A set that takes longer is exchanged for a lighter one. */
const patienceMs = 15_000;

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

/** Translates what the library writes. @returns the function that ends it */
function observeTexts(element: HTMLElement, t: Translate): () => void {
  const observer = new MutationObserver(() => translateHardCoded(element, t));
  observer.observe(element, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Up to a minute and a half in tens of seconds, so that it does not change all the time. */
function timeLeftText(t: Translate, ms: number): string {
  const tens = Math.ceil(ms / 10_000);
  return tens <= 9
    ? t("captcha.secondsLeft", { count: tens * 10 })
    : t("captcha.minutesLeft", { count: Math.round(ms / 60_000) });
}

/**
 * Friendly Captcha's widget in React. The widget removes its element when it is destroyed, so the element is
 * not one that React owns. It measures the first parts of its set: where the others would take long, it asks for a
 * lighter set and tells how long it takes (spec 4.15).
 */
export function CaptchaWidget({
  settings,
  start = "focus",
  attempt = 0,
  needed = false,
  language = widgetLanguage(navigator.languages, hasChosenLocale()),
  onSolved,
  onError,
  onSlow,
}: CaptchaProps) {
  const t = useT();
  const wrapper = useRef<HTMLDivElement>(null);
  const latest = useRef({ needed, onSolved, onError, onSlow });
  useEffect(() => {
    latest.current = { needed, onSolved, onError, onSlow };
  });
  const isSlow = useRef(false);
  const [timeLeft, setTimeLeft] = useState<number | null>(null);
  const request = useRef<() => void>(() => undefined);
  const { sitekey } = settings;
  const addresses = absoluteAddresses(settings.endpoints).join(",");

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
    const stopObserving = observeTexts(element, t);
    const pace = measurePace((left) => {
      setTimeLeft(left);
      if (left === null || left <= patienceMs || isSlow.current) return;
      isSlow.current = true;
      latest.current.onSlow?.();
      pace.end();
      once.startAgain();
      widget.reset();
    });
    const widget = makePuzzleWidget(
      element,
      {
        sitekey,
        // The library starts before its workers are ready, and their "ready" then overwrites the result on
        // screen.
        startMode: "none",
        readyCallback: once.canStart,
        startedCallback: once.hasStarted,
        skipStyleInjection: true,
        solutionFieldName: solutionField,
        language: language === undefined ? widgetTexts(t) : (language as keyof typeof localizations),
        doneCallback: (solution) => {
          pace.end();
          latest.current.onSolved(solution);
        },
        errorCallback: (error: { code?: string }) => latest.current.onError?.(error.code ?? "error"),
      },
      {
        endpoints: addresses.split(","),
        isSlow: () => isSlow.current,
        onSet: pace.setArrived,
        onSolver: pace.solverAnswered,
      },
    );
    return () => {
      pace.end();
      stopObserving();
      stopWatchingFocus();
      widget.destroy();
      // A late puzzle is written into the element that destroy() keeps: replace it with a detached one.
      Object.assign(widget, { e: element });
    };
  }, [sitekey, addresses, start, attempt, language, t]);
  useEffect(() => {
    if (needed) request.current();
  }, [needed]);

  return (
    <div role="status" aria-live="polite">
      <div ref={wrapper} />
      {timeLeft !== null && <p className="captcha-time-left">{timeLeftText(t, timeLeft)}</p>}
    </div>
  );
}

/** Calls `start` as soon as it is both requested and possible, and again only after `startAgain`. */
function startOnce(start: () => void) {
  let requested = false;
  let possible = false;
  let started = false;
  const tryToStart = () => {
    if (!requested || !possible || started) return;
    started = true;
    start();
  };
  return {
    request: () => {
      requested = true;
      tryToStart();
    },
    canStart: () => {
      possible = true;
      tryToStart();
    },
    /** It was started in another way, for example by a click. */
    hasStarted: () => {
      started = true;
    },
    /** Starts once more, as soon as it is possible anew. */
    startAgain: () => {
      requested = true;
      possible = false;
      started = false;
    },
  };
}

/** Before this, too few parts are solved to tell how long the others take. */
const measuredAfterMs = 3000;
const lookEveryMs = 1000;

/**
 * Measures how fast this device solves a set of equal parts.
 * @param onTimeLeft gets milliseconds once a second while the set is solved: at least so many as long as no part is
 * solved. It gets null when nothing is measured.
 */
function measurePace(onTimeLeft: (ms: number | null) => void) {
  let parts = 0;
  let solved = 0;
  let startedAt: number | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  const look = () => {
    const elapsed = Date.now() - (startedAt ?? 0);
    if (elapsed >= measuredAfterMs) onTimeLeft((elapsed / Math.max(1, solved)) * (parts - solved));
  };
  const end = () => {
    clearInterval(timer);
    startedAt = null;
    onTimeLeft(null);
  };
  return {
    end,
    setArrived: (count: number) => {
      end();
      parts = count;
    },
    solverAnswered: (type: SolverAnswer) => {
      if (type === "error") end();
      if (type === "done") solved += 1;
      if (type !== "started" || startedAt !== null) return;
      startedAt = Date.now();
      solved = 0;
      timer = setInterval(look, lookEveryMs);
    },
  };
}
