import type { RetroDatabase } from "../../db/database.ts";
import { accessCalls } from "../access/access-calls.ts";
import { unwatchedDatabase } from "../databases/query-plans.ts";
import { secrets } from "./secrets.ts";
import { presenceSteps, World } from "./world.ts";

/**
 * Two servers that differ in one secret. The same steps of a participant are done in both, and everything that
 * the participant gets must be equal: answers, statuses, events, versions. A call that joins docs/access.md joins
 * these steps.
 */
export class TwoWorlds {
  readonly #worlds: readonly [World, World];
  /** Steps that change something, or may after another one. */
  readonly steps: readonly string[];
  /** Those after which another step may have another result, because they change the board. */
  readonly changing: readonly string[];
  readonly #reads: readonly string[];
  /** They count who is there, or end what is over. */
  readonly #writingReads: readonly string[];

  private constructor(worlds: readonly [World, World], kinds: Kinds) {
    this.#worlds = worlds;
    [this.steps, this.changing] = [kinds.steps, kinds.changing];
    [this.#reads, this.#writingReads] = [kinds.reads, kinds.writingReads];
  }

  /** @param name of `secrets` */
  static async open(open: () => Promise<RetroDatabase>, name: string): Promise<TwoWorlds> {
    const secret = secrets[name];
    if (secret === undefined) throw new Error(`no secret "${name}"`);
    // The rows that thousands of resets delete change the plans of PostgreSQL; other tests look at these.
    const worlds = [
      await World.open(unwatchedDatabase(await open()), secret, 0),
      await World.open(unwatchedDatabase(await open()), secret, 1),
    ] as const;
    return new TwoWorlds(worlds, await kindsOf(worlds));
  }

  /**
   * Between two steps come the reads that write: the others change nothing, and runs that end there compare them.
   * @param look whether a look at the board comes before the first step and between two
   * @throws Error with the first difference
   */
  async expectEqual(run: readonly string[], { look = true } = {}): Promise<void> {
    for (const world of this.#worlds) await world.reset();
    const done: string[] = [];
    const both = async (what: string, get: (world: World) => Promise<string>) => {
      done.push(what);
      const [a, b] = [await get(this.#worlds[0]), await get(this.#worlds[1])];
      if (a !== b) throw new Error(`the worlds differ after ${done.join(", ")}:\n${firstDifference(a, b)}`);
    };
    const lookAround = async (reads: readonly string[]) => {
      for (const read of reads) await both(read, (world) => world.read(read));
    };
    // The ids of the board get the same names in every run.
    await lookAround(["read the stickers"]);
    for (const step of run) {
      if (look) await lookAround(this.#writingReads);
      await both(step, (world) => world.take(step));
    }
    await lookAround(this.#reads);
    for (const since of run.keys()) await both(`catch up from ${since}`, (world) => world.catchUp(since));
  }
}

interface Kinds {
  steps: string[];
  changing: string[];
  reads: string[];
  writingReads: string[];
}

async function kindsOf(worlds: readonly [World, World]): Promise<Kinds> {
  const kinds: Kinds = {
    steps: [...presenceSteps],
    changing: [...presenceSteps],
    reads: [],
    writingReads: [],
  };
  for (const call of worlds[0].calls) {
    // Files are made in another process: `concealed-rounds.test.ts` reads them.
    if (accessCalls[call]?.slow || call.startsWith("download")) continue;
    const tried = [];
    for (const world of worlds) {
      await world.reset();
      // The first call of a minute writes that the board was used.
      await world.read("read the stickers");
      const before = await world.stored();
      const outcome = await world.tryOut(call);
      tried.push({ ...outcome, writes: (await world.stored()) !== before });
    }
    const writes = tried.some((outcome) => outcome.writes);
    const mayWork = tried.some(({ status }) => status < 300 || status === 404);
    if (tried.every(({ methods }) => [...methods].join() === "get")) {
      kinds.reads.push(call);
      if (writes) kinds.writingReads.push(call);
    } else if (mayWork) {
      // A refusal by role or option stays one; what is missing may be there after another step.
      kinds.steps.push(call);
      if (writes) kinds.changing.push(call);
    }
  }
  return kinds;
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (a[at] === b[at] && at < a.length) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200);
  return `${around(a)}\n--- or ---\n${around(b)}`;
}
