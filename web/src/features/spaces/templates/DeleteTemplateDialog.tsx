import type { SpaceTemplate } from "@retro/contract/templates/space-templates";
import { useState } from "react";
import { api, asApiError } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { useRefreshTemplates } from "./useSpaceTemplates.ts";

interface Props {
  spaceKey: string;
  template: SpaceTemplate;
  onClose: () => void;
  /** Takes the focus, whose row is gone. */
  onDeleted: () => void;
}

export function DeleteTemplateDialog({ spaceKey, template, onClose, onDeleted }: Props) {
  const t = useT();
  const refresh = useRefreshTemplates(spaceKey);
  const isOpen = useStillOpen();
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.delete(`spaces/${spaceKey}/templates/${template.id}`);
      await refresh();
      if (!isOpen()) return;
      onClose();
      requestAnimationFrame(onDeleted);
    } catch (error) {
      toast({ message: asApiError(error).message, kind: "error" });
      await refresh();
      if (isOpen()) onClose();
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t("spaceTemplates.deleteTitle", { title: template.title })}
      text={t("spaceTemplates.deleteText")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("spaceTemplates.delete")}
      onCancel={onClose}
      onConfirm={() => void remove()}
    />
  );
}
