import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import { promtool } from "../../scripts/machine/deploy-tools.mjs";
import { recipe } from "./documents.mjs";

const rules = join(import.meta.dirname, "../prometheus/retro.rules.yml");
const names = parse(readFileSync(rules, "utf8")).groups.flatMap((group) =>
  group.rules.map(({ alert }) => alert),
);
const program = promtool();
if (program === null) console.log("deploy/prometheus: the alerts are not tried: promtool is not installed.");

const server = (name) => `${name}{instance="a:3000",job="retro"}`;

/**
 * What Prometheus sees, a value for each minute (`1x3`: 1, then three times 1 more), and how many servers an alert
 * is about at a minute. Prometheus's time begins at 0 here.
 * @type {[alert: string, seen: Record<string, string>, firing: Record<string, number>][]}
 */
const cases = [
  ["RetroDown", { [server("up")]: "1x5 0x5" }, { 5: 0, 8: 1 }],
  // All servers are gone from the list.
  ["RetroDown", { [server("up")]: "1x5 stale" }, { 5: 0, 8: 1 }],
  ["RetroNotReady", { [server("retro_ready")]: "1 0 1 1 0 0 0 0 0" }, { 3: 0, 8: 1 }],
  // An upgrade, and later three starts within the hour.
  [
    "RetroRestarts",
    { [server("process_start_time_seconds")]: "60x4 300+0x89 6000+0x3 6300+0x3 6600+0x9" },
    { 20: 0, 110: 1 },
  ],
  // 20 of 20 new stickers are answered with 500 while everything else is well.
  [
    "RetroFailing",
    {
      [server("retro_request_failures_total").replace("{", '{change="yes",routes="boards",')]:
        "0x9 0+4x5 20x9",
      [server("http_requests_total").replace("{", '{method="POST",status="2xx",')]: "100x30",
      [server("http_requests_total").replace("{", '{method="POST",status="5xx",')]: "0x9 0+4x5 20x9",
      [server("http_requests_total").replace("{", '{method="GET",status="2xx",')]: "0+1000x30",
    },
    { 9: 0, 14: 1, 24: 0 },
  ],
  // One in a hundred is a bug, and no reason to wake somebody.
  [
    "RetroFailing",
    {
      [server("retro_request_failures_total").replace("{", '{change="yes",routes="boards",')]: "0+1x30",
      [server("http_requests_total").replace("{", '{method="POST",status="2xx",')]: "0+99x30",
    },
    { 20: 0 },
  ],
  [
    "RetroBugs",
    {
      [server("retro_request_failures_total").replace("{", '{change="no",routes="boards",')]: "0x19 1x30",
    },
    { 19: 0, 23: 1, 45: 0 },
  ],
  ["RetroDatabaseFaults", { [server("retro_database_faults_total")]: "0x9 7x9" }, { 9: 0, 12: 1, 19: 0 }],
  ["RetroBusy", { [server("retro_busy_total")]: "0x9 7x9" }, { 9: 0, 12: 1 }],
  [
    "RetroSlowCommands",
    {
      'retro_command_duration_seconds_bucket{le="0.5"}': "0+60x10 600+0x20",
      'retro_command_duration_seconds_bucket{le="1"}': "0+60x10 600+60x20",
      'retro_command_duration_seconds_bucket{le="+Inf"}': "0+60x10 600+60x20",
    },
    { 10: 0, 25: 1 },
  ],
  ["RetroOverload", { [server("retro_event_loop_lag_seconds")]: "0x2 1x9" }, { 3: 0, 8: 1 }],
  ["RetroBusAway", { [server("retro_bus_connected")]: "1x2 0x5" }, { 2: 0, 7: 1 }],
  [
    "RetroBusRefuses",
    { [server("retro_bus_messages_total").replace("{", '{what="refused",')]: "0x5 0+3x9 27x9" },
    { 5: 0, 9: 1, 22: 0 },
  ],
  ["RetroDiskLow", { [server("retro_disk_low")]: "0x2 1x5" }, { 2: 0, 7: 1 }],
  [
    "RetroOpenFiles",
    { [server("process_open_fds")]: "100x5 900x10", [server("process_max_fds")]: "1000x20" },
    { 6: 0, 14: 1 },
  ],
  // A server that survives its bug.
  [
    "RetroBugs",
    {
      [server("retro_unhandled_rejections_total")]: "0x19 1x30",
      [server("retro_uncaught_exceptions_total")]: "0x49",
      [server("retro_after_commit_failures_total")]: "0x49",
      [server("retro_crash_timestamp_seconds")]: "0x49",
    },
    { 19: 0, 23: 1, 45: 0 },
  ],
  // A server that ends with its counters before anybody has read them; the next one knows the time.
  [
    "RetroBugs",
    {
      [server("retro_unhandled_rejections_total")]: "0x19 _ 0x30",
      [server("retro_uncaught_exceptions_total")]: "0x19 _ 0x30",
      [server("retro_after_commit_failures_total")]: "0x19 _ 0x30",
      [server("retro_crash_timestamp_seconds")]: "0x19 _ 1200x30",
    },
    { 19: 0, 24: 1, 45: 0 },
  ],
  ["RetroHousekeeping", { [server("retro_housekeeping_failures_total")]: "0x5 1x9" }, { 5: 0, 9: 1 }],
  [
    "RetroHousekeepingStopped",
    {
      [server("retro_housekeeping_finished_timestamp_seconds")]: "600x1600",
      [server("process_start_time_seconds")]: "0x1600",
    },
    { 1440: 0, 1550: 1 },
  ],
  ["RetroWebhookOff", { [server("retro_webhooks_switched_off_total")]: "0x5 1x400" }, { 5: 0, 9: 1, 400: 0 }],
  [
    "RetroBackupOld",
    {
      [server("retro_backup_finished_timestamp_seconds")]: "0x1200 72000x5000",
      [server("retro_installed_timestamp_seconds")]: "600x6200",
    },
    { 1300: 0, 4000: 0, 4200: 1 },
  ],
  // While the database has not answered since the start of the server, nothing is known.
  [
    "RetroBackupOld",
    {
      [server("retro_backup_finished_timestamp_seconds")]: "0x6000",
      [server("retro_installed_timestamp_seconds")]: "0x6000",
    },
    { 100: 0, 5900: 0 },
  ],
  // A new installation, which nobody backs up.
  [
    "RetroBackupOld",
    {
      [server("retro_backup_finished_timestamp_seconds")]: "_x1000 0x3200",
      [server("retro_installed_timestamp_seconds")]: "_x1000 60000x3200",
    },
    { 1100: 0, 3800: 0, 4000: 1 },
  ],
];

test("every alert has a case", () => {
  expect(names.filter((name) => !cases.some(([alert]) => alert === name))).toEqual([]);
});

test("the links lead to the runbook where the operator has it", () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-alerts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, "retro.rules.yml");
  copyFileSync(rules, copy);
  const command = recipe("docs/metrics.md", "sed -i");
  expect(spawnSync("sh", ["-c", command], { cwd: folder }).status).toBe(0);
  const links = readFileSync(copy, "utf8").match(/runbook_url: .*/g);
  const entry = (name) =>
    `runbook_url: https://wiki.example.com/retro/docs/operating.md#${name.toLowerCase()}`;
  expect(links).toEqual(names.map(entry));
});

test.skipIf(program === null)("each alert fires when it should, and not before or without a reason", () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-alerts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "test.yml");
  const tests = cases.map(([alert, series, counts]) => ({
    name: alert,
    interval: "1m",
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: Object.entries(counts).map(([minute, value]) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
      eval_time: `${minute}m`,
      exp_samples: [{ labels: "{}", value }],
    })),
  }));
  writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: "1m", tests }));
  const { status, stdout, stderr } = spawnSync(program, ["test", "rules", file], { encoding: "utf8" });
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
});
