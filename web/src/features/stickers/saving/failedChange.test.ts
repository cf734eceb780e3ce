// @vitest-environment jsdom
import type { BoardView } from "@retro/rules/apply-change";
import { idleTimer, type Item } from "@retro/contract/entities";
import { noOptions } from "@retro/contract/facilitator-options";
import { beforeAll, expect, it } from "vitest";
import type { PendingEntry } from "../../../board-state/types.ts";
import { startI18n } from "../../../i18n/i18n.ts";
import {
  correctionDialogOf,
  droppedText,
  failedText,
  presentTextOf,
  refusedDeletionText,
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

it.each([
  ["item.move", "Moving “Tea”", "Moving “a deleted sticker”"],
  ["item.delete", "Deleting “Tea”", "Deleting “a deleted sticker”"],
  ["item.edit", "Formatting “Tea”", "Formatting “a deleted sticker”"],
  ["vote", "Voting on “Tea”", "Voting on “a deleted sticker”"],
  ["sticker.restore", "Restoring “Tea”", "Restoring “a deleted sticker”"],
  ["stickers.order", "Sorting a section", "Sorting a section"],
  ["action.edit", "Changing an action", "Changing an action"],
  ["action.move", "Changing an action", "Changing an action"],
  ["action.delete", "Changing an action", "Changing an action"],
  ["action.restore", "Changing an action", "Changing an action"],
] as const)("a dropped change of the type %s is named, with its sticker or without", (type, named, gone) => {
  expect(droppedText({ key: "1", type, title: "Tea", reason: null })).toBe(named);
  expect(droppedText({ key: "1", type, title: null, reason: null })).toBe(gone);
});

it("a refused deletion says who has changed what, and nobody's name that is not known", () => {
  const names = (id: string | null) => (id === "cy" ? "Cy" : null);
  const change = { key: "1", type: "item.delete", title: "Tea" } as const;
  const reason = [
    { what: "changed", user_id: "cy" },
    { what: "inside", user_id: "gone" },
    { what: "voted", user_id: null },
  ] as const;
  expect(refusedDeletionText({ ...change, reason: [...reason] }, names)).toBe(
    "“Tea”: Cy has changed it. Someone has changed what is in it. Someone has voted for it.",
  );
  expect(refusedDeletionText({ ...change, title: null, reason: [] }, names)).toBe(
    "“a sticker”: Others have changed the board since.",
  );
});
