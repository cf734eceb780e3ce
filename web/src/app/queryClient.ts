import { QueryClient } from "@tanstack/react-query";
import { ApiError, onUnauthorized } from "../api/client.ts";
import { storeFormerGuest, storeUserAfterGuest, storedUser, storeUser } from "../api/storedUser.ts";
import { userQuery } from "../api/user.ts";
import { deleteStoredBoards } from "../board-state/storage/storedBoards.ts";
import { forgetAccountSpaces, type KeepsSpace } from "../features/spaces/forgetAccountSpaces.ts";
import { hrefOf, paths } from "../routes/paths.ts";
import type { User } from "@retro/contract/users";

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
/** The user whose page this is, until another one signs in. */
let shown: User | undefined;

/** Removes all of the user's data except unsent changes, which stay for their owner. */
export function clearSessionData(): void {
  shown = undefined;
  replaceStoredUser(null);
}

function replaceStoredUser(user: User | null, keepsSpace: KeepsSpace = () => false): void {
  storeUser(user);
  forgetAccountSpaces(keepsSpace);
  void deleteStoredBoards();
}

/** A guest goes on as the person who they are; what a person had is not for the next one [I8]. */
function changeUser(former: User, user: User): void {
  replaceStoredUser(user, (person) => person === user.id);
  if (former.role === "anonymous") storeFormerGuest(former);
  // This page's memory and address are the former person's.
  else if (shown !== undefined) window.location.replace(hrefOf(paths.index()));
}

// The stored user follows the query: a new user replaces it, a 401 removes it.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.query.queryKey[0] !== userQuery.queryKey[0]) return;
  // The memory of this page: another tab may have replaced the stored user already.
  const former = shown ?? storedUser();
  const { action } = event;
  if (action.type === "error" && action.error instanceof ApiError && action.error.status === 401) {
    if (former?.role === "anonymous") storeFormerGuest(former);
    // The person may come back. Until then nobody is shown their spaces.
    replaceStoredUser(null, () => true);
  } else if (action.type === "success") {
    const user = action.data as User;
    if (former !== undefined && former.id !== user.id) changeUser(former, user);
    else {
      const isStored = storedUser()?.id === user.id;
      storeUser(user);
      // A browser without storage has its spaces in memory only.
      if (!isStored && storedUser() !== undefined) forgetAccountSpaces((person) => person === user.id);
    }
    storeUserAfterGuest(user);
    shown = user;
  }
});
const refreshUser = () => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
onUnauthorized(refreshUser);
// Another tab has signed in or out.
window.addEventListener("storage", ({ key }) => {
  if (key === "user") refreshUser();
});
