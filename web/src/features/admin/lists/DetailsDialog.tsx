import "./lists.css";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";
import { useId } from "react";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/useT.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  fields: ReadonlyArray<{ label: string; value: ReactNode }>;
}

export function DetailsDialog({ open, onClose, title, fields }: Props) {
  const t = useT();
  const titleId = useId();
  const small = useMediaQuery(phoneQuery);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={small}
      aria-labelledby={titleId}
      slotProps={{ paper: { className: "details-dialog" } }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <dl className="details-list">
          {fields
            .filter(({ value }) => value !== null && value !== "")
            .map(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label}=`}>{value}</dd>])}
        </dl>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
