import { constants, setPriority } from "node:os";

/**
 * Lets the event loop go first when the processors are busy. On Linux a priority belongs to the calling thread, so a worker thread that
 * calls this lowers only its own; elsewhere it would lower the whole process, and nothing is done. Not the lowest priority: beside other
 * programs that keep the processors busy, the thread would get a hundredth of them, and its jobs would end at their time limit.
 */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
