import { QueryClient } from "@tanstack/react-query";
import { ApiError, onUnauthorized } from "../api/client.ts";
import { storeUser } from "../api/storedUser.ts";
import { userQuery } from "../api/user.ts";
import { deleteStoredBoards } from "../board-state/storedBoards.ts";
import type { User } from "@retro/contract/entities";

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** What the server said, kept for the page. A refusal is an answer; only what did not arrive is asked again. */
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
/** The session is over: nothing of it stays on this device. Unsent changes stay with their owner (board-state/outbox.ts). */
export function clearSessionData(): void {
  storeUser(null);
  void deleteStoredBoards();
}
// The remembered user follows the query: a new one replaces it, a 401 removes it.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (query.queryKey[0] !== userQuery.queryKey[0]) return;
  const { data, error } = query.state;
  if (error instanceof ApiError && error.status === 401) clearSessionData();
  else if (type === "updated" && query.state.status === "success" && data !== undefined)
    storeUser(data as User);
});
onUnauthorized(() => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey }));
