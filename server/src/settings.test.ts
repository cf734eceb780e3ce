import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removedSettings } from "./removed-settings.ts";
import { settingNames } from "./settings-schema.ts";
import { operatorSettings, SettingsError, misspelledSettings, readSettings } from "./settings.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "retro-settings-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const read = (env: Record<string, string> = {}) => readSettings({ DATA_DIR: folder, ...env });

function problemsOf(env: Record<string, string>): string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test("everything is optional", () => {
  expect(read()).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: null,
    basePath: "",
    dataDir: folder,
    databaseUrl: null,
    pusher: null,
    firstAdmin: null,
    captchaDifficulty: null,
    trustProxy: false,
    logLevel: "info",
    legalDir: null,
    diskReserveMb: 300,
    captchaSitekey: "FCMRETRO00000000",
    retention: { boards: 365, visitors: 365 },
  });
});

test("an empty value counts as absent", () => {
  expect(read({ PORT: "", PUBLIC_URL: " ", DATABASE_URL: "" })).toMatchObject({
    port: 3000,
    publicUrl: null,
  });
});

test("a secret may be in a file, and one that cannot be read stops the start", () => {
  const file = join(folder, "secret");
  const [name, other] = ["APP_SECRET_FILE", "METRICS_TOKEN_FILE"];
  writeFileSync(file, "a secret in a file\n");
  expect(read({ [name]: file, [other]: " " })).toMatchObject({
    appSecret: "a secret in a file",
    metricsToken: null,
  });
  expect(problemsOf({ [name]: file, APP_SECRET: "a secret given by hand" })).toEqual([
    "APP_SECRET and APP_SECRET_FILE exclude each other: remove one of them.",
  ]);
  writeFileSync(file, "a secret in a file\nand another one\n");
  expect(problemsOf({ [name]: file })).toEqual([`APP_SECRET_FILE: ${file} has more than one line.`]);
  writeFileSync(file, "\n");
  const missing = join(folder, "missing");
  expect(problemsOf({ [name]: file, [other]: missing })).toEqual([
    `APP_SECRET_FILE: ${file} is empty.`,
    expect.stringMatching(/^METRICS_TOKEN_FILE cannot be read: ENOENT.*missing/),
  ]);
});

test("a bad value is reported under the name of the variable that brought it", () => {
  const file = join(folder, "address");
  writeFileSync(file, "mysql://host/retro");
  expect(problemsOf({ DATABASE_URL_FILE: file })).toEqual([
    expect.stringMatching(/^DATABASE_URL_FILE must be/),
  ]);
  expect(problemsOf({ DATABASE_URL: "mysql://host/retro" })).toEqual([
    expect.stringMatching(/^DATABASE_URL must be/),
  ]);
});

test("docs/settings.md names every setting, and nothing else", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/settings.md"), "utf8");
  const named = page
    .split("\n")
    .flatMap((line) => /^\| (`[^|]*) \|/.exec(line)?.[1] ?? [])
    .flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  const others = ["OPERATOR_COMMAND", "OTEL_EXPORTER_OTLP_ENDPOINT"];
  expect(named.toSorted()).toEqual([...operatorSettings, ...others].toSorted());
});

test("a variable that is nearly a setting is found, and what others set is not", () => {
  const given = ["DATBASE_URL", "TRUST_PROXI", "METRIC_TOKEN", "REDIS_URL_FLIE", "PUSHER_CLUSTR"];
  const others = [
    "DATABASE_URL",
    "APP_SECRET_FILE",
    "PUSHER_HOST",
    "PUSHER_PORT",
    "HTTP_PROXY",
    "TESTS",
    "HOSTNAME",
    "REDIS_PORT",
    "PATH",
  ];
  const env = Object.fromEntries([...given, ...others].map((name) => [name, "x"]));
  expect(misspelledSettings(env)).toEqual([
    ["DATBASE_URL", "DATABASE_URL"],
    ["TRUST_PROXI", "TRUST_PROXY"],
    ["METRIC_TOKEN", "METRICS_TOKEN"],
    ["REDIS_URL_FLIE", "REDIS_URL_FILE"],
    ["PUSHER_CLUSTR", "PUSHER_CLUSTER"],
  ]);
});

test("a setting of 1.0 that is none any more is named, with what holds instead", () => {
  const env = { LOG_RETENTION_DAYS: "7", PUSHER_PORT: " ", LOG_LEVEL: "info" };
  expect(removedSettings(env)).toEqual([
    "LOG_RETENTION_DAYS is no longer a setting: the activity log is kept for 90 days",
  ]);
});

test("there are at most 40 settings: who adds one removes one", () => {
  expect(settingNames.length).toBeLessThanOrEqual(40);
});

test("the secret is made once, for its owner's eyes alone", () => {
  const { appSecret } = read();
  expect(appSecret?.length).toBeGreaterThanOrEqual(43);
  expect(read().appSecret).toBe(appSecret);
  expect(statSync(join(folder, "app-secret")).mode & 0o777).toBe(0o600);
  expect(read({ APP_SECRET: "a secret given by hand" }).appSecret).toBe("a secret given by hand");
  expect(readFileSync(join(folder, "app-secret"), "utf8").trim()).toBe(appSecret);
});

test("an empty secret, which an older release left when it was killed, is made again", () => {
  writeFileSync(join(folder, "app-secret"), "");
  expect(read().appSecret?.length).toBeGreaterThanOrEqual(43);
});

test("a damaged secret stops the start", () => {
  writeFileSync(join(folder, "app-secret"), "short");
  expect(problemsOf({})).toEqual([expect.stringContaining("damaged")]);
});

test("a folder that cannot be made stops the start", () => {
  writeFileSync(join(folder, "file"), "");
  expect(problemsOf({ DATA_DIR: join(folder, "file", "data") })).toEqual([
    expect.stringContaining("cannot be used"),
  ]);
});

test("the data folder is made, but not the folders above it: a typing error makes no new installation", () => {
  const missing = join(folder, "unmounted");
  for (const env of [{}, { APP_SECRET: "a secret given by hand" }])
    expect(problemsOf({ ...env, DATA_DIR: join(missing, "data") })).toEqual([
      `DATA_DIR "${join(missing, "data")}" cannot be used: there is no folder ${missing}; make it, or correct DATA_DIR.`,
    ]);
  expect(existsSync(missing)).toBe(false);
  read({ DATA_DIR: missing });
  expect(existsSync(join(missing, "app-secret"))).toBe(true);
});

test("values are read as the table says", () => {
  const env = {
    PORT: "0",
    HOST: "0.0.0.0",
    PUBLIC_URL: "https://retro.example.com/",
    DATABASE_URL: "postgres://u:p@db:5432/retro",
    CAPTCHA_DIFFICULTY: "1:1",
    TRUST_PROXY: "10.0.0.0/8, loopback",
    LOG_LEVEL: "silent",
    BOARD_RETENTION_DAYS: "0",
    LEGAL_DIR: folder,
    ADMIN_EMAIL: "ann@example.com",
    ADMIN_PASSWORD: "twelve chars",
    PUSHER_APP_ID: "1",
    PUSHER_KEY: "k",
    PUSHER_SECRET: "s",
    PUSHER_HOST: "http://localhost:6001",
  };
  expect(read(env)).toMatchObject({
    port: 0,
    host: "0.0.0.0",
    publicUrl: "https://retro.example.com",
    captchaDifficulty: { n: 1, d: 1 },
    trustProxy: "10.0.0.0/8, loopback",
    retention: { boards: null, visitors: 365 },
    legalDir: folder,
    firstAdmin: { email: "ann@example.com", password: "twelve chars" },
    pusher: { appId: "1", key: "k", secret: "s", cluster: "eu", host: "localhost", port: 6001, tls: false },
  });
  expect(read({ TRUST_PROXY: "2" }).trustProxy).toBe(2);
  expect(read({ TRUST_PROXY: "true" }).trustProxy).toBe(true);
});

const pusher = { PUSHER_APP_ID: "1", PUSHER_KEY: "k", PUSHER_SECRET: "s" };

test.each([
  [{ PORT: "65535" }, { port: 65_535 }],
  [{ PUBLIC_URL: "http://retro.example.com:8080" }, { publicUrl: "http://retro.example.com:8080" }],
  [{ BASE_PATH: "/" }, { basePath: "" }],
  [{ BASE_PATH: "/retro" }, { basePath: "/retro" }],
  [{ BASE_PATH: "/team-a/retro_1.0/" }, { basePath: "/team-a/retro_1.0" }],
  [
    { BASE_PATH: "/retro", PUBLIC_URL: "https://example.com/retro/" },
    { basePath: "/retro", publicUrl: "https://example.com" },
  ],
  [{ ADDRESS_BUDGET: "300000" }, { addressBudget: 300_000 }],
  [{ DISK_RESERVE_MB: "0" }, { diskReserveMb: 0 }],
  [{ APP_SECRET: "x".repeat(16) }, { appSecret: "x".repeat(16) }],
  [{ CAPTCHA_DIFFICULTY: "255:255" }, { captchaDifficulty: { n: 255, d: 255 } }],
  [{ CAPTCHA_DIFFICULTY: "1:0" }, { captchaDifficulty: { n: 1, d: 0 } }],
  [{ TRUST_PROXY: "false" }, { trustProxy: false }],
  [{ TRUST_PROXY: "0" }, { trustProxy: 0 }],
  [{ TRUST_PROXY: "::1,10.0.0.1" }, { trustProxy: "::1,10.0.0.1" }],
  [{ TRUST_PROXY: "10.0.0.0/32, fd00::/128" }, { trustProxy: "10.0.0.0/32, fd00::/128" }],
  [
    { AUTH_HEADER: "Remote-User", TRUST_PROXY: "10.0.3.7" },
    { authHeader: { name: "remote-user", proxies: "10.0.3.7" } },
  ],
  [pusher, { pusher: { cluster: "eu", host: null, port: null, tls: true } }],
  [
    { ...pusher, PUSHER_HOST: "push.example.com", PUSHER_CLUSTER: "us-2" },
    { pusher: { cluster: "us-2", host: "push.example.com", port: null, tls: true } },
  ],
  [
    { ...pusher, PUSHER_HOST: "https://push.example.com:1" },
    { pusher: { host: "push.example.com", port: 1, tls: true } },
  ],
])("takes %j", (env, settings) => {
  expect(read(env)).toMatchObject(settings);
});

test.each([
  ["BOARD_RETENTION_DAYS", 7, "boards"],
  ["VISITOR_RETENTION_DAYS", 31, "visitors"],
])("%s takes %i days, 36,500 days, and 0 for ever", (name, least, kind) => {
  for (const [days, kept] of [
    [least, least],
    [36_500, 36_500],
    [0, null],
  ])
    expect(read({ [name]: String(days) }).retention).toMatchObject({ [kind]: kept });
  expect(problemsOf({ [name]: "36501" })).toHaveLength(1);
});

test.each([
  [{ ...pusher, PUSHER_HOST: "push example" }, "PUSHER_HOST"],
  [{ ...pusher, PUSHER_CLUSTER: "EU!" }, "PUSHER_CLUSTER"],
  [{ ...pusher, PUSHER_HOST: "push.example.com:0" }, "PUSHER_HOST"],
  [{ ...pusher, PUSHER_HOST: "push.example.com:65536" }, "PUSHER_HOST"],
  [{ ADMIN_EMAIL: "ann", ADMIN_PASSWORD: "twelve chars" }, "ADMIN_EMAIL"],
  [{ ADMIN_EMAIL: "ann@example.com", ADMIN_PASSWORD: "eleven char" }, "ADMIN_PASSWORD"],
  [{ ADMIN_PASSWORD: "twelve chars" }, "ADMIN_EMAIL"],
  [{ AUTH_HEADER: "Remote-User" }, "TRUST_PROXY"],
  [{ AUTH_HEADER: "Remote-User", TRUST_PROXY: "1" }, "TRUST_PROXY"],
  [{ ADMIN_EMAIL: "ann@example.com", ADMIN_PASSWORD: "x".repeat(1001) }, "ADMIN_PASSWORD"],
])("refuses %j", (env, name) => {
  expect(problemsOf(env)).toEqual([expect.stringContaining(name)]);
});

test.each([
  ["PORT", "70000"],
  ["PORT", "-1"],
  ["PORT", "3000x"],
  ["PUBLIC_URL", "retro.example.com"],
  ["PUBLIC_URL", "https://example.com/retro"],
  ["PUBLIC_URL", "ftp://example.com"],
  ["BASE_PATH", "retro"],
  ["BASE_PATH", "//retro"],
  ["BASE_PATH", "/retro/../admin"],
  ["BASE_PATH", "/a b"],
  ["BASE_PATH", '/"><script>'],
  ["PUBLIC_URL", "https://example.com/?x=1"],
  ["PUBLIC_URL", "https://example.com/#x"],
  ["ADDRESS_BUDGET", "999"],
  ["DISK_RESERVE_MB", "1000001"],
  ["APP_SECRET", "x".repeat(15)],
  ["CAPTCHA_DIFFICULTY", "256:1"],
  ["TRUST_PROXY", "10.0.0.0/x"],
  ["TRUST_PROXY", "10.0.0.0/8/8"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "10.0.0.0/0"],
  ["TRUST_PROXY", "::1/129"],
  ["TRUST_PROXY", "loopback, example.com"],
  ["DATABASE_URL", "mysql://u:secret@db/retro"],
  ["DATABASE_URL", "postgres://host-only"],
  ["APP_SECRET", "short"],
  ["CAPTCHA_DIFFICULTY", "51"],
  ["CAPTCHA_DIFFICULTY", "0:122"],
  ["CAPTCHA_DIFFICULTY", "51:300"],
  ["TRUST_PROXY", "everybody"],
  ["LOG_LEVEL", "loud"],
  ["AUDIT_LOG", "/no such folder/audit.log"],
  ["BOARD_RETENTION_DAYS", "6"],
  ["VISITOR_RETENTION_DAYS", "30"],
  ["BOARD_RETENTION_DAYS", "a month"],
  ["BOARD_RETENTION_DAYS", "7.5"],
  ["VISITOR_RETENTION_DAYS", "-1"],
  ["LEGAL_DIR", "/no/such/folder"],
  ["ADMIN_EMAIL", "ann@example.com"],
  ["PUSHER_KEY", "k"],
])("refuses %s=%s in one line that names it", (name, value) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(name === "PUSHER_KEY" ? "PUSHER_APP_ID and PUSHER_SECRET" : name);
  expect(problems[0]).not.toContain("\n");
  expect(problems[0]).not.toContain("secret@");
});

test("names all bad values at once", () => {
  expect(problemsOf({ PORT: "x", LOG_LEVEL: "y" })).toHaveLength(2);
});
