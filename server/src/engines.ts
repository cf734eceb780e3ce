import type { FastifyBaseLogger } from "fastify";
import { parseChannel, eventNames } from "@retro/contract/events";
import { mayWhisperEdit } from "./features/boards/access.ts";
import { deriveKey } from "./http/secrets.ts";
import type { Broadcaster } from "./realtime/broadcaster.ts";
import { createBuiltinBroadcaster } from "./realtime/builtin.ts";
import type { Settings } from "./settings.ts";

/** The push service that the settings name: the hosted provider, or the endpoint of this very server. */
export async function chooseBroadcaster(settings: Settings, log: FastifyBaseLogger): Promise<Broadcaster> {
  if (settings.pusher !== null) {
    // Only who uses the provider pays for its library at the start.
    const { createHostedBroadcaster } = await import("./realtime/hosted.ts");
    const { appId, key, secret, cluster, host, port, tls } = settings.pusher;
    return createHostedBroadcaster({
      appId,
      key,
      secret,
      cluster,
      log,
      api: host === null ? null : { host, port, useTLS: tls },
    });
  }
  return createBuiltinBroadcaster({
    key: "retro",
    secret: deriveKey(settings.appSecret, "realtime").toString("hex"),
    log,
    client: { encrypted: settings.publicUrl?.startsWith("https:") ?? false },
    onClientEvent: ({ channel, event }) => {
      if (event !== eventNames.whisperEdit) return true;
      const board = parseChannel(channel);
      return board === null || mayWhisperEdit(board.id);
    },
  });
}
