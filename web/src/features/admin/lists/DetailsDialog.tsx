import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { styled } from "@mui/material/styles";
import { phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";
import { useId } from "react";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/useT.ts";

const List = styled("dl")(({ theme }) => ({
  margin: 0,
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  "& dt": { ...theme.typography.caption, color: theme.vars.palette.text.secondary },
  "& dd": { margin: "2px 0 16px", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  [theme.breakpoints.up("sm")]: {
    gridTemplateColumns: "140px minmax(0, 1fr)",
    "& dt": { ...theme.typography.body1 },
    "& dd": { margin: "0 0 16px" },
  },
}));

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The details in order; empty ones are omitted. */
  fields: ReadonlyArray<{ label: string; value: ReactNode }>;
}

/** All fields of one row in a dialog 900 px wide (spec 9.11). */
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
      slotProps={{
        paper: { sx: { width: small ? "100%" : 900, maxWidth: small ? "100%" : "calc(100vw - 64px)" } },
      }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <List>
          {fields
            .filter(({ value }) => value !== null && value !== "")
            .map(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label}=`}>{value}</dd>])}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
