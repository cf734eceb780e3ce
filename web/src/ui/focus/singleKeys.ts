import { recall, remember } from "../device/deviceMemory.ts";
import { externalStore, useExternalStore } from "../externalStore.ts";

/**
 * Whether shortcuts of a single key without Ctrl, Alt or Meta work (WCAG 2.1.4): a word that a speech program
 * types would press several. The user chooses on this device.
 */
const enabled = externalStore(recall("retro.singleKeys") !== "off");

/** Whether single-key shortcuts work, for event handlers. */
export const areSingleKeysOn = enabled.get;

/** Whether single-key shortcuts work. */
export function useSingleKeys(): boolean {
  return useExternalStore(enabled);
}

/** Switches single-key shortcuts on or off, on this device. */
export function setSingleKeys(on: boolean): void {
  enabled.set(on);
  remember("retro.singleKeys", on ? "on" : "off");
}
