import { externalStore } from "../externalStore.ts";

/** Where actions of the open board become issues: its space's template, for a browser that knows the space [G14]. */
export const boardTracker = externalStore<string | null>(null);
