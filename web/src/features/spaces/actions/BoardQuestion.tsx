import type { KnownSpace } from "@retro/contract/spaces/spaces";
import { useEffect, useRef } from "react";
import { useExternalStore } from "../../../ui/externalStore.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { afterModals } from "../../../ui/dialogs/modals.ts";
import { isQuestionAnswered, openQuestion } from "./questionState.ts";
import { useSpaceActions } from "./useSpaceActions.ts";
import { isScreenBusy } from "../../../ui/focus/busyScreen.ts";
import { useSpaceOfBoard } from "../useSpaceOfBoard.ts";

const DidWeDoIt = lazyPart(() => import("./DidWeDoIt.tsx"), "DidWeDoIt", { silent: true });

interface Props {
  boardId: string;
  isNew: boolean;
}

export function BoardQuestion({ boardId, isNew }: Props) {
  const space = useSpaceOfBoard(boardId);
  const isOpen = useExternalStore(openQuestion) === boardId;
  // Every board mounts this component anew: this runs when the user leaves the board.
  useEffect(() => () => openQuestion.set(null), []);
  if (space === null) return null;
  return (
    <>
      {isNew && !isOpen && !isQuestionAnswered(boardId) && <Offer boardId={boardId} space={space} />}
      {isOpen && <DidWeDoIt boardId={boardId} space={space} />}
    </>
  );
}

function Offer({ boardId, space }: { boardId: string; space: KnownSpace }) {
  const { actions } = useSpaceActions(space.key);
  const decided = useRef(false);
  const hasOpen = actions?.some((action) => action.board_id !== boardId);
  useEffect(() => {
    if (hasOpen === undefined || decided.current) return undefined;
    if (!hasOpen) {
      decided.current = true;
      return undefined;
    }
    return afterModals(() => {
      decided.current = true;
      // A dialog would take the focus away from a text that is being written.
      if (!isScreenBusy()) openQuestion.set(boardId);
    });
  }, [boardId, hasOpen]);
  return null;
}
