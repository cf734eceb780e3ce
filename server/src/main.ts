import { buildApp } from "./app.ts";
import { FolderInUse, lockFolder } from "./db/folder-lock.ts";
import { openStore } from "./db/open.ts";
import type { Deps } from "./deps.ts";
import { chooseBroadcaster } from "./engines.ts";
import { AccountError, ensureFirstAdmin } from "./features/admin/accounts.ts";
import { createLogger } from "./http/logger.ts";
import { Limits } from "./limits/limits.ts";
import { SettingsError, readSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";

/** All must be over in 5 s, whatever a request or a socket is still waiting for. */
const stopWithinMs = 4_500;

/** A start that cannot be: told in one line, without a stack. */
class CannotStart extends Error {}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  if (settings.trustProxy === true)
    log.warn(
      "TRUST_PROXY=true trusts one proxy, the one that connects to this server. Set it to the number of proxies in front, or to their addresses.",
    );
  const lock = settings.databaseUrl === null ? lockFolder(settings.dataDir) : { release: () => undefined };
  const store = await open(settings);
  const broadcaster = await chooseBroadcaster(settings, log);
  const clock = Date.now;
  const deps: Deps = { settings, store, broadcaster, clock, limits: new Limits({ clock }), log };
  const app = await buildApp(deps);
  await ensureFirstAdmin(deps);
  await listen(app, settings);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.warn("stopped without waiting any longer");
      process.exit(1);
    }, stopWithinMs).unref();
    try {
      // Sockets first: the server's own close waits for them.
      await Promise.all([app.close(), broadcaster.close()]);
      await store.close();
      lock.release();
    } catch (error) {
      log.error({ err: error }, "the stop was not clean");
      process.exitCode = 1;
    }
    process.exit();
  };
  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));
  // Last: whoever reads it may stop the server at once.
  const address = app.server.address();
  announce(settings, typeof address === "object" && address !== null ? address.port : settings.port);
}

async function open(settings: Settings): Promise<Deps["store"]> {
  if (settings.databaseUrl === null) return openStore({ folder: settings.dataDir });
  try {
    return await openStore({ databaseUrl: settings.databaseUrl });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The database at DATABASE_URL cannot be used: ${message || code}.`);
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      code === "EADDRINUSE"
        ? `Port ${port} on ${host} is taken. Stop what uses it, or set PORT to another.`
        : `The server cannot listen on ${host}:${port}: ${message}.`,
    );
  }
}

function announce({ publicUrl, host, dataDir, databaseUrl, firstAdmin }: Settings, port: number): void {
  const name = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  console.log(`Retro is at ${publicUrl ?? `http://${name.includes(":") ? `[${name}]` : name}:${port}`}`);
  console.log(`Data: ${databaseUrl === null ? dataDir : `PostgreSQL, and ${dataDir} for the secret`}`);
  if (firstAdmin === null) console.log("First admin: npm run admin -- add you@example.com");
}

try {
  await start();
} catch (error) {
  const plain =
    error instanceof SettingsError ||
    error instanceof CannotStart ||
    error instanceof FolderInUse ||
    error instanceof AccountError;
  console.error(plain ? error.message : error);
  process.exit(1);
}
