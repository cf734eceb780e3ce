import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { styled } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import type { ServerHealth, ServerProblem } from "@retro/contract/server-health";
import { useLocale, useT } from "../../../i18n/useT.ts";

const Table = styled("table")(({ theme }) => ({
  width: "100%",
  borderCollapse: "collapse",
  "& th, & td": {
    padding: "8px 16px 8px 0",
    textAlign: "left",
    verticalAlign: "top",
    fontWeight: 400,
    overflowWrap: "anywhere",
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  "& thead th": { fontWeight: 600 },
  "& .number": { textAlign: "right", whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" },
  "& .time": { whiteSpace: "nowrap" },
  [theme.breakpoints.down("sm")]: {
    // A phone has no room for four columns: each message is a block, with its figures below.
    "& thead": { display: "none" },
    "& tr": { display: "block", padding: "8px 0", borderBottom: `1px solid ${theme.vars.palette.divider}` },
    "& th, & td": { display: "inline-block", padding: "2px 12px 2px 0", border: 0 },
    "& th": { display: "block", padding: "2px 0" },
    "& .number": { textAlign: "left" },
    "& .number::before": { content: "attr(data-label) ': '", color: theme.vars.palette.text.secondary },
  },
}));

/** The last warnings and errors of the server's log. */
export function ProblemTable({ problems }: { problems: readonly ServerProblem[] }) {
  const t = useT();
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" });
  return (
    <Box component="section" aria-labelledby="problems-title">
      <Typography id="problems-title" variant="h3" component="h2">
        {t("admin.healthProblems")}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t("admin.healthProblemsHint")}
      </Typography>
      {problems.length === 0 ? (
        <Typography>{t("admin.healthNoProblems")}</Typography>
      ) : (
        <Table aria-labelledby="problems-title">
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
        </Table>
      )}
    </Box>
  );
}

/** Refused calls since the start, by limit. */
export function RefusalTable({ refusals }: Pick<ServerHealth, "refusals">) {
  const t = useT();
  const number = new Intl.NumberFormat(useLocale());
  return (
    <Box component="section" aria-labelledby="refusals-title">
      <Typography id="refusals-title" variant="h3" component="h2">
        {t("admin.healthRefusals")}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t("admin.healthRefusalsHint")}
      </Typography>
      {refusals.length === 0 ? (
        <Typography>{t("admin.healthNoRefusals")}</Typography>
      ) : (
        <Table aria-labelledby="refusals-title" sx={{ maxWidth: 480 }}>
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
        </Table>
      )}
    </Box>
  );
}
