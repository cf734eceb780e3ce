import { limits } from "@retro/contract/limits";
import { describe, expect, test } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";
import { buildTestApp, type TestResponse } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { addAction, makeSpace, makeSpaceBoard, openSpace } from "../../testing/spaces.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const codeOf = (answer: TestResponse) => [answer.statusCode, answer.json<{ code?: string }>().code];
const boardsFull = [403, "space_boards_full"];
const actionsFull = [403, "space_actions_full"];
const start = Date.UTC(2026, 10, 30);
const rowsAtOnce = 500;

/** Copies a board's row. @returns the ids of the copies */
async function copyRow({ db }: RetroDatabase, boardId: string, count: number): Promise<string[]> {
  const row = await db.selectFrom("boards").selectAll().where("id", "=", boardId).executeTakeFirstOrThrow();
  const ids = Array.from({ length: count }, (_, i) => `board-${i}`);
  for (let at = 0; at < count; at += rowsAtOnce)
    await db
      .insertInto("boards")
      .values(ids.slice(at, at + rowsAtOnce).map((id) => ({ ...row, id })))
      .execute();
  return ids;
}

/** Writes open actions to a board, as many as a board of the API never has. */
async function fillWithActions({ db }: RetroDatabase, board_id: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += rowsAtOnce)
    await db
      .insertInto("actions")
      .values(
        Array.from({ length: Math.min(rowsAtOnce, count - at) }, (_, i) => ({
          id: `action-${at + i}`,
          board_id,
          text: "Do it",
          status: "open" as const,
          order_key: "a0",
          rev: 1,
          created_at: at + i,
          status_at: at + i,
        })),
      )
      .execute();
}

eachEngine("a full space", (open) => {
  test("[G11] the counts follow every way in which actions change, and end with their board", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: start });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const url = `/api/v1/boards/${board.id}`;
    const counts = async () =>
      (
        await database.db
          .selectFrom("action_counts")
          .select(["kind", "month", "total"])
          .where("total", "<>", 0)
          .orderBy("kind")
          .orderBy("month")
          .execute()
      ).map(({ kind, month, total }) => [kind, month, total].join(" "));
    const { id } = await addAction(ann, board.id, "One");
    await addAction(ann, board.id, "Two");
    expect(await counts()).toEqual(["open  2", "written 2026-11 2"]);
    app.time.now = Date.UTC(2026, 11, 1);
    await ann.put(`${url}/actions/${id}`, { status: "done" });
    const whenDone = ["done 2026-12 1", "open  1", "written 2026-11 2"];
    expect(await counts()).toEqual(whenDone);
    await ann.delete(`${url}/actions/${id}`);
    expect(await counts()).toEqual(["open  1", "written 2026-11 1"]);
    await ann.post(`${url}/actions/${id}/restore`);
    expect(await counts()).toEqual(whenDone);
    await database.db.deleteFrom("boards").where("id", "=", board.id).execute();
    expect(await counts()).toEqual([]);
  });
});

describe("the limits of a space", () => {
  test("[G11] has 1,000 boards, those in its archive and its bin included; a new one and a moved one are refused until one leaves", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const { database } = app.deps;
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const first = await makeSpaceBoard(ann, key);
    const ids = await copyRow(database, first.id, limits.space.boards - 1);
    await database.db.updateTable("boards").set({ archived_at: 1 }).where("id", "=", ids[0]!).execute();
    await database.db.updateTable("boards").set({ deleted_at: start }).where("id", "=", ids[1]!).execute();
    const { board_count, archived_count, bin_count } = await openSpace(ann, key);
    expect([board_count, archived_count, bin_count]).toEqual([998, 1, 1]);

    const outside = await makeBoard(ann);
    const move = () => ann.put(`/api/v1/spaces/${key}/boards/${outside.id}`);
    const refused = await ann.post(`/api/v1/spaces/${key}/boards`, { title: "Too many" });
    expect(codeOf(refused)).toEqual(boardsFull);
    expect(refused.json<{ message: string }>().message).toContain("1000");
    expect(codeOf(await move())).toEqual(boardsFull);
    // A board of the space is no new one.
    expect((await ann.put(`/api/v1/spaces/${key}/boards/${first.id}`)).statusCode).toBe(200);
    expect((await ann.delete(`/api/v1/spaces/${key}/boards/${first.id}`)).statusCode).toBe(200);
    expect((await move()).statusCode).toBe(200);
  });

  test("[G11] its boards have 10,000 open actions: a new, an opened and a restored one, and a board that brings some, are refused", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const { database } = app.deps;
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const board = await makeSpaceBoard(ann, key);
    const url = `/api/v1/boards/${board.id}`;
    const [done, gone] = [await addAction(ann, board.id, "Done"), await addAction(ann, board.id, "Gone")];
    await ann.put(`${url}/actions/${done.id}`, { status: "done" });
    await ann.delete(`${url}/actions/${gone.id}`);
    const file = {
      format: "retro-board",
      version: 1,
      board: { title: "File" },
      sections: [{ title: "Good", columns: [] }],
    };
    const imported = await ann.post("/api/v1/boards/import", {
      ...file,
      actions: [{ text: "Bring", status: "open" }],
    });
    const bringing = imported.json<{ data: { id: string } }>().data.id;
    const other = await makeSpaceBoard(ann, key);
    await fillWithActions(database, other.id, limits.space.openActions);

    expect(codeOf(await ann.post(`${url}/actions`, { text: "One more" }))).toEqual(actionsFull);
    expect(codeOf(await ann.put(`${url}/actions/${done.id}`, { status: "open" }))).toEqual(actionsFull);
    const inSpace = `/api/v1/spaces/${key}/actions`;
    expect(codeOf(await ann.put(`${inSpace}/${done.id}`, { status: "open" }))).toEqual(actionsFull);
    expect(codeOf(await ann.post(`${url}/actions/${gone.id}/restore`))).toEqual(actionsFull);
    const move = () => ann.put(`/api/v1/spaces/${key}/boards/${bringing}`);
    expect(codeOf(await move())).toEqual(actionsFull);
    // Other changes go on, and a closed action makes room.
    expect((await ann.put(`${url}/actions/${done.id}`, { text: "Edited" })).statusCode).toBe(200);
    expect((await ann.put(`${inSpace}/action-0`, { status: "done" })).statusCode).toBe(200);
    expect((await move()).statusCode).toBe(200);
    expect(codeOf(await ann.post(`${url}/actions`, { text: "One more" }))).toEqual(actionsFull);
  });
});
