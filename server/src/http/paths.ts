const publicPrefixes = ["/assets/", "/health/", "/metrics", "/api/v1/board-templates/img/"];

/** Files of the built web app, pictures and probes: they are the same for every user, so the server sets no cookie on them. */
export function isPublicFile(url: string): boolean {
  return publicPrefixes.some((start) => url.startsWith(start));
}

/** Addresses for machines: an unknown one gets an error in JSON, never the page. */
export function isApiOrAssetPath(url: string): boolean {
  return /^\/(?:api|broadcasting|web|health|metrics|app|assets)(?:[/?]|$)/.test(url);
}
