import "./admin.css";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { statsDay } from "@retro/contract/lists";
import type { StatsDay } from "@retro/contract/lists";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { DailyChart } from "./DailyChart.tsx";
import { formatDay } from "./chartScale.ts";

export function Stats() {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "stats"],
    queryFn: ({ signal }) => api.get<StatsDay[]>("admin/stats", { schema: z.array(statsDay), signal }),
  });
  const charts = [
    { of: "boards", label: t("admin.statsBoards"), adds: true },
    { of: "stickers", label: t("admin.statsStickers"), adds: true },
    // A person who is active on two days is one person, so the days must not be added.
    { of: "people", label: t("admin.statsPeople"), adds: false },
  ] as const;
  return (
    <section aria-labelledby="stats-title">
      <Typography id="stats-title" variant="h3" component="h2" className="stats-title">
        {t("admin.stats")}
      </Typography>
      {error !== null ? (
        <EmptyState title={t("admin.statsFailed")} onRetry={() => void refetch()}>
          {error.message}
        </EmptyState>
      ) : (
        <div className="stats-charts">
          {charts.map(({ of, label, adds }) =>
            data === undefined ? (
              <Skeleton key={of} variant="rounded" height={200} />
            ) : (
              <DailyChart
                key={of}
                label={label}
                isSummable={adds}
                days={data.map((day) => ({ day: day.day, value: day[of] }))}
              />
            ),
          )}
        </div>
      )}
      {data !== undefined && <StatsTable days={data} />}
    </section>
  );
}

function StatsTable({ days }: { days: readonly StatsDay[] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <details className="stats-days">
      <summary>{t("admin.statsTable")}</summary>
      <table className="stats-table" aria-label={t("admin.stats")}>
        <thead>
          <tr>
            <th scope="col">{t("admin.day")}</th>
            <th scope="col">{t("admin.statsBoards")}</th>
            <th scope="col">{t("admin.statsStickers")}</th>
            <th scope="col">{t("admin.statsPeople")}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, boards, stickers, people }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day, locale)}</th>
              <td>{boards}</td>
              <td>{stickers}</td>
              <td>{people}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
