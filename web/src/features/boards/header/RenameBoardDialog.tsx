import { cleanLine } from "@retro/contract/clean-text";
import { updateBoard } from "@retro/contract/commands";
import { useState } from "react";
import { api, asApiError } from "../../../api/client.ts";
import { presentTextsOf } from "../../../api/presentTexts.ts";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";

interface Props {
  board: { id: string; title: string };
  onRenamed: (title: string) => void;
  onClose: () => void;
}

/**
 * A save sends the title that its user has seen. The server refuses it if another user has renamed the board
 * since. Then the field shows the new title, and the next save replaces it.
 */
export function RenameBoardDialog({ board, onRenamed, onClose }: Props) {
  const t = useT();
  const [seen, setSeen] = useState(board.title);
  const { control, errors, submit } = useContractForm<{ title: string }>({
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
    },
  });
  return (
    <FormDialog
      keepOnOutsideClick
      title={t("boards.renameTitle")}
      submitLabel={t("common.save")}
      // A conflict does not forbid the save that replaces the other title.
      submitDisabled={errors.title !== undefined && errors.title.type !== "server"}
      onCancel={onClose}
      onSubmit={submit}
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
