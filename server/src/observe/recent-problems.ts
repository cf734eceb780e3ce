export interface RecentProblem {
  level: "warn" | "error";
  message: string;
  count: number;
  lastAt: number;
}

const maxKept = 20;
const errorLevel = 50;

/** By message, the oldest first. Messages are fixed texts: details of a line are not kept. */
const problems = new Map<string, RecentProblem>();

export function recordProblem(level: number, message: string): void {
  const count = (problems.get(message)?.count ?? 0) + 1;
  problems.delete(message);
  problems.set(message, {
    level: level >= errorLevel ? "error" : "warn",
    message,
    count,
    lastAt: Date.now(),
  });
  const [oldest] = problems.keys();
  if (problems.size > maxKept && oldest !== undefined) problems.delete(oldest);
}

export function recentProblems(): RecentProblem[] {
  return [...problems.values()].toReversed();
}
