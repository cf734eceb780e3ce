import type { Store } from "../../db/store.ts";
import type { SessionStore } from "../../http/session/session.ts";
import { findSession, touchSession } from "./store.ts";

/** The sessions in the database, for `http/session/session.ts`, which knows no feature. */
export function createSessionStore(store: Store): SessionStore {
  return {
    find: (sessionId) => findSession(store.db, sessionId),
    touch: (sessionId, now) => touchSession(store.db, sessionId, now),
  };
}
