import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { userQuery } from "../../api/user.ts";

export type ProfileChanges = Partial<Pick<User, "name" | "options">>;

/** The last save: the next one waits for its answer, so that none overtakes another. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Saves the user's name and options, also while the page closes.
 * @returns the saved user
 * @throws ApiError
 */
export function saveUser(queries: QueryClient, userId: string, changes: ProfileChanges): Promise<User> {
  const saved = last.then(async () => {
    const answer = await api.put<User>(`users/${userId}`, changes, { schema: userSchema, keepalive: true });
    queries.setQueryData(userQuery.queryKey, answer);
    return answer;
  });
  last = saved.catch(() => undefined);
  return saved;
}
