import { user as userSchema } from "@retro/contract/users";
import type { User } from "@retro/contract/users";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { userQuery } from "../../api/user.ts";

export type ProfileChanges = Partial<Pick<User, "name" | "options">>;

/** In milliseconds: a request without an answer must not block the next save for ever. */
const patienceMs = 10_000;
let last: Promise<unknown> = Promise.resolve();

/** Also while the page closes. @throws ApiError */
export function saveUser(queries: QueryClient, userId: string, changes: ProfileChanges): Promise<User> {
  const saved = turnAfter(last).then(async () => {
    const answer = await api.put<User>(`users/${userId}`, changes, { schema: userSchema, keepalive: true });
    queries.setQueryData(userQuery.queryKey, answer);
    return answer;
  });
  last = saved.catch(() => undefined);
  return saved;
}

function turnAfter(previous: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", go);
      resolve();
    };
    const timer = setTimeout(go, patienceMs);
    window.addEventListener("pagehide", go);
    void previous.then(go);
  });
}
