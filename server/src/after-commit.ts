import { faultCounters } from "./observe/metrics.ts";

interface Log {
  error(details: object, message: string): void;
}

/** Logs and counts errors instead of throwing them: the change is saved already. */
export function runAfterCommit(log: Log, name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    reportFailure(log, name, error);
  }
}

export async function readAfterCommit<T>(
  log: Log,
  name: string,
  read: () => Promise<T>,
  fallback: T,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    reportFailure(log, name, error);
    return fallback;
  }
}

function reportFailure(log: Log, name: string, error: unknown): void {
  faultCounters.afterCommit.add();
  log.error({ err: error, work: name }, "work after a commit failed; the change itself is saved");
}
