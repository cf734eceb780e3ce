import { user as userSchema } from "@retro/contract/users";
import type { User } from "@retro/contract/users";
import { recall, remember } from "../device/deviceMemory.ts";

/** So that the app opens without a network. */
export function storeUser(user: User | null): void {
  remember("user", user === null ? null : JSON.stringify(user));
}

/** Whoever goes on in this tab after a guest is the same person: what they had typed is offered to them. */
export function storeFormerGuest({ id }: User): void {
  remember("retro.formerUser", id);
}

/** The guest has become this user. Whoever signs in later is another person. */
export function storeUserAfterGuest({ id }: User): void {
  const former = recall("retro.formerUser");
  if (former !== null && former !== id && !former.includes(" "))
    remember("retro.formerUser", `${former} ${id}`);
}

/** @returns the id that this user had as a guest in this tab; null if they had none */
export function formerUserId(me: string): string | null {
  const [former = "", next] = recall("retro.formerUser")?.split(" ") ?? [];
  return next === me ? former : null;
}

export function storedUser(): User | undefined {
  try {
    return userSchema.safeParse(JSON.parse(recall("user") ?? "null")).data;
  } catch {
    return undefined;
  }
}
