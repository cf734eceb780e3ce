import { recall, remember } from "../../device/deviceMemory.ts";
import { externalStore, useExternalStore } from "../externalStore.ts";

/** WCAG 2.1.4: a word that a speech program types would press several of them. */
const enabled = externalStore(recall("retro.singleKeys") !== "off");

export const areSingleKeysOn = enabled.get;

export function useSingleKeys(): boolean {
  return useExternalStore(enabled);
}

export function setSingleKeys(on: boolean): void {
  enabled.set(on);
  remember("retro.singleKeys", on ? "on" : "off");
}
