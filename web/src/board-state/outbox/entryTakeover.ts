import type { BoardEnvironment } from "../boardEnvironment.ts";
import { textOf } from "../commands/commands.ts";
import type { EntryStorage, StoredEntry } from "../storage/entryStorage.ts";

const checkEveryMs = 60_000;
/** Other tabs may consider a page closed that was suspended for longer than this. */
const suspendedMs = 120_000;

interface Environment extends Pick<BoardEnvironment, "now" | "random" | "schedule" | "formerUserId"> {
  storage: Pick<EntryStorage, "takeOver">;
}

/**
 * Takes over this user's entries on this board that no open tab sends: at the start, then every minute. With
 * them come, as drafts, the texts of a guest whose session ended in this tab: who goes on here typed them,
 * and nothing is sent in another name before its user has seen it [Y6].
 */
export class EntryTakeover {
  readonly #env: Environment;
  readonly #boardId: string;
  readonly #me: string;
  readonly #receive: (entries: readonly StoredEntry[]) => void;
  #closed = false;
  #stop: (() => void) | null = null;
  #last: Promise<void> = Promise.resolve();
  #lastActiveAt: number;

  constructor(
    env: Environment,
    boardId: string,
    me: string,
    receive: (entries: readonly StoredEntry[]) => void,
  ) {
    this.#env = env;
    this.#boardId = boardId;
    this.#me = me;
    this.#receive = receive;
    this.#lastActiveAt = env.now();
  }

  start(): void {
    this.check();
    this.#scheduleCheck();
  }
  check(): void {
    this.#last = this.#takeOver(this.#last);
  }
  /** Whether another tab may have taken over this page's entries while it was suspended. */
  wasSuspended(): boolean {
    const now = this.#env.now();
    const isLong = Math.abs(now - this.#lastActiveAt) > suspendedMs;
    this.#lastActiveAt = now;
    return isLong;
  }
  close(): void {
    this.#closed = true;
    this.#stop?.();
  }

  #scheduleCheck(): void {
    const env = this.#env;
    this.#stop = env.schedule(checkEveryMs * (0.75 + env.random() / 2), () => {
      this.#lastActiveAt = env.now();
      this.check();
      this.#scheduleCheck();
    });
  }
  async #takeOver(before: Promise<void>): Promise<void> {
    await before;
    if (this.#closed) return;
    const own = await this.#env.storage.takeOver(this.#boardId, this.#me);
    const found = [...own, ...(await this.#textsOfFormerUser())];
    // When the board has been closed, the next board of this page takes them over: they belong to this tab.
    if (!this.#closed && found.length > 0) this.#receive(found);
  }
  async #textsOfFormerUser(): Promise<StoredEntry[]> {
    const former = this.#env.formerUserId(this.#me);
    if (former === null) return [];
    const entries = await this.#env.storage.takeOver(this.#boardId, former);
    return entries
      .filter(({ command }) => textOf(command) !== undefined)
      .map((entry) => ({ ...entry, kind: "draft", owner: this.#me, error: null }));
  }
}
