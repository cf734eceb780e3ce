import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";
import { recall, remember } from "../device/deviceMemory.ts";

/** So that the app opens without a network. */
export function storeUser(user: User | null): void {
  remember("user", user === null ? null : JSON.stringify(user));
}

/** The next user of this tab is the same person: what they had typed is offered to them. */
export function noteEndOfSession(user: User | undefined): void {
  if (user !== undefined) remember("retro.formerUser", user.id);
}

export function formerUserId(): string | null {
  return recall("retro.formerUser");
}

export function storedUser(): User | undefined {
  try {
    return userSchema.safeParse(JSON.parse(recall("user") ?? "null")).data;
  } catch {
    return undefined;
  }
}
