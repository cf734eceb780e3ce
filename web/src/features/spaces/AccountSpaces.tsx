import { knownSpace, type KnownSpace } from "@retro/contract/spaces/spaces";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { api, ApiError } from "../../api/client.ts";
import { useUser } from "../../api/user.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import {
  addAccountSpaces,
  claimSpaces,
  forgetSpace,
  knownSpaces,
  markAsKept,
  nextKeyOf,
  type StoredSpace,
} from "./knownSpaces.ts";

const path = "sign-in/spaces";

/** Keeps the spaces of a signed-in person the same on all their devices [I8]. */
export function AccountSpaces() {
  const { id } = useUser();
  const { isSuccess } = useQuery({
    queryKey: ["account-spaces", id],
    async queryFn({ signal }) {
      const kept = await api.get<KnownSpace[]>(path, { schema: z.array(knownSpace), signal });
      addAccountSpaces(id, kept);
      return kept;
    },
    staleTime: Infinity,
  });
  const spaces = useExternalStore(knownSpaces);
  useEffect(() => {
    claimSpaces(id);
    if (isSuccess) for (const space of spaces) if (space.account !== true) void keep(space);
  }, [id, isSuccess, spaces]);
  return null;
}

/**
 * This browser knows the space in any case. If the server could not keep it, the next page sends it again; a key
 * that opens nothing, because another device has replaced the link, goes.
 */
async function keep({ key }: StoredSpace) {
  try {
    await api.post(path, { key });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The link may have begun to be replaced after this was asked.
    if (error.status === 404 && nextKeyOf(key) === undefined) forgetSpace(key);
    return;
  }
  markAsKept(key);
}
