import type { ServerHealth } from "@retro/contract/server-health";
import { expect, test } from "vitest";
import { healthyServer } from "../../../testing/healthyServer.ts";
import { findFaults } from "./healthFaults.ts";

const faultsOf = (changed: Partial<ServerHealth>) =>
  findFaults({ ...healthyServer, ...changed }).map(({ key }) => key);

test("a healthy server has no faults", () => {
  expect(faultsOf({})).toEqual([]);
});

test("a backup is late after two days; without one, another program may make them", () => {
  expect(faultsOf({ backup_finished_at: null })).toEqual([]);
  expect(faultsOf({ backup_finished_at: "2026-01-13T13:00:00.000Z" })).toEqual([]);
  expect(faultsOf({ backup_finished_at: "2026-01-13T11:00:00.000Z" })).toEqual(["admin.healthFaultBackup"]);
});
