import type { BoardView } from "@retro/rules/apply-change";
import { subtreeIds } from "@retro/rules/tree";
import { useState } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { type AfterAnswer, stayOpen } from "../../../ui/dialogs/dialogAnswer.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { BoardManagement, type BoardManagementProps } from "../manage/BoardManagement.tsx";
import { formError } from "./boardEditChanges.ts";
import { BoardDetailsFields, BoardSectionsFields } from "./EditBoardFields.tsx";
import { useBoardDraft } from "./useBoardDraft.ts";
import { useSaveBoard } from "./useSaveBoard.ts";

function stickersIn(view: BoardView, sectionIds: readonly string[]): number {
  return sectionIds
    .flatMap((id) => subtreeIds(view.items, id))
    .filter((id) => view.items.get(id)?.kind === "sticker").length;
}

export function EditBoardDialog({ boardId, MoveToSpace, onClose }: BoardManagementProps) {
  const t = useT();
  const store = useBoardStore();
  const draft = useBoardDraft();
  const { save, refused, clearRefusal } = useSaveBoard(draft);
  const [leaving, setLeaving] = useState(false);
  const [touched, setTouched] = useState(false);
  /** How many stickers the save deletes, while the dialog asks about it. */
  const [lostStickers, setLostStickers] = useState<number | null>(null);
  const serverError = (field: string) => refused?.errors?.[field]?.[0];
  const onEdit = () => {
    setTouched(true);
    clearRefusal();
  };
  const submit = async (isOpen: () => boolean): Promise<AfterAnswer> => {
    setTouched(true);
    if (draft.faulty) return stayOpen;
    const { view } = store.getState();
    const lost = view === null ? 0 : stickersIn(view, draft.deletes);
    if (lost > 0) {
      setLostStickers(lost);
      return stayOpen;
    }
    return (await save(isOpen)) ? onClose : stayOpen;
  };

  return (
    <>
      <FormDialog
        keepOnOutsideClick
        width={520}
        refused={formError(refused)}
        title={t("board.edit")}
        submitLabel={t("common.save")}
        submitDisabled={touched && draft.faulty}
        onCancel={onClose}
        onEscape={() => (draft.unsaved ? setLeaving(true) : onClose())}
        onSubmit={submit}
      >
        <BoardDetailsFields {...{ draft, touched, serverError, onEdit }} onTouch={() => setTouched(true)} />
        <BoardSectionsFields {...{ draft, touched, serverError, onEdit }} onClearRefusal={clearRefusal} />
        <BoardManagement {...{ boardId, MoveToSpace, onClose }} unsaved={draft.unsaved} />
      </FormDialog>
      <ConfirmDialog
        open={leaving}
        danger
        title={t("board.leaveTitle")}
        text={t("board.leaveText")}
        confirmLabel={t("board.leave")}
        onCancel={() => setLeaving(false)}
        onConfirm={onClose}
      />
      <ConfirmDialog
        open={lostStickers !== null}
        danger
        title={t("board.removeTitle")}
        text={t("board.removeText", { count: lostStickers ?? 0 })}
        confirmLabel={t("board.remove")}
        onCancel={() => setLostStickers(null)}
        onConfirm={async (isOpen) => ((await save(isOpen)) ? onClose : undefined)}
      />
    </>
  );
}
