import { describe, expect, test } from "vitest";
import { accessCalls, makeAccessBoard } from "../../testing/access/access-calls.ts";
import { readAccessPage } from "../../testing/access/access-page.ts";
import { buildTestApp } from "../../testing/app.ts";
import { hashPassword } from "../admin/passwords.ts";

const page = readAccessPage();

describe("a board that is closed", () => {
  test.each<["noPass" | "bin", string, string]>([
    [
      "noPass",
      "403 passphrase_required",
      "[M5] an attacker who knows the link but not the passphrase tries every call",
    ],
    ["bin", "404 board_in_bin", "[M4] every call about a board in the bin is refused"],
  ])(
    "%s: %s · %s",
    async (state, refusal) => {
      const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 22) });
      const people = { facilitator: await app.visitor(), owner: await app.visitor() };
      const passphrase_hash = await hashPassword("the real passphrase");
      const closed =
        state === "bin"
          ? { deleted_at: app.time.now, deleted_by: people.facilitator.user.id }
          : { passphrase_hash };
      const found: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      for (const { name } of page.actions) {
        const call = accessCalls[name];
        if (call === undefined) throw new Error(name);
        const scene = await makeAccessBoard(app, people, {}, "The owner's");
        if (!name.includes("into the bin")) await call.before?.(scene, people, app);
        await people.owner.get(scene.url);
        const { db } = app.deps.database;
        await db.updateTable("boards").set(closed).where("id", "=", scene.id).execute();
        if (state === "bin" && name.includes("which they put"))
          scene.setBinner = async (deleted_by) => {
            await db.updateTable("boards").set({ deleted_by }).where("id", "=", scene.id).execute();
          };
        if (name.includes("which another put"))
          await db.updateTable("boards").set({ deleted_by: null }).where("id", "=", scene.id).execute();
        const { url, id: boardId } = scene;
        const ask = { caller: people.owner, scene, url, boardId, ownerId: people.owner.user.id };
        const answer = await call.ask(ask);
        found[name] =
          answer.statusCode < 300 ? "yes" : `${answer.statusCode} ${answer.json<{ code?: string }>().code}`;
        wanted[name] = page.closedBoards.get(name)?.[state] ?? refusal;
      }
      expect(found).toEqual(wanted);
    },
    180_000,
  );
});
