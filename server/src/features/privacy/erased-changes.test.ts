import type { ChangesOfOthers } from "@retro/contract/changes";
import { expect, test } from "vitest";
import type { TestResponse, Visitor } from "../../testing/app.ts";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard, type TestBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import type { RetroDatabase } from "../../db/database.ts";

interface Place {
  board: TestBoard;
  /** The address of Bob's sticker. */
  sticker: string;
  stickerId: string;
}

async function start(database: RetroDatabase) {
  const app = await buildTestApp({ database });
  const [ann, bob] = [await app.visitor({ name: "Ann Anteater" }), await app.visitor()];
  const board = await makeBoard(bob);
  const { id: stickerId } = await addSticker(bob, board, "His");
  const place: Place = { board, sticker: `${board.url}/items/${stickerId}`, stickerId };
  const version = async () => (await bob.get(board.url)).json<{ data: { version: number } }>().data.version;
  const remove = async (since: number, items = 1) => {
    const answer = await bob.delete(`${place.sticker}?since=${since}&items=${items}`);
    return [answer.statusCode, answer.json<{ data?: ChangesOfOthers }>().data];
  };
  const erase = async (visitor: Visitor) =>
    expect((await visitor.delete(`/api/v1/users/${visitor.user.id}`)).statusCode).toBe(200);
  return { app, ann, bob, place, version, remove, erase };
}

const vote = (who: Visitor, { sticker }: Place) => who.post(`${sticker}/vote`);

// Ann calls the API and never opens the board, so that only the change log says that she was there.
eachEngine("what an erased visitor has changed", (open) => {
  test.each<[string, ChangesOfOthers["changed"][number]["what"], (ann: Visitor, place: Place) => unknown]>([
    ["edited", "changed", (ann, { sticker }) => ann.put(sticker, { title: "Hers" })],
    [
      "moved",
      "changed",
      (ann, { board, stickerId }) =>
        ann.put(`${board.url}/sort`, { item_id: stickerId, parent_id: board.columns[1], after_id: null }),
    ],
    [
      "added to",
      "inside",
      (ann, { board, stickerId }) => ann.post(`${board.url}/items`, { title: "In it", parent_id: stickerId }),
    ],
    ["voted for", "voted", vote],
  ])(
    "[T12, P6] attack: a sticker that the visitor %s is not deleted unseen, and nobody is named",
    async (_, what, act) => {
      const database = await open();
      const { ann, place, version, remove, erase } = await start(database);
      const since = await version();
      await act(ann, place);
      await erase(ann);
      const log = JSON.stringify(await database.db.selectFrom("changes").select("touched").execute());
      expect(log).not.toContain(ann.user.id);
      expect(await remove(since)).toEqual([409, { changed: [{ what, user_id: null }] }]);
      expect((await remove(await version(), 0))[0]).toBe(200);
    },
  );

  test("[T12, P6] a vote that the visitor took back before the erasure keeps no sticker", async () => {
    const { ann, place, version, remove, erase } = await start(await open());
    const since = await version();
    await vote(ann, place);
    await ann.delete(`${place.sticker}/vote`);
    await erase(ann);
    expect((await remove(since))[0]).toBe(200);
  });

  test("[P6] attack: a request that is at work while its user erases themselves is answered 401 and leaves nothing", async () => {
    const database = await open();
    let beforeNext: (() => Promise<unknown>) | null = null;
    const transaction: RetroDatabase["transaction"] = async (work, isKept) => {
      const first = beforeNext;
      beforeNext = null;
      await first?.();
      return database.transaction(work, isKept);
    };
    const app = await buildTestApp({
      database: Object.create(database, { transaction: { value: transaction } }),
    });
    const file = { format: "retro-board", version: 1, board: { title: "File" } };
    const bob = await app.visitor();
    const board = await makeBoard(bob);
    const sticker = await addSticker(bob, board, "His");
    const calls: ((ann: Visitor) => Promise<TestResponse>)[] = [
      (ann) => ann.post("/api/v1/boards/import", { ...file, sections: [{ title: "Good", columns: [] }] }),
      (ann) => ann.post("/api/v1/boards", { title: "New" }),
      (ann) => ann.put(`${board.url}/items/${sticker.id}`, { title: "Hers" }),
    ];
    for (const call of calls) {
      const ann = await app.visitor();
      const other = app.browser();
      other.cookies.set("retro_session", ann.cookies.get("retro_session") ?? "");
      await other.get("/api/v1/config");
      beforeNext = () => other.delete(`/api/v1/users/${ann.user.id}`);
      const answer = await call(ann);
      expect([answer.statusCode, answer.json().code]).toEqual([401, "unauthenticated"]);
    }
    expect(await database.db.selectFrom("boards").select(["id", "version"]).execute()).toEqual([
      { id: board.id, version: 2 },
    ]);
  });

  test("[P6, B1] a board that a visitor has only changed is in their list and in their data, and a change ends no removal", async () => {
    const { ann, place } = await start(await open());
    const listed = async () =>
      (await ann.get("/api/v1/boards")).json<{ data: { id: string }[] }>().data.map(({ id }) => id);
    await ann.put(place.sticker, { title: "Hers" });
    expect(await listed()).toEqual([place.board.id]);
    expect((await ann.get(`/api/v1/users/${ann.user.id}/data`)).json()).toMatchObject({
      boards_opened: [{ id: place.board.id }],
    });
    await ann.delete(`${place.board.url}/visit`);
    await ann.put(place.sticker, { title: "Hers again" });
    expect(await listed()).toEqual([]);
  });
});
