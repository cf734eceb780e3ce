import { statfsSync, statSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { setFlagsFromString } from "node:v8";
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "./app.ts";
import { ensurePrivateFile, unreliableFileSystem } from "./db/data-folder.ts";
import { FolderInUseError, lockFolder } from "./db/folder-lock.ts";
import { completeRestore } from "./db/portable/restore-files.ts";
import { crashedKey } from "./db/portable/tables.ts";
import { writeState } from "./db/server-state.ts";
import type { Deps } from "./deps.ts";
import { nameOf, openDatabase } from "./open-database.ts";
import { createPushService } from "./push-service.ts";
import { StartError, toStartError } from "./start-error.ts";
import { AccountError, ensureFirstAdmin, listAdmins } from "./features/admin/accounts.ts";
import { createLogger } from "./http/observe/logger.ts";
import { RateLimiter } from "./limits/rate-limiter.ts";
import { handleProcessFaults } from "./observe/process-faults.ts";
import { firstAdminCommand, operatorCommand } from "./operator-commands.ts";
import { SettingsError, misspelledSettings, readSettings } from "./settings.ts";
import type { EnvironmentSettings, Settings } from "./settings.ts";
import { startTracing, stopTracing } from "./observe/tracing.ts";
import { removedSettings } from "./removed-settings.ts";
import { unusedProxyVariables } from "./outgoing/unused-variables.ts";

/**
 * The heap grows by 40 % beyond its live objects before V8 collects; V8 alone lets it grow to a multiple. Set
 * here, because a Node that no longer knows the flag would refuse it as an argument, and start nothing.
 */
setFlagsFromString("--heap-growing-percent=40");

/** EX_CONFIG: retro.service makes no restart, which would not help. */
const exitCodeOfSettings = 78;

/** After its connections are drained the process must end within 5 s, even if requests or sockets still wait. */
const stopWithinMs = 4_500;

/** Browsers reconnect at once: so many a second the other servers take beside the people that they serve. */
const drainedPerSecond = 50;
const longestDrainMs = 60_000;

/** How long the connections take to move to other servers; 0 where there is none. */
function drainMs({ redisUrl }: Settings, connections: number): number {
  return redisUrl === null ? 0 : Math.min(longestDrainMs, Math.floor(connections / drainedPerSecond) * 1000);
}

async function start(read: EnvironmentSettings): Promise<void> {
  const log = createLogger(read.logLevel);
  log.info({ build: read.build, node: process.versions.node }, "starting");
  let stop = (_reason: string, code: number): void => process.exit(code);
  handleProcessFaults(log, () => stop("an exception that no code caught", 1));
  if (read.trustProxy === true)
    log.warn(
      "TRUST_PROXY=true trusts one proxy, the one that connects to this server. Set it to the number of proxies in front, or to their addresses.",
    );
  for (const [given, meant] of misspelledSettings(process.env))
    log.warn(
      { given, meant },
      "a variable of the environment is ignored: it is nearly the name of a setting",
    );
  for (const line of removedSettings(process.env)) log.warn(line);
  for (const { variable, advice } of unusedProxyVariables(process.env, read.proxies))
    log.warn({ variable, advice }, "a variable for a proxy is set and not used");
  requireAuditLog(read);
  const lock = read.databaseUrl === null ? lockFolder(read.dataDir) : { release: () => undefined };
  if (read.databaseUrl === null && completeRestore(read.dataDir))
    log.warn("a restore was interrupted; it is finished now");
  if (read.databaseUrl === null) warnOfNetworkDisk(read.dataDir, log);
  await startTracing(read, log);
  // Without Redis the built-in push endpoint reaches only the users of this process: users of a second one
  // would miss changes.
  const nodeLock = read.pusher === null ? { log, isShared: read.redisUrl !== null } : null;
  const { settings, database } = await openDatabase(read, log, { lock: nodeLock });
  const clock = () => database.now();
  const rateLimiter = new RateLimiter({ clock, addressBudget: settings.addressBudget });
  const push = await createPushService({ settings, log, clock, rateLimiter });
  const deps: Deps = { settings, database, ...push, clock, rateLimiter, log };
  const app = await buildApp(deps);
  await ensureFirstAdmin(deps);
  await listen(app, settings);

  const recordCrash = () =>
    writeState(database.db, crashedKey, String(clock())).catch((error: unknown) =>
      log.error({ err: error }, "the crash could not be noted"),
    );
  const close = async (code: number) => {
    // At once: `app.close` waits until the sockets are closed.
    await Promise.all([app.close(), push.transport.close(), code === 0 ? null : recordCrash()]);
    await database.close();
    await stopTracing();
    lock.release();
  };
  stop = (reason, code) => {
    stop = () => undefined;
    log.info({ reason }, "stopping");
    setTimeout(() => {
      log.warn("stopped without waiting any longer");
      process.exit(1);
    }, stopWithinMs).unref();
    close(code).then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, "the stop was not clean");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", (signal) => {
    const ms = drainMs(settings, push.sockets.connectionCount());
    if (ms === 0 || push.transport.isDraining()) return stop(signal, 0);
    log.info({ seconds: ms / 1000 }, "draining the connections");
    void push.transport.drain(ms).then(() => stop(signal, 0));
  });
  process.on("SIGINT", (signal) => stop(signal, 0));
  // Print the address last: a program that reads this line may stop the server at once.
  const address = app.server.address();
  printAddress(settings, {
    port: typeof address === "object" && address !== null ? address.port : settings.port,
    isNew: database.isNew,
    hasAdmin: (await listAdmins(deps)).length > 0,
  });
}

function warnOfNetworkDisk(dataDir: string, log: FastifyBaseLogger): void {
  const fileSystem = unreliableFileSystem(statfsSync(dataDir).type);
  if (fileSystem === undefined) return;
  log.warn(
    { dataDir, fileSystem },
    "DATA_DIR is on a network file system, or on one whose locks are not reliable, where SQLite can lose data: move it to a local disk, or use PostgreSQL",
  );
}

function requireAuditLog({ auditLog }: EnvironmentSettings): void {
  if (auditLog === null || auditLog === "stdout") return;
  try {
    const found = statSync(auditLog, { throwIfNoEntry: false });
    // To open a pipe waits for its reader.
    if (found?.isFIFO() || found?.isCharacterDevice()) return;
    ensurePrivateFile(auditLog);
  } catch (error) {
    throw new StartError(`AUDIT_LOG "${auditLog}" cannot be written: ${(error as Error).message}.`);
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === "EADDRINUSE"
        ? `Port ${port} on ${host} is taken. Stop what uses it, or set PORT to another.`
        : `The server cannot listen on ${host}:${port}: ${message}.`,
    );
  }
}

/** Where other machines may find this one. The files in `deploy/` set OPERATOR_COMMAND: a container's addresses help nobody. */
function ownAddresses(): string[] {
  if (operatorCommand !== null) return [];
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all
    .filter(
      ({ internal, family, address }) => !internal && family === "IPv4" && !address.startsWith("169.254."),
    )
    .map(({ address }) => address);
}

/** On standard error: standard output is the log, and every line of it JSON. */
function printAddress(
  { publicUrl, basePath, host, dataDir, databaseUrl }: Settings,
  { port, isNew, hasAdmin }: { port: number; isNew: boolean; hasAdmin: boolean },
): void {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const isLocal = host === "localhost" || host === "::1" || host.startsWith("127.");
  const originOf = (name: string) => `http://${name.includes(":") ? `[${name}]` : name}:${port}${basePath}`;
  const local = originOf(isEverywhere || host === "127.0.0.1" ? "localhost" : host);
  console.error(`Retro is at ${publicUrl === null ? local : publicUrl + basePath}`);
  const others = publicUrl === null && isEverywhere ? ownAddresses() : [];
  if (others.length > 0) console.error(`Others may find it at ${others.map(originOf).join(", ")}`);
  if (publicUrl === null && isLocal)
    console.error(
      "Only this machine can open it. For others, set HOST=0.0.0.0, or PUBLIC_URL and TRUST_PROXY behind a proxy.",
    );
  console.error(
    `Data: ${databaseUrl === null ? dataDir : nameOf({ databaseUrl })}${isNew ? ", a new database" : ""}`,
  );
  if (!hasAdmin) console.error(`First admin: ${firstAdminCommand({ databaseUrl })}`);
}

// Only the owner can read the files that this process creates.
process.umask(0o077);
try {
  const read = readSettings(process.env);
  await start(read).catch((error: unknown) => {
    throw toStartError(error, read);
  });
} catch (error) {
  const plain =
    error instanceof SettingsError ||
    error instanceof StartError ||
    error instanceof FolderInUseError ||
    error instanceof AccountError;
  const advice = error instanceof FolderInUseError ? " Or set DATA_DIR to a folder of its own." : "";
  console.error(plain ? error.message + advice : error);
  process.exit(error instanceof SettingsError ? exitCodeOfSettings : 1);
}
