/** Encoded (RFC 6068), so that the address cannot add a subject, a copy or another recipient. */
export function mailtoLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}`;
}
