import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";

/** The session's user, so that the app opens without a network. */
const key = "user";

export function storeUser(user: User | null): void {
  try {
    if (user === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(user));
  } catch {
    // Storage may be forbidden: the app then does not open offline.
  }
}

const formerKey = "retro.formerUser";

/** The next user of this tab is the same person: what they had typed is offered to them. */
export function noteEndOfSession(user: User | undefined): void {
  try {
    if (user !== undefined) sessionStorage.setItem(formerKey, user.id);
  } catch {
    // Storage may be forbidden: then no text was kept either.
  }
}

export function formerUserId(): string | null {
  try {
    return sessionStorage.getItem(formerKey);
  } catch {
    return null;
  }
}

export function storedUser(): User | undefined {
  try {
    const text = localStorage.getItem(key);
    const parsed = userSchema.safeParse(text === null ? null : JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
