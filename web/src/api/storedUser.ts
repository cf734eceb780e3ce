import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";

/** The user of this browser's session, kept in local storage so that the app opens without a network. Removed when the session ends. */
const key = "user";

/** Keeps the user; null forgets them. */
export function storeUser(user: User | null): void {
  try {
    if (user === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(user));
  } catch {
    // Storage may be forbidden: the app then does not open offline.
  }
}

/** The user kept by `rememberUser`; undefined when there is none. */
export function storedUser(): User | undefined {
  try {
    const text = localStorage.getItem(key);
    const parsed = userSchema.safeParse(text === null ? null : JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
