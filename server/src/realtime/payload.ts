import type { RealtimeLog } from "./push-service.ts";

/** The hosted provider refuses events over 10 kB; 8 kB leaves room for the envelope. */
export const MAX_EVENT_BYTES = 8 * 1024;

/** Whether an event with these changes is sent; else its receivers fetch them. */
export function fitsEvent(data: unknown): boolean {
  return isWithinEvent(JSON.stringify(data));
}

/** A UTF-16 unit takes at most 3 bytes in UTF-8, so the bytes of short strings need not be counted. */
function isWithinEvent(json: string): boolean {
  return json.length * 3 <= MAX_EVENT_BYTES || Buffer.byteLength(json) <= MAX_EVENT_BYTES;
}

/** Data over 8 kB becomes `{version, fetch: true}`; receivers then fetch the change. */
export function fitPayload(data: unknown, channel: string, event: string, log: RealtimeLog): string | null {
  let json: string | undefined;
  try {
    json = JSON.stringify(data ?? {});
  } catch (error) {
    log.error({ err: error, channel, event }, "event dropped: its data cannot be serialised");
    return null;
  }
  if (json === undefined) {
    log.error({ channel, event }, "event dropped: its data is not JSON");
    return null;
  }
  if (isWithinEvent(json)) return json;
  const bytes = Buffer.byteLength(json);
  const version = (data as { version?: unknown }).version;
  if (typeof version !== "number") {
    log.warn({ channel, event, bytes }, "event dropped: over 8 kB and without a version to fetch from");
    return null;
  }
  return JSON.stringify({ version, fetch: true });
}
