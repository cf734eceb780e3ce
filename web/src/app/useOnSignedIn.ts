import { useQueryClient } from "@tanstack/react-query";
import type { User } from "@retro/contract/users";
import { navigate } from "../routes/router.tsx";
import { userQuery } from "../api/user.ts";
import { paths } from "../routes/paths.ts";
import { clearSessionData } from "./queryClient.ts";

export function useOnSignedIn(): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => {
    queryClient.clear();
    clearSessionData();
    queryClient.setQueryData(userQuery.queryKey, user);
    navigate(paths.adminIndex(), { replace: true });
  };
}
