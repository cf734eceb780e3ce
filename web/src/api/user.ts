import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ApiError, asApiError } from "./client.ts";
import { storedUser } from "./storedUser.ts";

/** The session's user; without an answer from the server, the one remembered on this device. */
async function fetchUser({ signal }: { signal: AbortSignal }): Promise<User> {
  try {
    return await api.get<User>("users/auth", { schema: userSchema, signal });
  } catch (error) {
    const { status } = asApiError(error);
    const remembered = status === 0 || status >= 500 ? storedUser() : undefined;
    if (remembered === undefined || signal.aborted) throw error;
    return remembered;
  }
}

/** The visitor: fetched on entering the main layout and then every hour (spec 4.13). */
export const userQuery = queryOptions({
  queryKey: ["user"],
  queryFn: fetchUser,
  staleTime: limits.userRefreshMs,
  refetchInterval: limits.userRefreshMs,
  // A tab may be hidden for hours.
  refetchIntervalInBackground: true,
  refetchOnWindowFocus: false,
  // The user may be the one that was remembered while there was no network.
  refetchOnReconnect: "always",
  // A 401 is an answer: asked again by each layout that mounts, it would lead to the door twice.
  retryOnMount: false,
  retry: (count, error) =>
    !(error instanceof ApiError && error.status >= 400 && error.status < 500) && count < 2,
});

/** A layout that opens within this time uses the user that the page has just fetched. */
const justFetchedMs = 5000;

/** The query of a layout: entering it fetches the user again. */
export const userOnEntryQuery = queryOptions({
  ...userQuery,
  refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > justFetchedMs ? "always" : false),
});

/**
 * The visitor, below the main layout, which renders only when there is one.
 * @throws Error outside of it
 */
export function useUser(): User {
  const { data } = useQuery(userQuery);
  if (data === undefined) throw new Error("useUser() below a layout that has no user");
  return data;
}

const savedListeners = new Set<(user: User) => void>();
/** Hears when the visitor has saved name or options, to tell the others on a board. Returns how to stop. */
export function onUserSaved(listener: (user: User) => void): () => void {
  savedListeners.add(listener);
  return () => savedListeners.delete(listener);
}
/** Tells those who asked (`onUserSaved`). */
export function notifyUserSaved(user: User): void {
  for (const listener of savedListeners) listener(user);
}
