import { externalStore } from "./externalStore.ts";

/** Whether a step of the meeting stands in place of the sections. */
export const boardBehind = externalStore(false);

export function setBoardBehind(isBehind: boolean): void {
  document.body.toggleAttribute("data-board-behind", isBehind);
  boardBehind.set(isBehind);
}
