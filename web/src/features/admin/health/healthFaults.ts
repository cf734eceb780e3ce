import type { ServerHealth } from "@retro/contract/server-health";

const hourMs = 3_600_000;
/** As the alert RetroOverload. */
const lateMs = 250;
/** As the alert RetroBackupOld. */
const oldBackupMs = 48 * hourMs;

interface HealthFault {
  key:
    | "admin.healthFaultDatabase"
    | "admin.healthFaultBus"
    | "admin.healthFaultDisk"
    | "admin.healthFaultLoad"
    | "admin.healthFaultSchema"
    | "admin.healthFaultBackup"
    | "admin.healthFaultErrors";
  params: Record<string, string>;
  /** False: users notice nothing. */
  isError: boolean;
}

export function findFaults({
  now,
  database,
  bus,
  disk,
  event_loop_delay_ms,
  migrations,
  backup_finished_at,
  problems,
  commands,
}: ServerHealth): HealthFault[] {
  const faults: HealthFault[] = [];
  const add = (key: HealthFault["key"], isError: boolean, params: HealthFault["params"] = {}) =>
    faults.push({ key, params, isError });
  if (database.fault !== null) add("admin.healthFaultDatabase", true, { reason: database.fault });
  if (bus?.connected === false) add("admin.healthFaultBus", true);
  if (disk?.low === true) add("admin.healthFaultDisk", true, { command: commands.disk });
  if (event_loop_delay_ms > lateMs) add("admin.healthFaultLoad", true);
  const age = (iso: string) => Date.parse(now) - Date.parse(iso);
  if (problems.some(({ level, last_at }) => level === "error" && age(last_at) < hourMs))
    add("admin.healthFaultErrors", false);
  if (migrations.newer) add("admin.healthFaultSchema", false);
  // Without one, another program may make the backups.
  if (backup_finished_at && age(backup_finished_at) > oldBackupMs)
    add("admin.healthFaultBackup", false, { command: commands.backup });
  return faults;
}
