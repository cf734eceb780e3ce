import { recall, remember } from "../device/deviceMemory.ts";

export function storeReturnAddress(address: string): void {
  remember("retro.return-to", address);
}

/** The id of the board to which a visitor returns. */
export function boardOfReturnAddress(): string | undefined {
  return /^\/boards\/([\w-]{22})(?![\w-])/.exec(recall("retro.return-to") ?? "")?.[1];
}

export function takeReturnAddress(): string | undefined {
  const address = recall("retro.return-to") ?? "";
  remember("retro.return-to", null);
  return /^\/(?![/\\])/.test(address) ? address : undefined;
}
