import { recall } from "../device/deviceMemory.ts";

/** The keys of spaces that this browser has stored. */
export function storedSpaceKeys(): string[] {
  try {
    const spaces = JSON.parse(recall("retro.spaces") ?? "[]") as { key: string }[];
    return spaces.map(({ key }) => key);
  } catch {
    return [];
  }
}
