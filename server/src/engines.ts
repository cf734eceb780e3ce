import type { FastifyBaseLogger } from "fastify";
import { eventNames, parseChannel, whisperEdit, whisperUser } from "@retro/contract/events";
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
    onClientEvent: ({ channel, event, data }) => {
      const board = parseChannel(channel);
      if (board?.kind !== "presence") return false;
      if (event === eventNames.whisperUser) return relayed(whisperUser, data);
      return event === eventNames.whisperEdit && mayWhisperEdit(board.id) && relayed(whisperEdit, data);
    },
  });
}

/** A whisper as its schema knows it: what a client adds to it is left out, what is none is not relayed. */
function relayed(schema: typeof whisperEdit | typeof whisperUser, data: unknown): { data: unknown } | false {
  const parsed = schema.safeParse(data);
  return parsed.success ? { data: parsed.data } : false;
}
