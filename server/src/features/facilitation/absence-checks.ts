import { limits } from "@retro/contract/limits";

/** How often an absent facilitator is looked for again. */
const checkMs = 15_000;
/** An absence that nobody asked about for this long proves nothing about the time since: it is observed again. */
const observationMs = 2 * limits.seatEmptyMs;

interface Absence {
  boardId: string;
  userId: string;
  /** When the user was first found absent, epoch milliseconds. */
  since: number;
}

interface Options {
  /** Epoch milliseconds. */
  clock: () => number;
  /** Asks the provider; rejects when it does not answer. */
  isPresent: (boardId: string, userId: string) => Promise<boolean>;
}

/**
 * Observes absences where nobody reports them, as with the hosted provider: from the first time that somebody asks for
 * a seat, its holder is looked for again every 15 s, and must be absent each time. A return ends the observation; an
 * observation that is older than four minutes counts no more. So an absence of long ago never shortens the two minutes.
 */
export class AbsenceChecks {
  readonly #options: Options;
  readonly #absences = new Map<string, Absence>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Call it when the user has just been found absent.
   * @returns true when the user has been absent for two minutes; otherwise the observation begins or goes on
   */
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

  /** The user was seen: an observation of them ends. */
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

  /** No answer counts as present: then the two minutes start again. */
  async #mayBePresent({ boardId, userId }: Absence): Promise<boolean> {
    try {
      return await this.#options.isPresent(boardId, userId);
    } catch {
      return true;
    }
  }
}
