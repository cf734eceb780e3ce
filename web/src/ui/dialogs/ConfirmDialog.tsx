import type { ReactNode } from "react";
import Typography from "@mui/material/Typography";
import { FormDialog } from "./FormDialog.tsx";

interface Props {
  open?: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  onCancel: () => void;
  onConfirm: () => void;
  busy?: boolean;
  danger?: boolean;
  footer?: ReactNode;
}

export function ConfirmDialog({ text, confirmLabel, onConfirm, ...rest }: Props) {
  return (
    <FormDialog {...rest} isText submitLabel={confirmLabel} onSubmit={onConfirm}>
      <Typography>{text}</Typography>
    </FormDialog>
  );
}
