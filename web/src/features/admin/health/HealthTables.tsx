import "./health.css";
import type { ReactNode } from "react";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import type { ServerHealth, ServerProblem } from "@retro/contract/server-health";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";

interface SectionProps {
  id: string;
  title: string;
  hint: string;
  className: string;
  /** Stands in place of an empty table. */
  none: string | null;
  children: ReactNode;
}

function TableSection({ id, title, hint, className, none, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2">
        {title}
      </Typography>
      <Typography color="textSecondary" className="health-hint">
        {hint}
      </Typography>
      {none === null ? (
        <table className={className} aria-labelledby={id}>
          {children}
        </table>
      ) : (
        <Typography>{none}</Typography>
      )}
    </section>
  );
}

export function ProblemTable({ problems }: { problems: readonly ServerProblem[] }) {
  const t = useT();
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: "short", timeStyle: "medium" });
  return (
    <TableSection
      id="problems-title"
      title={t("admin.healthProblems")}
      hint={t("admin.healthProblemsHint")}
      className="health-table"
      none={problems.length === 0 ? t("admin.healthNoProblems") : null}
    >
      <thead>
        <tr>
          <th scope="col">{t("admin.healthProblem")}</th>
          <th scope="col" aria-hidden />
          <th scope="col" className="number">
            {t("admin.healthCount")}
          </th>
          <th scope="col">{t("admin.healthLast")}</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ level, message, count, last_at }) => (
          <tr key={message}>
            {/* The log is in English. */}
            <th scope="row" lang="en">
              {message}
            </th>
            <td>
              <Chip
                size="small"
                variant="outlined"
                color={level === "error" ? "error" : "warning"}
                label={t(level === "error" ? "admin.healthError" : "admin.healthWarning")}
              />
            </td>
            <td className="number" data-label={t("admin.healthCount")}>
              {count}
            </td>
            <td className="time">
              <time dateTime={last_at}>{time.format(new Date(last_at))}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </TableSection>
  );
}

export function RefusalTable({ refusals }: Pick<ServerHealth, "refusals">) {
  const t = useT();
  const number = new Intl.NumberFormat(useLocale());
  return (
    <TableSection
      id="refusals-title"
      title={t("admin.healthRefusals")}
      hint={t("admin.healthRefusalsHint")}
      className="health-table refusals"
      none={refusals.length === 0 ? t("admin.healthNoRefusals") : null}
    >
      <thead>
        <tr>
          <th scope="col">{t("admin.healthLimit")}</th>
          <th scope="col" className="number">
            {t("admin.healthCount")}
          </th>
        </tr>
      </thead>
      <tbody>
        {refusals.map(({ limit, count }) => (
          <tr key={limit}>
            <th scope="row" lang="en">
              <code translate="no">{limit}</code>
            </th>
            <td className="number" data-label={t("admin.healthCount")}>
              {number.format(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </TableSection>
  );
}
