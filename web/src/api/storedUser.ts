import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";

/**
 * The session's user in local storage, so that the app opens without a network. Removed when the session
 * ends.
 */
const key = "user";

/** Stores the user; null removes the stored one. */
export function storeUser(user: User | null): void {
  try {
    if (user === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(user));
  } catch {
    // Storage may be forbidden: the app then does not open offline.
  }
}

const formerKey = "retro.formerUser";

/**
 * The server no longer knows the session. The next user of this tab is the same person: what they had typed
 * is offered to them.
 */
export function noteEndOfSession(user: User | undefined): void {
  try {
    if (user !== undefined) sessionStorage.setItem(formerKey, user.id);
  } catch {
    // Storage may be forbidden: then no text was kept either.
  }
}

/** The user whose session ended in this tab; null: none. */
export function formerUserId(): string | null {
  try {
    return sessionStorage.getItem(formerKey);
  } catch {
    return null;
  }
}

/** The user that `storeUser` stored; undefined when there is none. */
export function storedUser(): User | undefined {
  try {
    const text = localStorage.getItem(key);
    const parsed = userSchema.safeParse(text === null ? null : JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
