import type { FastifyInstance, FastifyReply } from "fastify";
import type { RateLimiter } from "../../limits/rate-limiter.ts";

/** Smaller bodies are not counted: they fit into the kernel's buffers. */
const minCountedBytes = 16_000;

/** Bounds the memory of unread responses. Streams stop by themselves after a few kilobytes. */
export function closeUnreadResponses(app: FastifyInstance, rateLimiter: RateLimiter): void {
  /** Bodies that several responses share: each takes its memory once. */
  const shared = new Map<Buffer, { responses: number; release: () => void }>();

  function releaseOnce(body: Buffer, hold: () => () => void): () => void {
    let entry = shared.get(body);
    if (entry === undefined) shared.set(body, (entry = { responses: 0, release: hold() }));
    entry.responses += 1;
    return () => {
      entry.responses -= 1;
      if (entry.responses > 0) return;
      shared.delete(body);
      entry.release();
    };
  }

  app.addHook("onSend", (request, reply, payload, done) => {
    try {
      closeWhenStalled(reply, rateLimiter.stallMs);
      const bytes = memoryOf(payload);
      if (bytes >= minCountedBytes) {
        const hold = () => rateLimiter.reserve(request.payer, "unreadBytes", bytes);
        reply.raw.once("close", Buffer.isBuffer(payload) ? releaseOnce(payload, hold) : hold());
      }
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}

function memoryOf(payload: unknown): number {
  if (typeof payload === "string") return 2 * payload.length;
  return Buffer.isBuffer(payload) ? payload.length : 0;
}

/** If bytes wait at a timeout, the client does not read them; if none wait, they are being made. */
function closeWhenStalled({ raw }: FastifyReply, stallMs: number): void {
  let isOpen = true;
  raw.once("close", () => {
    isOpen = false;
  });
  const check = () => {
    raw.off("timeout", check);
    const { socket } = raw;
    if (!isOpen || socket === null) return;
    if (socket.writableLength > 0 || raw.writableLength > 0) socket.destroy();
    else raw.setTimeout(stallMs, check);
  };
  raw.setTimeout(stallMs, check);
}
