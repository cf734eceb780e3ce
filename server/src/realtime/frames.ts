/** Close and error codes of the protocol: 4000–4099 stay away, 4100–4199 come back later, 4200–4299 at once. */
export const CODES = {
  unknownKey: 4001,
  pathNotFound: 4005,
  badVersionFormat: 4006,
  unsupportedVersion: 4007,
  noVersion: 4008,
  unauthorised: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  noPong: 4201,
  tooManyClientEvents: 4301,
} as const;

/** JSON text as it stands inside a JSON string, without the quotes: for frames put together from kept pieces. */
export function escaped(json: string): string {
  return JSON.stringify(json).slice(1, -1);
}

/** A server's frame: `data` is JSON inside a string, as the protocol has it. Made once, shared by all receivers. */
export function frame(event: string, channel: string | null, dataJson: string): Buffer {
  const where = channel === null ? "" : `,"channel":${JSON.stringify(channel)}`;
  return Buffer.from(`{"event":${JSON.stringify(event)}${where},"data":${JSON.stringify(dataJson)}}`);
}

/** `pusher:error`; a null code is an answer only, the connection stays. */
export function errorFrame(message: string, code: number | null): Buffer {
  return frame("pusher:error", null, JSON.stringify({ message, code }));
}

export const PING = frame("pusher:ping", null, "{}");
export const PONG = frame("pusher:pong", null, "{}");

/** One event a client sent, its envelope checked; `data` is whatever it is. */
export interface Inbound {
  event: string;
  channel: string | null;
  data: unknown;
}

/** Reads a client's frame; a string says what is wrong with it. */
export function parseInbound(text: string): Inbound | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Anybody may send junk: not worth a log line, the sender is told.
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
