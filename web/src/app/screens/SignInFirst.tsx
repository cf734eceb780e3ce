import { useLocation } from "../../routes/router.tsx";
import { signInAddress } from "../../api/signIn.ts";
import { useT } from "../../i18n/useT.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";

/** For a guest where only people who have signed in make boards [I5]. @param name the provider's */
export function SignInFirst({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT();
  const { pathname, search, hash } = useLocation();
  return (
    <ConfirmDialog
      title={t("signIn.firstTitle")}
      text={t("signIn.firstText")}
      confirmLabel={t("signIn.with", { name })}
      onCancel={onClose}
      onConfirm={() => {
        storeReturnAddress(pathname + search + hash);
        window.location.assign(signInAddress);
      }}
    />
  );
}
