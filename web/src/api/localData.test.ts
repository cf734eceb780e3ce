// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../board-state/storage/database.ts";
import { clearDataDeletedMark, isDataDeleted, markDataDeleted } from "./dataDeletedMark.ts";
import { clearLocalData } from "./localData.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Adds something to the window that jsdom lacks, until the test ends. */
function provide(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(target, name));
}
/** Makes the browser forbid storage. */
function forbidStorage(): void {
  for (const name of ["localStorage", "sessionStorage"] as const)
    vi.spyOn(window, name, "get").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
  onTestFinished(() => void vi.restoreAllMocks());
}

describe("the mark of deleted data", () => {
  it("stays in this tab until a visitor signs in", () => {
    expect(isDataDeleted()).toBe(false);
    markDataDeleted();
    expect(isDataDeleted()).toBe(true);
    clearDataDeletedMark();
    expect(isDataDeleted()).toBe(false);
  });

  it("survives the clearing that it asks for", async () => {
    markDataDeleted();
    await clearLocalData();
    expect(isDataDeleted()).toBe(true);
  });

  it("cannot be set where storage is forbidden, and nothing fails", async () => {
    forbidStorage();
    markDataDeleted();
    clearDataDeletedMark();
    expect(isDataDeleted()).toBe(false);
    await expect(clearLocalData()).resolves.toBeUndefined();
  });
});

describe("clearing what this browser keeps of the product", () => {
  it("removes our keys from both storages, and leaves those of others", async () => {
    const ours = ["theme", "fullscreen", "locale", "user", "pusherTransportTLS", "pusherTransportNonTLS"];
    for (const storage of [localStorage, sessionStorage])
      for (const key of [...ours, "retro.anything", "somebody.else", "users"]) storage.setItem(key, "1");
    await clearLocalData();
    for (const storage of [localStorage, sessionStorage])
      expect(Object.keys(storage).toSorted()).toEqual(["somebody.else", "users"]);
  });

  it("removes our databases, with what is in them", async () => {
    const db = await openDatabase();
    await db.put("tabs", { id: "tab", at: 1 });
    db.close();
    const other = indexedDB.open("somebody-else");
    await new Promise((resolve) => (other.onsuccess = resolve));
    other.result.close();
    await clearLocalData();
    const left = async () => (await indexedDB.databases()).map(({ name }) => name);
    await expect.poll(left).toEqual(["somebody-else"]);
  });

  it("removes our caches and our service worker, and leaves those of others", async () => {
    const names = ["retro-assets", "retro-page", "other-cache"];
    provide(window, "caches", {
      keys: () => Promise.resolve([...names]),
      delete: (name: string) => Promise.resolve(names.splice(names.indexOf(name), 1).length === 1),
    });
    const unregistered: string[] = [];
    const worker = (scriptURL: string | null, state = "active") => ({
      active: null,
      waiting: null,
      installing: null,
      [state]: scriptURL === null ? null : { scriptURL },
      unregister: () => Promise.resolve(unregistered.push(`${state} ${scriptURL}`)),
    });
    provide(navigator, "serviceWorker", {
      getRegistrations: () =>
        Promise.resolve([
          worker("https://retro.test/sw.js"),
          worker("https://retro.test/sw.js", "waiting"),
          worker("https://retro.test/sw.js", "installing"),
          worker("https://retro.test/other.js"),
          worker("https://retro.test/other/sw.js"),
          worker(null),
        ]),
    });
    await clearLocalData();
    expect(names).toEqual(["other-cache"]);
    expect(unregistered).toEqual(
      ["active", "waiting", "installing"].map((state) => `${state} https://retro.test/sw.js`),
    );
  });
});
