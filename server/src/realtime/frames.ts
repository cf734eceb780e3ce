/** 4000–4099 no reconnect, 4100–4199 after a second, 4200–4299 at once, 4300–4399 stays open. */
export const PROTOCOL_CODES = {
  unknownKey: 4001,
  pathNotFound: 4005,
  badVersionFormat: 4006,
  unsupportedVersion: 4007,
  noVersion: 4008,
  unauthorised: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  noPong: 4201,
  clientEventRefused: 4301,
} as const;

/** For the inside of a JSON string, without quotes: frames are put together from stored parts. */
export function escapeJson(json: string): string {
  return JSON.stringify(json).slice(1, -1);
}

/** Makes a server frame, once for all receivers. The protocol requires `data` as JSON inside a string. */
export function frame(event: string, channel: string | null, dataJson: string): Buffer {
  const where = channel === null ? "" : `,"channel":${JSON.stringify(channel)}`;
  return Buffer.from(`{"event":${JSON.stringify(event)}${where},"data":${JSON.stringify(dataJson)}}`);
}

/** `userId` is the sender on a presence channel. */
export function makeClientFrame(
  event: string,
  channel: string,
  data: unknown,
  userId: string | null,
): Buffer {
  return Buffer.from(JSON.stringify({ event, channel, data, user_id: userId ?? undefined }));
}

export function makeErrorFrame(message: string, code: number | null): Buffer {
  return frame("pusher:error", null, JSON.stringify({ message, code }));
}

export const PING = frame("pusher:ping", null, "{}");
export const PONG = frame("pusher:pong", null, "{}");

export interface ClientMessage {
  event: string;
  channel: string | null;
  data: unknown;
}

export function parseClientMessage(text: string): ClientMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Anyone may send invalid data: the sender gets an error, and nothing is logged.
    return "Invalid JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "A message must be an object";
  const { event, channel, data } = value as Record<string, unknown>;
  if (typeof event !== "string" || event === "" || event.length > 200) return "A message needs an event name";
  if (channel !== undefined && channel !== null && typeof channel !== "string") return "Invalid channel";
  return { event, channel: channel ?? null, data };
}

export function textField(data: unknown, name: string): string | null {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, name)) return null;
  const value = (data as Record<string, unknown>)[name];
  return typeof value === "string" ? value : null;
}
