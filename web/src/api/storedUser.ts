import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";

/** The session's user in local storage, so that the app opens without a network. Removed when the session ends. */
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
