import type { ReactNode } from "react";
import Typography from "@mui/material/Typography";
import type { DialogSubmit } from "./dialogAnswer.ts";
import { FormDialog } from "./FormDialog.tsx";

interface Props {
  open?: boolean;
  title: string;
  text: string;
  /** A paragraph of its own below the text. */
  consequences?: string | undefined;
  confirmLabel: string;
  onCancel: () => void;
  onConfirm: DialogSubmit;
  danger?: boolean;
  footer?: ReactNode;
}

export function ConfirmDialog({ text, consequences, confirmLabel, onConfirm, ...rest }: Props) {
  return (
    <FormDialog {...rest} isText submitLabel={confirmLabel} onSubmit={onConfirm}>
      <Typography gutterBottom={consequences !== undefined}>{text}</Typography>
      {consequences !== undefined && <Typography>{consequences}</Typography>}
    </FormDialog>
  );
}
