/** Failures of one task in one run; past it, the fault is not in the rows, and the task ends. */
const mostFailures = 20;

/**
 * The rows of one task in one run of housekeeping. A row that fails is reported and waits for the next run,
 * and the rows behind it are worked on.
 */
export class TaskRows {
  readonly #failed = new Set<string>();
  readonly #onFailure: (error: unknown, id: string) => void;

  constructor(onFailure: (error: unknown, id: string) => void) {
    this.#onFailure = onFailure;
  }

  /** Works on up to `most` rows that have not failed in this run. */
  async each<Row>(
    most: number,
    read: (most: number) => Promise<Row[]>,
    idOf: (row: Row) => string,
    work: (row: Row) => Promise<boolean>,
  ): Promise<{ done: number; more: boolean }> {
    const found = await read(most + this.#failed.size);
    const rows = found.filter((row) => !this.#failed.has(idOf(row))).slice(0, most);
    let done = 0;
    for (const row of rows) {
      try {
        if (await work(row)) done += 1;
      } catch (error) {
        if (this.#failed.size >= mostFailures) throw error;
        this.#failed.add(idOf(row));
        this.#onFailure(error, idOf(row));
      }
    }
    return { done, more: rows.length === most };
  }
}
