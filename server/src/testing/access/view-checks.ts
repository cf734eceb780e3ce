import { expect } from "vitest";
import type { ClientBoard } from "../client-board.ts";
import type { Tables } from "../databases/tables.ts";

/**
 * Checks that the boards' counts, of actions too, are those of their rows, and that every section has three
 * columns.
 */
export function expectExactCounts({ boards, items, actions }: Tables): void {
  for (const [id, row] of boards) {
    const kinds = [...items.values()].filter((each) => each["board_id"] === id).map((each) => each["kind"]);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    const counts = [count("section"), count("sticker"), count("column")];
    const actionCount = [...actions.values()].filter((each) => each["board_id"] === id).length;
    expect([id, row["action_count"]]).toEqual([id, actionCount]);
    const sections = row["section_count"] as number;
    expect([id, ...counts]).toEqual([id, sections, row["sticker_count"], 3 * sections]);
  }
}

/** Checks that the items and actions of an answer equal those that the caller sees on a fresh read. */
export function expectPresented(data: unknown, fresh: ClientBoard | undefined): void {
  for (const item of Array.isArray(data) ? data : [data]) {
    if (typeof item !== "object" || item === null) continue;
    if ("status_at" in item) expect(item).toEqual(fresh?.actions.get((item as { id: string }).id));
    if (!("kind" in item) || "children" in item) continue;
    expect(item).toEqual(fresh?.items.get((item as { id: string }).id));
  }
}

/** Checks that a client that followed a board shows what a fresh read gives. */
export function expectSameView(
  { view, newSession }: { view: ClientBoard; newSession: boolean },
  fresh: ClientBoard,
): void {
  const head = ({ title, description, version, facilitation }: ClientBoard) => ({
    title,
    description,
    version,
    session: facilitation,
  });
  expect(head(view)).toEqual(head(fresh));
  // Other options show or hide more: a client loads the board again.
  if (newSession) return;
  const sorted = ({ items }: ClientBoard) => [...items.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(sorted(view)).toEqual(sorted(fresh));
  const actions = (board: ClientBoard) =>
    [...board.actions.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(actions(view)).toEqual(actions(fresh));
  expect([...view.mine].toSorted()).toEqual([...fresh.mine].toSorted());
}
