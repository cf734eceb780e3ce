import { useUser } from "../../api/user.ts";
import { useLocation } from "../../routes/router.tsx";
import { Tokens } from "../../features/integrations/tokens/Tokens.tsx";
import { useT } from "../../i18n/useT.ts";
import { SignInFirst, useMustSignIn } from "../signInFirst.ts";

/** A user's own tokens; with the key of a space in the fragment, those of the space [G12]. */
export function TokensScreen() {
  const t = useT();
  const mustSignIn = useMustSignIn();
  const key = /^#([\w-]{22})$/u.exec(useLocation().hash)?.[1];
  const isGuest = useUser().role === "anonymous";
  if (key === undefined)
    return <Tokens path="tokens" hint={t("tokens.ownHint")} Instead={isGuest ? SignInFirst : undefined} />;
  return (
    <Tokens
      key={key}
      path={`spaces/${key}/tokens`}
      hint={t("tokens.spaceHint")}
      space={key}
      Instead={mustSignIn ? SignInFirst : undefined}
    />
  );
}

export function AdminTokensScreen() {
  return <Tokens path="admin/tokens" hint={useT()("tokens.adminHint")} />;
}
