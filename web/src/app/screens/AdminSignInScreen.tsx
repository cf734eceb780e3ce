import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { userQuery } from "../../api/user.ts";
import { SignInForm } from "../../features/admin/SignInForm.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { LentCaptcha } from "../LentCaptcha.tsx";

/** `/admin/sign-in`: whoever gets in goes to `/admin`. */
export function AdminSignInScreen() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useTitle("Retro Admin");
  return (
    <SignInForm
      verification={LentCaptcha}
      onSignedIn={(user) => {
        // Nothing of who was here before is shown to who is here now.
        queryClient.clear();
        queryClient.setQueryData(userQuery.queryKey, user);
        void navigate(paths.adminIndex(), { replace: true });
      }}
    />
  );
}
