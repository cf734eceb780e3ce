import { user as userSchema } from "@retro/contract/users";
import type { User } from "@retro/contract/users";
import { limits } from "@retro/contract/limits";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ApiError, asApiError } from "./client.ts";
import { storedUser } from "./storedUser.ts";

/** The session's user; if the server does not answer, the one stored on this device. */
async function fetchUser({ signal }: { signal: AbortSignal }): Promise<User> {
  try {
    return await api.get<User>("users/auth", { schema: userSchema, signal });
  } catch (error) {
    const { status } = asApiError(error);
    const stored = status === 0 || status >= 500 ? storedUser() : undefined;
    if (stored === undefined || signal.aborted) throw error;
    return stored;
  }
}

export const userQuery = queryOptions({
  queryKey: ["user"],
  queryFn: fetchUser,
  staleTime: limits.userRefreshMs,
  refetchInterval: limits.userRefreshMs,
  // A hidden tab also needs it: it may stay open for hours.
  refetchIntervalInBackground: true,
  refetchOnWindowFocus: false,
  // Without a network the stored user was shown.
  refetchOnReconnect: "always",
  // A 401 is final: a retry by each layout that mounts would redirect to the sign-in twice.
  retryOnMount: false,
  retry: (count, error) =>
    !(error instanceof ApiError && error.status >= 400 && error.status < 500) && count < 2,
});

/** A layout that mounts within this time uses the user that the page has just fetched. */
const justFetchedMs = 5000;

export const userOnEntryQuery = queryOptions({
  ...userQuery,
  refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > justFetchedMs ? "always" : false),
});

export function useUser(): User {
  const { data } = useQuery(userQuery);
  if (data === undefined) throw new Error("useUser() below a layout that has no user");
  return data;
}

const savedListeners = new Set<(user: User) => void>();
export function onUserSaved(listener: (user: User) => void): () => void {
  savedListeners.add(listener);
  return () => savedListeners.delete(listener);
}
export function notifyUserSaved(user: User): void {
  for (const listener of savedListeners) listener(user);
}
