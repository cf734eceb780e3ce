import type { FastifyInstance } from "fastify";
import type { RetroDatabase } from "../db/database.ts";

/** After a power cut no client may know a version that the server does not. */
export function answerAfterSync(app: FastifyInstance, database: Pick<RetroDatabase, "unsynced">): void {
  app.addHook("onSend", (_request, _reply, payload, done) => {
    const synced = database.unsynced();
    if (synced === null) return done(null, payload);
    const send = () => done(null, payload);
    // A failed disk is reported by the change that waits for it and by `/health/ready`; reads must work on.
    synced.then(send, send);
  });
}
