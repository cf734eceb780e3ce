import { useQuery } from "@tanstack/react-query";
import { configQuery } from "../../api/config.ts";
import { SignInForm } from "../../features/admin/sign-in/SignInForm.tsx";
import { paths } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";
import { useLocation } from "../../routes/router.tsx";
import { useTitle } from "../../routes/useTitle.ts";
import { ConfiguredCaptcha } from "../ConfiguredCaptcha.tsx";
import { useOnSignedIn } from "../useOnSignedIn.ts";

/** The history's state is the address that the sign-in was in the way of. */
export function AdminSignInScreen() {
  useTitle("Retro Admin");
  const { state: wanted } = useLocation();
  const { signIn } = useQuery(configQuery).data ?? {};
  return (
    <SignInForm
      verification={ConfiguredCaptcha}
      onSignedIn={useOnSignedIn()}
      provider={signIn?.admins === true ? signIn.name : undefined}
      onProvider={() => storeReturnAddress(typeof wanted === "string" ? wanted : paths.adminIndex())}
    />
  );
}
