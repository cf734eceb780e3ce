import { boardListRow } from "@retro/contract/entities";
import { contactRow, feedbackRow, logEventRow, logRow, subscriberRow } from "@retro/contract/lists";
import { useT } from "../../../i18n/useT.ts";
import { AdminList } from "./AdminList.tsx";
import { ContactDetails } from "./ContactDetails.tsx";
import { FeedbackDetails } from "./FeedbackDetails.tsx";
import { previewText } from "./preview.ts";

export function Feedbacks() {
  const t = useT();
  return (
    <AdminList
      heading={t("admin.feedbacks")}
      path="feedback"
      row={feedbackRow}
      columns={[
        { sort: "name", label: t("admin.name"), text: (row) => row.name, width: "30%" },
        { label: t("admin.comment"), text: (row) => previewText(row.comment) },
      ]}
      Details={FeedbackDetails}
    />
  );
}

export function Boards() {
  const t = useT();
  return (
    <AdminList
      heading={t("admin.boards")}
      path="boards"
      row={boardListRow}
      columns={[
        { sort: "title", label: t("admin.boardName"), text: (row) => row.title },
        {
          sort: "section_count",
          label: t("admin.sectionCount"),
          text: (row) => String(row.section_count),
          numeric: true,
          width: { xs: "28%", sm: "18%" },
        },
        {
          sort: "sticker_count",
          label: t("admin.stickerCount"),
          text: (row) => String(row.sticker_count),
          numeric: true,
          width: { xs: "28%", sm: "18%" },
        },
      ]}
    />
  );
}

export function LogEvents() {
  const t = useT();
  return (
    <AdminList
      heading={t("admin.logEvents")}
      path="logger/events"
      row={logEventRow}
      columns={[
        { sort: "id", label: t("admin.id"), text: (row) => String(row.id), width: "16%" },
        { sort: "title", label: t("admin.eventTitle"), text: (row) => row.title },
        { sort: "function", label: t("admin.function"), text: (row) => row.function },
        { sort: "object", label: t("admin.object"), text: (row) => row.object },
      ]}
    />
  );
}

export function Logs() {
  const t = useT();
  return (
    <AdminList
      heading={t("admin.logsHeading")}
      path="logger"
      row={logRow}
      columns={[
        { sort: "name", label: t("admin.user"), text: (row) => row.name },
        { sort: "title", label: t("admin.event"), text: (row) => row.title },
        { sort: "function", label: t("admin.function"), text: (row) => row.function },
        { sort: "object", label: t("admin.object"), text: (row) => row.object },
      ]}
    />
  );
}

export function Subscribers() {
  const t = useT();
  return (
    <AdminList
      heading={t("admin.subscribers")}
      path="subscribers"
      row={subscriberRow}
      columns={[{ sort: "email", label: t("admin.email"), text: (row) => row.email }]}
    />
  );
}

export function Contacts() {
  const t = useT();
  return (
    <AdminList
      heading={t("admin.contacts")}
      path="contacts"
      row={contactRow}
      columns={[
        {
          sort: "email",
          label: t("admin.emailAndName"),
          text: (row) => `${row.email} ${row.name}`,
          width: "32%",
        },
        { sort: "inquiry", label: t("admin.inquiry"), text: (row) => row.inquiry, width: "15%" },
        { sort: "subject", label: t("admin.subject"), text: (row) => row.subject, width: "18%" },
        { label: t("admin.message"), text: (row) => previewText(row.message), long: true },
      ]}
      Details={ContactDetails}
    />
  );
}
