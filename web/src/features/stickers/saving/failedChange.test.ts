// @vitest-environment jsdom
import type { BoardView } from "@retro/rules/apply-change";
import { idleTimer } from "@retro/contract/facilitation/timer";
import type { Item } from "@retro/contract/items";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DroppedChange, PendingEntry } from "../../../board-state/outbox/pendingEntry.ts";
import { changeLocale, startI18n } from "../../../i18n/i18n.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import {
  correctionDialogOf,
  discardFailedEdits,
  droppedText,
  failedText,
  failureReason,
  isTargetGone,
  presentTextOf,
} from "./failedChange.ts";

beforeAll(startI18n);

const item = (id: string, kind: Item["kind"], parent: string | null, more: Partial<Item> = {}): Item => ({
  id,
  board_id: "board",
  parent_id: parent,
  kind,
  order: "a0",
  user_id: null,
  title: null,
  style: {},
  created_at: "2026-01-01T00:00:00.000Z",
  rev: 1,
  votes: null,
  hidden: false,
  ...more,
});
const view = (...stickers: Item[]): BoardView => ({
  userId: "ann",
  version: 1,
  details: { title: "", description: "" },
  facilitation: { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer },
  items: new Map(
    [item("section", "section", null), item("column", "column", "section"), ...stickers].map((each) => [
      each.id,
      each,
    ]),
  ),
  votedIds: new Set(),
  actions: new Map(),
});
const edit = (status: number, data?: Item): PendingEntry => ({
  key: "k",
  state: "failed",
  command: { type: "item.edit", id: "s", title: "mine", rev: 1 },
  error: { name: "ApiError", message: "refused", status, ...(data && { data }) },
});
const theirs = item("s", "sticker", "column", { title: "theirs", rev: 2 });

it("a conflict shows both texts, after a reload too, when only the board knows the other one", () => {
  const shown = { kind: "conflict", mine: { title: "mine" }, theirs: { title: "theirs" }, entry: "k" };
  expect(correctionDialogOf(view(theirs), edit(409, theirs))).toMatchObject(shown);
  expect(correctionDialogOf(view(theirs), edit(409))).toMatchObject(shown);
});

it("[T8] a text that was kept from a closed page opens beside the present one if that has changed, and alone if not", () => {
  const kept: PendingEntry = {
    ...edit(0),
    error: { name: "Unsent", message: "", status: 0, code: "unsent" },
  };
  expect(correctionDialogOf(view(theirs), kept)).toMatchObject({
    kind: "conflict",
    mine: { title: "mine" },
    theirs: { title: "theirs", rev: 2 },
  });
  expect(correctionDialogOf(view({ ...theirs, rev: 1 }), kept)).toMatchObject({ kind: "edit" });
  expect(presentTextOf(view(theirs), kept)).toEqual({ text: "theirs", rev: 2 });
  expect(presentTextOf(view({ ...theirs, rev: 1 }), kept)).toBeNull();
  expect(presentTextOf(view({ ...theirs, title: null, hidden: true }), kept)).toBeNull();
});

it("a note that was not sent is shown beside the present note, not the sticker's text: Retry would replace it unseen", () => {
  const note: PendingEntry = { ...edit(409), command: { type: "item.edit", id: "s", rev: 1, note: "mine" } };
  expect(presentTextOf(view({ ...theirs, note: "Bob's note" }), note)).toEqual({
    text: "Bob's note",
    rev: 2,
  });
  expect(presentTextOf(view(theirs), note)).toEqual({ text: "", rev: 2 });
  // Its dialog has the sticker's text only, and would end with the note discarded unseen.
  expect(correctionDialogOf(view(theirs), note)).toBeNull();
});

it("a refused note that its field keeps is no longer unsaved; one that was refused before stays", () => {
  const notes = ["older", "mine"].map((note) => ({
    ...edit(409),
    key: note,
    command: { type: "item.edit" as const, id: "s", rev: 1, note },
  }));
  const discarded: string[] = [];
  const store = {
    getState: () => ({ pending: notes }) as unknown as ReturnType<BoardStore["getState"]>,
    discard: (key: string) => void discarded.push(key),
  };
  discardFailedEdits(store, "s", { field: "note", text: "mine" });
  expect(discarded).toEqual(["mine"]);
});

it("a conflict shows the newest text of the other, not the one of the refusal", () => {
  const newer = { ...theirs, title: "newer", rev: 3 };
  expect(correctionDialogOf(view(newer), edit(409, theirs))).toMatchObject({ theirs: { title: "newer" } });
});

it("an edit of a sticker that is gone becomes a new one, and a refused one is edited again", () => {
  const gone = { kind: "new", columnId: "column", draft: { title: "mine" }, entry: "k" };
  expect(correctionDialogOf(view(), edit(404))).toMatchObject(gone);
  expect(correctionDialogOf(view({ ...theirs, rev: 1 }), edit(422))).toMatchObject({
    kind: "edit",
    id: "s",
    draft: { title: "mine" },
  });
});

it("a text whose sticker, section, action or column is deleted says so, whatever the server has answered", () => {
  const failed = (command: PendingEntry["command"]): PendingEntry => ({ ...edit(404), command });
  const changed = "What this changes was deleted in the meantime";
  const added = "The place where this was written was deleted in the meantime";
  const cases: [PendingEntry["command"], string][] = [
    [{ type: "item.edit", id: "s", title: "mine", rev: 1 }, changed],
    [{ type: "action.edit", id: "a", text: "mine", rev: 1 }, changed],
    [{ type: "sticker.add", id: "n", parent_id: "elsewhere", title: "mine" }, added],
    [{ type: "stickers.add", parent_id: "elsewhere", items: [] }, added],
  ];
  for (const [command, reason] of cases)
    expect([
      failureReason(view(), failed(command)),
      isTargetGone(view(), failed(command)),
      isTargetGone(null, failed(command)),
    ]).toEqual([reason, true, false]);
  expect(failureReason(view(theirs), edit(409))).toBe("refused");
  const addition = { type: "sticker.add", id: "n", parent_id: "column", title: "mine" } as const;
  expect(failureReason(view(), failed(addition))).toBe("refused");
});

it("nothing opens on a sticker that is hidden from its editor by now; several texts can be copied", () => {
  expect(correctionDialogOf(view({ ...theirs, title: null, hidden: true }), edit(409, theirs))).toBeNull();
  const items = [
    { id: "1", title: "one" },
    { id: "2", title: "two" },
  ];
  const entry: PendingEntry = {
    key: "k",
    state: "failed",
    command: { type: "stickers.add", parent_id: "column", items },
  };
  expect([correctionDialogOf(view(), entry), failedText(entry)]).toEqual([null, "one\ntwo"]);
});

const changesOfOthers = { code: "moot", message: "" };
const unnamed = () => null;
const dropped: DroppedChange = {
  key: "1",
  type: "item.delete",
  id: "s",
  title: "Tea",
  reason: null,
  error: changesOfOthers,
};

it.each([
  ["item.move", "“Tea” was not moved."],
  ["item.delete", "“Tea” was not deleted."],
  ["item.edit", "“Tea” was not formatted."],
  ["vote", "Your vote on “Tea” was not changed."],
  ["sticker.restore", "“Tea” was not restored."],
] as const)("a dropped change of the type %s is named, with its sticker or without", (type, named) => {
  const since = "Others have changed the board since.";
  const gone = "A sticker was not changed: it is deleted or hidden.";
  expect(droppedText({ ...dropped, type }, unnamed)).toBe(`${named} ${since}`);
  expect(droppedText({ ...dropped, type, title: null }, unnamed)).toBe(`${gone} ${since}`);
});

it.each([
  ["stickers.order", "A section was not sorted."],
  ["action.edit", "An action was not changed."],
  ["action.move", "An action was not changed."],
  ["action.delete", "An action was not changed."],
  ["action.restore", "An action was not changed."],
] as const)("a dropped change of the type %s names no sticker", (type, named) => {
  for (const title of [null, "Tea"])
    expect(droppedText({ ...dropped, type, title }, unnamed)).toBe(
      `${named} Others have changed the board since.`,
    );
});

it("a dropped change says why: others, its age, or the server's reason", () => {
  const why = (code: string, message: string) =>
    droppedText({ ...dropped, error: { code, message } }, unnamed);
  expect([
    why("expired", ""),
    why("conflict", "Someone else has changed this"),
    why("board_locked", "The board is view only"),
  ]).toEqual([
    "“Tea” was not deleted. This change waited too long to be sent automatically.",
    "“Tea” was not deleted. Others have changed the board since.",
    "“Tea” was not deleted. The board is view only.",
  ]);
});

describe("a refused deletion says who has changed what, and nobody's name that is not known", () => {
  const names = new Map([
    ["cy", "Cy"],
    ["pyotr", "Пётр Ильин"],
  ]);
  const nameOf = (id: string | null) => names.get(id ?? "") ?? null;
  const text = (...reason: NonNullable<DroppedChange["reason"]>) =>
    droppedText({ ...dropped, reason }, nameOf);
  const cases: Parameters<typeof text>[] = [
    [{ what: "changed", user_id: "cy" }],
    [
      { what: "changed", user_id: "cy" },
      { what: "changed", user_id: "pyotr" },
    ],
    [
      { what: "inside", user_id: "cy" },
      { what: "inside", user_id: null },
      { what: "voted", user_id: null },
    ],
    [
      { what: "changed", user_id: "gone" },
      { what: "inside", user_id: null },
    ],
    [],
  ];
  afterEach(() => changeLocale("en"));

  it("in English", () => {
    expect(cases.map((reasons) => text(...reasons))).toEqual([
      "“Tea” was not deleted. Cy has changed it since.",
      "“Tea” was not deleted. Cy and Пётр Ильин have changed it since.",
      "“Tea” was not deleted. Cy and someone else have changed its group. Someone has voted for it.",
      "“Tea” was not deleted. Someone has changed it since. Someone has changed its group.",
      "“Tea” was not deleted. Others have changed the board since.",
    ]);
  });

  it("in Russian, without a verb that has a gender", async () => {
    await changeLocale("ru");
    expect(cases.map((reasons) => text(...reasons))).toEqual([
      "Не удалось удалить «Tea». Стикер тем временем изменился, автор изменений — Cy.",
      "Не удалось удалить «Tea». Стикер тем временем изменился, авторы изменений — Cy и Пётр Ильин.",
      "Не удалось удалить «Tea». Его группа тем временем изменилась, авторы изменений — Cy и кто-то ещё. За него тем временем кто-то проголосовал.",
      "Не удалось удалить «Tea». Стикер тем временем изменил кто-то другой. Его группу тем временем изменил кто-то другой.",
      "Не удалось удалить «Tea». Доску тем временем изменили другие.",
    ]);
  });
});
