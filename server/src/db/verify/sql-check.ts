import type { Engine } from "../schema/schema.ts";

export interface SqlCheck {
  /** What is wrong when the query finds rows. */
  problem: string;
  advice: string;
  /** False: it is worth knowing, and nothing is broken. */
  isError: boolean;
  /** A query whose column `subject` names what is wrong; null when the engine itself keeps the rule. */
  query: (engine: Engine) => string | null;
}
