import Button from "@mui/material/Button";
import type { ClientConfig } from "@retro/contract/events";
import type { User } from "@retro/contract/users";
import { useLocation } from "../../routes/router.tsx";
import { beginSignIn } from "../../api/signIn.ts";
import { storeFormerGuest } from "../../api/storedUser.ts";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";
import { toastError } from "../../ui/toasts/toast.ts";

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
      title={t("signIn.keep", { name })}
      onClick={() => {
        onLeave();
        storeFormerGuest(user);
        storeReturnAddress(pathname + search + hash);
        beginSignIn().catch(toastError);
      }}
    >
      {t("signIn.with", { name })}
    </Button>
  );
}
