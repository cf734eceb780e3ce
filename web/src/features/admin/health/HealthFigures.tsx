import "./health.css";
import type { ServerHealth } from "@retro/contract/server-health";
import type { ReactNode } from "react";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { relativeTime } from "../../../i18n/relativeTime.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { tip } from "../../../ui/tooltips/tip.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: step === 0 || amount >= 100 ? 0 : 1,
  }).format(amount);
}

export function HealthFigures({ health }: { health: ServerHealth }) {
  return (
    <div className="health-figures">
      <ServerCard health={health} />
      <DatabaseCard health={health} />
      <LiveCard health={health} />
    </div>
  );
}

function Figures({ id, title, rows }: { id: string; title: string; rows: [string, ReactNode][] }) {
  return (
    <section className="health-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ServerCard({ health }: { health: ServerHealth }) {
  const t = useT();
  const locale = useLocale();
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const started = new Date(health.started_at);
  const exact = new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(started);
  const rows: [string, ReactNode][] = [
    [t("admin.healthVersion"), `${health.version} · Node ${health.node}`],
    [
      t("admin.healthStarted"),
      <time key="started" dateTime={health.started_at} {...tip(exact)}>
        {relativeTime(started.getTime(), Date.parse(health.now), locale)}
      </time>,
    ],
    [t("admin.healthMemory"), formatBytes(health.memory_bytes, locale)],
    [t("admin.healthCpu"), percent.format(health.cpu)],
    [t("admin.healthLoop"), formatMs(health.event_loop_delay_ms, locale)],
    [
      t("admin.healthDisk"),
      health.disk === null
        ? t("admin.healthDiskNone")
        : t("admin.healthDiskValue", {
            free: formatBytes(health.disk.free_bytes, locale),
            total: formatBytes(health.disk.total_bytes, locale),
          }),
    ],
  ];
  return <Figures id="health-server" title={t("admin.healthServer")} rows={rows} />;
}

function DatabaseCard({
  health: { database, migrations, backup_finished_at, commands, now },
}: {
  health: ServerHealth;
}) {
  const t = useT();
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: "medium" });
  const { connections, latency_ms, size_bytes } = database;
  const rows: [string, ReactNode][] = [
    [t("admin.healthEngine"), database.engine === "sqlite" ? "SQLite" : "PostgreSQL"],
    [t("admin.healthLatency"), latency_ms === null ? (database.fault ?? "–") : formatMs(latency_ms, locale)],
    [t("admin.healthSize"), size_bytes === null ? "–" : formatBytes(size_bytes, locale)],
    [t("admin.healthWaiting"), database.waiting],
    ...(connections === null
      ? []
      : [[t("admin.healthPool"), t("admin.healthPoolValue", connections)] satisfies [string, ReactNode]]),
    [t("admin.healthMigrations"), migrations.newest],
    [t("admin.healthMigrated"), day.format(new Date(migrations.newest_at))],
    [
      t("admin.healthBackup"),
      backup_finished_at === null
        ? t("admin.healthBackupNone", { command: commands.backup })
        : relativeTime(Date.parse(backup_finished_at), Date.parse(now), locale),
    ],
  ];
  return <Figures id="health-database" title={t("admin.healthDatabase")} rows={rows} />;
}

function LiveCard({ health: { connections, bus } }: { health: ServerHealth }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLocale());
  const busText =
    bus === null
      ? t("admin.healthBusNone")
      : bus.connected
        ? t("admin.healthBusUp", { count: bus.other_servers })
        : t("admin.healthBusDown");
  const rows: [string, ReactNode][] = [
    [t("admin.healthOpenBoards"), number.format(connections.open_boards)],
    [t("admin.healthTcp"), number.format(connections.tcp)],
    [t("admin.healthWebsockets"), number.format(connections.websockets)],
    [t("admin.healthBus"), busText],
  ];
  return <Figures id="health-live" title={t("admin.healthLive")} rows={rows} />;
}

function formatMs(ms: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "millisecond",
    maximumFractionDigits: ms < 10 ? 1 : 0,
  }).format(ms);
}
