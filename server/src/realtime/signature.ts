import { createHmac } from "node:crypto";

/** Pusher Channels, "Authentication signatures": HMAC-SHA256 in hex, `key:signature`. */
function sign(key: string, secret: string, text: string): string {
  return `${key}:${createHmac("sha256", secret).update(text).digest("hex")}`;
}

/** `channelData` is the exact string that the client sends. */
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

export function signUser(key: string, secret: string, socketId: string, userData: string): string {
  return sign(key, secret, `${socketId}::user::${userData}`);
}

/** Who asked for a signature, when the connection is on another node, which binds it to this session. */
export interface SignedOwner {
  sessionId: string;
  userId: string;
  signedAt: number;
}

/** `key:signature:time.session.user`, all of it signed, for a node that does not know the session. */
export function addOwner(secret: string, signature: string, owner: SignedOwner): string {
  const [key = "", plain = ""] = signature.split(":", 2);
  const text = `${owner.signedAt}.${owner.sessionId}.${owner.userId}`;
  return `${sign(key, secret, `${plain}::owner::${text}`)}:${text}`;
}

export function readOwner(auth: string): SignedOwner | null {
  const [signedAt = "", sessionId = "", userId = ""] = auth.split(":", 3)[2]?.split(".", 3) ?? [];
  if (!/^\d{1,16}$/.test(signedAt) || sessionId === "" || userId === "") return null;
  return { signedAt: Number(signedAt), sessionId, userId };
}
