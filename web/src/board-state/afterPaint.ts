/** Work does not wait longer than this for a frame, in milliseconds: a hidden page has no frames. */
const longestWaitMs = 200;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Runs work that changes nothing on the screen once the next frame is painted, so that a press shows its
 * result sooner. Works run in the order of the calls. A page that closes before that frame does not run them.
 * A browser without a scheduler runs them at once: it cannot say that they come after what the user waits
 * for.
 */
export function afterPaint(work: () => void): void {
  const { scheduler } = globalThis as { scheduler?: { postTask: (task: () => void) => Promise<void> } };
  if (scheduler === undefined) {
    work();
    return;
  }
  waiting.push(work);
  if (waiting.length > 1) return;
  timer = setTimeout(runWaiting, longestWaitMs);
  // The frame is painted when the next task runs.
  requestAnimationFrame(() => void scheduler.postTask(runWaiting));
}

/** Resolves once the next frame is painted, like `afterPaint`. */
export const painted = (): Promise<void> => new Promise(afterPaint);

function runWaiting(): void {
  clearTimeout(timer);
  const works = waiting;
  waiting = [];
  for (const work of works) work();
}
