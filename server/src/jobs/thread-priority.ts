import { constants, setPriority } from "node:os";

/**
 * Lets the event loop go first when the processors are busy. On Linux a priority belongs to the calling thread, so a worker thread that
 * calls this lowers only its own; elsewhere it would lower the whole process, and nothing is done.
 */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
}
