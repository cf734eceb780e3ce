import { limits } from "@retro/contract/limits";

const checkMs = 15_000;
/** An older observation ends: it says nothing about the time since. */
const observationMs = 2 * limits.seatEmptyMs;

interface Absence {
  boardId: string;
  userId: string;
  since: number;
}

interface Options {
  clock: () => number;
  /** Asks the provider; rejects when it does not answer. */
  isPresent: (boardId: string, userId: string) => Promise<boolean>;
}

/** The hosted provider reports no leaves [S2]: from the first request on, it is asked every 15 s. */
export class AbsenceChecks {
  readonly #options: Options;
  readonly #absences = new Map<string, Absence>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  isLongAbsent(boardId: string, userId: string): boolean {
    const now = this.#options.clock();
    const key = `${boardId} ${userId}`;
    const known = this.#absences.get(key);
    const isCurrent = known !== undefined && now - known.since < observationMs;
    if (isCurrent) return now - known.since >= limits.seatEmptyMs;
    this.#absences.set(key, { boardId, userId, since: now });
    this.#timer ??= setInterval(() => void this.#check(), checkMs).unref();
    return false;
  }

  endObservation(boardId: string, userId: string): void {
    this.#absences.delete(`${boardId} ${userId}`);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #check(): Promise<void> {
    const now = this.#options.clock();
    for (const [key, absence] of this.#absences) {
      if (now - absence.since >= observationMs) this.#absences.delete(key);
      else if (await this.#mayBePresent(absence)) this.#absences.delete(key);
    }
    if (this.#absences.size === 0) this.stop();
  }

  /** A failure counts as present: then the two minutes start again. */
  async #mayBePresent({ boardId, userId }: Absence): Promise<boolean> {
    try {
      return await this.#options.isPresent(boardId, userId);
    } catch {
      return true;
    }
  }
}
