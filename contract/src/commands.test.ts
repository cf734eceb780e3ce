import { describe, expect, test } from "vitest";
import * as commands from "./commands.ts";
import { issuesOf, repeatLetter, parseOrThrow } from "./testing/schema-issues.ts";
import { table, textRows } from "./testing/schema-tables.ts";

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
table("POST boards", commands.createBoard, [
  ...textRows({ title: "Retro" }, "title", 255, "validation.titleRequired", "validation.maxAllowed"),
  ["with an empty description", { title: "R", description: "" }, "ok"],
  ["with a description of 255", { title: "R", description: repeatLetter(255) }, "ok"],
  [
    "with a description of 256",
    { title: "R", description: repeatLetter(256) },
    ["description: validation.maxAllowed"],
  ],
  ["with null for both", { title: "R", description: null, template: null }, "ok"],
  ["with a template's title of 255", { title: "R", template: repeatLetter(255) }, "ok"],
  [
    "with a template's title of 256",
    { title: "R", template: repeatLetter(256) },
    ["template: validation.template"],
  ],
]);

const sections = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `Section ${i}` }));
table("[T2] PUT boards/{id}", commands.updateBoard, [
  ["nothing", {}, "ok"],
  ["a title of 255", { title: repeatLetter(255) }, "ok"],
  ["a title of 256", { title: repeatLetter(256) }, ["title: validation.maxAllowed"]],
  ["an empty title", { title: " " }, ["title: validation.titleRequired"]],
  ["an empty description", { description: "" }, "ok"],
  ["a description of null", { description: null }, "ok"],
  ["a description of 255", { description: repeatLetter(255) }, "ok"],
  ["a description of 256", { description: repeatLetter(256) }, ["description: validation.maxAllowed"]],
  ["no sections", { sections: [] }, "ok"],
  ["12 sections", { sections: sections(12) }, "ok"],
  ["13 sections", { sections: sections(13) }, ["sections: validation.tooManySections"]],
  ["a known section without a title keeps it", { sections: [{ id: "s" }] }, "ok"],
  [
    "a new section without a title",
    { sections: [{ id: "s" }, {}] },
    ["sections.1.title: validation.titleRequired"],
  ],
  ["a new section of null", { sections: [{ id: null }] }, ["sections.0.title: validation.titleRequired"]],
  [
    "a new section with an empty title",
    { sections: [{ title: "" }] },
    ["sections.0.title: validation.titleRequired"],
  ],
  [
    "a known section with an empty title",
    { sections: [{ id: "s", title: " " }] },
    ["sections.0.title: validation.titleRequired"],
  ],
  ["a section's title of 255", { sections: [{ title: repeatLetter(255) }] }, "ok"],
  [
    "a section's title of 256",
    { sections: [{ title: repeatLetter(256) }] },
    ["sections.0.title: validation.maxAllowed"],
  ],
  ["a section's revision", { sections: [{ id: "s", title: "T", rev: 3 }] }, "ok"],
  [
    "a broken revision",
    { sections: [{ id: "s", title: "T", rev: 1.5 }] },
    ["sections.0.rev: validation.wholeNumber"],
  ],
  ["12 to delete", { deletes: Array.from({ length: 12 }, (_, i) => `s${i}`) }, "ok"],
  [
    "13 to delete",
    { deletes: Array.from({ length: 13 }, (_, i) => `s${i}`) },
    ["deletes: validation.invalid"],
  ],
  ["to delete what is no id", { deletes: ["a b"] }, ["deletes.0: validation.invalid"]],
  ["the texts that the edit started from", { from: { title: "Old", description: "" } }, "ok"],
]);

const one = { title: "Text", parent_id: "c" };
table("POST items, one", commands.createItem, [
  ...textRows(one, "title", 1000, "validation.titleRequired", "validation.maxAllowed"),
  ["without a parent", { title: "T" }, ["parent_id: validation.required"]],
  ["with a parent that is no id", { ...one, parent_id: "a b" }, ["parent_id: validation.invalid"]],
  ["with an id of the client", { ...one, id: uuidOf(1) }, "ok"],
  ["with null for an id and a style", { ...one, id: null, style: null }, "ok"],
  ["with an id that is no UUID", { ...one, id: "mine" }, ["id: validation.invalid"]],
  ["with a style", { ...one, style: { fontWeight: "bold" } }, "ok"],
  [
    "with a style that is none",
    { ...one, style: { fontSize: "99px" } },
    ["style.fontSize: validation.invalid"],
  ],
]);

const batch = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `T${i}` }));
table("[T10] POST items, several", commands.createItems, [
  ["none", { parent_id: "c", items: [] }, ["items: validation.required"]],
  ["one", { parent_id: "c", items: batch(1) }, "ok"],
  ["100", { parent_id: "c", items: batch(100) }, "ok"],
  ["101", { parent_id: "c", items: batch(101) }, ["items: validation.tooManyAtOnce"]],
  [
    "one of them too long",
    { parent_id: "c", items: [...batch(2), { title: repeatLetter(1001) }] },
    ["items.2.title: validation.maxAllowed"],
  ],
  [
    "one of them empty",
    { parent_id: "c", items: [{ title: " " }] },
    ["items.0.title: validation.titleRequired"],
  ],
  ["each with an id", { parent_id: "c", items: [1, 2, 3].map((n) => ({ id: uuidOf(n), title: "T" })) }, "ok"],
  [
    "without ids, or null",
    { parent_id: "c", items: [{ title: "T", id: null }, { title: "T", id: null }, { title: "T" }] },
    "ok",
  ],
  [
    "the same id twice",
    { parent_id: "c", items: [1, 2, 1].map((n) => ({ id: uuidOf(n), title: "T" })) },
    ["items.2.id: validation.invalid"],
  ],
  ["without a parent", { items: batch(1) }, ["parent_id: validation.required"]],
]);

test("[T10] a body with `items` adds several stickers, any other body one", () => {
  expect(parseOrThrow(commands.createItemOrItems, { ...one, more: 1 })).toEqual(one);
  expect(parseOrThrow(commands.createItemOrItems, { parent_id: "c", items: [{ title: " T " }] })).toEqual({
    parent_id: "c",
    items: [{ title: "T" }],
  });
});

table("[T8] PUT items/{id}", commands.updateItem, [
  ["nothing", {}, "ok"],
  ["a title", { title: "T" }, "ok"],
  ["a sticker's style", { style: { color: null, fontWeight: "bold" } }, "ok"],
  ["a section's style", { style: { self: { backgroundColor: "#f8f5e8" } } }, "ok"],
  ["a style of neither form", { style: { border: 1 } }, ["style: validation.style"]],
  [
    "a text that cannot be stored and a style of neither form",
    { title: "a\ud800", style: { border: 1 } },
    ["title: validation.forbiddenCharacters", "style: validation.style"],
  ],
  ["a revision", { title: "T", rev: 3 }, "ok"],
  ["a revision of null", { title: "T", rev: null }, "ok"],
  ["a broken revision", { rev: 1.5 }, ["rev: validation.wholeNumber"]],
  ["a revision as text", { rev: "3" }, ["rev: validation.wholeNumber"]],
]);
table("PUT items/{id}, a sticker", commands.updateStickerBody, [
  ["a title of 1000", { title: repeatLetter(1000) }, "ok"],
  ["a title of 1001", { title: repeatLetter(1001) }, ["title: validation.maxAllowed"]],
  ["an empty title", { title: " " }, ["title: validation.titleRequired"]],
  ["a section's style", { style: { self: {} } }, ["style: none of the forms"]],
]);
table("PUT items/{id}, a section", commands.updateSectionBody, [
  ["a title of 255", { title: repeatLetter(255) }, "ok"],
  ["a title of 256", { title: repeatLetter(256) }, ["title: validation.maxAllowed"]],
  ["an empty title", { title: "" }, ["title: validation.titleRequired"]],
  ["its style", { style: { item: { fontSize: "20px" } } }, "ok"],
]);

table("[M5] PUT boards/{id}/passphrase", commands.setPassphrase, [
  ["none", { passphrase: null }, "ok"],
  ["of 7", { passphrase: repeatLetter(7) }, ["passphrase: validation.passwordShort"]],
  ["of 8", { passphrase: repeatLetter(8) }, "ok"],
  ["of 7 emoji", { passphrase: "🦦".repeat(7) }, ["passphrase: validation.passwordShort"]],
  ["of 8 emoji", { passphrase: "🦦".repeat(8) }, "ok"],
  ["of 200 emoji", { passphrase: "🦦".repeat(200) }, "ok"],
  ["of 201", { passphrase: repeatLetter(201) }, ["passphrase: validation.maxAllowed"]],
  ["empty", { passphrase: " " }, ["passphrase: validation.passphraseRequired"]],
  ["left out", {}, ["passphrase: validation.passphraseRequired"]],
]);

const moved = { item_id: "a", parent_id: "c" };
table("[T9] PUT sort", commands.sortItem, [
  ["the first position", { ...moved, position: 0 }, "ok"],
  ["a position past every end", { ...moved, position: 1_000_000 }, "ok"],
  ["a position below 0", { ...moved, position: -1 }, ["position: validation.notNegative"]],
  ["half a position", { ...moved, position: 0.5 }, ["position: validation.wholeNumber"]],
  ["a position as text", { ...moved, position: "1" }, ["position: validation.wholeNumber"]],
  ["after a sibling", { ...moved, after_id: "b" }, "ok"],
  ["first", { ...moved, after_id: null }, "ok"],
  ["from a place", { ...moved, after_id: null, from: { parent_id: "d", order: "a0" } }, "ok"],
  [
    "from half a place",
    { ...moved, after_id: null, from: { parent_id: "d" } },
    ["from.order: none of the forms"],
  ],
  ["after itself", { ...moved, after_id: "a" }, ["after_id: validation.invalid"]],
  ["no place", moved, ["position: validation.required"]],
  ["both places", { ...moved, position: 0, after_id: "b" }, ["after_id: validation.positionOrAfter"]],
  [
    "both places, one of them first",
    { ...moved, position: 0, after_id: null },
    ["after_id: validation.positionOrAfter"],
  ],
  ["no sticker", { parent_id: "c", position: 0 }, ["item_id: validation.required"]],
  ["no parent", { item_id: "a", position: 0 }, ["parent_id: validation.required"]],
  ["a parent of null", { item_id: "a", parent_id: null, position: 0 }, ["parent_id: validation.required"]],
]);

const moves = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ item_id: `s${i}`, parent_id: "c", position: 0 }));
table("[T13] PUT sort, several", commands.sortItems, [
  ["none", { moves: [] }, ["moves: validation.required"]],
  ["100", { moves: moves(100) }, "ok"],
  ["101", { moves: moves(101) }, ["moves: validation.tooManyAtOnce"]],
  ["a sticker twice", { moves: [...moves(1), ...moves(1)] }, ["moves.1.item_id: validation.invalid"]],
]);

const ordered = { parent_id: "c", from: ["a", "b"], to: ["b", "a"] };
const manyIds = Array.from({ length: 501 }, (_, i) => `s${i}`);
table("[T11] PUT order", commands.orderStickers, [
  ["one column", { orders: [ordered] }, "ok"],
  ["two columns", { orders: [ordered, { ...ordered, parent_id: "d" }] }, "ok"],
  ["nothing", {}, ["orders: none of the forms"]],
  ["no column", { orders: [] }, ["orders: validation.required"]],
  ["a column twice", { orders: [ordered, ordered] }, ["orders.1.parent_id: validation.invalid"]],
  ["a sticker less", { orders: [{ ...ordered, to: ["b"] }] }, ["orders.0.to: validation.invalid"]],
  ["a sticker more", { orders: [{ ...ordered, to: ["b", "a", "c"] }] }, ["orders.0.to: validation.invalid"]],
  ["a sticker twice", { orders: [{ ...ordered, to: ["b", "b"] }] }, ["orders.0.to: validation.invalid"]],
  ["another sticker", { orders: [{ ...ordered, to: ["b", "c"] }] }, ["orders.0.to: validation.invalid"]],
  [
    "more than 1,000 stickers together",
    {
      orders: [
        { parent_id: "c", from: manyIds, to: manyIds },
        { parent_id: "d", from: manyIds, to: manyIds },
      ],
    },
    ["orders: validation.tooManyAtOnce"],
  ],
]);

table("[C2] POST timers", commands.startTimer, [
  ["0 s", { count_time: 0 }, ["count_time: validation.countTime"]],
  ["1 s", { count_time: 1 }, "ok"],
  ["5940 s", { count_time: 5940 }, "ok"],
  ["5941 s", { count_time: 5941 }, ["count_time: validation.countTime"]],
  ["-1 s", { count_time: -1 }, ["count_time: validation.countTime"]],
  ["1.5 s", { count_time: 1.5 }, ["count_time: validation.wholeNumber"]],
  ["text", { count_time: "60" }, ["count_time: validation.wholeNumber"]],
  ["nothing", {}, ["count_time: validation.wholeNumber"]],
  ["with the client's time", { count_time: 60, start_time: 1 }, "ok"],
  ["with the client's time as text", { count_time: 60, start_time: "2026-01-01T00:00:00Z" }, "ok"],
  ["with null for the client's time", { count_time: 60, start_time: null }, "ok"],
  [
    "with an object for the client's time",
    { count_time: 60, start_time: {} },
    ["start_time: none of the forms"],
  ],
]);

test.each([
  ["another total", { count_time: 60 }, "ok"],
  ["the least", { count_time: 1 }, "ok"],
  ["less than the least", { count_time: 0 }, ["count_time: validation.countTime"]],
  ["the most", { count_time: 5940 }, "ok"],
  ["more than the most", { count_time: 5941 }, ["count_time: validation.countTime"]],
  ["pause", { pause_time: 1, count_pause_time: 30 }, "ok"],
  ["pause without the seconds left", { pause_time: "now" }, "ok"],
  ["play", { start_time: 1 }, "ok"],
  ["nothing", {}, [": validation.timer"]],
  ["null", { pause_time: null }, [": validation.timer"]],
])("[C3] PUT timers: %s", (_, body, issues) => {
  expect(issuesOf(commands.changeTimer, body)).toEqual(issues);
});

describe("[E3] PUT facilitators", () => {
  const yesNo = ["hideContent", "stopEditing", "concealVoteCount", "showStickerDate"];
  test.each(yesNo)("%s is on or off", (option) => {
    for (const value of [true, false]) expect(issuesOf(commands.setOption, { option, value })).toBe("ok");
    for (const value of [null, 1, "true", "hide", { limit: 1, item: "board" }, undefined])
      expect(issuesOf(commands.setOption, { option, value })).toEqual([": validation.option"]);
  });

  test.each([
    ["votes", false, true],
    ["votes", { limit: 999, item: "section" }, true],
    ["votes", "hide", false],
    ["avatars", "hide", true],
    ["avatars", true, false],
    ["facilitator_id", true, false],
    ["timer", false, false],
    ["", true, false],
  ])("%s may be set to %j: %s", (option, value, accepted) => {
    expect(issuesOf(commands.setOption, { option, value }) === "ok").toBe(accepted);
  });
});

test("Edit Board keeps the texts that the edit started from", () => {
  const from = { title: "Old", description: "Why" };
  expect(parseOrThrow(commands.updateBoard, { title: "New", from })).toEqual({ title: "New", from });
});
