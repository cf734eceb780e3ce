import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import type { Call, CallResult } from "../apiCalls.ts";
import type { BoardUpdate, SnapshotUpdate } from "../view/replica.ts";
import { ServerClock } from "../serverClock.ts";
import { Sync } from "../sync/sync.ts";
import type { ApiErrorLike } from "../apiCalls.ts";
import { aBoard, aFacilitation } from "./samples.ts";
import { createSimulation, type Simulation } from "./simulation.ts";

interface ServerState {
  version: number;
  /** Versions of the items, the votes and the actions in a load, if they differ from `version`. */
  itemsAt?: number;
  votesAt?: number;
  actionsAt?: number | undefined;
  items: Item[];
  mine: string[];
  actions: Action[];
  facilitation: ReturnType<typeof aFacilitation>;
  changes: unknown[];
  reload: boolean;
  /** Thrown by calls whose path matches. */
  failure: { path: RegExp; error: Error } | null;
  delayMs: number;
}

function initialServer(): ServerState {
  return {
    version: 1,
    items: [],
    mine: [],
    actions: [],
    facilitation: aFacilitation(),
    changes: [],
    reload: false,
    failure: null,
    delayMs: 10,
  };
}

/** The answer to a read. @param below the path below the board's */
function answerTo(below: string, server: ServerState): CallResult {
  const { version, itemsAt = version, votesAt = version, actionsAt = version } = server;
  const { items, mine, actions, facilitation } = server;
  if (below === "") {
    const counted = actions.length > 0 ? { action_count: actions.length } : {};
    return { data: aBoard(version, { ...facilitation, ...counted, serverTime: 5_000_000 }), meta: undefined };
  }
  if (below === "/actions") return { data: actions, meta: { version: actionsAt } };
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

/** Calls that are answered after the server's delay, and the paths of all of them. */
function createAnsweringCall(
  server: ServerState,
  simulation: Simulation,
): { call: Call; requests: string[] } {
  const requests: string[] = [];
  const call: Call = (_method, path) => {
    const below = path.slice("boards/board".length);
    requests.push(below || "/");
    return new Promise((resolve, reject) => {
      simulation.after(server.delayMs, () => {
        if (server.failure?.path.test(below)) reject(server.failure.error);
        else resolve(structuredClone(answerTo(below, server)));
      });
    });
  };
  return { call, requests };
}

function versionUpdate(version: number, ...changes: Change[]): BoardUpdate {
  return { kind: "version", version, changes, isPersonal: false };
}

/** Ann's sync with a server that answers from `server`, which the test sets. */
export function createSyncHarness(more: Partial<ServerState> = {}) {
  const simulation = createSimulation();
  const tab = simulation.openTab();
  const env = { ...tab.env, random: () => 0.5, hidden: () => state.hidden };
  const server: ServerState = { ...initialServer(), ...more };
  const { call, requests } = createAnsweringCall(server, simulation);
  const state = {
    live: true,
    hidden: false,
    failed: [] as number[],
    reached: 0,
    unreached: [] as number[],
    outdated: 0,
    changed: 0,
    stored: undefined as SnapshotUpdate | undefined,
  };
  const clock = new ServerClock(env.now);
  const sync = new Sync({
    boardId: "board",
    me: "ann",
    call,
    env,
    clock,
    isLive: () => state.live,
    memberCount: () => 4,
    beforeFirstView: () => Promise.resolve(),
    onChange: () => (state.changed += 1),
    onFailure: ({ status }: ApiErrorLike) => state.failed.push(status),
    serverReached: () => (state.reached += 1),
    serverUnreached: ({ status }: ApiErrorLike) => state.unreached.push(status),
    onPageOutdated: () => (state.outdated += 1),
    loadStored: () => Promise.resolve(state.stored),
  });
  const ids = () => [...(sync.replica.view()?.items.keys() ?? [])];
  const clearRequests = () => requests.splice(0);
  return {
    simulation,
    sync,
    server,
    state,
    asked: requests,
    event: versionUpdate,
    ids,
    forget: clearRequests,
    clock,
  };
}
export const itemPut = (item: Item): Change => ({ type: "item.put", item });

/** A sync harness whose board is loaded. */
export async function loadedSyncHarness(more: Partial<ServerState> = {}) {
  const all = createSyncHarness(more);
  void all.sync.load();
  await all.simulation.advance(100);
  all.forget();
  return all;
}
