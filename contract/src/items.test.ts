import { describe, expect, test } from "vitest";
import { avatarsOption, votesOption } from "./facilitation/facilitator-options.ts";
import { idleTimer, timer } from "./facilitation/timer.ts";
import { id, uuid } from "./ids.ts";
import { treeItem } from "./items.ts";
import { fontSize, hexColor, sectionStyle, stickerStyle } from "./styles.ts";
import { issuesOf, repeatLetter } from "./testing/schema-issues.ts";
import { itemOfNulls } from "./testing/samples.ts";

test.each([
  ["#000000", true],
  ["#FFffFF", true],
  ["#12ab9F", true],
  ["#fff", false],
  ["#1234567", false],
  ["#12345", false],
  ["123456", false],
  ["#12345g", false],
  [" #123456", false],
  ["#123456 ", false],
  ["#123456\n", false],
  ["red", false],
  ["", false],
  [0x12_34_56, false],
])("%j is a colour: %s", (value, accepted) => {
  expect(issuesOf(hexColor, value) === "ok").toBe(accepted);
});

test.each([
  ["a", true],
  ["A-z_09", true],
  [repeatLetter(64), true],
  [repeatLetter(65), false],
  ["", false],
  ["a b", false],
  ["a.b", false],
  ["a/b", false],
  ["é", false],
  ["a\n", false],
  [7, false],
])("the id %j has the form of an id: %s", (value, accepted) => {
  expect(issuesOf(id, value) === "ok").toBe(accepted);
});

test.each([
  ["7a0f1c52-9d3e-4b6a-8f21-0c4d5e6f7a8b", true],
  ["7A0F1C52-9D3E-4B6A-8F21-0C4D5E6F7A8B", false],
  ["7a0f1c529d3e4b6a8f210c4d5e6f7a8b", false],
  ["7a0f1c52-9d3e-4b6a-8f21-0c4d5e6f7a8", false],
  ["7a0f1c52-9d3e-4b6a-8f21-0c4d5e6f7a8bc", false],
  ["x7a0f1c52-9d3e-4b6a-8f21-0c4d5e6f7a8", false],
  ["7a0f1c52-9d3e-4b6a-8f21-0c4d5e6f7a8g", false],
  ["", false],
])("the id %s from a client is a UUID: %s", (value, accepted) => {
  expect(issuesOf(uuid, value) === "ok").toBe(accepted);
});

test.each([
  ["7px", false],
  ["8px", true],
  ["9px", true],
  ["10px", true],
  ["14px", true],
  ["69px", true],
  ["70px", true],
  ["72px", true],
  ["73px", false],
  ["80px", false],
  ["100px", false],
  ["014px", false],
  ["14", false],
  ["14em", false],
  ["14.5px", false],
  ["14px ", false],
  [14, false],
])("the font size %j is from 8 to 72 px: %s", (value, accepted) => {
  expect(issuesOf(fontSize, value) === "ok").toBe(accepted);
});

describe("styles", () => {
  test.each([
    ["nothing", {}, true],
    [
      "every field",
      {
        color: "#111111",
        backgroundColor: "#f8e394",
        fontSize: "20px",
        fontWeight: "bold",
        fontStyle: "italic",
        textDecoration: "underline",
      },
      true,
    ],
    ["plain letters", { fontWeight: "normal", fontStyle: "normal", textDecoration: "none" }, true],
    [
      "every field cleared",
      {
        color: null,
        backgroundColor: null,
        fontSize: null,
        fontWeight: null,
        fontStyle: null,
        textDecoration: null,
      },
      true,
    ],
    ["a field of another name", { border: "1px" }, false],
    ["a colour that is none", { color: "red" }, false],
    ["a ground that is a script", { backgroundColor: "url(javascript:1)" }, false],
    ["another weight", { fontWeight: "900" }, false],
    ["another slant", { fontStyle: "oblique" }, false],
    ["another line", { textDecoration: "overline" }, false],
    ["a list", [], false],
    ["a text", "bold", false],
  ])("a sticker's style: %s", (_, style, accepted) => {
    expect(issuesOf(stickerStyle, style) === "ok").toBe(accepted);
  });

  test.each([
    ["nothing", {}, true],
    ["its own ground", { self: { backgroundColor: "#f8f5e8" } }, true],
    ["its own ground cleared", { self: { backgroundColor: null } }, true],
    ["both parts", { self: {}, item: { color: "#111111", fontWeight: "bold" } }, true],
    ["letters in its own part", { self: { fontWeight: "bold" } }, false],
    ["a third part", { other: {} }, false],
    ["a sticker's field outside its part", { color: "#111111" }, false],
  ])("a section's style: %s", (_, style, accepted) => {
    expect(issuesOf(sectionStyle, style) === "ok").toBe(accepted);
  });
});

test.each([
  [false, true],
  [{ limit: 0, item: "board" }, true],
  [{ limit: 1, item: "section" }, true],
  [{ limit: 999, item: "board" }, true],
  [{ limit: 1000, item: "board" }, false],
  [{ limit: -1, item: "board" }, false],
  [{ limit: 1.5, item: "board" }, false],
  [{ limit: "3", item: "board" }, false],
  [{ limit: 3, item: "column" }, false],
  [{ limit: 3 }, false],
  [{ item: "board" }, false],
  [{ limit: 3, item: "board", more: 1 }, false],
  [true, false],
  [null, false],
  [3, false],
])("[V2] the limit for votes %j is accepted: %s", (value, accepted) => {
  expect(issuesOf(votesOption, value) === "ok").toBe(accepted);
});

test.each([
  [false, true],
  ["none", true],
  ["show", true],
  ["hide", true],
  [true, false],
  ["Hide", false],
  ["", false],
  [null, false],
])("the choice of avatars %j is accepted: %s", (value, accepted) => {
  expect(issuesOf(avatarsOption, value) === "ok").toBe(accepted);
});

/** Every field is needed, and only these may be null. */
function fieldsOf(schema: Parameters<typeof issuesOf>[0], whole: object) {
  const keys = Object.keys(whole);
  const without = (key: string) => Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
  return {
    required: keys.filter((key) => issuesOf(schema, without(key)) !== "ok"),
    nullable: keys.filter((key) => issuesOf(schema, { ...whole, [key]: null }) === "ok"),
  };
}

test("[T6] an item of the tree has its markers and children, down to any depth", () => {
  const node = { ...itemOfNulls, _lft: 2, _rgt: 3, children: [] };
  const tree = { ...itemOfNulls, _lft: 1, _rgt: 4, children: [node] };
  expect(issuesOf(treeItem, tree)).toBe("ok");
  expect(fieldsOf(treeItem, tree).required).toEqual(Object.keys(tree));
  expect(issuesOf(treeItem, { ...tree, children: [itemOfNulls] })).not.toBe("ok");
});

test("[C1] a timer has its total; the times may be null", () => {
  expect(issuesOf(timer, idleTimer)).toBe("ok");
  expect(fieldsOf(timer, idleTimer)).toEqual({
    required: ["startTime", "pauseTime", "countTime", "countPauseTime"],
    nullable: ["startTime", "pauseTime", "countPauseTime"],
  });
});
