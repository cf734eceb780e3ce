import type { Person } from "@retro/contract/users";
import type { BoardView } from "@retro/rules/apply-change";
import type { Call } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { People } from "./boardPeople.ts";

interface Options {
  /** The board's path, below the API's base. */
  base: string;
  call: Call;
  env: BoardEnvironment;
  people: People;
  view: () => BoardView | null;
  hidden: () => boolean;
}

/** Names of authors who are not on the board: each is asked for once, every few seconds at most. */
export function createAuthorNames({ base, call, env, people, view, hidden }: Options) {
  const asked = new Set<string>();
  let running = Promise.resolve();
  let fetching = false;
  let closed = false;

  function hasUnknownAuthor(board: BoardView): boolean {
    let found = false;
    const known = people.people();
    for (const { user_id } of board.items.values()) {
      if (user_id === null || known.has(user_id) || asked.has(user_id)) continue;
      found = true;
      if (!fetching) asked.add(user_id);
    }
    return found;
  }

  function fetchNames(): void {
    if (fetching || closed) return;
    fetching = true;
    running = requestNames();
    void running.then(() => env.schedule(5000 + env.random() * 2000, endPause));
  }

  function endPause(): void {
    fetching = false;
    fetchMissing();
  }

  async function requestNames(): Promise<void> {
    try {
      const { data } = await call("GET", `${base}/users-options`);
      if (closed) return;
      people.addPeople(data as Person[]);
      // Avatars may have been hidden while the request was in flight.
      if (hidden()) people.scrub();
    } catch {
      // Authors have no name for now; the next change of the board asks again.
      asked.clear();
    }
  }

  /** Fetches names if an author on the board has no known name. */
  function fetchMissing(): void {
    const board = view();
    if (board && !hidden() && hasUnknownAuthor(board)) fetchNames();
  }

  return {
    fetchNames,
    fetchMissing,
    /** Resolves when the request under way is answered or has failed, or after `ms`. */
    answered: (ms: number) =>
      new Promise<void>((resolve) => {
        const stop = env.schedule(ms, resolve);
        void running.then(stop).then(resolve);
      }),
    /** Authors are hidden now: their names are fetched again when they are shown. */
    reset(): void {
      asked.clear();
    },
    close(): void {
      closed = true;
    },
  };
}
