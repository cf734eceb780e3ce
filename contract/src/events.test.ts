import { describe, expect, test } from "vitest";
import { change, changesResponse } from "./changes.ts";
import {
  boardEvent,
  channels,
  eventNames,
  itemsEvent,
  userItemsEvent,
  parseChannel,
  facilitationEvent,
  facilitationEvents,
  whisperEdit,
  whisperSomebodyWriting,
  whisperUser,
  whisperWriting,
} from "./events.ts";
import { idleTimer } from "./facilitation/timer.ts";
import { noOptions } from "./facilitation/facilitator-options.ts";
import { errorBody } from "./errors.ts";
import { issuesOf, repeatLetter, parseOrThrow } from "./testing/schema-issues.ts";
import { itemOfNulls } from "./testing/samples.ts";

test("channels and events have the names of spec 10.6 to 10.8", () => {
  expect(channels.presence("b1")).toBe("presence-boards.b1");
  expect(channels.facilitation("b1")).toBe("private-boards.b1");
  expect(channels.user("u1")).toBe("private-users.u1");
  expect(channels.space("s1")).toBe("private-spaces.s1");
  expect(eventNames).toEqual({
    items: "board-items.update",
    questions: "questions.update",
    review: "review.update",
    board: "board.update",
    userItems: "board-items.update",
    sessionEnded: "session.ended",
    space: "space.update",
    spaceClosed: "space.closed",
    askMove: "space.ask",
    answerMove: "space.answer",
    whisperEdit: "client-edit.board-item",
    whisperUser: "client-update.user",
    whisperReady: "client-update.ready",
    whisperAsk: "client-ask.ready",
    whisperWish: "client-update.wish",
    whisperWriting: "client-write.column",
  });
  expect([...facilitationEvents].toSorted()).toEqual([
    "facilitator.delete",
    "facilitator.store",
    "facilitator.update",
    "timer.delete",
    "timer.edit",
    "timer.pause",
    "timer.play",
    "timer.store",
  ]);
});

test.each([
  ["presence-boards.b1", { kind: "presence", id: "b1" }],
  ["private-boards.b1", { kind: "facilitation", id: "b1" }],
  ["private-users.u1", { kind: "user", id: "u1" }],
  [`private-users.${repeatLetter(64)}`, { kind: "user", id: repeatLetter(64) }],
  [`private-users.${repeatLetter(65)}`, null],
  ["private-users.", null],
  ["private-users", null],
  ["presence-users.u1", null],
  ["boards.b1", null],
  ["xpresence-boards.b1", null],
  ["presence-boards.b1.b2", null],
  ["presence-boards.b/1", null],
  ["presence-boards.b1\n", null],
  ["", null],
])("the channel %j is parsed", (name, channel) => {
  expect(parseChannel(name)).toEqual(channel);
});

describe("changes", () => {
  const item = { ...itemOfNulls, parent_id: "c", user_id: "u", title: "T", votes: 0, hidden: false };
  const facilitation = { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer };

  test.each([
    [{ type: "item.put", item }],
    [{ type: "item.deleted", ids: [] }],
    [{ type: "item.deleted", ids: ["a", "b"] }],
    [{ type: "board.put", board: { title: "R", description: "" } }],
    [{ type: "session.put", session: facilitation }],
    [{ type: "votes.put", item_id: "a", votes: 3 }],
    [{ type: "votes.reset" }],
    [{ type: "vote.mine", item_id: "a", voted: false }],
    [{ type: "tick" }],
  ])("[Y1] %j carries resulting values", (value) => {
    expect(parseOrThrow(change, value)).toEqual(value);
  });

  test.each([
    [{ type: "item.put" }],
    [{ type: "item.put", item: { ...item, kind: "card" } }],
    [{ type: "item.deleted" }],
    [{ type: "item.deleted", ids: [1] }],
    [{ type: "board.put", board: { title: "R" } }],
    [{ type: "session.put", session: { ...facilitation, timer: undefined } }],
    [{ type: "votes.put", item_id: "a", votes: null }],
    [{ type: "vote.mine", item_id: "a" }],
    [{ type: "item.moved", id: "a" }],
    [{}],
    [null],
  ])("[Y1] %j is no change", (value) => {
    expect(issuesOf(change, value)).not.toBe("ok");
  });

  test("[H2] a tick carries nothing else, a vote's count does not name the voter", () => {
    expect(parseOrThrow(change, { type: "tick", item_id: "a" })).toEqual({ type: "tick" });
    expect(parseOrThrow(change, { type: "votes.put", item_id: "a", votes: 1, user_id: "u" })).toEqual({
      type: "votes.put",
      item_id: "a",
      votes: 1,
    });
  });

  test.each([
    ["items", itemsEvent, { version: 2, changes: [{ type: "tick" }] }],
    ["one user's", userItemsEvent, { version: 2, board_id: "b", changes: [] }],
    ["facilitation", facilitationEvent, { ...facilitation, version: 2, serverTime: 5 }],
    [
      "board",
      boardEvent,
      {
        version: 2,
        changes: [],
        board: {
          ...facilitation,
          id: "b",
          title: "R",
          description: "",
          sections: [],
          version: 2,
          serverTime: 5,
        },
      },
    ],
  ])("[Y2] an event (%s) carries its version, or says that it is to be fetched", (_, schema, event) => {
    expect(parseOrThrow(schema, event)).toEqual(event);
    expect(parseOrThrow(schema, { version: 2, fetch: true })).toEqual({ version: 2, fetch: true });
    expect(issuesOf(schema, { ...event, version: undefined })).not.toBe("ok");
    expect(issuesOf(schema, { version: 2 })).not.toBe("ok");
    expect(issuesOf(schema, { version: 2, fetch: false })).not.toBe("ok");
  });

  test("[Y2] a catch-up carries changes with the server's time, or asks for a reload", () => {
    expect(issuesOf(changesResponse, { reload: true })).toBe("ok");
    expect(issuesOf(changesResponse, { version: 1, changes: [], serverTime: 1 })).toBe("ok");
    expect(issuesOf(changesResponse, { reload: false })).not.toBe("ok");
    expect(issuesOf(changesResponse, { version: 1, changes: [] })).not.toBe("ok");
  });
});

describe("whispers", () => {
  test.each([
    [{ item_id: "a" }, "ok"],
    [{ item_id: null }, "ok"],
    [{}, ["item_id: validation.required"]],
    [{ item_id: "a b" }, ["item_id: validation.invalid"]],
    [{ item_id: repeatLetter(65) }, ["item_id: validation.invalid"]],
    [{ item_id: {} }, ["item_id: validation.required"]],
  ])("[H3] who is editing what: %j", (body, issues) => {
    expect(issuesOf(whisperEdit, body)).toEqual(issues);
  });

  test.each([
    [{ column_id: "c" }, "ok", "ok"],
    [{ column_id: null }, "ok", ["column_id: validation.required"]],
    [{}, ["column_id: validation.required"], ["column_id: validation.required"]],
    [{ column_id: repeatLetter(65) }, ["column_id: validation.invalid"], ["column_id: validation.invalid"]],
    [{ column_id: ["c"] }, ["column_id: validation.required"], ["column_id: validation.required"]],
  ])("[H7] who writes where: %j", (body, named, anonymous) => {
    expect(issuesOf(whisperWriting, body)).toEqual(named);
    expect(issuesOf(whisperSomebodyWriting, body)).toEqual(anonymous);
  });

  test("a whisper carries only the fields of its schema", () => {
    expect(parseOrThrow(whisperEdit, { item_id: "a", title: "secret" })).toEqual({ item_id: "a" });
    const draft = { column_id: "c", text: "secret", user_id: "bob", name: "Bob" };
    for (const schema of [whisperWriting, whisperSomebodyWriting])
      expect(parseOrThrow(schema, draft)).toEqual({ column_id: "c" });
    const person = { name: "Ann", options: { color: "#111111", isAvatarStickers: true } };
    expect(parseOrThrow(whisperUser, { ...person, more: 1 })).toEqual(person);
  });

  const options = { color: "#111111", isAvatarStickers: true };
  test.each([
    [{ name: repeatLetter(64), options }, "ok"],
    [{ name: repeatLetter(65), options }, ["name: validation.maxAllowed"]],
    [{ name: " ", options }, ["name: validation.nameRequired"]],
    [{ name: "Ann" }, ["options: none of the forms"]],
    [{ name: "Ann", options: { ...options, color: "red" } }, ["options.color: validation.color"]],
  ])("a user's new name and options: %j", (body, issues) => {
    expect(issuesOf(whisperUser, body)).toEqual(issues);
  });
});

test.each([
  [{ message: "No." }, true],
  [{ message: "No.", code: "conflict", errors: { title: ["Too long."] }, data: { id: "a" } }, true],
  [{ code: "conflict" }, false],
  [{ message: "No.", errors: { title: "Too long." } }, false],
  [{ message: "No.", errors: ["Too long."] }, false],
  [{ message: 7 }, false],
])("a failure has a message, and a code and errors by field where there are any: %j %s", (body, accepted) => {
  expect(issuesOf(errorBody, body) === "ok").toBe(accepted);
});
