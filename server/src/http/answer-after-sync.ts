import type { FastifyInstance } from "fastify";
import type { Store } from "../db/store.ts";

/**
 * Sends an answer only when all commits that it may show are on the disk: after a power cut no client may know a version that the server
 * does not, because the next change would get the same version.
 */
export function answerAfterSync(app: FastifyInstance, store: Pick<Store, "unsynced">): void {
  app.addHook("onSend", (_request, _reply, payload, done) => {
    const synced = store.unsynced();
    if (synced === null) return done(null, payload);
    const send = () => done(null, payload);
    // A failed disk is reported by the change that waits for it and by `/health/ready`; reads must work on.
    synced.then(send, send);
  });
}
