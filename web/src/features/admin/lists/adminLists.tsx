import { boardListRow } from "@retro/contract/entities";
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
import { ContactDetails } from "./ContactDetails.tsx";
import { FeedbackDetails } from "./FeedbackDetails.tsx";
import { previewText } from "./preview.ts";

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
