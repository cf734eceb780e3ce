import { recall, remember } from "../../device/deviceMemory.ts";

export type KeepsSpace = (person: string) => boolean;

/**
 * After the stored user has changed: forgets of what the server keeps for people whatever `keeps` does not name
 * [I8]. It knows no schema, because it is part of the first view, which has no code of spaces.
 */
export function forgetAccountSpaces(keeps: KeepsSpace): void {
  let rest: { account?: boolean; person?: string }[] = [];
  try {
    const stored = JSON.parse(recall("retro.spaces") ?? "[]") as typeof rest;
    rest = stored.filter(
      ({ account, person }) => account !== true || (person !== undefined && keeps(person)),
    );
  } catch {
    // What cannot be read goes, too.
  }
  remember("retro.spaces", rest.length === 0 ? null : JSON.stringify(rest));
  // `knownSpaces` follows this tab as it follows the others.
  window.dispatchEvent(new StorageEvent("storage", { key: "retro.spaces" }));
}
