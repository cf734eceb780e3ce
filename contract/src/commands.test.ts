import { describe, expect, test } from "vitest";
import type { $ZodType } from "zod/v4/core";
import * as commands from "./commands.ts";
import { issuesOf, repeatLetter, parseOrThrow } from "./testing/schema-issues.ts";

type Row = [name: string, input: unknown, issues: "ok" | string[]];
/** A row for each input that a schema refuses or accepts, with the messages by field. */
function table(title: string, schema: $ZodType, rows: Row[]) {
  describe(`${title}, field by field`, () => {
    test.each(rows)("%s", (_, input, issues) => {
      expect(issuesOf(schema, input)).toEqual(issues);
    });
  });
}

/** A required text of at most `max` characters, in a body that is whole otherwise. */
function textRows(body: object, field: string, max: number, required: string, tooLong: string): Row[] {
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));
  return [
    [`${field} left out`, rest, [`${field}: ${required}`]],
    [`${field} empty`, { ...body, [field]: "" }, [`${field}: ${required}`]],
    [`${field} of spaces`, { ...body, [field]: " \n " }, [`${field}: ${required}`]],
    [`${field} null`, { ...body, [field]: null }, [`${field}: ${required}`]],
    [`${field} a number`, { ...body, [field]: 7 }, [`${field}: ${required}`]],
    [`${field} of one character`, { ...body, [field]: "a" }, "ok"],
    [`${field} of ${max}`, { ...body, [field]: repeatLetter(max) }, "ok"],
    [`${field} of ${max} emoji`, { ...body, [field]: "👍".repeat(max) }, "ok"],
    [`${field} of ${max + 1}`, { ...body, [field]: repeatLetter(max + 1) }, [`${field}: ${tooLong}`]],
    [`${field} with NUL`, { ...body, [field]: "a\u0000" }, [`${field}: validation.forbiddenCharacters`]],
  ];
}

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const solution = "a solution";

const solutionRows = (body: object): Row[] => {
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== "solution"));
  return [
    ["without a solution", rest, ["solution: captcha.required"]],
    ["an empty solution", { ...body, solution: "" }, ["solution: captcha.required"]],
    ["a solution of 8000", { ...body, solution: repeatLetter(8000) }, "ok"],
    ["a solution of 8001", { ...body, solution: repeatLetter(8001) }, ["solution: captcha.failed"]],
    ["a solution that is no text", { ...body, solution: 1 }, ["solution: captcha.required"]],
  ];
};

table("POST users/anonymous", commands.createAnonymous, [
  ["with a solution only", { solution }, "ok"],
  [
    "with a name and options",
    { solution, name: "Ann", options: { color: "#111111", isAvatarStickers: true } },
    "ok",
  ],
  ["with some options", { solution, options: { color: "#111111" } }, "ok"],
  ["with an empty name", { solution, name: " " }, ["name: validation.nameRequired"]],
  ["with a name of 64", { solution, name: repeatLetter(64) }, "ok"],
  ["with a name of 65", { solution, name: repeatLetter(65) }, ["name: validation.maxAllowed"]],
  [
    "with a colour that is none",
    { solution, options: { color: "red" } },
    ["options.color: validation.color"],
  ],
  ["not an object", "solution", [": none of the forms"]],
  ...solutionRows({ solution }),
]);

table("PUT users/{id}", commands.updateUser, [
  ["nothing", {}, "ok"],
  ["a name of 64", { name: repeatLetter(64) }, "ok"],
  ["a name of 65", { name: repeatLetter(65) }, ["name: validation.maxAllowed"]],
  ["an empty name", { name: "" }, ["name: validation.nameRequired"]],
  ["one option", { options: { isAvatarStickers: false } }, "ok"],
  [
    "a choice that is no choice",
    { options: { isAvatarStickers: "yes" } },
    ["options.isAvatarStickers: none of the forms"],
  ],
]);

const credentials = { email: "ann@example.com", password: "secret", solution };
table("POST users/sign-in", commands.signIn, [
  ["all three", credentials, "ok"],
  ["without an address", { ...credentials, email: "" }, ["email: validation.emailRequired"]],
  ["with no address at all", { password: "x", solution }, ["email: validation.emailRequired"]],
  ["with an address that is none", { ...credentials, email: "ann" }, ["email: validation.emailCanBeValid"]],
  ["without a password", { ...credentials, password: "" }, ["password: validation.passwordRequired"]],
  ["with no password at all", { email: "a@b.co", solution }, ["password: validation.passwordRequired"]],
  ["with a password of one character", { ...credentials, password: "x" }, "ok"],
  ["with a password of 1000", { ...credentials, password: repeatLetter(1000) }, "ok"],
  [
    "with a password of 1001",
    { ...credentials, password: repeatLetter(1001) },
    ["password: validation.maxAllowed"],
  ],
  ...solutionRows(credentials),
]);

test("a password is not trimmed, an address is", () => {
  expect(
    parseOrThrow(commands.signIn, { email: " ann@example.com ", password: " x ", solution }),
  ).toMatchObject({
    email: "ann@example.com",
    password: " x ",
  });
});

table("a new password", commands.newPassword, [
  ["of 11 characters", repeatLetter(11), [": validation.passwordShort"]],
  ["of 12", repeatLetter(12), "ok"],
  ["of 11 emoji, which are 22 UTF-16 units", "👍".repeat(11), [": validation.passwordShort"]],
  ["of 1000", repeatLetter(1000), "ok"],
  ["of 1001", repeatLetter(1001), [": validation.maxAllowed"]],
  ["that is no text", 123_456_789_012, [": validation.passwordRequired"]],
]);

table("the one-time link", commands.useSignInLink, [
  ["a token and a password", { token: "t", password: repeatLetter(12) }, "ok"],
  ["no token", { password: repeatLetter(12) }, ["token: signInLink.invalid"]],
  ["a token of 255", { token: repeatLetter(255), password: repeatLetter(12) }, "ok"],
  ["a token of 256", { token: repeatLetter(256), password: repeatLetter(12) }, ["token: signInLink.invalid"]],
  ["a short password", { token: "t", password: "short" }, ["password: validation.passwordShort"]],
]);

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
table("T2 · PUT boards/{id}", commands.updateBoard, [
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
table("T10 · POST items, several", commands.createItems, [
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

test("T10 · a body with `items` adds several stickers, any other body one", () => {
  expect(parseOrThrow(commands.createItemOrItems, { ...one, more: 1 })).toEqual(one);
  expect(parseOrThrow(commands.createItemOrItems, { parent_id: "c", items: [{ title: " T " }] })).toEqual({
    parent_id: "c",
    items: [{ title: "T" }],
  });
});

table("T8 · PUT items/{id}", commands.updateItem, [
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

const moved = { item_id: "a", parent_id: "c" };
table("T9 · PUT sort", commands.sortItem, [
  ["the first position", { ...moved, position: 0 }, "ok"],
  ["a position past every end", { ...moved, position: 1_000_000 }, "ok"],
  ["a position below 0", { ...moved, position: -1 }, ["position: validation.notNegative"]],
  ["half a position", { ...moved, position: 0.5 }, ["position: validation.wholeNumber"]],
  ["a position as text", { ...moved, position: "1" }, ["position: validation.wholeNumber"]],
  ["after a sibling", { ...moved, after_id: "b" }, "ok"],
  ["first", { ...moved, after_id: null }, "ok"],
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

table("C2 · POST timers", commands.startTimer, [
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
])("C3 · PUT timers: %s", (_, body, issues) => {
  expect(issuesOf(commands.changeTimer, body)).toEqual(issues);
});

describe("E3 · PUT facilitators", () => {
  const yesNo = ["hideContent", "stopEditing", "concealVoteCount", "showStickerDate"];
  test.each(yesNo)("%s is on or off", (option) => {
    for (const value of [true, false]) expect(issuesOf(commands.setOption, { option, value })).toBe("ok");
    for (const value of [null, 1, "true", "hide", { limit: 1, item: "board" }, undefined])
      expect(issuesOf(commands.setOption, { option, value })).toEqual([": validation.option"]);
  });

  test.each([
    ["votes", false, true],
    ["votes", { limit: 0, item: "board" }, true],
    ["votes", { limit: 999, item: "section" }, true],
    ["votes", { limit: 1000, item: "section" }, false],
    ["votes", { limit: -1, item: "board" }, false],
    ["votes", true, false],
    ["votes", "hide", false],
    ["avatars", false, true],
    ["avatars", "none", true],
    ["avatars", "show", true],
    ["avatars", "hide", true],
    ["avatars", true, false],
    ["avatars", "all", false],
    ["facilitator_id", true, false],
    ["timer", false, false],
    ["", true, false],
  ])("%s may be set to %j: %s", (option, value, accepted) => {
    expect(issuesOf(commands.setOption, { option, value }) === "ok").toBe(accepted);
  });
});

const message = {
  email: "ann@example.com",
  name: "Ann",
  inquiry: "Help",
  subject: "S",
  message: "M",
  solution,
};
table("POST contacts", commands.createContact, [
  ["whole", message, "ok"],
  ...["name", "inquiry", "subject"].flatMap((field) =>
    textRows(message, field, 255, "validation.required", "validation.maxLength"),
  ),
  ...textRows(message, "message", 1000, "validation.required", "validation.maxLength"),
  ["without an address", { ...message, email: "" }, ["email: validation.required"]],
  ["with an address that is none", { ...message, email: "ann" }, ["email: validation.emailInvalid"]],
  ...solutionRows(message),
]);

table("POST subscribers", commands.createSubscriber, [
  ["whole", { email: "ann@example.com", solution }, "ok"],
  ["without an address", { solution }, ["email: validation.required"]],
  ["with an address that is none", { email: "ann@", solution }, ["email: validation.emailInvalid"]],
  ...solutionRows({ email: "ann@example.com", solution }),
]);

const feedback = { name: "Ann", comment: "Good", agree: true };
table("POST feedback", commands.createFeedback, [
  ["without an address", feedback, "ok"],
  ["with an empty address", { ...feedback, email: "" }, "ok"],
  ["with an address", { ...feedback, email: "ann@example.com" }, "ok"],
  ["with an address that is none", { ...feedback, email: "ann" }, ["email: feedback.emailInvalid"]],
  ["without consent", { ...feedback, agree: false }, ["agree: feedback.agreeRequired"]],
  ["with consent left out", { name: "Ann", comment: "Good" }, ["agree: feedback.agreeRequired"]],
  ["with consent as text", { ...feedback, agree: "true" }, ["agree: feedback.agreeRequired"]],
  ...textRows(feedback, "name", 255, "feedback.nameRequired", "validation.maxAllowed"),
  ...textRows(feedback, "comment", 1000, "feedback.commentRequired", "validation.maxAllowed"),
]);

table("POST logger", commands.createLog, [
  ["an event", { event: 100 }, "ok"],
  ["with an object of 255", { event: 104, object: repeatLetter(255) }, "ok"],
  ["with an object of 256", { event: 104, object: repeatLetter(256) }, ["object: validation.maxAllowed"]],
  ["with null for the object", { event: 104, object: null }, "ok"],
  ["with half an event", { event: 100.5 }, ["event: validation.invalid"]],
  ["with an event as text", { event: "100" }, ["event: validation.invalid"]],
  ["without an event", {}, ["event: validation.invalid"]],
]);
