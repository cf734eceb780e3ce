import type { FastifyRequest } from "fastify";

export interface PublicUrlSetting {
  publicUrl: string | null;
}

/** True when users reach the product by https, according to PUBLIC_URL, the connection or a trusted proxy. */
export function isHttps(request: Pick<FastifyRequest, "protocol">, settings: PublicUrlSetting): boolean {
  return settings.publicUrl === null ? request.protocol === "https" : settings.publicUrl.startsWith("https:");
}
