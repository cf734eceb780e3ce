import "./space-templates.css";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { limits } from "@retro/contract/limits";
import {
  renameSpaceTemplate,
  type RenameSpaceTemplate,
  type SpaceTemplate,
} from "@retro/contract/templates/space-templates";
import type { SpaceBoard } from "@retro/contract/spaces/spaces";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";
import { toast } from "../../../ui/toasts/toast.ts";
import { useRefreshTemplates } from "./useSpaceTemplates.ts";

interface Props {
  spaceKey: string;
  /** The template to rename; without it a new one is saved from a board. */
  template?: SpaceTemplate;
  boards: readonly SpaceBoard[];
  onClose: () => void;
}

function useSaveTemplate({ spaceKey, template, boards }: Props) {
  const t = useT();
  const refresh = useRefreshTemplates(spaceKey);
  const [boardId, setBoardId] = useState(boards[0]?.id ?? "");
  const titleOf = (id: string) => boards.find((board) => board.id === id)?.title ?? "";
  const { form, control, submit } = useContractForm<RenameSpaceTemplate>({
    schema: renameSpaceTemplate,
    mode: "onTouched",
    defaultValues: { title: template?.title ?? titleOf(boardId) },
    async send({ title }) {
      if (template === undefined)
        await api.post(`spaces/${spaceKey}/templates`, { board_id: boardId, title });
      else await api.put(`spaces/${spaceKey}/templates/${template.id}`, { title });
      await refresh();
      if (template === undefined) toast({ message: t("spaceTemplates.saved", { title }), kind: "success" });
    },
  });
  const chooseBoard = (id: string) => {
    // A title that the user has written stays.
    if (form.getValues("title") === titleOf(boardId)) form.setValue("title", titleOf(id));
    setBoardId(id);
  };
  return { control, boardId, chooseBoard, submit };
}

export function TemplateDialog(props: Props) {
  const t = useT();
  const { template, boards, onClose } = props;
  const { control, boardId, chooseBoard, submit } = useSaveTemplate(props);
  return (
    <FormDialog
      keepOnOutsideClick
      title={t(template === undefined ? "spaceTemplates.saveTitle" : "spaceTemplates.renameTitle")}
      submitLabel={t("common.save")}
      onCancel={onClose}
      onSubmit={submit}
    >
      {template === undefined && (
        <TextField
          select
          label={t("spaceTemplates.board")}
          helperText={t("spaceTemplates.boardHint")}
          value={boardId}
          onChange={(event) => chooseBoard(event.target.value)}
        >
          {boards.map(({ id, title }) => (
            <MenuItem key={id} value={id} className="space-template-option">
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
      <FormTextField
        control={control}
        name="title"
        label={t("spaceTemplates.name")}
        autoComplete="off"
        slotProps={{ htmlInput: { "aria-required": true, maxLength: limits.boardTitle * 2 } }}
      />
    </FormDialog>
  );
}
