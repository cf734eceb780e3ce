import { describe, expect, test } from "vitest";
import { editedContent, firstRev, mergeStyle, stylePatch } from "./revision.ts";
import { section, sticker } from "./testing/board.ts";

const yellow = { backgroundColor: "#f8e394" };

test("[T8] a new sticker has revision 1", () => {
  expect(firstRev).toBe(1);
});

describe("what an edit changes", () => {
  const item = sticker("a", "c", { title: "Before", style: { ...yellow, fontWeight: "bold" } });
  test.each([
    ["another title", { title: "After" }, { title: "After", style: item.style }],
    ["an empty title", { title: "" }, { title: "", style: item.style }],
    [
      "a field of the style",
      { style: { fontWeight: "normal" } },
      { title: "Before", style: { ...yellow, fontWeight: "normal" } },
    ],
    [
      "both",
      { title: "After", style: { color: "#111111" } },
      { title: "After", style: { ...item.style, color: "#111111" } },
    ],
    ["the same title", { title: "Before" }, null],
    ["the same style", { style: { fontWeight: "bold" } }, null],
    ["nothing", {}, null],
    ["an empty style", { style: {} }, null],
    ["a field cleared that was not set", { style: { color: null } }, null],
  ] as const)("[T8] %s", (_, patch, content) => {
    expect(editedContent(item, patch)).toEqual(content);
  });
});

describe("styles", () => {
  test.each([
    [
      "a field named replaces",
      { ...yellow, fontSize: "14px" },
      { fontSize: "20px" },
      { ...yellow, fontSize: "20px" },
    ],
    ["a field left out stays", yellow, {}, yellow],
    ["null clears a field", { ...yellow, fontStyle: "italic" }, { fontStyle: null }, yellow],
    ["null clears the last field", yellow, { backgroundColor: null }, {}],
    ["null for a field that is not set leaves no trace", {}, { color: null }, {}],
    ["undefined leaves no trace", {}, { color: undefined }, {}],
  ])("[T8] a sticker's style: %s", (_, style: object, patch: object, result) => {
    expect(mergeStyle(sticker("a", "c", { style }), patch)).toStrictEqual(result);
  });

  test("[T8] the two parts of a section's style are merged separately", () => {
    const styled = section("s", { style: { self: yellow, item: { fontSize: "14px", fontWeight: "bold" } } });
    expect(mergeStyle(styled, { item: { fontWeight: null, color: "#222222" } })).toStrictEqual({
      self: yellow,
      item: { fontSize: "14px", color: "#222222" },
    });
    expect(mergeStyle(styled, { self: { backgroundColor: null } })).toStrictEqual({
      self: {},
      item: { fontSize: "14px", fontWeight: "bold" },
    });
    expect(mergeStyle(section("s"), { self: yellow })).toStrictEqual({ self: yellow, item: {} });
  });

  test("[T8] the item that is edited stays as it was", () => {
    const item = sticker("a", "c", { style: { ...yellow } });
    mergeStyle(item, { backgroundColor: null });
    editedContent(item, { title: "After", style: { color: "#111111" } });
    expect(item).toEqual(sticker("a", "c", { style: yellow }));
  });
});

test.each([
  [{}, {}, undefined],
  [{ color: "#000000" }, { color: "#000000" }, undefined],
  [{ color: null }, {}, undefined],
  [{}, { color: "#000000" }, { color: "#000000" }],
  [{ color: "#000000" }, { color: "#ffffff" }, { color: "#ffffff" }],
  [{ color: "#000000" }, {}, { color: null }],
  [
    { color: "#000000", fontWeight: "bold" },
    { color: "#000000", fontSize: "14px" },
    { fontWeight: null, fontSize: "14px" },
  ],
] as const)("spec 3.3 · the change of a style from %j to %j is the patch %j", (before, after, patch) => {
  expect(stylePatch(before, after)).toEqual(patch);
});
