import { close, fdatasync, open } from "node:fs";
import { promisify } from "node:util";

export type SyncFile = (descriptor: number) => Promise<void>;

const openFile = promisify<string, string, number>(open);
const closeFile = promisify(close);
const syncData: SyncFile = promisify(fdatasync);

/** Syncs the log once for all commits that wait (docs/decisions/sqlite.md). */
export class LogSync {
  readonly #file: string;
  readonly #sync: SyncFile;
  /** Opened with the first commit: SQLite creates the file, the same until the database is closed. */
  #descriptor: Promise<number> | null = null;
  #commits = 0;
  #synced = 0;
  #running: Promise<void> | null = null;
  #failure: Error | null = null;

  constructor(file: string, sync: SyncFile = syncData) {
    this.#file = file;
    this.#sync = sync;
  }

  countCommit(): void {
    this.#commits += 1;
  }

  get isSynced(): boolean {
    return this.#synced === this.#commits;
  }

  async whenSynced(): Promise<void> {
    const commits = this.#commits;
    while (this.#synced < commits) {
      this.requireWorking();
      this.#running ??= this.#run();
      await this.#running;
    }
  }

  requireWorking(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** Call it after SQLite has closed the database, whose end writes the log back. */
  async close(): Promise<void> {
    // A call that runs needs the descriptor. What it answers no longer matters.
    await this.#running?.catch(() => undefined);
    const descriptor = await this.#descriptor?.catch(() => null);
    this.#descriptor = null;
    if (typeof descriptor === "number") await closeFile(descriptor);
  }

  async #run(): Promise<void> {
    try {
      this.#descriptor ??= openFile(this.#file, "r+");
      const descriptor = await this.#descriptor;
      const commits = this.#commits;
      await this.#sync(descriptor);
      this.#synced = commits;
    } catch (error) {
      this.#failure = toFailure(error as NodeJS.ErrnoException);
      throw this.#failure;
    } finally {
      this.#running = null;
    }
  }
}

function toFailure(cause: NodeJS.ErrnoException): Error {
  const message =
    `SQLite's log did not reach the disk (${cause.message}). Nothing is saved until the server restarts: ` +
    "check the disk, then restart.";
  return Object.assign(new Error(message, { cause }), { code: cause.code, syscall: "fdatasync" });
}
