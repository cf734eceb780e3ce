import { statfs } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";

const checkEveryMs = 30_000;

/** Below the reserve, calls that store much get 503, so that existing boards stay usable. */
export function watchDiskSpace(
  app: FastifyInstance,
  { rateLimiter, settings, database, log }: Pick<Deps, "rateLimiter" | "settings" | "database" | "log">,
): void {
  const { dataDir, diskReserveMb } = settings;
  if (database.engine !== "sqlite" || diskReserveMb === 0) return;
  const check = async (): Promise<void> => {
    const free = await freeMb(dataDir).catch((error: unknown) => {
      log.warn({ err: error }, "the free disk space is unknown");
      return null;
    });
    if (free === null) return;
    const low = free < diskReserveMb;
    if (low && !rateLimiter.diskLow)
      log.error(
        { freeMb: free, diskReserveMb },
        "the disk is nearly full: new boards, imports and uploads are refused; free some space or lower DISK_RESERVE_MB",
      );
    if (!low && rateLimiter.diskLow) log.info({ freeMb: free }, "the disk has space again");
    rateLimiter.diskLow = low;
  };
  const timer = setInterval(() => void check(), checkEveryMs).unref();
  app.addHook("onReady", check);
  app.addHook("onClose", async () => clearInterval(timer));
}

async function freeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / 1e6);
}
