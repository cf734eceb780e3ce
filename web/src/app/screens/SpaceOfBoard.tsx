import { useState } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { recall } from "../../ui/device/deviceMemory.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { hasNoStickers } from "./hasNoStickers.ts";

// Fetched only by browsers that know a space: for all others a board costs what it costs without spaces.
const unknownToMost = { silent: true, plain: true, prefetch: false };
const BoardQuestion = lazyPart(
  () => import("../../features/spaces/actions/BoardQuestion.tsx"),
  "BoardQuestion",
  unknownToMost,
);
const LazyQuestionButton = lazyPart(
  () => import("../../features/spaces/actions/QuestionButton.tsx"),
  "QuestionButton",
  unknownToMost,
);

/** Whether this browser has opened a space; it may still not know that of the board. */
function useKnowsSpaces(): boolean {
  return useState(() => recall("retro.spaces") !== null)[0];
}

/** "Did we do it?" on a new board of a space [G9]. */
export function SpaceQuestion({ boardId }: { boardId: string }) {
  const isNew = useBoardState(hasNoStickers);
  return useKnowsSpaces() && <BoardQuestion boardId={boardId} isNew={isNew} />;
}

/** Opens the question again, from the actions of the board. */
export function QuestionButton({ boardId }: { boardId: string }) {
  return useKnowsSpaces() && <LazyQuestionButton boardId={boardId} />;
}
