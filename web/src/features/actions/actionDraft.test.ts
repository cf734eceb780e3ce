import type { Action } from "@retro/contract/actions";
import { describe, expect, it } from "vitest";
import { calendarDay } from "../../ui/display/calendarDay.ts";
import { isOverdue } from "../../ui/display/OwnerAndDue.tsx";
import { draftOf, emptyDraft, ownerOf } from "./actionDraft.ts";

const action = (over: Partial<Action>): Action => ({
  id: "a",
  board_id: "board",
  text: "text",
  hidden: false,
  owner_id: null,
  owner_name: null,
  due_on: null,
  link: null,
  status: "open",
  source_item_id: null,
  source_user_id: null,
  user_id: null,
  order: "a0",
  rev: 1,
  created_at: "2026-01-15T12:00:00.000Z",
  status_at: "2026-01-15T12:00:00.000Z",
  ...over,
});
const member = (id: string, name: string) => ({ id, name }) as Parameters<typeof ownerOf>[1][number];

describe("[D1] the owner that a draft names", () => {
  const members = [member("u1", "Ann"), member("u2", "Bob")];
  it.each([
    ["a person who is present", " Bob ", { owner_id: "u2", owner_name: "Bob" }],
    ["somebody else", "Ops", { owner_name: "Ops" }],
    ["a name that only begins like a person's", "Bo", { owner_name: "Bo" }],
    ["nobody", "  ", { owner_name: null }],
  ])("%s", (_name, owner, expected) => {
    expect(ownerOf({ ...emptyDraft, owner }, members)).toEqual(expected);
  });
});

describe("[D1] an action is overdue", () => {
  // Local times: the user's calendar decides, not UTC.
  const justAfterMidnight = new Date(2026, 0, 15, 0, 5);
  const justBeforeMidnight = new Date(2026, 0, 15, 23, 55);
  it.each([
    ["from the day after its due date", "2026-01-14", "open", true],
    ["not on its due date", "2026-01-15", "open", false],
    ["not before it", "2026-01-16", "open", false],
    ["not when it is done", "2026-01-14", "done", false],
    ["not when it is dropped", "2026-01-14", "dropped", false],
    ["not without a due date", null, "open", false],
  ] as const)("%s", (_name, due_on, status, expected) => {
    for (const today of [justAfterMidnight, justBeforeMidnight])
      expect(isOverdue(action({ due_on, status }), calendarDay(today))).toBe(expected);
  });
});

it("[D1] an editor begins with what the action has", () => {
  expect(draftOf(action({ owner_name: "Ops", due_on: "2026-12-24", link: "https://t.example/1" }))).toEqual({
    text: "text",
    owner: "Ops",
    due_on: "2026-12-24",
    link: "https://t.example/1",
  });
  expect(draftOf(action({ text: null, hidden: true }))).toEqual(emptyDraft);
});
