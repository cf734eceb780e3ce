import { useQuery } from "@tanstack/react-query";
import { configQuery } from "../../api/config.ts";
import { beginSignIn } from "../../api/signIn.ts";
import { SignInForm } from "../../features/admin/sign-in/SignInForm.tsx";
import { paths } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";
import { useLocation } from "../../routes/router.tsx";
import { useTitle } from "../../routes/useTitle.ts";
import { toastError } from "../../ui/toasts/toast.ts";
import { ConfiguredCaptcha } from "../ConfiguredCaptcha.tsx";
import { useOnSignedIn } from "../useOnSignedIn.ts";

/** The history's state is the address to which the user returns after the sign-in. */
export function AdminSignInScreen() {
  useTitle("Retro Admin");
  const { state: wanted } = useLocation();
  const { signIn } = useQuery(configQuery).data ?? {};
  return (
    <SignInForm
      verification={ConfiguredCaptcha}
      onSignedIn={useOnSignedIn()}
      provider={signIn?.admins === true ? signIn.name : undefined}
      onProvider={() => {
        storeReturnAddress(typeof wanted === "string" ? wanted : paths.adminIndex());
        beginSignIn().catch(toastError);
      }}
    />
  );
}
