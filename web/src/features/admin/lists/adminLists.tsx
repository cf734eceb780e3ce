import { boardListRow } from "@retro/contract/boards";
import {
  contactRow,
  feedbackRow,
  logEventRow,
  logRow,
  personRow,
  subscriberRow,
} from "@retro/contract/lists";
import { formatDay } from "../../../ui/display/calendarDay.ts";
import { AdminList } from "./AdminList.tsx";
import { previewText } from "./preview.ts";
import Link from "@mui/material/Link";
import type { ContactRow, FeedbackRow } from "@retro/contract/lists";
import { useT } from "../../../i18n/useT.ts";
import { DetailsDialog } from "./DetailsDialog.tsx";
import { mailtoLink } from "./mailto.ts";
import { AttachedPictures } from "./AttachedPictures.tsx";

/** A provider by its host, a proxy by its header; null: here. */
function issuerName(issuer: string | null): string | null {
  if (issuer === null) return null;
  return issuer.startsWith("header:") ? issuer.slice("header:".length) : new URL(issuer).host;
}

/** By the address of the list below `/admin` (spec 2.7). */
export const adminLists = {
  feedbacks: (
    <AdminList
      heading="admin.feedbacks"
      path="feedback"
      row={feedbackRow}
      columns={[
        { sort: "name", label: "admin.name", text: (row) => row.name, width: "30%" },
        { label: "admin.comment", text: (row) => previewText(row.comment) },
      ]}
      Details={FeedbackDetails}
    />
  ),
  boards: (
    <AdminList
      heading="admin.boards"
      path="boards"
      row={boardListRow}
      columns={[
        { sort: "title", label: "admin.boardName", text: (row) => row.title },
        {
          sort: "section_count",
          label: "admin.sectionCount",
          text: (row) => String(row.section_count),
          numeric: true,
          width: { xs: "28%", sm: "18%" },
        },
        {
          sort: "sticker_count",
          label: "admin.stickerCount",
          text: (row) => String(row.sticker_count),
          numeric: true,
          width: { xs: "28%", sm: "18%" },
        },
      ]}
    />
  ),
  "log-events": (
    <AdminList
      heading="admin.logEvents"
      path="logger/events"
      row={logEventRow}
      columns={[
        { sort: "id", label: "admin.id", text: (row) => String(row.id), width: "16%" },
        { sort: "title", label: "admin.eventTitle", text: (row) => row.title },
        { sort: "function", label: "admin.function", text: (row) => row.function },
        { sort: "object", label: "admin.object", text: (row) => row.object },
      ]}
    />
  ),
  logs: (
    <AdminList
      heading="admin.logsHeading"
      path="logger"
      row={logRow}
      columns={[
        { sort: "name", label: "admin.user", text: (row) => row.name },
        { sort: "title", label: "admin.event", text: (row) => row.title },
        { sort: "function", label: "admin.function", text: (row) => row.function },
        { sort: "object", label: "admin.object", text: (row) => row.object },
      ]}
    />
  ),
  subscribers: (
    <AdminList
      heading="admin.subscribers"
      path="subscribers"
      row={subscriberRow}
      columns={[{ sort: "email", label: "admin.email", text: (row) => row.email }]}
    />
  ),
  people: (
    <AdminList
      heading="admin.people"
      path="admin/people"
      row={personRow}
      columns={[
        { sort: "name", label: "admin.name", text: (row) => row.name, width: "18%" },
        { sort: "email", label: "admin.email", text: (row) => row.email ?? "–", width: "28%" },
        { label: "admin.signsIn", text: (row, t) => issuerName(row.issuer) ?? t("admin.withPassword") },
        {
          sort: "role",
          label: "admin.role",
          text: (row, t) => t(row.role === "admin" ? "admin.roleAdmin" : "admin.roleMember"),
          width: "19%",
        },
        {
          sort: "seen_at",
          label: "admin.lastSeen",
          text: ({ seen_at }, _t, locale) =>
            seen_at === null ? "–" : formatDay(seen_at.slice(0, 10), locale),
          width: "19%",
        },
      ]}
    />
  ),
  contacts: (
    <AdminList
      heading="admin.contacts"
      path="contacts"
      row={contactRow}
      columns={[
        {
          sort: "email",
          label: "admin.emailAndName",
          text: (row) => `${row.email} ${row.name}`,
          width: "32%",
        },
        { sort: "inquiry", label: "admin.inquiry", text: (row) => row.inquiry, width: "15%" },
        { sort: "subject", label: "admin.subject", text: (row) => row.subject, width: "18%" },
        { label: "admin.message", text: (row) => previewText(row.message), long: true },
      ]}
      Details={ContactDetails}
    />
  ),
};

interface DetailsProps<Row> {
  row: Row;
  open: boolean;
  onClose: () => void;
}

function ContactDetails({ row: contact, open, onClose }: DetailsProps<ContactRow>) {
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

function FeedbackDetails({ row: feedback, open, onClose }: DetailsProps<FeedbackRow>) {
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
