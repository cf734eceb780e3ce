// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { markDataDeleted } from "../api/dataDeletedMark.ts";
import { registerServiceWorker } from "./serviceWorker.ts";

/** After the page has loaded, its first view, and a moment without work. */
const laterMs = 10_000;
let registered: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("PROD", true);
  registered = [];
  const register = (script: string) => Promise.resolve(registered.push(script));
  Object.defineProperty(navigator, "serviceWorker", { value: { register }, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, "serviceWorker");
  sessionStorage.clear();
});

describe("registering the service worker", () => {
  it("waits until the first view had the device for itself", () => {
    registerServiceWorker();
    vi.advanceTimersByTime(1000);
    expect(registered).toEqual([]);
    vi.advanceTimersByTime(laterMs);
    expect(registered).toEqual(["/sw.js"]);
  });

  it("stores nothing for a user who has deleted all their data meanwhile", () => {
    registerServiceWorker();
    markDataDeleted();
    vi.advanceTimersByTime(laterMs);
    expect(registered).toEqual([]);
  });

  it("is for the built app only", () => {
    vi.stubEnv("PROD", false);
    registerServiceWorker();
    vi.advanceTimersByTime(laterMs);
    expect(registered).toEqual([]);
  });
});
