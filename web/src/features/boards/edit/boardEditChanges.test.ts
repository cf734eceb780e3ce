import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { describe, expect, it } from "vitest";
import { changedHead, formError, sectionEntry, sectionsChanged, seenTexts } from "./boardEditChanges.ts";

function section(id: string, title: string, order: string, rev = 1): [string, Item] {
  return [id, { id, kind: "section", parent_id: null, title, order, rev } as Item];
}
const start = {
  details: { title: "Sprint 42", description: "" },
  items: new Map([section("a", "Start", "a0", 3), section("b", "Stop", "a1")]),
} as unknown as BoardView;
const drafts = [
  { key: "a", id: "a", title: "Start" },
  { key: "b", id: "b", title: "Stop" },
];

describe("Edit Board sends only what the user changed", () => {
  it("nothing when nothing changed", () => {
    expect(changedHead(start, "Sprint 42", "", {})).toEqual({});
    expect(sectionsChanged(start, drafts)).toBe(false);
  });
  it("a new title with the one that the edit started from", () => {
    expect(changedHead(start, "Sprint 43", "", {})).toEqual({
      title: "Sprint 43",
      from: { title: "Sprint 42" },
    });
  });
  it("a section's new title with its revision; the others by id alone", () => {
    const renamed = { key: "a", id: "a", title: "Go on" };
    expect(sectionsChanged(start, [renamed, drafts[1]!])).toBe(true);
    expect(sectionEntry(start, renamed, {})).toEqual({ id: "a", title: "Go on", rev: 3 });
    expect(sectionEntry(start, drafts[1]!, {})).toEqual({ id: "b" });
  });
  it("sections in a new order, with a new one, or without a removed one", () => {
    expect(sectionsChanged(start, [drafts[1]!, drafts[0]!])).toBe(true);
    expect(sectionsChanged(start, [...drafts, { key: "new-1", id: null, title: "Section 3" }])).toBe(true);
    expect(sectionsChanged(start, [drafts[1]!])).toBe(false);
  });
  it("a field with the text of the other participant once the user has seen it, and nothing if they agree", () => {
    const seen = { title: { text: "Bob's" }, a: { text: "Bob's", rev: 5 } };
    expect(changedHead(start, "Sprint 43", "", seen)).toEqual({
      title: "Sprint 43",
      from: { title: "Bob's" },
    });
    expect(changedHead(start, "Bob's", "", seen)).toEqual({});
    const renamed = { key: "a", id: "a", title: "Go on" };
    expect(sectionEntry(start, renamed, seen)).toEqual({ id: "a", title: "Go on", rev: 5 });
    expect(sectionEntry(start, { ...renamed, title: "Bob's" }, seen)).toEqual({ id: "a" });
  });
});

it("a conflict on a section's index is kept by the section, which may move before the next save", () => {
  const present = { text: "Changed", rev: 7 };
  const error = { name: "ApiError", message: "", status: 409, data: { "sections.1.title": present } };
  expect(seenTexts(error, drafts)).toEqual({ b: present });
});

it("what no field shows is shown for the form as a whole", () => {
  const refused = (errors: Record<string, string[]>) => ({
    name: "",
    message: "Invalid",
    status: 422,
    errors,
  });
  expect(formError(null)).toBeUndefined();
  expect(formError(refused({}))).toBe("Invalid");
  expect(formError(refused({ "sections.0.title": ["Required"] }))).toBeUndefined();
  expect(formError(refused({ sections: ["Too many sections"] }))).toBe("Too many sections");
  expect(formError(refused({ deletes: ["Unknown section"], title: ["Required"] }))).toBe("Unknown section");
});
