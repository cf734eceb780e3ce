import { QueryClient } from "@tanstack/react-query";
import { ApiError, onUnauthorized } from "../api/client.ts";
import { userQuery } from "../api/user.ts";

function refused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** What the server said, kept for the page. A refusal is an answer; only what did not arrive is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => !refused(error) && count < 2,
      refetchOnWindowFocus: false,
    },
  },
});
onUnauthorized(() => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey }));
