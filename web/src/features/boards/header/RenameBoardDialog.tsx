import { cleanLine } from "@retro/contract/clean-text";
import { updateBoard } from "@retro/contract/commands";
import { useState } from "react";
import { api, asApiError } from "../../../api/client.ts";
import { presentTextsOf } from "../../../api/presentTexts.ts";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";

interface Props {
  board: { id: string; title: string };
  onRenamed: (title: string) => void;
  onClose: () => void;
}

/** If another user has renamed the board, the first save says so; the next one replaces that title only. */
export function RenameBoardDialog({ board, onRenamed, onClose }: Props) {
  const t = useT();
  const isOpen = useStillOpen();
  const [seen, setSeen] = useState(board.title);
  const { control, errors, refused, busy, save } = useContractForm<{ title: string }>({
    schema: updateBoard,
    defaultValues: { title: board.title },
    async send(values) {
      const title = cleanLine(values.title);
      try {
        if (title !== cleanLine(seen)) await api.put(`boards/${board.id}`, { title, from: { title: seen } });
      } catch (error) {
        setSeen(presentTextsOf(asApiError(error))["title"]?.text ?? seen);
        throw error;
      }
      onRenamed(title);
      if (isOpen()) onClose();
    },
  });
  return (
    <FormDialog
      keepOnOutsideClick
      refused={refused}
      title={t("boards.renameTitle")}
      submitLabel={t("common.save")}
      busy={busy}
      // A conflict does not forbid the save that replaces the other title.
      submitDisabled={errors.title !== undefined && errors.title.type !== "server"}
      onCancel={onClose}
      onSubmit={save}
    >
      <FormTextField
        control={control}
        name="title"
        label={t("boards.title")}
        autoComplete="off"
        slotProps={{ htmlInput: { "aria-required": true } }}
      />
    </FormDialog>
  );
}
