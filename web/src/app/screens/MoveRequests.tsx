import type { AskMoveEvent } from "@retro/contract/events";
import { useEffect, useState } from "react";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import { translate } from "../../i18n/i18n.ts";
import { fetchChunk } from "../../ui/loading/chunks.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { toast } from "../../ui/toasts/toast.ts";

const MoveRequestDialog = lazyPart(
  () => import("../../features/spaces/MoveRequestDialog.tsx"),
  "MoveRequestDialog",
  { prefetch: false },
);

const loadAnswer = () => import("../../features/spaces/showMoveAnswer.ts");

/**
 * A facilitator asks the board's creator before it moves into a space [G3]; both see question and answer
 * here.
 */
export function MoveRequests({ boardId }: { boardId: string }) {
  const store = useBoardStore();
  const [asked, setAsked] = useState<AskMoveEvent | null>(null);
  useEffect(
    () =>
      store.onMoveEvent({
        asked: setAsked,
        // Their texts are not for the first view.
        answered: (event) =>
          void fetchChunk(loadAnswer).then(
            ({ showMoveAnswer }) => showMoveAnswer(event),
            () => toast({ message: translate("shell.partFailed"), kind: "error" }),
          ),
      }),
    [store],
  );
  if (asked === null) return null;
  return (
    <MoveRequestDialog key={asked.request} boardId={boardId} asked={asked} onClose={() => setAsked(null)} />
  );
}
