import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { act, cleanup, configure, render, screen, waitFor } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { Suspense } from "react";
import type { ReactNode } from "react";
import type { Locale } from "@retro/contract/messages/catalogue";
import type { User } from "@retro/contract/users";
import { AppRoutes } from "../app/AppRoutes.tsx";
import { Providers } from "../app/Providers.tsx";
import { renewNewBoardOffer } from "../app/newBoardOffer.ts";
import { queryClient } from "../app/queryClient.ts";
import { userQuery } from "../api/user.ts";
import { MaterialTheme } from "../theme/MaterialTheme.tsx";
import { changeLocale, startI18n } from "../i18n/i18n.ts";
import { testUser } from "./pageNetwork.ts";

/** The app's page in jsdom, with the app's providers, query client and texts. */

const usualWidth = 1280;
let width = usualWidth;
const resizes = new EventTarget();

/** Changes the window's width; the next test begins with the usual width. */
export function resizeTo(pixels: number): void {
  width = pixels;
  act(() => void resizes.dispatchEvent(new Event("change")));
}

/** A captcha whose worker never solves its puzzle. */
export function stubWorker(): void {
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      postMessage(): void {
        return undefined;
      }
      terminate(): void {
        return undefined;
      }
    },
  );
  URL.createObjectURL = () => "blob:worker";
}

/** Stubs what the app uses and jsdom lacks: a screen of 1280 pixels and a mouse. */
function stubBrowser(): void {
  window.matchMedia = (query) => {
    const [, least] = /min-width:\s*([\d.]+)px/.exec(query) ?? [];
    const [, most] = /max-width:\s*([\d.]+)px/.exec(query) ?? [];
    const named = least !== undefined || most !== undefined;
    return {
      get matches() {
        return named && width >= Number(least ?? 0) && width <= Number(most ?? Number.POSITIVE_INFINITY);
      },
      media: query,
      addEventListener: resizes.addEventListener.bind(resizes),
      removeEventListener: resizes.removeEventListener.bind(resizes),
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => true,
      onchange: null,
    };
  };
  // jsdom's `CSS` has no `supports`: the page behaves as in browsers without these features.
  CSS.supports = () => false;
  Element.prototype.scrollIntoView = () => undefined;
  // The page is never idle. Otherwise it would import every chunk that no test shows, still while jsdom
  // closes.
  window.requestIdleCallback = () => 0;
  window.cancelIdleCallback = () => undefined;
  Object.defineProperty(document, "fullscreenElement", { value: null, configurable: true });
}
stubBrowser();

/**
 * What a page gets of keys that an input method uses: while it composes, and in Safari, which ends the
 * composition first.
 */
export function inputMethodKeys(...keys: string[]): KeyboardEventInit[] {
  return keys.flatMap((key) => [
    { key, isComposing: true },
    { key, keyCode: 229 },
  ]);
}

const inline = new Set([
  "A",
  "ABBR",
  "B",
  "BUTTON",
  "EM",
  "I",
  "INPUT",
  "LABEL",
  "SMALL",
  "SPAN",
  "STRONG",
  "svg",
]);
/**
 * The parts of an element's style that queries by role or name need. jsdom's version applies every rule of
 * every style sheet, which took most of a test's time, and knows neither layout nor media queries: here only
 * inline style or ARIA hides an element.
 */
function plainStyle(element: Element): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const usual: Record<string, string> = {
    display: inline.has(element.tagName) ? "inline" : "block",
    visibility: "visible",
  };
  const value = (name: string) => style.getPropertyValue(name) || (usual[name] ?? "");
  return new Proxy(style, {
    get(target, name) {
      if (name === "getPropertyValue") return value;
      if (typeof name === "string" && name in usual) return value(name);
      const found: unknown = Reflect.get(target, name);
      return typeof found === "function" ? (found as () => unknown).bind(target) : found;
    },
  });
}
window.getComputedStyle = plainStyle;
// Awaited results come within milliseconds; a busy machine may take longer.
configure({ asyncUtilTimeout: 45_000 });
let i18nStarted: Promise<void> | null = null;

/** Makes the page new for the next test. */
export function resetPage(): void {
  cleanup();
  width = usualWidth;
  queryClient.clear();
  renewNewBoardOffer();
  localStorage.clear();
  sessionStorage.clear();
}

interface Options {
  locale?: Locale;
  /** Null: the page does not know yet who is signed in. */
  user?: User | null;
}

async function prepare({ locale = "en", user = testUser }: Options): Promise<void> {
  i18nStarted ??= startI18n();
  await i18nStarted;
  await changeLocale(locale);
  const defaults = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } });
  if (user !== null) queryClient.setQueryData(userQuery.queryKey, user);
}

/** Renders one part of the app for a signed-in user. @returns the user's mouse and keyboard */
export async function renderPart(part: ReactNode, options: Options = {}) {
  await prepare(options);
  const view = render(
    <Providers>
      <MaterialTheme>
        <Suspense fallback={null}>{part}</Suspense>
      </MaterialTheme>
    </Providers>,
  );
  return { user: userEvent.setup({ delay: null }), ...view };
}

/** Opens an address of the app. */
export async function openAddress(address: string, options: Options = {}) {
  window.history.pushState(null, "", address);
  return renderPart(<AppRoutes />, { user: null, ...options });
}

/** Pastes a text into a field: typing would render the form again for each letter. */
export async function fillField(user: UserEvent, name: string | RegExp, text: string): Promise<void> {
  await user.click(field(name));
  await user.paste(text);
}
/** Sets a field's text as scripts of extensions do: without an event, and past React. */
export function setByExtension(input: HTMLElement, text: string): void {
  const prototype: object = Object.getPrototypeOf(input);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(input, text);
}
export const field = (name: string | RegExp) => screen.getByRole("textbox", { name });
export const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** The button of this name in a message, for example Undo; null when there is none. */
export const toastButton = (name: string): HTMLElement | null =>
  screen.queryAllByRole("button", { name }).find((each) => each.closest(".toasts") !== null) ?? null;
/** @throws the last failure when no message with this button appears */
export const findToastButton = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = toastButton(name);
    if (found === null) throw new Error(`No message has the button ${name}`);
    return found;
  });
