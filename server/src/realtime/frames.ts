/**
 * Close and error codes. The range says what a client does after the connection is closed: 4000–4099 stay away,
 * 4100–4199 reconnect after a second or more, 4200–4299 reconnect at once. 4300–4399 leave the connection open.
 * Source: Pusher docs, "Pusher Channels Protocol", "Error codes".
 */
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

/** JSON text as it is written inside a JSON string, without the quotes: for frames made of stored pieces. */
export function escapeJson(json: string): string {
  return JSON.stringify(json).slice(1, -1);
}

/** A server's frame. The protocol wants `data` as JSON inside a string. Made once, shared by all receivers. */
export function frame(event: string, channel: string | null, dataJson: string): Buffer {
  const where = channel === null ? "" : `,"channel":${JSON.stringify(channel)}`;
  return Buffer.from(`{"event":${JSON.stringify(event)}${where},"data":${JSON.stringify(dataJson)}}`);
}

/** A client event (whisper) as the other subscribers get it; `userId` is the sender on a presence channel. */
export function makeClientFrame(
  event: string,
  channel: string,
  data: unknown,
  userId: string | null,
): Buffer {
  return Buffer.from(JSON.stringify({ event, channel, data, user_id: userId ?? undefined }));
}

/** `pusher:error`; a null code answers one message and leaves the connection open. */
export function makeErrorFrame(message: string, code: number | null): Buffer {
  return frame("pusher:error", null, JSON.stringify({ message, code }));
}

export const PING = frame("pusher:ping", null, "{}");
export const PONG = frame("pusher:pong", null, "{}");

/** One event from a client: the envelope is checked, `data` is not. */
export interface ClientMessage {
  event: string;
  channel: string | null;
  data: unknown;
}

/** Reads a client's frame; a string says what is wrong with it. */
export function parseClientMessage(text: string): ClientMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Anybody may send junk: the sender gets an error, and the log no line.
    return "Invalid JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "A message must be an object";
  const { event, channel, data } = value as Record<string, unknown>;
  if (typeof event !== "string" || event === "" || event.length > 200) return "A message needs an event name";
  if (channel !== undefined && channel !== null && typeof channel !== "string") return "Invalid channel";
  return { event, channel: channel ?? null, data };
}

/** A field of a client's data, when it is a string. */
export function textField(data: unknown, name: string): string | null {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, name)) return null;
  const value = (data as Record<string, unknown>)[name];
  return typeof value === "string" ? value : null;
}
