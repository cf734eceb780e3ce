import "./locked-notice.css";
import LockOutlined from "@mui/icons-material/LockOutlined";
import { mayManageBoard } from "@retro/rules/permissions";
import { useState } from "react";
import { useBoardStore, useFacilitation, useMe } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { toastError } from "../../../ui/toasts/toast.ts";

export function LockedNotice() {
  const t = useT();
  const store = useBoardStore();
  const mayUnlock = mayManageBoard(useFacilitation(), useMe()) === null;
  const [busy, setBusy] = useState(false);
  const unlock = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await store.call("PUT", "/lock", { locked: false });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="locked-notice">
      <LockOutlined fontSize="small" />
      <span role="status">{t("manage.locked")}</span>
      {mayUnlock && (
        <Button variant="outlined" aria-busy={busy} aria-disabled={busy} onClick={() => void unlock()}>
          {t("manage.unlock")}
        </Button>
      )}
    </div>
  );
}
