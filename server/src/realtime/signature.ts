import { createHmac } from "node:crypto";

/** Source: Pusher Channels, "Authentication and authorization signatures": HMAC-SHA256 in hex, `key:signature`. */
function sign(key: string, secret: string, text: string): string {
  return `${key}:${createHmac("sha256", secret).update(text).digest("hex")}`;
}

/** Signs a channel subscription; for presence channels, `channelData` is the exact string that the client sends. */
export function signChannel(
  key: string,
  secret: string,
  socketId: string,
  channel: string,
  channelData?: string,
): string {
  const text = channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
  return sign(key, secret, text);
}

/** Signs a user authentication (`pusher:signin`). */
export function signUser(key: string, secret: string, socketId: string, userData: string): string {
  return sign(key, secret, `${socketId}::user::${userData}`);
}
