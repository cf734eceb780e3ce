import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";
import { recall, remember } from "../device/deviceMemory.ts";

/** So that the app opens without a network. */
export function storeUser(user: User | null): void {
  remember("user", user === null ? null : JSON.stringify(user));
}

/** Whoever goes on in this tab after a guest is the same person: what they had typed is offered to them. */
export function noteFormerGuest({ id }: User): void {
  remember("retro.formerUser", id);
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
