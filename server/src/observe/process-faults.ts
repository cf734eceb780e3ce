import { faultCounters } from "./metrics.ts";

interface Log {
  error(details: object, message: string): void;
  fatal(details: object, message: string): void;
}

const disconnectCodes =
  /^(?:ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_(?:PREMATURE_CLOSE|DESTROYED|WRITE_AFTER_END))$/;

/**
 * Keeps the process alive when that is safe. Source: Node.js documentation, "process", events
 * `unhandledRejection` and `uncaughtException`.
 *
 * - An unhandled rejection: the function that threw has ended, its transaction is rolled back, and every
 * other request has a separate call stack. The process logs and counts it, and continues.
 * - An exception that is the "error" event of a connection whose peer went away: it affects only that
 * connection. The process continues.
 * - Any other uncaught exception: it may have interrupted code half-way, such as a loop over all sockets, so
 * memory may contradict the database. The server closes its connections and ends with code 1, so that a
 * supervisor restarts it.
 */
export function handleProcessFaults(log: Log, stop: () => void): void {
  process.on("unhandledRejection", (reason) => {
    faultCounters.rejections.add();
    log.error({ err: reason }, "a rejected promise was not handled; this is a bug, please report it");
  });
  process.on("uncaughtException", (error: NodeJS.ErrnoException, origin) => {
    faultCounters.exceptions.add();
    if (disconnectCodes.test(error.code ?? "")) {
      log.error({ err: error, origin }, "a connection broke and no code handled it");
      return;
    }
    log.fatal(
      { err: error, origin },
      "an exception was not caught; stopping, so that the server starts afresh",
    );
    stop();
  });
}
