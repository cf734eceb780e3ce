import { recall, remember } from "../device/deviceMemory.ts";

export function storeReturnAddress(address: string): void {
  remember("retro.return-to", address);
}

/** Returns the remembered address once; undefined if there is none. Addresses of other sites are ignored. */
export function takeReturnAddress(): string | undefined {
  const address = recall("retro.return-to") ?? "";
  remember("retro.return-to", null);
  return /^\/(?![/\\])/.test(address) ? address : undefined;
}
