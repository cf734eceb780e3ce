import type { FastifyRequest } from "fastify";

export interface SecureSettings {
  publicUrl: string | null;
}

/** True when people reach the product by https: PUBLIC_URL says so, or the connection, or a proxy that is trusted. */
export function isSecure(request: Pick<FastifyRequest, "protocol">, settings: SecureSettings): boolean {
  return settings.publicUrl === null ? request.protocol === "https" : settings.publicUrl.startsWith("https:");
}
