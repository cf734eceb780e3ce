import "./health.css";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import type { ServerHealth, ServerProblem } from "@retro/contract/server-health";
import { useLocale, useT } from "../../../i18n/useT.ts";

export function ProblemTable({ problems }: { problems: readonly ServerProblem[] }) {
  const t = useT();
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" });
  return (
    <section aria-labelledby="problems-title">
      <Typography id="problems-title" variant="h3" component="h2">
        {t("admin.healthProblems")}
      </Typography>
      <Typography color="textSecondary" className="health-hint">
        {t("admin.healthProblemsHint")}
      </Typography>
      {problems.length === 0 ? (
        <Typography>{t("admin.healthNoProblems")}</Typography>
      ) : (
        <table className="health-table" aria-labelledby="problems-title">
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
        </table>
      )}
    </section>
  );
}

export function RefusalTable({ refusals }: Pick<ServerHealth, "refusals">) {
  const t = useT();
  const number = new Intl.NumberFormat(useLocale());
  return (
    <section aria-labelledby="refusals-title">
      <Typography id="refusals-title" variant="h3" component="h2">
        {t("admin.healthRefusals")}
      </Typography>
      <Typography color="textSecondary" className="health-hint">
        {t("admin.healthRefusalsHint")}
      </Typography>
      {refusals.length === 0 ? (
        <Typography>{t("admin.healthNoRefusals")}</Typography>
      ) : (
        <table className="health-table refusals" aria-labelledby="refusals-title">
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
        </table>
      )}
    </section>
  );
}
