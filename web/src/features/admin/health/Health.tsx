import "./health.css";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { serverHealth } from "@retro/contract/server-health";
import type { ServerHealth } from "@retro/contract/server-health";
import { useQuery } from "@tanstack/react-query";
import { api, ApiError } from "../../../api/client.ts";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { HealthFigures } from "./HealthFigures.tsx";
import { ProblemTable, RefusalTable } from "./HealthTables.tsx";
import { findFaults } from "./healthFaults.ts";

const refreshMs = 10_000;

export function Health() {
  const t = useT();
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ["admin", "health"],
    queryFn: ({ signal }) => api.get<ServerHealth>("admin/health", { schema: serverHealth, signal }),
    refetchInterval: refreshMs,
    // No retry: the page shows at once that the server does not answer, and the next interval tries again.
    retry: false,
    networkMode: "always",
    staleTime: 0,
  });
  return (
    <div className="health">
      <Typography variant="h1">{t("admin.health")}</Typography>
      {error !== null && <Failure error={error} updatedAt={data === undefined ? null : dataUpdatedAt} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={320} />}
      {data !== undefined && (
        <>
          {error === null && <State health={data} updatedAt={dataUpdatedAt} />}
          <HealthFigures health={data} />
          <ProblemTable problems={data.problems} />
          <RefusalTable refusals={data.refusals} />
        </>
      )}
    </div>
  );
}

function Failure({ error, updatedAt }: { error: Error; updatedAt: number | null }) {
  const t = useT();
  const time = useClockTime();
  // The session may have ended, or the database be away: then the server answers, and refuses.
  const isRefused = error instanceof ApiError && error.status >= 400 && !error.foreign;
  const { reason } = ((isRefused && error.data) || {}) as { reason?: string };
  const refusal = reason === undefined ? error.message : t("admin.healthFaultDatabase", { reason });
  return (
    <Alert severity="error">
      <AlertTitle>{t(isRefused ? "admin.statsFailed" : "admin.healthUnreachable")}</AlertTitle>
      {isRefused ? refusal : t("admin.healthUnreachableHint")}{" "}
      {updatedAt !== null && t("admin.healthStale", { time: time(updatedAt) })}
    </Alert>
  );
}

function State({ health, updatedAt }: { health: ServerHealth; updatedAt: number }) {
  const t = useT();
  const time = useClockTime();
  const faults = findFaults(health);
  const isGood = faults.length === 0;
  return (
    <Alert severity={isGood ? "success" : faults.some(({ isError }) => isError) ? "error" : "warning"}>
      <AlertTitle>{t(isGood ? "admin.healthGood" : "admin.healthAttention")}</AlertTitle>
      {faults.length > 0 && (
        <ul className="health-problems">
          {faults.map(({ key, params }) => (
            <li key={key}>{t(key, params)}</li>
          ))}
        </ul>
      )}
      {t("admin.healthUpdated", { time: time(updatedAt) })}
    </Alert>
  );
}

function useClockTime(): (at: number) => string {
  const format = new Intl.DateTimeFormat(dateLocale(useLocale()), { timeStyle: "medium" });
  return (at) => format.format(at);
}
