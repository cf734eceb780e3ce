import { QueryClient } from "@tanstack/react-query";
import { ApiError, onUnauthorized } from "../api/client.ts";
import { noteEndOfSession, storedUser, storeUser } from "../api/storedUser.ts";
import { userQuery } from "../api/user.ts";
import { deleteStoredBoards } from "../board-state/storage/storedBoards.ts";
import type { User } from "@retro/contract/entities";

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Repeats a call only when no answer arrived: a refusal is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a network a call fails at once and is reported; a paused call would wait without a message.
      networkMode: "always",
      retry: (count, error) => !isRefusal(error) && count < 2,
      refetchOnWindowFocus: false,
    },
  },
});
/** Removes all of the user's data except unsent changes, which stay for their owner. */
export function clearSessionData(): void {
  storeUser(null);
  void deleteStoredBoards();
}
// The stored user follows the query: a new user replaces it, a 401 removes it.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (query.queryKey[0] !== userQuery.queryKey[0]) return;
  const { data, error } = query.state;
  if (error instanceof ApiError && error.status === 401) {
    // The cache of this page: another tab may have removed the stored user already.
    noteEndOfSession((data as User | undefined) ?? storedUser());
    clearSessionData();
  } else if (type === "updated" && query.state.status === "success" && data !== undefined)
    storeUser(data as User);
});
onUnauthorized(() => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey }));
