import type { Engine } from "../schema/schema.ts";

export interface SqlCheck {
  problem: string;
  advice: string;
  /** False: it is worth knowing, and nothing is broken. */
  isError: boolean;
  query: (engine: Engine) => string | null;
}
