import TextField from "@mui/material/TextField";
import { limits } from "@retro/contract/limits";
import { useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";

interface Props {
  onClose: () => void;
  onChoose: () => void;
  onText: (text: string) => void;
}

/** On a touch screen: a file, or a field to paste into. */
export function PasteDialog({ onClose, onChoose, onText }: Props) {
  const t = useT();
  const [text, setText] = useState("");
  return (
    <FormDialog
      title={t("import.button")}
      submitLabel={t("import.paste.submit")}
      submitDisabled={text.trim() === ""}
      keepOnOutsideClick
      onCancel={onClose}
      onSubmit={() => onText(text)}
    >
      <Button variant="outlined" onClick={onChoose}>
        {t("import.paste.file")}
      </Button>
      <TextField
        label={t("import.paste.field")}
        multiline
        minRows={6}
        maxRows={14}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: limits.import.bytes, dir: "auto" } }}
      />
    </FormDialog>
  );
}
