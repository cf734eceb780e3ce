import type { IncomingHttpHeaders } from "node:http";

/** A space's key never stands in an address, because proxies log addresses. */
const spaceKeyHeader = "x-space-key";

/** The key of a space that a request carries; null without one. */
export function spaceKeyOf({ headers }: { headers: IncomingHttpHeaders }): string | null {
  const key = headers[spaceKeyHeader];
  return typeof key === "string" && key !== "" ? key : null;
}

/**
 * The path of the routes of a space, `/api/v1/spaces/{key}…`, for the address that browsers call,
 * `/api/v1/space…` [G12]. Without the header it names no space.
 */
export function withSpaceKey(path: string, headers: IncomingHttpHeaders): string {
  const rest = /^\/api\/v1\/space((?:[/?].*)?)$/u.exec(path)?.[1];
  return rest === undefined
    ? path
    : `/api/v1/spaces/${encodeURIComponent(spaceKeyOf({ headers }) ?? "-")}${rest}`;
}
