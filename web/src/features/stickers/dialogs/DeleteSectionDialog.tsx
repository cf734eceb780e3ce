import { useBoardState, useBoardStore, useItem } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { toastError } from "../../../ui/toasts/toast.ts";
import { stickerCountsOf } from "../card/stickerCounts.ts";

export function DeleteSectionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const store = useBoardStore();
  const section = useItem(id);
  const count = useBoardState((state) => stickerCountsOf(state.view).perSection.get(id) ?? 0);
  const title = section?.title ?? "";
  return (
    <ConfirmDialog
      danger
      title={t("sections.delete")}
      text={
        count === 0 ? t("sections.deleteText", { title }) : t("sections.deleteStickers", { title, count })
      }
      confirmLabel={t("sections.menuDelete")}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        store.send({ type: "item.delete", id }).catch(toastError);
      }}
    />
  );
}
