import { useQuery } from "@tanstack/react-query";
import { configQuery } from "../api/config.ts";
import { useUser } from "../api/user.ts";
import { lazyPart } from "../ui/loading/lazy.tsx";

/** What a guest who may make nothing gets instead of a form to make something. */
export const SignInFirst = lazyPart(() => import("./screens/SignInFirst.tsx"), "SignInFirst", {
  prefetch: false,
});

/** Whether the user is a guest who has to sign in before making anything [I5]. */
export function useMustSignIn(): boolean {
  const { data: config } = useQuery(configQuery);
  const { role } = useUser();
  return role === "anonymous" && config?.signIn?.guests === "boards";
}
