const key = "retro.return-to";

export function storeReturnAddress(address: string): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Access to the storage may be denied; the history still leads back.
  }
}

/** Returns the remembered address once; undefined if there is none. Addresses of other sites are ignored. */
export function takeReturnAddress(): string | undefined {
  try {
    const address = sessionStorage.getItem(key) ?? undefined;
    sessionStorage.removeItem(key);
    return address !== undefined && /^\/(?![/\\])/.test(address) ? address : undefined;
  } catch {
    return undefined;
  }
}
