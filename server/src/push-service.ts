import { parseChannel } from "@retro/contract/events";
import { filterWhisper } from "./board/turn/whisper-filter.ts";
import { isInMeeting } from "./board/turn/whisper-restrictions.ts";
import type { Deps } from "./deps.ts";
import { clientAddress } from "./http/proxies.ts";
import { deriveKey } from "./http/session/secrets.ts";
import { sessionIdFromCookie } from "./http/session/session.ts";
import { createBuiltinPushService } from "./realtime/builtin-push-service.ts";
import type { Bus } from "./realtime/nodes/bus.ts";
import type { PushService } from "./realtime/push-service.ts";
import { createOriginCheck } from "./realtime/upgrade.ts";
import { oneLine, StartError } from "./start-error.ts";

export async function createPushService({
  settings,
  log,
  clock,
  rateLimiter,
}: Pick<Deps, "settings" | "log" | "clock" | "rateLimiter">): Promise<PushService> {
  if (settings.pusher !== null) {
    // Import the library only when it is used: loading it slows the start.
    const { createHostedPushService } = await import("./realtime/hosted-push-service.ts");
    const { appId, key, secret, cluster, host, port, tls } = settings.pusher;
    return createHostedPushService({
      appId,
      key,
      secret,
      cluster,
      log,
      proxies: settings.proxies,
      api: host === null ? null : { host, port, useTLS: tls },
    });
  }
  const wishSecret = deriveKey(settings.appSecret, "wishes");
  const bus = settings.redisUrl === null ? null : await openBus(settings.redisUrl, settings.appSecret, log);
  return createBuiltinPushService({
    key: "retro",
    basePath: settings.basePath,
    bus,
    secret: deriveKey(settings.appSecret, "realtime").toString("hex"),
    log,
    clock,
    rateLimiter,
    allowOrigin: createOriginCheck(settings.publicUrl, log),
    addressOf: clientAddress(settings.trustProxy),
    sessionIdOf: sessionIdFromCookie,
    client: { encrypted: settings.publicUrl?.startsWith("https:") ?? false },
    needsExactPresence(channel) {
      const board = parseChannel(channel);
      return board?.kind === "presence" && isInMeeting(board.id);
    },
    onClientEvent: ({ channel, event, data, sender }) => {
      const board = parseChannel(channel);
      // Without the bus no message reports that another server has hidden the authors.
      if (board === null || bus?.connected === false) return false;
      return filterWhisper({ board, event, data, sender }, wishSecret);
    },
  });
}

async function openBus(url: string, appSecret: string, log: Deps["log"]): Promise<Bus> {
  const { createRedisBus } = await import("./realtime/nodes/redis-bus.ts");
  // Nodes of one installation have the same secret: the prefix keeps installations on one Redis apart.
  const prefix = `retro:1:${deriveKey(appSecret, "bus").toString("hex").slice(0, 16)}:`;
  try {
    return await createRedisBus({ url, prefix, log });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartError(`The Redis at REDIS_URL cannot be used: ${oneLine(message) || code}.`);
  }
}
