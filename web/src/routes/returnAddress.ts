import { recall, remember } from "../device/deviceMemory.ts";

/** @param person the id of the only one who is led back; null: whoever comes */
export function storeReturnAddress(address: string, person: string | null = null): void {
  remember("retro.return-to", address);
  remember("retro.return-for", person);
}

/** The id of the board to which a visitor returns. */
export function boardOfReturnAddress(): string | undefined {
  return /^\/boards\/([\w-]{22})(?![\w-])/.exec(recall("retro.return-to") ?? "")?.[1];
}

export function takeReturnAddress(userId: string): string | undefined {
  const address = recall("retro.return-to") ?? "";
  const person = recall("retro.return-for");
  remember("retro.return-to", null);
  remember("retro.return-for", null);
  return /^\/(?![/\\])/.test(address) && (person ?? userId) === userId ? address : undefined;
}
