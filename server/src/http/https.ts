import type { FastifyRequest } from "fastify";

export interface PublicUrlSetting {
  publicUrl: string | null;
}

/** True when people reach the product by https: PUBLIC_URL says so, or the connection, or a proxy that is trusted. */
export function isHttps(request: Pick<FastifyRequest, "protocol">, settings: PublicUrlSetting): boolean {
  return settings.publicUrl === null ? request.protocol === "https" : settings.publicUrl.startsWith("https:");
}
