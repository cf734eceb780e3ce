import type { Db, Deps } from "../../deps.ts";
import { fieldError } from "../../http/errors/app-error.ts";
import { sha256 } from "../../http/session/secrets.ts";
import { readPuzzle } from "./puzzle.ts";
import { insertUsedSolution, isUsedSolution } from "./store.ts";
import { solutionBytes, isSolution, hashThreshold, makeHashInput } from "./proof-of-work.ts";

export interface CheckedSolution {
  readonly id: string;
  readonly expiresAt: number;
}

type Needs = Pick<Deps, "settings" | "clock">;
const solutionError = () => fieldError("solution", "captcha.failed");
/** The server's clock may be set back a little after it made a puzzle. */
const clockSkewMs = 60_000;

/**
 * Without the database: our puzzle and sitekey, not expired, n different solutions under the threshold.
 * @throws AppError 422 on `solution`
 */
export function checkSolution({ settings, clock }: Needs, text: string): CheckedSolution {
  const [signature = "", base64 = "", solutions64 = "", ...rest] = text.split(".");
  const puzzle = rest.length > 1 ? null : readPuzzle(settings, signature, base64);
  if (puzzle === null) throw solutionError();
  const now = clock();
  if (now >= puzzle.expiresAt || puzzle.issuedAt > now + clockSkewMs) throw solutionError();
  const solutions = Buffer.from(solutions64, "base64");
  if (puzzle.n === 0 || solutions.length !== puzzle.n * solutionBytes) throw solutionError();

  const input = makeHashInput(puzzle.bytes);
  const limit = hashThreshold(puzzle.difficulty);
  const seen = new Set<string>();
  for (let at = 0; at < solutions.length; at += solutionBytes) {
    const solution = solutions.subarray(at, at + solutionBytes);
    const name = solution.toString("hex");
    if (seen.has(name) || !isSolution(input, solution, limit)) throw solutionError();
    seen.add(name);
  }
  return { id: sha256(puzzle.bytes), expiresAt: puzzle.expiresAt };
}

export async function markSolutionUsed(
  { clock }: Pick<Deps, "clock">,
  trx: Db,
  checked: CheckedSolution,
): Promise<void> {
  if (!(await takeOnce({ clock }, trx, checked))) throw solutionError();
}

/** For whatever counts once until it expires. @returns false: it was taken before */
export function takeOnce(
  { clock }: Pick<Deps, "clock">,
  trx: Db,
  what: { id: string; expiresAt: number },
): Promise<boolean> {
  return insertUsedSolution(trx, what, clock());
}

/** For an attempt that may be repeated with the same puzzle. @throws AppError 422 on `solution` */
export async function requireUnusedSolution(db: Db, checked: CheckedSolution): Promise<void> {
  if (await isUsedSolution(db, checked.id)) throw solutionError();
}
