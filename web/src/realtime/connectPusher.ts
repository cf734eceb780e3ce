import type { ClientConfig } from "@retro/contract/events";
import Pusher from "pusher-js";
import { basePath } from "../api/basePath.ts";
import { authorise, ChannelRefusedError, type ChannelSignature } from "./authorise.ts";
import type { RealtimeConnection } from "./connection.ts";
import { createPusherConnection } from "./pusherConnection.ts";

const firstRetryMs = 1000;
const lastRetryMs = 30_000;

/** Marks the board's id in `wsPath`: pusher-js has no setting for query parameters. */
const boardMark = "/board=";

const { Runtime } = Pusher;
const openSocket = Runtime.createWebSocket.bind(Runtime);

Runtime.createWebSocket = (url) => {
  const socket = openSocket(addressWithBoard(url)) as ReturnType<typeof openSocket> &
    Pick<WebSocket, "readyState">;
  const send = socket.send.bind(socket);
  // pusher-js waits for another task before it sends. If the page has closed the socket by then, the browser logs an error.
  socket.send = (data: unknown) => {
    if (socket.readyState === 1) send(data);
  };
  return socket;
};

/** @returns the address with the marked board behind the path, where a balancer can send everybody of a board to one server */
function addressWithBoard(url: string): string {
  const [before = "", marked] = url.split(boardMark);
  if (marked === undefined) return url;
  const end = marked.indexOf("/");
  return `${before}${marked.slice(end)}&board=${marked.slice(0, end)}`;
}

/**
 * Import this file with `import()`: it contains pusher-js, which the first view does without.
 * @param options `fields`: what the server needs to authorise a channel, beside its name; `board`: the id of the
 *   board that the connection is for
 * @throws the signal's reason
 */
export function connectPusher(
  settings: ClientConfig["realtime"],
  { signal, fields = {}, board }: { signal: AbortSignal; fields?: Record<string, string>; board?: string },
): RealtimeConnection {
  signal.throwIfAborted();
  const own = settings.host === null;
  const secure = own ? location.protocol === "https:" : settings.encrypted;
  const port = own ? Number(location.port || (secure ? 443 : 80)) : settings.port;
  const pusher = new Pusher(settings.key, {
    cluster: settings.cluster,
    ...(own ? { wsPath: basePath + (board === undefined ? "" : boardMark + encodeURIComponent(board)) } : {}),
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
