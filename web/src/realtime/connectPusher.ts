import type { ClientConfig } from "@retro/contract/events";
import type Pusher from "pusher-js";
import { basePath } from "../api/basePath.ts";
import { authorise, ChannelRefusedError, type ChannelSignature } from "./authorise.ts";
import type { RealtimeConnection } from "./connection.ts";
import { createPusherConnection } from "./pusherConnection.ts";

const firstRetryMs = 1000;
const lastRetryMs = 30_000;

/**
 * @param options `fields`: what the server needs to authorise a channel, beside its name
 * @throws the signal's reason
 */
export async function connectPusher(
  settings: ClientConfig["realtime"],
  { signal, fields = {} }: { signal: AbortSignal; fields?: Record<string, string> },
): Promise<RealtimeConnection> {
  const { default: PusherClient } = await import("pusher-js");
  signal.throwIfAborted();
  const own = settings.host === null;
  const secure = own ? location.protocol === "https:" : settings.encrypted;
  const port = own ? Number(location.port || (secure ? 443 : 80)) : settings.port;
  const pusher = new PusherClient(settings.key, {
    cluster: settings.cluster,
    ...(own ? { wsPath: basePath } : {}),
    wsHost: settings.host ?? location.hostname,
    ...(port === null ? {} : { wsPort: port, wssPort: port }),
    forceTLS: secure,
    enabledTransports: ["ws", "wss"],
    enableStats: false,
    activityTimeout: 120_000,
    pongTimeout: 30_000,
    unavailableTimeout: 10_000,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) =>
        void authoriseWithRetry(
          pusher,
          socketId,
          "/broadcasting/auth",
          { ...fields, socket_id: socketId, channel_name: channelName },
          callback,
        ),
    },
    userAuthentication: {
      customHandler: ({ socketId }, callback) =>
        void authoriseWithRetry(
          pusher,
          socketId,
          "/broadcasting/user-auth",
          { socket_id: socketId },
          callback,
        ),
    },
  });
  pusher.signin();
  return createPusherConnection(pusher);
}

async function authoriseWithRetry(
  pusher: Pusher,
  socketId: string,
  path: Parameters<typeof authorise>[0],
  form: Record<string, string>,
  callback: (error: Error | null, data: ChannelSignature | null) => void,
): Promise<void> {
  const isOpen = () => pusher.connection.state === "connected" && pusher.connection.socket_id === socketId;
  for (let wait = firstRetryMs; isOpen(); wait = Math.min(wait * 2, lastRetryMs)) {
    try {
      const signature = await authorise(path, form);
      // A signature is valid for its own connection only.
      if (isOpen()) callback(null, signature);
      return;
    } catch (error) {
      if (error instanceof ChannelRefusedError) {
        if (isOpen()) callback(error, null);
        return;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, wait * (0.5 + Math.random()));
      });
    }
  }
}
