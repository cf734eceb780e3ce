import Alert from "@mui/material/Alert";
import { cleanLine } from "@retro/contract/clean-text";
import { updateBoard } from "@retro/contract/commands";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { api, asApiError } from "../../../api/client.ts";
import { presentTextsOf } from "../../../api/presentTexts.ts";
import { contractResolver } from "../../../i18n/contractResolver.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";

interface Values {
  title: string;
}
interface Props {
  board: { id: string; title: string };
  /** Called after the save, and when the title is the same. */
  onRenamed: (title: string) => void;
  onClose: () => void;
}

/** If another user renamed it meanwhile, the first save says so; the next one replaces that title only. */
export function RenameBoardDialog({ board, onRenamed, onClose }: Props) {
  const t = useT();
  const { control, refused, busy, faulty, save } = useRename(board, onRenamed, onClose);
  return (
    <FormDialog
      open
      keepOnOutsideClick
      title={t("boards.renameTitle")}
      cancelLabel={t("common.cancel")}
      submitLabel={t("common.save")}
      busy={busy}
      submitDisabled={faulty}
      onCancel={onClose}
      onSubmit={save}
    >
      {refused !== null && <Alert severity="error">{refused}</Alert>}
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

function useRename(board: Props["board"], onRenamed: Props["onRenamed"], onClose: () => void) {
  const t = useT();
  const isOpen = useStillOpen();
  const resolver = useMemo(() => contractResolver<Values>(updateBoard, t), [t]);
  const form = useForm<Values>({ mode: "all", resolver, defaultValues: { title: board.title } });
  const [refused, setRefused] = useState<string | null>(null);
  /** The title that the user has seen; after a conflict, the one of the other user. */
  const [seen, setSeen] = useState(board.title);
  const save = form.handleSubmit(async (values) => {
    const title = cleanLine(values.title);
    setRefused(null);
    try {
      if (title !== cleanLine(seen)) await api.put(`boards/${board.id}`, { title, from: { title: seen } });
      onRenamed(title);
      if (isOpen()) onClose();
    } catch (thrown) {
      const error = asApiError(thrown);
      const message = error.errors["title"]?.[0];
      setSeen(presentTextsOf(error)["title"]?.text ?? seen);
      if (message === undefined) setRefused(error.message);
      else form.setError("title", { type: "server", message });
    }
  });
  const { errors, isSubmitting } = form.formState;
  return {
    control: form.control,
    refused,
    busy: isSubmitting,
    // A conflict does not forbid the save that replaces the other title.
    faulty: errors.title !== undefined && errors.title.type !== "server",
    save: () => void save(),
  };
}
