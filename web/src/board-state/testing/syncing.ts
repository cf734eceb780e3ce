import type { Change } from "@retro/contract/changes";
import type { Item } from "@retro/contract/entities";
import type { Answer } from "../api.ts";
import type { News, SnapshotNews } from "../replica.ts";
import { createServerClock } from "../server-clock.ts";
import { createSync } from "../sync.ts";
import type { ApiErrorLike } from "../types.ts";
import { aBoard, aSession } from "./samples.ts";
import { createWorld } from "./world.ts";

interface Server {
  version: number;
  /** Versions of the items and the votes, if a load gets them at another version. */
  itemsAt?: number;
  votesAt?: number;
  items: Item[];
  mine: string[];
  session: ReturnType<typeof aSession>;
  changes: unknown[];
  reload: boolean;
  /** Thrown by the calls whose address it matches. */
  fails: { path: RegExp; error: Error } | null;
  ms: number;
}

/** A sync of ann with a server that answers as it is told. */
export function syncing(more: Partial<Server> = {}) {
  const world = createWorld();
  const tab = world.tab();
  const env = { ...tab.env, random: () => 0.5, hidden: () => state.hidden };
  const server: Server = {
    version: 1,
    items: [],
    mine: [],
    session: aSession(),
    changes: [],
    reload: false,
    fails: null,
    ms: 10,
    ...more,
  };
  const asked: string[] = [];
  const state = {
    live: true,
    hidden: false,
    failed: [] as number[],
    reached: 0,
    unreached: [] as number[],
    outdated: 0,
    changed: 0,
    stored: undefined as SnapshotNews | undefined,
  };
  function answerTo(below: string): Answer {
    const { version, itemsAt = version, votesAt = version, items, mine, session } = server;
    if (below === "")
      return { data: aBoard(version, { ...session, serverTime: 5_000_000 }), meta: undefined };
    if (below === "/items")
      return {
        data: items.map((item) => ({ ...item, _lft: 0, _rgt: 0, children: [] })),
        meta: { version: itemsAt },
      };
    if (below === "/items/votes")
      return { data: mine.map((id) => ({ id, item_id: id, _lft: 0, _rgt: 0 })), meta: { version: votesAt } };
    if (server.reload) return { data: { reload: true }, meta: undefined };
    return { data: { version, changes: server.changes, serverTime: 5_000_000 }, meta: undefined };
  }
  const clock = createServerClock(env.now);
  const sync = createSync({
    boardId: "board",
    me: "ann",
    call: (_method, path) => {
      const below = path.slice("boards/board".length);
      asked.push(below || "/");
      return new Promise((resolve, reject) => {
        world.after(server.ms, () => {
          if (server.fails?.path.test(below)) reject(server.fails.error);
          else resolve(structuredClone(answerTo(below)));
        });
      });
    },
    env,
    clock,
    live: () => state.live,
    crowd: () => 4,
    changed: () => (state.changed += 1),
    failed: ({ status }: ApiErrorLike) => state.failed.push(status),
    reached: () => (state.reached += 1),
    unreached: ({ status }: ApiErrorLike) => state.unreached.push(status),
    outdated: () => (state.outdated += 1),
    stored: () => Promise.resolve(state.stored),
  });
  const event = (version: number, ...changes: Change[]): News => ({
    kind: "version",
    version,
    changes,
    whole: false,
  });
  const ids = () => [...(sync.replica.view()?.items.keys() ?? [])];
  const forget = () => asked.splice(0);
  return { world, sync, server, state, asked, event, ids, forget, clock };
}
export const put = (item: Item): Change => ({ type: "item.put", item });

/** The same, loaded. */
export async function loaded(more: Partial<Server> = {}) {
  const all = syncing(more);
  void all.sync.load();
  await all.world.pass(100);
  all.forget();
  return all;
}
