// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { databaseBackend } from "./browserEntryStorage.ts";
import { openDatabase } from "./database.ts";
import { EntryStorage, deleteAfterMs, type EntryBackend, type StorableEntry } from "./entryStorage.ts";
import type { Tab } from "./tab.ts";
import { createUnloadCopy, onUnfinishedWrites } from "./unloadCopy.ts";

const add = (key: string, title: string, at = 1000): StorableEntry => ({
  key,
  board: "board",
  owner: "ann",
  at,
  kind: "command",
  command: { type: "sticker.add", id: key, parent_id: "c", title },
  base: null,
  error: null,
});
const refuse = (error: unknown) => {
  throw error;
};
const copies = () => Object.keys(localStorage).filter((name) => name.startsWith("retro."));
const copied = () =>
  copies()
    .map((name) => localStorage.getItem(name) ?? "")
    .join("");
const openTabs = new Set<string>();

/** A page whose database never answers: nothing that it stores arrives there. */
function stuckPage(id: string, answer: Promise<EntryBackend> = new Promise(() => undefined)) {
  openTabs.add(id);
  const storage = new EntryStorage(answer, refuse, createUnloadCopy(id, refuse));
  return Object.assign(storage, {
    hide: () => window.dispatchEvent(new Event("pagehide")),
    close: () => openTabs.delete(id),
  });
}

async function nextPage(id: string, now = () => 2000) {
  openTabs.add(id);
  const db = await openDatabase();
  const tab: Tab = {
    id,
    start: () => Promise.resolve(),
    livingTabs: () => Promise.resolve(new Set(openTabs)),
    onClosed: () => undefined,
  };
  const backend = databaseBackend(db, tab, now);
  return { db, backend, takeOver: () => backend.takeOver("board", "ann", new Set()) };
}
const titles = (entries: readonly { command: object }[]) =>
  entries.map(({ command }) => ("title" in command ? command.title : null));

const listeners = [window, document].map((target) => ({
  target,
  spy: vi.spyOn(target, "addEventListener"),
}));
/** The pages of the test before have gone: they hear nothing more. */
function removeListeners(): void {
  for (const { target, spy } of listeners) {
    for (const [name, listener] of spy.mock.calls) target.removeEventListener(name, listener);
    spy.mockClear();
  }
}

beforeEach(async () => {
  localStorage.clear();
  openTabs.clear();
  const db = await openDatabase();
  await db.clear("outbox");
  db.close();
});
afterEach(removeListeners);

describe("[Y6] text that a page wrote just before it closed", () => {
  it("is taken over by the next page, once, in the order of its writing", async () => {
    const closing = stuckPage("closing");
    closing.put(add("a", "first", 1001));
    closing.put(add("b", "second", 1002));
    expect(copies()).toEqual([]);
    closing.hide();
    closing.close();
    const [next, other] = [await nextPage("next"), await nextPage("other")];
    expect(titles((await Promise.all([next.takeOver(), other.takeOver()])).flat())).toEqual([
      "first",
      "second",
    ]);
    expect(copies()).toEqual([]);
    expect(titles(await other.takeOver())).toEqual([]);
  });

  it("is left to its page while that is only hidden", async () => {
    const hidden = stuckPage("hidden");
    hidden.put(add("a", "still mine"));
    const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    onTestFinished(() => state.mockRestore());
    document.dispatchEvent(new Event("visibilitychange"));
    const next = await nextPage("next");
    expect(await next.takeOver()).toEqual([]);
    expect(copied()).toContain("still mine");
    hidden.put(add("b", "added while hidden"));
    expect(copied()).toContain("added while hidden");
  });

  it("that became hidden is in the copy no longer, and is removed from the database", async () => {
    const stored = await nextPage("closing");
    await stored.backend.put(add("a", "secret, stored before"), false);
    const closing = stuckPage("closing");
    closing.put(add("b", "secret"));
    closing.hide();
    closing.remove("a");
    closing.remove("b");
    expect(copied()).not.toContain("secret");
    closing.close();
    const next = await nextPage("next");
    expect(await next.takeOver()).toEqual([]);
    expect(await next.db.getAll("outbox")).toEqual([]);
  });

  it("is never given to another user, and is deleted after 30 days", async () => {
    const closing = stuckPage("closing");
    closing.put(add("a", "Ann's"));
    closing.hide();
    closing.close();
    const next = await nextPage("next");
    expect(await next.backend.takeOver("board", "bob", new Set())).toEqual([]);
    const later = await nextPage("later", () => 1001 + deleteAfterMs);
    expect(await later.takeOver()).toEqual([]);
    expect(await later.db.count("outbox")).toBe(0);
  });
});

describe("the copy of a page that lives on", () => {
  it("contains only what the database has not stored, and is deleted when it has stored everything", async () => {
    let open: (backend: EntryBackend) => void = () => undefined;
    const page = stuckPage("page", new Promise((resolve) => (open = resolve)));
    page.put(add("a", "first"));
    page.hide();
    expect(copied()).toContain("first");
    open((await nextPage("page")).backend);
    await page.ownedByThisTab([]);
    expect(copies()).toEqual([]);
    page.put(add("b", "second"));
    await page.ownedByThisTab([]);
    expect(copies()).toEqual([]);
  });

  it("keeps the newer text of a change whose older text the database has stored", async () => {
    const stored: (() => void)[] = [];
    const slow: EntryBackend = {
      ...(await nextPage("page")).backend,
      put: () => new Promise((resolve) => stored.push(resolve)),
    };
    const page = stuckPage("page", Promise.resolve(slow));
    page.put(add("a", "older"));
    page.put(add("a", "newer"));
    await expect.poll(() => stored).toHaveLength(1);
    stored[0]?.();
    await expect.poll(() => stored).toHaveLength(2);
    page.hide();
    expect(copied()).toContain("newer");
  });

  it("keeps what the database refused: the storage is full", async () => {
    const backend = (await nextPage("page")).backend;
    const full: EntryBackend = { ...backend, put: () => Promise.reject(new Error("full")) };
    const failures: unknown[] = [];
    const storage = new EntryStorage(
      Promise.resolve(full),
      (error) => failures.push(error),
      createUnloadCopy("page", refuse),
    );
    storage.put(add("a", "no room"));
    await storage.ownedByThisTab([]);
    expect(failures).toHaveLength(1);
    window.dispatchEvent(new Event("pagehide"));
    expect(copied()).toContain("no room");
  });
});

it("a copy that another program wrote is ignored and removed", async () => {
  localStorage.setItem("retro.unstored.x", "no JSON");
  localStorage.setItem("retro.unstored.y", '[{"key":5,"entry":null},{"key":"a","entry":{"key":"b"}}]');
  const next = await nextPage("next");
  expect(await next.takeOver()).toEqual([]);
  expect([copies(), await next.db.count("outbox")]).toEqual([[], 0]);
});

it("a copy that arrives after the next page has looked for it is reported to that page", () => {
  const told: string[] = [];
  onUnfinishedWrites(() => told.push("copy"));
  const event = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  event("user", "{}");
  event("retro.unstored.tab", null);
  expect(told).toEqual([]);
  event("retro.unstored.tab", "[]");
  expect(told).toEqual(["copy"]);
});
