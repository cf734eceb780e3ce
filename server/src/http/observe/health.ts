import type { FastifyInstance } from "fastify";
import { databaseFault } from "../../db/faults.ts";
import { SecondNodeError } from "../../db/node-lock.ts";
import { faultCounters, type ReadMetric } from "../../observe/metrics.ts";
import { AppError } from "../errors/app-error.ts";

interface Options {
  build: string;
  /** Rejects when the database cannot be used, or, with `write`, when it cannot be written to. */
  probe: (how: { write: boolean }) => Promise<void>;
  isStopping: () => boolean;
  /** The server stays ready, because boards still work, and reports it. */
  diskLow: () => boolean;
}

/** @returns whether the server is ready, for `/metrics` */
export function serveHealth(
  app: FastifyInstance,
  { build, probe, isStopping, diskLow }: Options,
): ReadMetric {
  const hidden = { schema: { hide: true }, config: { price: false as const } };

  app.get("/health/live", hidden, async () => ({ data: { status: "live", build } }));
  const reasonNotReady = createReadinessCheck(probe);
  // For proxies. A server that cannot write still answers: boards can be read while the disk is full, and a browser
  // that gets 503 from the server itself keeps its board and sends its changes later.
  app.get("/health/serving", hidden, async () => {
    if (isStopping() || (await reasonNotReady())?.reason === secondServer)
      throw new AppError(503, "not_ready", { retryAfter: 5 });
    return { data: { status: "serving" } };
  });
  app.get("/health/ready", hidden, async (request) => {
    if (isStopping()) throw new AppError(503, "not_ready", { retryAfter: 5 });
    const found = await reasonNotReady();
    if (found === null) return { data: { status: "ready", disk: diskLow() ? "low" : "ok" } };
    request.log.warn({ err: found.error, reason: found.reason }, "not ready");
    throw new AppError(503, "not_ready", { retryAfter: 5, data: { reason: found.reason } });
  });

  let isReady = true;
  return {
    name: "retro_ready",
    help: "1 while the server can write to its database and does not stop, as the request before found it",
    read: () => {
      // The answer does not wait: the probe takes up to 3 s when the database hangs.
      void reasonNotReady().then((found) => (isReady = found === null));
      return Number(isReady && !isStopping());
    },
  };
}

/** Another server has the database: what this one would answer could be old. */
const secondServer = "second server";

/** A probe that takes longer counts as failed: every connection is in use, or the disk hangs. */
const probeTimeoutMs = 3_000;
/** Anybody may ask for a writing probe, and each write flushes the disk. */
const writeProbeValidMs = 1_000;

interface NotReady {
  /** A fixed text for the operator, never the database's message, which may name hosts and users. */
  reason: string;
  error: unknown;
}

function createReadinessCheck(probe: Options["probe"]): () => Promise<NotReady | null> {
  let current: Promise<NotReady | null> | null = null;
  let written = { at: Number.NEGATIVE_INFINITY, faults: 0 };
  const check = async (): Promise<NotReady | null> => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("the probe took too long")), probeTimeoutMs);
    const [at, faults] = [performance.now(), faultCounters.database.value];
    const write = at - written.at > writeProbeValidMs || faults !== written.faults;
    try {
      await Promise.race([probe({ write }), late]);
      if (write) written = { at, faults };
      return null;
    } catch (error) {
      written.at = Number.NEGATIVE_INFINITY;
      const reason = databaseFault(error) ?? (error instanceof SecondNodeError ? secondServer : "no answer");
      return { reason, error };
    } finally {
      clearTimeout(timer);
      current = null;
    }
  };
  return () => (current ??= check());
}
