import Link from "@mui/material/Link";
import type { ContactRow } from "@retro/contract/lists";
import { useT } from "../../../i18n/useT.ts";
import { DetailsDialog } from "./DetailsDialog.tsx";
import { mailtoLink } from "./mailto.ts";

interface Props {
  row: ContactRow;
  open: boolean;
  onClose: () => void;
}

export function ContactDetails({ row: contact, open, onClose }: Props) {
  const t = useT();
  return (
    <DetailsDialog
      open={open}
      onClose={onClose}
      title={t("admin.contact")}
      fields={[
        { label: t("admin.email"), value: <Link href={mailtoLink(contact.email)}>{contact.email}</Link> },
        { label: t("admin.name"), value: contact.name },
        { label: t("admin.inquiry"), value: contact.inquiry },
        { label: t("admin.subject"), value: contact.subject },
        { label: t("admin.message"), value: contact.message },
      ]}
    />
  );
}
