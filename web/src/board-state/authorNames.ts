import type { Person } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import type { Call } from "./apiCalls.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { People } from "./boardPeople.ts";

interface Options {
  /** The board's address. */
  base: string;
  call: Call;
  env: BoardEnvironment;
  people: People;
  view: () => BoardView | null;
  /** Whether authors are hidden now. */
  hidden: () => boolean;
}

/** Learns the names of authors who are not here: each is asked for once, all together at most every few seconds. */
export function createAuthorNames({ base, call, env, people, view, hidden }: Options) {
  const asked = new Set<string>();
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
    void requestNames().then(() => env.schedule(5000 + env.random() * 2000, endPause));
  }

  /** Whoever came onto the board in the meantime is asked for now. */
  function endPause(): void {
    fetching = false;
    fetchMissing();
  }

  async function requestNames(): Promise<void> {
    try {
      const { data } = await call("GET", `${base}/users-options`);
      if (closed) return;
      people.addPeople(data as Person[]);
      // Avatars may have been hidden while the answer was under way.
      if (hidden()) people.scrub();
    } catch {
      // Without them authors have no name for now; the next news asks again.
      asked.clear();
    }
  }

  /** Asks for names when an author on the board has no known name. */
  function fetchMissing(): void {
    const board = view();
    if (board && !hidden() && hasUnknownAuthor(board)) fetchNames();
  }

  return {
    learn: fetchNames,
    look: fetchMissing,
    /** Authors are hidden: their names are asked for again when they are shown again. */
    reset(): void {
      asked.clear();
    },
    close(): void {
      closed = true;
    },
  };
}
