import type { ServerHealth } from "@retro/contract/server-health";

const hourMs = 3_600_000;

export interface HealthFault {
  key:
    | "admin.healthFaultDatabase"
    | "admin.healthFaultBus"
    | "admin.healthFaultDisk"
    | "admin.healthFaultLoad"
    | "admin.healthFaultSchema"
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
  load_level,
  migrations,
  problems,
}: ServerHealth): HealthFault[] {
  const faults: HealthFault[] = [];
  const add = (key: HealthFault["key"], isError: boolean, params: HealthFault["params"] = {}) =>
    faults.push({ key, params, isError });
  if (database.fault !== null) add("admin.healthFaultDatabase", true, { reason: database.fault });
  if (bus?.connected === false) add("admin.healthFaultBus", true);
  if (disk?.low === true) add("admin.healthFaultDisk", true);
  if (load_level > 0) add("admin.healthFaultLoad", true);
  const isRecent = (iso: string) => Date.parse(now) - Date.parse(iso) < hourMs;
  if (problems.some(({ level, last_at }) => level === "error" && isRecent(last_at)))
    add("admin.healthFaultErrors", false);
  if (migrations.newer) add("admin.healthFaultSchema", false);
  return faults;
}
