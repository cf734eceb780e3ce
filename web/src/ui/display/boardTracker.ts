import { externalStore } from "../externalStore.ts";

/**
 * Where actions of the open board become issues: its space's template, for a browser with the space's key
 * [G14].
 */
export const boardTracker = externalStore<string | null>(null);
