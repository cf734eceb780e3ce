import type { SpaceTemplate } from "@retro/contract/templates/space-templates";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";
import { toastError } from "../../../ui/toasts/toast.ts";
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
      toastError(error);
      await refresh();
      if (isOpen()) onClose();
    }
  };
  return (
    <ConfirmDialog
      danger
      busy={busy}
      title={t("spaceTemplates.deleteTitle", { title: template.title })}
      text={t("spaceTemplates.deleteText")}
      confirmLabel={t("spaceTemplates.delete")}
      onCancel={onClose}
      onConfirm={() => void remove()}
    />
  );
}
