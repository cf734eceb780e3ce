const publicFiles = ["/assets/", "/health/", "/metrics", "/api/v1/board-templates/img/"];

/** Files of the built web app, pictures and probes: the same for everybody, so that they carry no cookie of anybody. */
export function isPublicFile(url: string): boolean {
  return publicFiles.some((start) => url.startsWith(start));
}

/** Addresses that belong to the machines: what is unknown there is a failure in JSON, never a page. */
export function isMachinePath(url: string): boolean {
  return /^\/(?:api|broadcasting|web|health|metrics|app|assets)(?:[/?]|$)/.test(url);
}
