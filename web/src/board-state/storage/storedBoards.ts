import type { Board } from "@retro/contract/boards";
import type { Person } from "@retro/contract/users";
import { type BoardView, ownVotesOf } from "@retro/rules/apply-change";
import { sectionIdOf } from "@retro/rules/tree";
import { storedUser } from "../../api/storedUser.ts";
import { type Database, openDatabase, type StoredBoard } from "./database.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { SnapshotUpdate } from "../view/replica.ts";

/**
 * Boards as this device last showed them, so that they open without a network. Stores only what the user may
 * see: a board is written again when text is hidden, and removed when it is deleted or closed to the user, or
 * the session has ended.
 */

export interface BoardStorage {
  put: (board: Omit<StoredBoard, "key">) => void;
  get: (user: string, id: string) => Promise<StoredBoard | undefined>;
  remove: (user: string, id: string) => void;
}

/** The most boards that are kept: the ones seen longest ago are removed first. */
const maxStoredBoards = 20;

const keyOf = (user: string, id: string) => `${user} ${id}`;

let openedDatabase: Promise<Database | null> | null = null;
/** Null when the browser gives no storage: the app then does not open boards offline. */
function database(): Promise<Database | null> {
  openedDatabase ??= openDatabase().catch(() => null);
  return openedDatabase;
}

/** Writes return at once, take effect in order, and never fail the board. */
let tail: Promise<unknown> = Promise.resolve();
function enqueueWrite(work: (db: Database) => Promise<unknown>): Promise<void> {
  const done = tail.then(database).then((db) => (db === null ? undefined : work(db)));
  tail = done.catch((error: unknown) => {
    console.error("The board could not be stored on this device.", error);
  });
  return tail.then(() => undefined);
}

export const browserBoardStorage: BoardStorage = {
  put(board) {
    void enqueueWrite(async (db) => {
      // The session may have ended meanwhile, in another tab too: nothing of the board may stay then.
      if (storedUser()?.id !== board.user) return;
      await db.put("boards", { ...board, key: keyOf(board.user, board.id) });
      const keys = await db.getAllKeysFromIndex("boards", "at");
      for (const key of keys.slice(0, Math.max(0, keys.length - maxStoredBoards)))
        await db.delete("boards", key);
    });
  },
  async get(user, id) {
    const db = await database();
    return db?.get("boards", keyOf(user, id));
  },
  remove(user, id) {
    void enqueueWrite((db) => db.delete("boards", keyOf(user, id)));
  },
};

/** The user's stored boards, the one seen last first; none when the browser gives no storage. */
export async function listStoredBoards(user: string): Promise<StoredBoard[]> {
  const db = await database();
  const all = (await db?.getAllFromIndex("boards", "at")) ?? [];
  return all.filter((board) => board.user === user).toReversed();
}

/** Deletes all stored boards, because the session has ended. Never rejects. */
export function deleteStoredBoards(): Promise<void> {
  return enqueueWrite((db) => db.clear("boards"));
}

/** The stored board as a snapshot of its version; catching up then brings it to the current version. */
export function snapshotOf({
  id,
  version,
  head,
  session,
  items,
  mine,
  givenIn,
  actions = [],
}: StoredBoard): SnapshotUpdate {
  const board: Board = { id, ...head, ...session, version, serverTime: 0, sections: [] };
  const tree = items.map((item) => ({ ...item, _lft: 0, _rgt: 0, children: [] }));
  const list = { list: actions, version };
  return {
    kind: "snapshot",
    board,
    items: { tree, version },
    mine: { ids: mine, version, ...(givenIn && { givenIn }) },
    actions: list,
  };
}

/**
 * Stores one board while it is open. Writing a large board takes several milliseconds, so it waits until the
 * browser is idle: not in the frame of a change.
 * @param quietMs delay between a change and the write, to store several changes at once; a change of the
 *   facilitation is stored at once
 */
export function createBoardRecorder(
  storage: BoardStorage,
  {
    user,
    id,
    env,
    people,
  }: {
    user: string;
    id: string;
    env: Pick<BoardEnvironment, "now" | "schedule" | "whenIdle">;
    people: () => readonly Person[];
  },
  quietMs = 1000,
) {
  let stored: BoardView | null = null;
  let next: BoardView | null = null;
  let stop: (() => void) | null = null;

  function write(): void {
    stop?.();
    stop = null;
    if (next === null || next === stored) return;
    stored = next;
    const { version, details, facilitation, items, actions, voteSections = [] } = next;
    const moved = [...voteSections].filter(([sticker, section]) => sectionIdOf(items, sticker) !== section);
    const at = env.now();
    storage.put({
      user,
      id,
      at,
      version,
      head: details,
      session: facilitation,
      items: [...items.values()],
      mine: ownVotesOf(next),
      ...(moved.length > 0 && { givenIn: Object.fromEntries(moved) }),
      ...(actions.size > 0 && { actions: [...actions.values()] }),
      people: people(),
    });
  }

  return {
    changed(view: BoardView): void {
      const optionsChanged = next !== null && next.facilitation !== view.facilitation;
      next = view;
      if (view === stored) return;
      if (optionsChanged) write();
      else
        stop ??= env.schedule(quietMs, () => {
          stop = env.whenIdle(write);
        });
    },
    flush: write,
    remove(): void {
      stop?.();
      stop = null;
      next = null;
      storage.remove(user, id);
    },
  };
}
