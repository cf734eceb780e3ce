import type { IncomingHttpHeaders } from "node:http";

/** A space's key never stands in an address, because proxies log addresses. */
const spaceKeyHeader = "x-space-key";

export function spaceKeyOf({ headers }: { headers: IncomingHttpHeaders }): string | null {
  const key = headers[spaceKeyHeader];
  return typeof key === "string" && key !== "" ? key : null;
}

/** For the address that browsers call, `/api/v1/space…` [G12]. Without the header it names no space. */
export function withSpaceKey(path: string, headers: IncomingHttpHeaders): string {
  const rest = /^\/api\/v1\/space((?:[/?].*)?)$/u.exec(path)?.[1];
  return rest === undefined
    ? path
    : `/api/v1/spaces/${encodeURIComponent(spaceKeyOf({ headers }) ?? "-")}${rest}`;
}
