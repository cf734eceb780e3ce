import type { FastifyRequest } from "fastify";

/** A space's key never stands in an address, because proxies log addresses. */
const spaceKeyHeader = "x-space-key";

/** The key of a space that a request carries; null without one. */
export function spaceKeyOf({ headers }: Pick<FastifyRequest, "headers">): string | null {
  const key = headers[spaceKeyHeader];
  return typeof key === "string" && key !== "" ? key : null;
}
