import type { Person } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import type { Call } from "./api.ts";
import type { Env } from "./env.ts";
import type { People } from "./people.ts";

interface Options {
  /** The board's address. */
  base: string;
  call: Call;
  env: Env;
  people: People;
  view: () => BoardView | null;
  /** Whether authors are hidden now. */
  hidden: () => boolean;
}

/** Learns the names of authors who are not here: each is asked for once, all together at most every few seconds. */
export function createAuthors({ base, call, env, people, view, hidden }: Options) {
  const asked = new Set<string>();
  let learning = false;
  let closed = false;

  function hasStranger(board: BoardView): boolean {
    let found = false;
    const known = people.people();
    for (const { user_id } of board.items.values()) {
      if (user_id === null || known.has(user_id) || asked.has(user_id)) continue;
      found = true;
      if (!learning) asked.add(user_id);
    }
    return found;
  }

  function learn(): void {
    if (learning || closed) return;
    learning = true;
    void ask().then(() => env.after(5000 + env.random() * 2000, rested));
  }

  /** Whoever came onto the board in the meantime is asked for now. */
  function rested(): void {
    learning = false;
    look();
  }

  async function ask(): Promise<void> {
    try {
      const { data } = await call("GET", `${base}/users-options`);
      if (closed) return;
      people.learn(data as Person[]);
      // Avatars may have been hidden while the answer was under way.
      if (hidden()) people.scrub();
    } catch {
      // Without them authors have no name for now; the next news asks again.
      asked.clear();
    }
  }

  /** Asks for names when an author on the board has no known name. */
  function look(): void {
    const board = view();
    if (board && !hidden() && hasStranger(board)) learn();
  }

  return {
    learn,
    look,
    /** Authors are hidden: their names are asked for again when they are shown again. */
    forget(): void {
      asked.clear();
    },
    close(): void {
      closed = true;
    },
  };
}
