import { WidgetInstance } from "friendly-challenge";
import type { WidgetInstanceOptions } from "friendly-challenge";
import { countParts, fetchPuzzle } from "./fetchPuzzle.ts";
import { SolverWorker } from "./SolverWorker.ts";
import type { SolverAnswer } from "./SolverWorker.ts";

interface Wishes {
  /** Absolute addresses. */
  endpoints: readonly string[];
  /** Whether to ask for a lighter set. */
  isSlow: () => boolean;
  /** A set of so many parts has arrived. */
  onSet: (parts: number) => void;
  /** A solver has begun a part, has solved one, or has failed for good. */
  onSolver: (type: SolverAnswer) => void;
}

/**
 * The library's widget. It takes its workers and its puzzles from the page's globals, and only while `init` and
 * `start` run: these two give it ours.
 */
export function makePuzzleWidget(
  element: HTMLElement,
  options: Partial<WidgetInstanceOptions>,
  { endpoints, isSlow, onSet, onSolver }: Wishes,
): WidgetInstance {
  const fetchSet: typeof fetch = async (address, init) => {
    // `start` has put the page's own fetch back by then.
    await Promise.resolve();
    const query = (address as string).replace(/^[^?]*/, "") + (isSlow() ? "&set=lighter" : "");
    const answer = await fetchPuzzle(endpoints, query, init);
    const parts = await countParts(answer);
    if (parts !== null) onSet(parts);
    return answer;
  };

  class PuzzleWidget extends WidgetInstance {
    override init(forceStart?: boolean): void {
      const { Worker: BrowserWorker } = window;
      const makeSolver = function (url: string) {
        return new SolverWorker(() => new BrowserWorker(url), onSolver);
      };
      withGlobal("Worker", makeSolver as never, () => super.init(forceStart));
    }

    override start(): Promise<void> {
      return withGlobal("fetch", fetchSet, () => super.start());
    }
  }
  return new PuzzleWidget(element, { ...options, puzzleEndpoint: endpoints[0] ?? "" });
}

function withGlobal<Name extends "fetch" | "Worker", Result>(
  name: Name,
  value: Window[Name & keyof Window] & (typeof globalThis)[Name],
  run: () => Result,
): Result {
  const globals = window as unknown as Record<string, unknown>;
  const own = globals[name];
  globals[name] = value;
  try {
    return run();
  } finally {
    globals[name] = own;
  }
}
