import type { Browser, TestApp, TestResponse, Visitor } from "../app.ts";

/** The parts of `AccessBoard` that these calls use. */
interface Scene {
  id: string;
  url: string;
  setBinner?: (userId: string) => Promise<void>;
  setCreator?: (userId: string) => Promise<void>;
}

interface ManagementCall {
  ask: (ask: { caller: Browser; url: string; scene: Scene }) => Promise<TestResponse>;
  before?: (scene: Scene, people: { facilitator: Visitor }, test: TestApp) => Promise<unknown>;
  changesBoard?: true;
}

async function letCallerBeCreator(scene: Scene, _people: unknown, test: TestApp): Promise<void> {
  scene.setCreator = async (creator_id) => {
    await test.deps.database.db
      .updateTable("boards")
      .set({ creator_id })
      .where("id", "=", scene.id)
      .execute();
  };
}

async function letNobodyBeCreator(scene: Scene, _people: unknown, test: TestApp): Promise<void> {
  const { db } = test.deps.database;
  await db.updateTable("boards").set({ creator_id: null }).where("id", "=", scene.id).execute();
}

/** The calls of docs/access.md about a board as a whole [M1 to M5]. */
export const managementCalls: Record<string, ManagementCall> = {
  "lock the board": {
    ask: ({ caller, url }) => caller.put(`${url}/lock`, { locked: true }),
    changesBoard: true,
  },
  "archive the board": { ask: ({ caller, url }) => caller.put(`${url}/archive`, { archived: true }) },
  "set a passphrase": {
    ask: ({ caller, url }) => caller.put(`${url}/passphrase`, { passphrase: "a long passphrase" }),
    changesBoard: true,
  },
  "remove the passphrase of their own board": {
    before: letCallerBeCreator,
    async ask({ caller, url, scene }) {
      if ("user" in caller) await scene.setCreator?.((caller as Visitor).user.id);
      return caller.put(`${url}/passphrase`, { passphrase: null });
    },
    changesBoard: true,
  },
  "take their own board out of its space": {
    before: letCallerBeCreator,
    async ask({ caller, url, scene }) {
      if ("user" in caller) await scene.setCreator?.((caller as Visitor).user.id);
      return caller.delete(`${url}/space`);
    },
  },
  "take another's board out of its space": {
    before: letNobodyBeCreator,
    ask: ({ caller, url }) => caller.delete(`${url}/space`),
  },
  "let their own board move, after the request has ended": {
    before: letCallerBeCreator,
    async ask({ caller, url, scene }) {
      if ("user" in caller) await scene.setCreator?.((caller as Visitor).user.id);
      return caller.put(`${url}/space`, { request: "over", agree: true });
    },
  },
  "remove the passphrase of another's board": {
    before: letNobodyBeCreator,
    ask: ({ caller, url }) => caller.put(`${url}/passphrase`, { passphrase: null }),
    changesBoard: true,
  },
  "give the passphrase": {
    ask: ({ caller, url }) => caller.post(`${url}/pass`, { passphrase: "another passphrase" }),
  },
  "put the board into the bin": { ask: ({ caller, url }) => caller.delete(url), changesBoard: true },
  "restore the board, which they put into the bin": {
    async before(scene, { facilitator }, test) {
      await facilitator.delete(scene.url);
      scene.setBinner = async (deleted_by) => {
        await test.deps.database.db
          .updateTable("boards")
          .set({ deleted_by })
          .where("id", "=", scene.id)
          .where("deleted_at", "is not", null)
          .execute();
      };
    },
    async ask({ caller, url, scene }) {
      if ("user" in caller) await scene.setBinner?.((caller as Visitor).user.id);
      return caller.put(`${url}/restore`);
    },
    changesBoard: true,
  },
  "restore the board, which another put into the bin": {
    before: async (scene, { facilitator }, test) => {
      await facilitator.delete(scene.url);
      await test.deps.database.db
        .updateTable("boards")
        .set({ deleted_by: null })
        .where("id", "=", scene.id)
        .execute();
    },
    ask: ({ caller, url }) => caller.put(`${url}/restore`),
    changesBoard: true,
  },
};
