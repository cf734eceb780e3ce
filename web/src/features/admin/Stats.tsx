import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { styled } from "@mui/material/styles";
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

const Figures = styled("table")(({ theme }) => ({
  marginTop: 8,
  borderCollapse: "collapse",
  fontVariantNumeric: "tabular-nums",
  "& th, & td": {
    padding: "4px 24px 4px 0",
    textAlign: "right",
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  "& th:first-of-type": { textAlign: "left", fontWeight: 400 },
  "& thead th": { fontWeight: 600 },
}));

/** Boards, stickers and active people per day, as three small charts and as a table. */
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
    <Box component="section" aria-labelledby="stats-title">
      <Typography id="stats-title" variant="h3" component="h2" sx={{ mb: 3 }}>
        {t("admin.stats")}
      </Typography>
      {error !== null ? (
        <EmptyState
          title={t("admin.statsFailed")}
          action={<Button onClick={() => void refetch()}>{t("common.retry")}</Button>}
        >
          {error.message}
        </EmptyState>
      ) : (
        <Box
          sx={{
            display: "grid",
            gap: 4,
            gridTemplateColumns: "repeat(auto-fit, minmax(min(220px, 100%), 1fr))",
          }}
        >
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
        </Box>
      )}
      {data !== undefined && <StatsTable days={data} />}
    </Box>
  );
}

function StatsTable({ days }: { days: readonly StatsDay[] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Box component="details" sx={{ mt: 3, "& summary": { cursor: "pointer", color: "text.secondary" } }}>
      <summary>{t("admin.statsTable")}</summary>
      <Figures aria-label={t("admin.stats")}>
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
      </Figures>
    </Box>
  );
}
