import { knownSpace, type KnownSpace } from "@retro/contract/spaces/spaces";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { api, ApiError } from "../../api/client.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { addAccountSpaces, knownSpaces } from "./knownSpaces.ts";

const path = "sign-in/spaces";

/** Keeps the spaces of a signed-in person the same on all their devices [I8]. */
export function AccountSpaces() {
  const { data: kept } = useQuery({
    queryKey: ["account-spaces"],
    queryFn: ({ signal }) => api.get<KnownSpace[]>(path, { schema: z.array(knownSpace), signal }),
    staleTime: Infinity,
  });
  const spaces = useExternalStore(knownSpaces);
  useEffect(() => {
    if (kept !== undefined) addAccountSpaces(kept);
  }, [kept]);
  useEffect(() => {
    if (kept === undefined) return;
    const isKept = new Set(kept.map(({ key }) => key));
    for (const space of spaces) if (space.account !== true && !isKept.has(space.key)) void keep(space);
  }, [kept, spaces]);
  return null;
}

/** This browser knows the space in any case. If the server could not keep it, the next page sends it again. */
async function keep({ key, name }: KnownSpace): Promise<void> {
  try {
    await api.post(path, { key });
  } catch (error) {
    if (error instanceof ApiError) return;
    throw error;
  }
  addAccountSpaces([{ key, name }]);
}
