import type { SpaceTemplate } from "@retro/contract/templates/space-templates";
import { api } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import type { AfterAnswer } from "../../../ui/dialogs/dialogAnswer.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
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
  const remove = async (): Promise<AfterAnswer> => {
    try {
      await api.delete(`spaces/${spaceKey}/templates/${template.id}`);
    } catch (error) {
      toastError(error);
      return undefined;
    } finally {
      await refresh();
    }
    return () => {
      onClose();
      requestAnimationFrame(onDeleted);
    };
  };
  return (
    <ConfirmDialog
      danger
      title={t("spaceTemplates.deleteTitle", { title: template.title })}
      text={t("spaceTemplates.deleteText")}
      confirmLabel={t("spaceTemplates.delete")}
      onCancel={onClose}
      onConfirm={remove}
    />
  );
}
