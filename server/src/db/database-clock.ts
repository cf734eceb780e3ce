import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/schema.ts";

const measureEveryMs = 10_000;
const firstSamples = 3;
/** A slower answer gives the time too inexactly. */
const slowestAnswerMs = 1_000;
/** Smaller differences are noise of the network. */
const noiseMs = 20;

/** The clock of the PostgreSQL server, run on by this process's monotonic clock between measurements. */
export class DatabaseClock {
  readonly #db: Kysely<Database>;
  /** The database's time minus `performance.now()`. */
  #offset = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  now(): number {
    return Math.round(performance.now() + this.#offset);
  }

  async start(): Promise<void> {
    let quickest = await this.#measure();
    for (let sample = 1; sample < firstSamples; sample += 1) {
      const next = await this.#measure();
      if (next.tookMs < quickest.tookMs) quickest = next;
    }
    this.#offset = quickest.offset;
    this.#timer = setInterval(() => void this.#adjust(), measureEveryMs).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #adjust(): Promise<void> {
    // The clock runs on while the database does not answer; every request reports that.
    const measured = await this.#measure().catch(() => null);
    if (measured === null || measured.tookMs > slowestAnswerMs) return;
    const isNoise = Math.abs(measured.offset - this.#offset) <= noiseMs + measured.tookMs / 2;
    if (!isNoise) this.#offset = measured.offset;
  }

  async #measure(): Promise<{ offset: number; tookMs: number }> {
    const before = performance.now();
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(this.#db);
    const tookMs = performance.now() - before;
    // The server read its clock about half-way.
    return { offset: (rows[0]?.ms ?? 0) - (before + tookMs / 2), tookMs };
  }
}
