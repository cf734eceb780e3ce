import { constants, setPriority } from "node:os";

/**
 * Lowers the priority of the calling worker thread, so that the event loop runs first when the processors are
 * busy. On Linux a priority belongs to a thread; elsewhere it belongs to the process, so this function does
 * nothing there. It does not set the lowest priority: next to other busy programs the thread would get a
 * hundredth of a processor, and its jobs would reach their time limit.
 */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
