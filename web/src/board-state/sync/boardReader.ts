import type { Action } from "@retro/contract/actions";
import { changesResponse } from "@retro/contract/changes";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import type { Vote } from "@retro/contract/votes";
import type { Call, CallResult } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { LoadedActions, SnapshotUpdate } from "../view/replica.ts";
import type { ServerClock } from "../serverClock.ts";

interface Options {
  boardId: string;
  call: Call;
  env: BoardEnvironment;
  clock: ServerClock;
}

/** A load of all parts of a board. */
export interface CompleteSnapshot extends SnapshotUpdate {
  readonly board: Board;
  readonly mine: NonNullable<SnapshotUpdate["mine"]>;
}

export type BoardReader = ReturnType<typeof createBoardReader>;

/** Reads a board, and sets the clock by answers with the server's time. Rejects as `call` does. */
export function createBoardReader({ boardId, call, env, clock }: Options) {
  const boardPath = `boards/${encodeURIComponent(boardId)}`;

  async function get(below: string): Promise<CallResult> {
    const askedAt = env.now();
    const answer = await call("GET", `${boardPath}${below}`);
    const { serverTime } = (answer.data ?? {}) as { serverTime?: unknown };
    if (typeof serverTime === "number")
      clock.readAnswer(serverTime, answer.sentAt ?? askedAt, answer.receivedAt);
    return answer;
  }

  async function loadActions(): Promise<LoadedActions> {
    const answer = await get("/actions");
    return { list: answer.data as Action[], version: versionOf(answer) };
  }

  return {
    /** Board, items and the user's votes, in parallel: each part may have another version. */
    async loadAll(): Promise<CompleteSnapshot> {
      const [board, items, votes] = await Promise.all([get(""), get("/items"), get("/items/votes")]);
      const ids = (votes.data as Vote[]).flatMap(({ item_id, count = 1 }) =>
        Array.from({ length: count }, () => item_id),
      );
      const givenIn = Object.fromEntries(
        (votes.data as Vote[]).flatMap(({ item_id, section_id }) =>
          section_id ? [[item_id, section_id]] : [],
        ),
      );
      return {
        kind: "snapshot",
        board: board.data as Board,
        items: { tree: items.data as TreeItem[], version: versionOf(items) },
        mine: { ids, givenIn, version: versionOf(votes) },
      };
    },
    loadActions,
    /** The items, and the actions if the board has any. */
    async loadItems(hasActions: boolean): Promise<SnapshotUpdate> {
      const [items, actions] = await Promise.all([get("/items"), hasActions ? loadActions() : undefined]);
      return {
        ...(actions && { actions }),
        kind: "snapshot",
        board: null,
        items: { tree: items.data as TreeItem[], version: versionOf(items) },
        mine: null,
      };
    },
    /** The changes after a version; null when they contain a type that is newer than this page. */
    async changesSince(version: number) {
      const parsed = changesResponse.safeParse((await get(`/changes?since=${version}`)).data);
      return parsed.success ? parsed.data : null;
    },
  };
}

function versionOf({ meta }: CallResult): number {
  return (meta as { version: number }).version;
}
