import type { FastifyRequest } from "fastify";
import type { BasePathSetting } from "./base-path.ts";

export interface PublicUrlSetting {
  publicUrl: string | null;
}

export function isHttps(request: Pick<FastifyRequest, "protocol">, settings: PublicUrlSetting): boolean {
  return settings.publicUrl === null ? request.protocol === "https" : settings.publicUrl.startsWith("https:");
}

/** The browser sends the cookie to the whole product, and to no other product on the host. */
export function cookieAttributes(
  request: Pick<FastifyRequest, "protocol">,
  settings: PublicUrlSetting & BasePathSetting,
) {
  const path = settings.basePath === "" ? "/" : settings.basePath;
  return { path, sameSite: "lax", secure: isHttps(request, settings) } as const;
}
