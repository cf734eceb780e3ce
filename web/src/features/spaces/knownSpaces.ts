import { knownSpace, type KnownSpace } from "@retro/contract/spaces/spaces";
import { limits } from "@retro/contract/limits";
import * as z from "zod/mini";
import { recall, remember } from "../../device/deviceMemory.ts";
import { externalStore } from "../../ui/externalStore.ts";

/** `next`: the key of a new link whose answer has not arrived: the space may have it by now [G2]. */
const storedSpace = z.extend(knownSpace, {
  next: z.optional(z.string()),
  /** The server keeps it for the signed-in person; this device forgets it at the sign-out [I8]. */
  account: z.optional(z.boolean()),
});
type StoredSpace = z.infer<typeof storedSpace>;

/** The last one first. The server learns the list of nobody but signed-in people [I8]. */
export const knownSpaces = externalStore<readonly StoredSpace[]>(readStored());

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
  knownSpaces.set(spaces);
  remember("retro.spaces", JSON.stringify(spaces));
}

export function rememberSpace(space: KnownSpace, oldKey = space.key): void {
  const [first] = knownSpaces.get();
  if (first?.key === space.key && first.name === space.name) return;
  const others = knownSpaces.get().filter(({ key }) => key !== space.key && key !== oldKey);
  const known = knownSpaces.get().find(({ key }) => key === space.key);
  store([{ ...known, ...space }, ...others].slice(0, limits.spaceKeys));
}

/** What the server keeps for the signed-in person; those that this device does not know come last. */
export function addAccountSpaces(kept: readonly KnownSpace[]): void {
  const spaces = knownSpaces.get();
  const isKept = new Set(kept.map(({ key }) => key));
  const here = new Set(spaces.map(({ key }) => key));
  const marked = spaces.map((space) => (isKept.has(space.key) ? { ...space, account: true } : space));
  const added = kept.filter(({ key }) => !here.has(key)).map((space) => ({ ...space, account: true }));
  store([...marked, ...added].slice(0, limits.spaceKeys));
}

export function forgetAccountSpaces(): void {
  store(knownSpaces.get().filter(({ account }) => account !== true));
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
