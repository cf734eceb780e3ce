import Button from "@mui/material/Button";
import type { ClientConfig } from "@retro/contract/events";
import type { User } from "@retro/contract/entities";
import { useLocation } from "../../routes/router.tsx";
import { signInAddress } from "../../api/signIn.ts";
import { noteFormerGuest } from "../../api/storedUser.ts";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";

interface Props {
  user: User;
  signIn: NonNullable<ClientConfig["signIn"]>;
  /** Before the page is left: saves what was changed in the menu. */
  onLeave: () => void;
}

export function SignInActions({ user, signIn, onLeave }: Props) {
  const t = useT();
  const { pathname, search, hash } = useLocation();
  const { name } = signIn;
  if (user.role !== "anonymous")
    return (
      <Button color="inherit" className="user-link" href={hrefOf(paths.signOut())} onClick={onLeave}>
        {t("admin.signOut")}
      </Button>
    );
  return (
    <Button
      variant="outlined"
      href={signInAddress}
      title={t("signIn.keep", { name })}
      onClick={() => {
        onLeave();
        noteFormerGuest(user);
        storeReturnAddress(pathname + search + hash);
      }}
    >
      {t("signIn.with", { name })}
    </Button>
  );
}
