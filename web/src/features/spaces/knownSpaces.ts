import { knownSpace, type KnownSpace } from "@retro/contract/spaces/spaces";
import { limits } from "@retro/contract/limits";
import * as z from "zod/mini";
import { storedUser } from "../../api/storedUser.ts";
import { recall, remember } from "../../device/deviceMemory.ts";
import { externalStore } from "../../ui/externalStore.ts";

/** `next`: the key of a new link whose answer has not arrived: the space may have it by now [G2]. */
const storedSpace = z.extend(knownSpace, {
  next: z.optional(z.string()),
  /** The server stores it for its person; this device deletes it at the end of the session [I8]. */
  account: z.optional(z.boolean()),
  /** The id of the signed-in person whose it is: this device shows it to nobody else. */
  person: z.optional(z.string()),
});
export type StoredSpace = z.infer<typeof storedSpace>;

/** The last one first. Only the lists of signed-in people are sent to the server [I8]. */
export const knownSpaces = externalStore<readonly StoredSpace[]>(readStored().filter(isShown));

window.addEventListener("storage", ({ key }) => {
  if (key === "retro.spaces" || key === "user") knownSpaces.set(readStored().filter(isShown));
});

function isShown({ person }: StoredSpace): boolean {
  return person === undefined || person === storedUser()?.id;
}

function readStored(): StoredSpace[] {
  const stored = recall("retro.spaces");
  if (stored === null) return [];
  try {
    return z.array(storedSpace).parse(JSON.parse(stored));
  } catch {
    return [];
  }
}

function store(spaces: readonly StoredSpace[]): void {
  const others = readStored().filter((space) => !isShown(space));
  const shown = spaces.filter(isShown);
  const all = [...shown, ...others];
  knownSpaces.set(shown);
  // A browser without a space has no such key: boards then load no code of spaces.
  remember("retro.spaces", all.length === 0 ? null : JSON.stringify(all));
}

export function rememberSpace(space: KnownSpace, oldKey = space.key): void {
  const [first] = knownSpaces.get();
  if (first?.key === space.key && first.name === space.name) return;
  const others = knownSpaces.get().filter(({ key }) => key !== space.key && key !== oldKey);
  const known = knownSpaces.get().find(({ key }) => key === space.key);
  store([{ ...known, ...space }, ...others].slice(0, limits.spaceKeys));
}

/**
 * What this device shows is the person's, and so is what the server keeps for them; of that, those that this
 * device does not know come last.
 */
export function addAccountSpaces(person: string, kept: readonly KnownSpace[]): void {
  const isKept = new Set(kept.map(({ key }) => key));
  const spaces = knownSpaces.get();
  const here = new Set(spaces.map(({ key }) => key));
  const all = [...spaces, ...kept.filter(({ key }) => !here.has(key))];
  store(
    all.map((space) => ({ ...space, account: isKept.has(space.key), person })).slice(0, limits.spaceKeys),
  );
}

/** A space that is not yet at the server is the person's all the same. */
export function claimSpaces(person: string): void {
  const spaces = knownSpaces.get();
  if (spaces.some((space) => space.person === undefined))
    store(spaces.map((space) => ({ ...space, person })));
}

export function markAsKept(kept: string): void {
  store(knownSpaces.get().map((space) => (space.key === kept ? { ...space, account: true } : space)));
}

export function createSpaceKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function nextKeyOf(key: string): string | undefined {
  return knownSpaces.get().find((space) => space.key === key)?.next;
}

/** Keeps the key of a new link before it is sent. @param next undefined: the server has refused it */
export function keepNextKey(key: string, next: string | undefined): void {
  store(
    knownSpaces.get().map((space) => {
      if (space.key !== key) return space;
      const { next: _, ...rest } = space;
      return next === undefined ? rest : { ...rest, next };
    }),
  );
}

export function forgetSpace(key: string): void {
  if (knownSpaces.get().some((space) => space.key === key))
    store(knownSpaces.get().filter((space) => space.key !== key));
}
