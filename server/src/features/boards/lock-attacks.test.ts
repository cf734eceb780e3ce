import { describe, expect, test } from "vitest";
import { accessCalls, makeAccessBoard } from "../../testing/access/access-calls.ts";
import { readAccessPage } from "../../testing/access/access-page.ts";
import { buildTestApp } from "../../testing/app.ts";
import { observeBoards } from "../../testing/observed-board.ts";

const page = readAccessPage();
const start = observeBoards();

describe("a locked board", () => {
  test("[M2] an attacker tries every call of docs/access.md on a locked board: each write is refused and leaves nothing", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 22) });
    const people = { facilitator: await app.visitor(), owner: await app.visitor() };
    const lock = (id: string) =>
      app.deps.database.db.updateTable("boards").set({ locked: 1 }).where("id", "=", id).execute();
    const found: Record<string, string> = {};
    for (const { name, verdict } of page.actions) {
      const call = accessCalls[name];
      if (call === undefined || call.slow || name === "lock the board") continue;
      if (verdict("no option", "facilitator") !== "yes") continue;
      const scene = await makeAccessBoard(app, people, {}, "The owner's");
      await call.before?.(scene, people, app);
      await lock(scene.id);
      const rows = () =>
        app.deps.database.db
          .selectFrom("items")
          .selectAll()
          .where("board_id", "=", scene.id)
          .orderBy("id")
          .execute();
      const before = await rows();
      const { url, id: boardId } = scene;
      const ask = { caller: people.facilitator, scene, url, boardId, ownerId: people.owner.user.id };
      const answer = await call.ask(ask);
      const { code } = answer.statusCode < 300 ? { code: "" } : answer.json<{ code: string }>();
      if (answer.statusCode >= 300) found[name] = `${answer.statusCode} ${code}`;
      expect([name, await rows()]).toEqual([name, before]);
    }
    expect(found).toEqual(Object.fromEntries(page.refusedByLock));
  }, 60_000);

  test("[D2, M2] on a locked board whoever could edit before sets an action's status, and changes nothing else with it", async () => {
    const t = await start();
    await t.sendOk("cy", "POST", "/actions", { text: "Call Bob", source_item_id: "@two" });
    await t.sendOk("ann", "PUT", "/lock", { locked: true });
    const put = (who: "bob" | "cy", body: object) => t.send(who, "PUT", "/actions/@!Call-Bob", body);
    for (const more of [
      { text: "Other" },
      { owner_name: "Eve" },
      { owner_id: null },
      { due_on: "2027-01-01" },
    ])
      expect((await put("bob", { status: "done", ...more })).code).toBe("board_read_only");
    expect((await put("bob", { status: "done", rev: 1 })).data).toMatchObject({ status: "done", rev: 2 });
    expect((await put("cy", { status: "open", rev: 1 })).code).toBe("conflict");
    await t.sendOk("ann", "PUT", "/lock", { locked: false });
    await t.facilitate({ stopEditing: true, hideContent: true });
    await t.sendOk("ann", "PUT", "/lock", { locked: true });
    expect((await put("bob", { status: "open" })).code).toBe("stickers_locked");
  });
});
