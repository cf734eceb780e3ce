/** Files of the built web app and probes: the same for everybody, so that they carry no cookie of anybody. */
export function isPublicFile(url: string): boolean {
  return url.startsWith("/assets/") || url.startsWith("/health/") || url.startsWith("/metrics");
}

/** Addresses that belong to the machines: what is unknown there is a failure in JSON, never a page. */
export function isMachinePath(url: string): boolean {
  return /^\/(?:api|broadcasting|web|health|metrics|app|assets)(?:[/?]|$)/.test(url);
}
