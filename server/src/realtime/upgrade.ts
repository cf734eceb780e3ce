import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { RealtimeLog } from "./push-service.ts";
import { PROTOCOL_CODES } from "./frames.ts";

const SUPPORTED_PROTOCOL = "7";
const LOG_EVERY_MS = 60_000;

export interface UpgradeRefusal {
  status:
    | "400 Bad Request"
    | "403 Forbidden"
    | "404 Not Found"
    | "429 Too Many Requests"
    | "503 Service Unavailable";
  retryAfter?: number;
  code?: "rate_limited" | "unavailable";
}

export function refuseUpgrade(
  stream: Duplex,
  { status, retryAfter, code }: UpgradeRefusal,
  requestId: string,
): void {
  // The socket has no other listener: without this one, a reset would end the process.
  stream.on("error", () => stream.destroy());
  stream.once("finish", () => stream.destroy());
  const body = code === undefined ? "" : JSON.stringify({ message: status.slice(4), code });
  const lines = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    `X-Request-Id: ${requestId}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    ...(body === "" ? [] : ["Content-Type: application/json"]),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  stream.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

export function checkConnectionUrl(
  url: string,
  { key, basePath = "" }: { key: string; basePath?: string },
): { code: number; reason: string } | null {
  const [path = "", query = ""] = url.slice(basePath.length).split("?", 2);
  if (path !== `/app/${encodeURIComponent(key)}` && path !== `/app/${key}`) {
    return /^\/app\/[^/]+$/.test(path)
      ? { code: PROTOCOL_CODES.unknownKey, reason: "Application does not exist" }
      : { code: PROTOCOL_CODES.pathNotFound, reason: "Path not found" };
  }
  const version = new URLSearchParams(query).get("protocol");
  if (version === null) return { code: PROTOCOL_CODES.noVersion, reason: "No protocol version supplied" };
  if (!/^\d{1,3}$/.test(version))
    return { code: PROTOCOL_CODES.badVersionFormat, reason: "Invalid version string format" };
  if (version !== SUPPORTED_PROTOCOL)
    return { code: PROTOCOL_CODES.unsupportedVersion, reason: "Unsupported protocol version, 7 is needed" };
  return null;
}

/** Browsers always send `Origin`, and a foreign page can only harm users of browsers. */
export function isOwnOrigin(
  { origin, host, "x-forwarded-host": forwarded }: IncomingHttpHeaders,
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  if (page === null || page.host === "") return false;
  if (publicUrl !== null && page.origin === new URL(publicUrl).origin) return true;
  // A page can set neither header on a websocket. A proxy may replace Host and pass the original in the other
  // header.
  const own = [host, ...(typeof forwarded === "string" ? forwarded.split(",") : [])];
  return own.some(
    (name) => name !== undefined && URL.parse(`${page.protocol}//${name.trim()}`)?.host === page.host,
  );
}

/** Logs at most once a minute, so that operators notice a wrong PUBLIC_URL. */
export function createOriginCheck(
  publicUrl: string | null,
  log: RealtimeLog,
): (request: IncomingMessage) => boolean {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return ({ headers }) => {
    if (isOwnOrigin(headers, publicUrl)) return true;
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      loggedAt = performance.now();
      log.warn(
        { origin: headers.origin?.slice(0, 200), host: headers.host?.slice(0, 200) },
        "a page of another site tried to open a websocket and was refused; if it is this server's page, set PUBLIC_URL to its address",
      );
    }
    return false;
  };
}
