import { SignInForm } from "../../features/admin/SignInForm.tsx";
import { useTitle } from "../../routes/useTitle.ts";
import { LentCaptcha } from "../LentCaptcha.tsx";
import { useSignedIn } from "../useSignedIn.ts";

/** `/admin/sign-in`: an administrator who signs in goes to `/admin`. */
export function AdminSignInScreen() {
  useTitle("Retro Admin");
  return <SignInForm verification={LentCaptcha} onSignedIn={useSignedIn()} />;
}
