import type { Deps } from "../../deps.ts";
import { announceVersion } from "../boards/board-deletion.ts";
import { announceUserEnd } from "../people/commands.ts";
import { insertNotice, listNotices } from "./store.ts";

/** Milliseconds between two reads: for this long an open browser may show what `npm run admin` has deleted. */
const pollMs = 3000;

/** Has every server process tell the clients of a board to fetch a version. */
export async function postBoardNotice(
  deps: Pick<Deps, "store" | "clock">,
  boardId: string,
  version: number,
): Promise<void> {
  const notice = { kind: "board" as const, subject_id: boardId, version, created_at: deps.clock() };
  await insertNotice(deps.store.db, notice);
}

/** Has every server process end a user's connections. */
export async function postUserNotice(deps: Pick<Deps, "store" | "clock">, userId: string): Promise<void> {
  const notice = { kind: "user" as const, subject_id: userId, version: 0, created_at: deps.clock() };
  await insertNotice(deps.store.db, notice);
}

/** Passes what another process noted on to this process's clients. Housekeeping deletes notices after an hour. */
export class NoticeReader {
  readonly #deps: Deps;
  #seen = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Reads now and then every few seconds. Notices from before the start are passed on too: harmless. */
  start(): void {
    this.#timer ??= setInterval(() => {
      this.#reading = this.read().catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, "notices of npm run admin could not be read; trying again"),
      );
    }, pollMs).unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#reading;
  }

  /** Passes on every notice that was not read before. */
  async read(): Promise<void> {
    const notices = await listNotices(this.#deps.store.db);
    for (const { id, kind, subject_id, version } of notices) {
      if (this.#seen.has(id)) continue;
      if (kind === "board") announceVersion(this.#deps, subject_id, version);
      else announceUserEnd(this.#deps, subject_id);
    }
    this.#seen = new Set(notices.map(({ id }) => id));
  }
}
