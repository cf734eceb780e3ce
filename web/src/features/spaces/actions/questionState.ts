import * as z from "zod/mini";
import { recall, remember } from "../../../device/deviceMemory.ts";
import { externalStore } from "../../../ui/externalStore.ts";

export const openQuestion = externalStore<string | null>(null);

/** Boards on which this browser does not ask by itself any more, the last one first. */
const mostRemembered = 50;

function answeredBoards(): string[] {
  const stored = recall("retro.answeredBoards");
  if (stored === null) return [];
  try {
    return z.array(z.string()).parse(JSON.parse(stored));
  } catch {
    // Written by another version: the question is asked once more.
    return [];
  }
}

export function isQuestionAnswered(boardId: string): boolean {
  return answeredBoards().includes(boardId);
}

export function closeQuestion(boardId: string): void {
  openQuestion.set(null);
  // A dialog that opened by itself has no control to return the focus to.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  });
  const others = answeredBoards().filter((id) => id !== boardId);
  remember("retro.answeredBoards", JSON.stringify([boardId, ...others].slice(0, mostRemembered)));
}
