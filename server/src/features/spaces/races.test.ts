import { limits } from "@retro/contract/limits";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { holdLock } from "../../testing/databases/held-locks.ts";
import {
  listenOnSpace,
  makeSpace,
  makeSpaceBoard,
  openSpace,
  saveSpaceTemplate,
} from "../../testing/spaces.ts";
import { engines } from "../../testing/databases/test-engines.ts";
import { hookBody } from "../../testing/webhooks.ts";
import { deleteUnusedSpaces } from "./unused-spaces.ts";

const postgres = engines.find(({ name }) => name === "PostgreSQL");

/** What several requests do to a space at the same moment. On SQLite one transaction follows another. */
describe.skipIf(postgres === undefined)("a space on PostgreSQL", () => {
  const start = async () => {
    const { database, drop } = await (postgres as (typeof engines)[0]).open();
    onTestFinished(drop);
    const app = await buildTestApp({ database, frozenAt: Date.UTC(2026, 10, 23) });
    return { app, database, ann: await app.visitor(), bob: await app.visitor() };
  };

  test("[G5] remembers the timer of one board and the options of another that are set at the same moment", async () => {
    const { database, ann, bob } = await start();
    const key = await makeSpace(ann);
    const [one, two] = [await makeSpaceBoard(ann, key), await makeSpaceBoard(bob, key)];
    await bob.post(`/api/v1/boards/${two.id}/facilitators`);
    const held = await holdLock(database, "select id from spaces for update");
    const answers = [
      ann.post(`/api/v1/boards/${one.id}/timers`, { count_time: 420 }),
      bob.put(`/api/v1/boards/${two.id}/facilitators`, { option: "hideContent", value: true }),
    ];
    await held.waiting(2);
    await held.release();
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await openSpace(ann, key)).defaults).toMatchObject({
      timer: 420,
      options: { hideContent: true },
    });
  });

  test("[G10] has no more than its 50 templates when two are saved at the same moment", async () => {
    const { database, ann, bob } = await start();
    const key = await makeSpace(ann);
    const board = await makeSpaceBoard(ann, key);
    for (let i = 1; i < limits.spaceTemplates; i += 1) await saveSpaceTemplate(ann, key, board.id);
    const held = await holdLock(database, "select id from spaces for update");
    const answers = [ann, bob].map((each) =>
      each.post(`/api/v1/spaces/${key}/templates`, { board_id: board.id, title: "The last one" }),
    );
    await held.waiting(2);
    await held.release();
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  test.each(["webhooks", "tokens"] as const)(
    "[J5, U1] a link that is just being replaced makes no %s, and what it has just made ends",
    async (made) => {
      const { database, ann, bob } = await start();
      const key = await makeSpace(ann);
      const bodies = { webhooks: hookBody, tokens: { name: "Script", access: "read" } };
      const held = await holdLock(database, "select id from spaces for update");
      const making = bob.post(`/api/v1/spaces/${key}/${made}`, bodies[made]);
      await held.waiting(1);
      const replacing = ann.put(`/api/v1/spaces/${key}/link`, {});
      await held.waiting(2);
      await held.release();
      const { statusCode } = await making;
      const { data } = (await replacing).json<{ data: { key: string } }>();
      const kept = (await ann.get(`/api/v1/spaces/${data.key}/${made}`)).json<{
        data: { state?: string }[];
      }>().data;
      expect([201, 404]).toContain(statusCode);
      expect(kept.filter(({ state }) => state !== "link_replaced")).toEqual([]);
    },
  );

  test("[G3] a board that is just being moved to another space is not taken out of that one", async () => {
    const { database, ann, bob } = await start();
    const [one, two] = [await makeSpace(ann, "One"), await makeSpace(ann, "Two")];
    const board = await makeSpaceBoard(ann, one);
    const held = await holdLock(database, "select id from boards for update");
    const moved = ann.put(`/api/v1/spaces/${two}/boards/${board.id}`, { leaving: one });
    await held.waiting(1);
    const takenOut = bob.delete(`/api/v1/spaces/${one}/boards/${board.id}`);
    await held.waiting(2);
    await held.release();
    expect([(await moved).statusCode, (await takenOut).statusCode]).toEqual([200, 404]);
    expect((await openSpace(ann, two)).boards.map(({ id }) => id)).toEqual([board.id]);
  });

  test("[G2, G3] the pages of the space that a board leaves are told, although it has just come in", async () => {
    const { app, database, ann, bob } = await start();
    await app.listen();
    const [one, two, three] = [await makeSpace(ann), await makeSpace(ann), await makeSpace(ann)];
    const board = await makeSpaceBoard(ann, one);
    const page = await listenOnSpace(app, ann, two);
    const held = await holdLock(database, "select id from boards for update");
    const moves = [ann.put(`/api/v1/spaces/${two}/boards/${board.id}`, { leaving: one })];
    await held.waiting(1);
    moves.push(bob.put(`/api/v1/spaces/${three}/boards/${board.id}`, { leaving: two }));
    await held.waiting(2);
    await held.release();
    expect((await Promise.all(moves)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await expect.poll(() => page.events("space.update")).toHaveLength(2);
  });

  test("[P7] is not deleted as unused while its first board is being made", async () => {
    const { app, database, ann } = await start();
    const key = await makeSpace(ann);
    app.time.now += 366 * 86_400_000;
    const late = await app.visitor();
    // The board is written, and the transaction waits before its end.
    const held = await holdLock(database, "lock table visits in exclusive mode");
    const made = makeSpaceBoard(late, key);
    await held.waiting(1);
    const deleted = deleteUnusedSpaces(app.deps, 10);
    await held.waiting(2);
    await held.release();
    expect(await deleted).toEqual({ done: 0, more: false });
    expect((await openSpace(late, key)).boards.map(({ id }) => id)).toEqual([(await made).id]);
  });
});
