import Link from "@mui/material/Link";
import type { FeedbackRow } from "@retro/contract/lists";
import { useT } from "../../../i18n/useT.ts";
import { DetailsDialog } from "./DetailsDialog.tsx";
import { mailtoLink } from "./mailto.ts";
import { AttachedPictures } from "./AttachedPictures.tsx";

interface Props {
  row: FeedbackRow;
  open: boolean;
  onClose: () => void;
}

export function FeedbackDetails({ row: feedback, open, onClose }: Props) {
  const t = useT();
  const { name, email, comment, attachments } = feedback;
  return (
    <DetailsDialog
      open={open}
      onClose={onClose}
      title={t("admin.feedback")}
      fields={[
        { label: t("admin.name"), value: name },
        { label: t("admin.email"), value: email && <Link href={mailtoLink(email)}>{email}</Link> },
        { label: t("admin.comment"), value: comment },
        {
          label: t("admin.attachments"),
          value: attachments.length === 0 ? null : <AttachedPictures ids={attachments} />,
        },
      ]}
    />
  );
}
