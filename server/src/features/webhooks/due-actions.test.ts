import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { setOutbox } from "../../board/turn/board-outbox.ts";
import { buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { addAction, makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";
import { serverHook } from "../../testing/webhooks.ts";
import { DueActions, mostAtOnce } from "./due-actions.ts";
import { webhookOutbox } from "./outbox.ts";

const day = 86_400_000;

eachEngine("actions that are due", (open) => {
  /** Two boards with more due actions than one transaction writes; nothing sends the messages. */
  async function prepare() {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: Date.UTC(2026, 4, 4, 12) });
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const { db } = database;
    const due: string[] = [];
    for (const title of ["One", "Two"]) {
      const { id } = await makeSpaceBoard(ann, key, { title });
      due.push((await addAction(ann, id, title, { due_on: "2026-05-05" })).id);
      const row = await db
        .selectFrom("actions")
        .selectAll()
        .where("board_id", "=", id)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: mostAtOnce }, () => ({ ...row, id: randomUUID() }));
      for (let at = 0; at < copies.length; at += 50)
        await db
          .insertInto("actions")
          .values(copies.slice(at, at + 50))
          .execute();
      due.push(...copies.map(({ id: copy }) => copy));
    }
    await serverHook(app);
    const before = new DueActions(app.deps);
    while (await before.enqueue());
    app.time.now += day;
    const told = async () => {
      const rows = await db
        .selectFrom("webhook_messages")
        .select("payload")
        .where("type", "=", "action.due")
        .execute();
      return rows.map(
        ({ payload }) => (JSON.parse(payload) as { data: { action: { id: string } } }).data.action.id,
      );
    };
    const bumpVersions = () =>
      db
        .updateTable("boards")
        .set((eb) => ({ version: eb("version", "+", 1) }))
        .execute();
    return { app, ann, due, told, bumpVersions };
  }

  test("[J2] a day of many is written in pieces, and a server killed between them doubles and loses none", async () => {
    const { app, due, told, bumpVersions } = await prepare();
    let before = 0;
    for (let server = 1; before < due.length; server += 1) {
      await new DueActions(app.deps).enqueue();
      const now = (await told()).length;
      expect(now - before).toBeLessThanOrEqual(mostAtOnce);
      expect(server).toBeLessThanOrEqual(due.length / mostAtOnce + 1);
      // Turns of the boards go on between the pieces.
      await bumpVersions();
      before = now;
    }
    expect((await told()).toSorted()).toEqual(due.toSorted());
    const last = new DueActions(app.deps);
    while (await last.enqueue());
    expect(await told()).toHaveLength(due.length);
  });

  test("[J2] attack: a server that goes on after another has taken its lease tells nothing twice", async () => {
    const { app, due, told, bumpVersions } = await prepare();
    const other = new DueActions(app.deps);
    const { database } = app.deps;
    const paused = Object.create(database, {
      transaction: {
        async value(work: Parameters<typeof database.transaction>[0]) {
          await other.enqueue();
          await bumpVersions();
          return database.transaction(work);
        },
      },
    }) as typeof database;
    const server = new DueActions({ ...app.deps, database: paused });
    while (await server.enqueue());
    expect((await told()).toSorted()).toEqual(due.toSorted());
  });

  test("[J2] what a turn that began before midnight, or a server whose clock is late, writes after the day's pass is told", async () => {
    const { app, ann, due, told } = await prepare();
    app.time.now -= day / 2;
    const server = new DueActions(app.deps);
    while (await server.enqueue());
    const { id } = await makeSpaceBoard(ann, await makeSpace(ann));
    // No outbox is set: its turn tells nothing, as on the day before.
    const late = await addAction(ann, id, "Late", { due_on: "2026-05-05" });
    while (await server.enqueue());
    expect(await told()).toHaveLength(due.length);
    app.time.now += 600_000;
    const other = new DueActions(app.deps);
    while (await other.enqueue());
    expect((await told()).toSorted()).toEqual([...due, late.id].toSorted());
  });

  test("[J2] days that the server was away for are made up for, a week at most", async () => {
    const { app, ann, told } = await prepare();
    const { id } = await makeSpaceBoard(ann, await makeSpace(ann));
    const later = await addAction(ann, id, "Later", { due_on: "2026-05-14" });
    await addAction(ann, id, "Too long ago", { due_on: "2026-05-11" });
    app.time.now += 14 * day;
    const server = new DueActions(app.deps);
    while (await server.enqueue());
    expect(await told()).toEqual([later.id]);
  });

  test("[J2] an action that is made before the day's pass is told once, also by the server that does the pass", async () => {
    const { app, ann, due, told } = await prepare();
    setOutbox(
      app.deps,
      webhookOutbox(app.deps, () => undefined),
    );
    const { id } = await makeSpaceBoard(ann, await makeSpace(ann));
    const made = await addAction(ann, id, "Made at midnight", { due_on: "2026-05-05" });
    const server = new DueActions(app.deps);
    while (await server.enqueue());
    expect((await told()).toSorted()).toEqual([...due, made.id].toSorted());
  });

  test("[J2] a hook is told of no day before it existed", async () => {
    const { app, ann, told } = await prepare();
    const { db } = app.deps.database;
    await db.deleteFrom("webhooks").execute();
    const { id } = await makeSpaceBoard(ann, await makeSpace(ann));
    await addAction(ann, id, "Long ago", { due_on: "2026-05-06" });
    const today = await addAction(ann, id, "Today", { due_on: "2026-05-08" });
    app.time.now += 3 * day;
    await serverHook(app);
    const server = new DueActions(app.deps);
    while (await server.enqueue());
    expect(await told()).toEqual([today.id]);
  });
});
