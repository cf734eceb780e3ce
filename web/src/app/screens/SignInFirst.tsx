import { useQuery } from "@tanstack/react-query";
import { configQuery } from "../../api/config.ts";
import { beginSignIn } from "../../api/signIn.ts";
import { storeFormerGuest } from "../../api/storedUser.ts";
import { useUser } from "../../api/user.ts";
import { useT } from "../../i18n/useT.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";
import { useLocation } from "../../routes/router.tsx";
import { toastError } from "../../ui/toasts/toast.ts";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";

/** For a guest where only people who have signed in make boards [I5]. */
export function SignInFirst({ onClose }: { onClose: () => void }) {
  const t = useT();
  const user = useUser();
  const name = useQuery(configQuery).data?.signIn?.name;
  const { pathname, search, hash } = useLocation();
  if (name === undefined)
    return (
      <ConfirmDialog
        title={t("signIn.firstTitle")}
        text={t("signIn.noneText")}
        confirmLabel={t("common.close")}
        onCancel={onClose}
        onConfirm={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={t("signIn.firstTitle")}
      text={t("signIn.firstText")}
      confirmLabel={t("signIn.with", { name })}
      onCancel={onClose}
      onConfirm={() => {
        storeFormerGuest(user);
        storeReturnAddress(pathname + search + hash);
        beginSignIn().catch(toastError);
      }}
    />
  );
}
