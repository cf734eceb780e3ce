const key = "retro.return-to";

/** Remembers the address a visitor asked for, before they are led to the door. */
export function storeReturnAddress(address: string): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Storage may be forbidden; the history still leads back.
  }
}

/** The remembered address, once; undefined when there is none. Only addresses of this site are given out. */
export function takeReturnAddress(): string | undefined {
  try {
    const address = sessionStorage.getItem(key) ?? undefined;
    sessionStorage.removeItem(key);
    return address !== undefined && /^\/(?![/\\])/.test(address) ? address : undefined;
  } catch {
    return undefined;
  }
}
