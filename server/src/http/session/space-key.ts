import type { IncomingHttpHeaders } from "node:http";
import type { FoundToken } from "./tokens.ts";

/** A space's key never stands in an address, because proxies log addresses. */
const spaceKeyHeader = "x-space-key";

/** Stands in the address in place of a key: no space has it. The token of the space replaces the key [U3]. */
export const noSpaceKey = "-";

export function spaceKeyOf({
  headers,
  token,
}: {
  headers: IncomingHttpHeaders;
  token?: FoundToken | null;
}): string | null {
  if (token?.spaceKey) return token.spaceKey;
  const key = headers[spaceKeyHeader];
  return typeof key === "string" && key !== "" ? key : null;
}

/** For the address that browsers call, `/api/v1/space…` [G12]. Without the header it names no space. */
export function withSpaceKey(path: string, headers: IncomingHttpHeaders): string {
  const rest = /^\/api\/v1\/space((?:[/?].*)?)$/u.exec(path)?.[1];
  return rest === undefined
    ? path
    : `/api/v1/spaces/${encodeURIComponent(spaceKeyOf({ headers }) ?? noSpaceKey)}${rest}`;
}
