import Typography from "@mui/material/Typography";
import type { AskMoveEvent } from "@retro/contract/events";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { FormDialog, OtherAnswer } from "../../ui/dialogs/FormDialog.tsx";
import { forgetSpaceOfBoard } from "./useSpaceOfBoard.ts";

interface Props {
  boardId: string;
  asked: AskMoveEvent;
  onClose: () => void;
}

export function MoveRequestDialog({ boardId, asked, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const answer = async (agree: boolean): Promise<void> => {
    await api.put(`boards/${boardId}/space`, { request: asked.request, agree });
    forgetSpaceOfBoard(client, boardId);
  };
  return (
    <FormDialog
      isText
      keepOnOutsideClick
      title={t("spaces.askTitle")}
      cancelLabel={null}
      submitLabel={t("spaces.askAgree")}
      footer={<OtherAnswer onSubmit={() => answer(false)}>{t("spaces.askDecline")}</OtherAnswer>}
      onCancel={onClose}
      onSubmit={() => answer(true)}
    >
      <Typography>{t("spaces.askText", { name: asked.name, space: asked.space })}</Typography>
    </FormDialog>
  );
}
