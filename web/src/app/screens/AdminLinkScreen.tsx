import { useLocation } from "../../routes/router.tsx";
import { SignInLink } from "../../features/admin/sign-in/SignInLink.tsx";
import { useTitle } from "../../routes/useTitle.ts";
import { useOnSignedIn } from "../useOnSignedIn.ts";

/** `/admin/link#token`: browsers do not send the fragment, which is the token, to servers. */
export function AdminLinkScreen() {
  useTitle("Retro Admin");
  const { hash } = useLocation();
  const token = hash.slice(1);
  return <SignInLink key={token} token={token} onSignedIn={useOnSignedIn()} />;
}
