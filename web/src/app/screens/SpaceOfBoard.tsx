import { useState } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { recall } from "../../device/deviceMemory.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { hasNoStickers } from "./hasNoStickers.ts";

// Fetched only by browsers with a space: for all others a board costs what it costs without spaces.
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

function useKnowsSpaces(): boolean {
  return useState(() => recall("retro.spaces") !== null)[0];
}

export function SpaceQuestion({ boardId }: { boardId: string }) {
  // During a meeting the step "Did we do it?" asks instead [F9].
  const isNew = useBoardState(
    (state) => hasNoStickers(state) && state.view?.facilitation.meeting === undefined,
  );
  return useKnowsSpaces() && <BoardQuestion boardId={boardId} isNew={isNew} />;
}

export function QuestionButton({ boardId }: { boardId: string }) {
  return useKnowsSpaces() && <LazyQuestionButton boardId={boardId} />;
}
