import type { Deps } from "../../deps.ts";
import { announceVersion } from "../boards/board-deletion.ts";
import { announceUserEnd } from "../people/commands.ts";
import { insertNotice, listNotices } from "./store.ts";

/** The time between two reads: so long may an open browser show what `npm run admin` has deleted. */
const pollMs = 3000;
const delayMs = 60_000;

export async function postBoardNotice(
  deps: Pick<Deps, "database" | "clock">,
  boardId: string,
  version: number,
): Promise<void> {
  const notice = { kind: "board" as const, subject_id: boardId, version, created_at: deps.clock() };
  await insertNotice(deps.database.db, notice);
}

export async function postUserNotice(deps: Pick<Deps, "database" | "clock">, userId: string): Promise<void> {
  const notice = { kind: "user" as const, subject_id: userId, version: 0, created_at: deps.clock() };
  await insertNotice(deps.database.db, notice);
}

/** Notices of other processes for the clients of this one; housekeeping deletes them after an hour. */
export class NoticeReader {
  readonly #deps: Deps;
  #seen = new Set<string>();
  #newest = 0;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#reading = this.read().catch((error: unknown) =>
        this.#deps.log.warn(
          { err: error },
          "what an operator's command has changed could not be read; trying again",
        ),
      );
    }, pollMs).unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#reading;
  }

  async read(): Promise<void> {
    const notices = await listNotices(this.#deps.database.db, this.#newest - delayMs);
    for (const { id, kind, subject_id, version } of notices) {
      if (this.#seen.has(id)) continue;
      if (kind === "board") announceVersion(this.#deps, subject_id, version);
      else announceUserEnd(this.#deps, subject_id);
    }
    this.#seen = new Set(notices.map(({ id }) => id));
    this.#newest = notices.at(-1)?.created_at ?? this.#newest;
  }
}
