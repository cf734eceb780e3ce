import { SignInForm } from "../../features/admin/sign-in/SignInForm.tsx";
import { useTitle } from "../../routes/useTitle.ts";
import { ConfiguredCaptcha } from "../ConfiguredCaptcha.tsx";
import { useOnSignedIn } from "../useOnSignedIn.ts";

export function AdminSignInScreen() {
  useTitle("Retro Admin");
  return <SignInForm verification={ConfiguredCaptcha} onSignedIn={useOnSignedIn()} />;
}
