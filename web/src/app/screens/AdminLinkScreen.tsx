import { useLocation } from "react-router";
import { SignInLink } from "../../features/admin/sign-in/SignInLink.tsx";
import { useTitle } from "../../routes/useTitle.ts";
import { useOnSignedIn } from "../useOnSignedIn.ts";

/**
 * `/admin/link#token`: the one-time link of `npm run admin -- link`. The token is in the fragment, which
 * browsers do not send to servers.
 */
export function AdminLinkScreen() {
  useTitle("Retro Admin");
  const { hash } = useLocation();
  const token = hash.slice(1);
  return <SignInLink key={token} token={token} onSignedIn={useOnSignedIn()} />;
}
