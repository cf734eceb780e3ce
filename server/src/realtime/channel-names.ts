const CHANNEL = /^[A-Za-z0-9_\-=@,.;]{1,200}$/;
const SOCKET_ID = /^\d{1,20}\.\d{1,20}$/;
const UNSUPPORTED = /^(private|presence)-(encrypted|cache)-/;

export const SERVER_TO_USER = "#server-to-user-";

export type ChannelKind = "private" | "presence" | "public";

export function channelKind(name: string): ChannelKind | null {
  if (!CHANNEL.test(name) || UNSUPPORTED.test(name)) return null;
  if (name.startsWith("private-")) return "private";
  if (name.startsWith("presence-")) return "presence";
  return "public";
}

export function isSocketId(value: unknown): value is string {
  return typeof value === "string" && SOCKET_ID.test(value);
}
