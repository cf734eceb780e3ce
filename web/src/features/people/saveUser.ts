import { user as userSchema } from "@retro/contract/entities";
import type { User } from "@retro/contract/entities";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { userQuery } from "../../api/user.ts";

export type ProfileChanges = Partial<Pick<User, "name" | "options">>;

/**
 * Saves the user's name and options, also while the page closes.
 * @returns the saved user
 * @throws ApiError
 */
export async function saveUser(queries: QueryClient, userId: string, changes: ProfileChanges): Promise<User> {
  const saved = await api.put<User>(`users/${userId}`, changes, { schema: userSchema, keepalive: true });
  queries.setQueryData(userQuery.queryKey, saved);
  return saved;
}
