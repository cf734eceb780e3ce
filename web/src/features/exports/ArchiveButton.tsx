import FolderZipOutlined from "@mui/icons-material/FolderZipOutlined";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { toast } from "../../ui/toasts/toast.ts";
import { failureText, saveArchive } from "./exportFile.ts";

/** All boards of a space in one file. */
export function ArchiveButton({ spaceKey }: { spaceKey: string }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveArchive(spaceKey);
    } catch (error) {
      toast({ message: failureText(error, t("exports.failed"), t), kind: "error" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconAction
      icon={FolderZipOutlined}
      label={t(busy ? "archive.making" : "archive.button")}
      aria-busy={busy}
      onClick={() => {
        // Not disabled: the button keeps the focus.
        if (!busy) void save();
      }}
    />
  );
}
