// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createColumnDrafts } from "./columnDrafts.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});
const draft = (title: string) => ({ title, style: {} });
const month = 31 * 24 * 60 * 60 * 1000;

it("survives the page after a pause in typing, and when the page is left at once", () => {
  const drafts = createColumnDrafts("b", "ann");
  drafts.set("c1", draft("one"));
  vi.advanceTimersByTime(300);
  drafts.set("c2", draft("two"));
  drafts.flush();
  const reopened = createColumnDrafts("b", "ann");
  expect([reopened.get("c1"), reopened.get("c2"), reopened.get("c3")]).toEqual([
    draft("one"),
    draft("two"),
    null,
  ]);
  expect(createColumnDrafts("other", "ann").get("c1")).toBeNull();
});

it("belongs to its user: another one of the same browser does not get it", () => {
  const drafts = createColumnDrafts("b", "ann");
  drafts.set("c1", draft("mine"));
  drafts.flush();
  expect(createColumnDrafts("b", "bob").get("c1")).toBeNull();
});

it("ends with a blank text, and leaves nothing in the browser", () => {
  const drafts = createColumnDrafts("b", "ann");
  drafts.set("c1", draft("one"));
  drafts.flush();
  drafts.set("c1", draft("  "));
  drafts.flush();
  expect(drafts.get("c1")).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it("keeps what another tab wrote about another column", () => {
  const [one, two] = [createColumnDrafts("b", "ann"), createColumnDrafts("b", "ann")];
  one.set("c1", draft("from one"));
  one.flush();
  two.set("c2", draft("from two"));
  two.flush();
  const reopened = createColumnDrafts("b", "ann");
  expect([reopened.get("c1"), reopened.get("c2")]).toEqual([draft("from one"), draft("from two")]);
});

it("that was saved is gone from the browser at once: another tab that opens the board then does not offer it again", () => {
  const drafts = createColumnDrafts("b", "ann");
  drafts.set("c1", draft("one"));
  vi.advanceTimersByTime(300);
  drafts.set("c1", null);
  expect(createColumnDrafts("b", "ann").get("c1")).toBeNull();
});

it("that another tab has saved is not offered again, but what is being typed here stays", () => {
  const [one, two] = [createColumnDrafts("b", "ann"), createColumnDrafts("b", "ann")];
  one.set("c1", draft("saved in one"));
  one.flush();
  let told = 0;
  const stop = two.subscribe(() => (told += 1));
  const tellTwo = () => window.dispatchEvent(new StorageEvent("storage", { key: "retro.drafts.b" }));
  tellTwo();
  expect(two.get("c1")).toEqual(draft("saved in one"));
  two.set("c2", draft("typed in two"));
  one.set("c1", null);
  one.flush();
  tellTwo();
  expect([two.get("c1"), two.get("c2"), told]).toEqual([null, draft("typed in two"), 3]);
  two.flush();
  expect(createColumnDrafts("b", "ann").columns()).toEqual(["c2"]);
  stop();
});

it("is read anew when it is offered: what another tab has just saved is gone before the browser tells this one", () => {
  const [one, two] = [createColumnDrafts("b", "ann"), createColumnDrafts("b", "ann")];
  one.set("c1", draft("saved in one"));
  one.flush();
  expect(two.get("c1")).toEqual(draft("saved in one"));
  one.set("c1", null);
  expect(two.get("c1")).toBeNull();
});

it("that the storage refused stays, whatever another tab writes", () => {
  const [one, two] = [createColumnDrafts("b", "ann"), createColumnDrafts("b", "ann")];
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementationOnce(() => {
    throw new Error("full");
  });
  one.set("c1", draft("refused"));
  one.flush();
  setItem.mockRestore();
  two.set("c2", draft("small"));
  two.flush();
  expect([one.get("c1"), one.get("c2")]).toEqual([draft("refused"), draft("small")]);
});

it("is forgotten after a month, and when the browser holds something else", () => {
  const drafts = createColumnDrafts("b", "ann", () => 0);
  drafts.set("c1", draft("old"));
  drafts.flush();
  expect(createColumnDrafts("b", "ann", () => month).get("c1")).toBeNull();
  for (const stored of [
    "{",
    "null",
    "5",
    '{"user":"ann","at":0}',
    '{"user":"ann","at":0,"columns":{"c1":5}}',
  ]) {
    localStorage.setItem("retro.drafts.b", stored);
    expect(createColumnDrafts("b", "ann", () => 0).get("c1")).toBeNull();
  }
});

it("tells its listeners about each change, and keeps working without storage", () => {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  const drafts = createColumnDrafts("b", "ann");
  const heard: (string | undefined)[] = [];
  const stop = drafts.subscribe(() => heard.push(drafts.get("c1")?.title));
  drafts.set("c1", draft("a"));
  drafts.flush();
  drafts.set("c1", null);
  drafts.set("c1", null);
  stop();
  drafts.set("c1", draft("b"));
  expect(heard).toEqual(["a", undefined]);
  setItem.mockRestore();
});
