import { recall, remember } from "../device/deviceMemory.ts";

export function storeReturnAddress(address: string): void {
  remember("retro.return-to", address);
}

export function takeReturnAddress(): string | undefined {
  const address = recall("retro.return-to") ?? "";
  remember("retro.return-to", null);
  return /^\/(?![/\\])/.test(address) ? address : undefined;
}
