import { recall, remember } from "../../device/deviceMemory.ts";

/**
 * After the stored user has changed: forgets what the server keeps for the former one [I8]. It knows no schema,
 * because it is part of the first view, which has no code of spaces.
 */
export function forgetAccountSpaces(): void {
  let rest: { account?: boolean }[] = [];
  try {
    const stored = JSON.parse(recall("retro.spaces") ?? "[]") as typeof rest;
    rest = stored.filter(({ account }) => account !== true);
  } catch {
    // What cannot be read goes, too.
  }
  remember("retro.spaces", rest.length === 0 ? null : JSON.stringify(rest));
  // `knownSpaces` follows this tab as it follows the others.
  window.dispatchEvent(new StorageEvent("storage", { key: "retro.spaces" }));
}
