const publicPrefixes = ["/assets/", "/health/", "/metrics", "/api/v1/board-templates/img/"];

/** Files of the built web app, pictures and probes: the same for everybody, so that they carry no cookie of anybody. */
export function isPublicFile(url: string): boolean {
  return publicPrefixes.some((start) => url.startsWith(start));
}

/** Addresses that belong to the machines: what is unknown there is a failure in JSON, never a page. */
export function isApiOrAssetPath(url: string): boolean {
  return /^\/(?:api|broadcasting|web|health|metrics|app|assets)(?:[/?]|$)/.test(url);
}
