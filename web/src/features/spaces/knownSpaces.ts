import { knownSpace, type KnownSpace } from "@retro/contract/spaces";
import { limits } from "@retro/contract/limits";
import * as z from "zod/mini";
import { recall, remember } from "../../ui/deviceMemory.ts";
import { externalStore } from "../../ui/externalStore.ts";

/** The spaces whose links this browser has opened, the last one first. The server never learns the list: it only asks for single keys. */
export const knownSpaces = externalStore<readonly KnownSpace[]>(readStored());

function readStored(): KnownSpace[] {
  const stored = recall("retro.spaces");
  if (stored === null) return [];
  try {
    return z.array(knownSpace).parse(JSON.parse(stored));
  } catch {
    // Written by another version: the links lead to the spaces all the same.
    return [];
  }
}

function store(spaces: readonly KnownSpace[]): void {
  knownSpaces.set(spaces);
  remember("retro.spaces", JSON.stringify(spaces));
}

/** Puts a space first in the list. @param oldKey its key from before the link was replaced */
export function rememberSpace(space: KnownSpace, oldKey = space.key): void {
  const [first] = knownSpaces.get();
  if (first?.key === space.key && first.name === space.name) return;
  const others = knownSpaces.get().filter(({ key }) => key !== space.key && key !== oldKey);
  store([space, ...others].slice(0, limits.spaceKeys));
}

/** Removes a space whose key opens nothing any more. */
export function forgetSpace(key: string): void {
  if (knownSpaces.get().some((space) => space.key === key))
    store(knownSpaces.get().filter((space) => space.key !== key));
}
