import type { KnownSpace } from "@retro/contract/spaces/spaces";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { openQuestion } from "./questionState.ts";
import { useSpaceOfBoard } from "../useSpaceOfBoard.ts";
import { useSpaceActions } from "./useSpaceActions.ts";

/** Nothing on a board without a space, or without its key in this browser [G9]. */
export function QuestionButton({ boardId }: { boardId: string }) {
  const space = useSpaceOfBoard(boardId);
  return space !== null && <KnownSpaceQuestion boardId={boardId} space={space} />;
}

function KnownSpaceQuestion({ boardId, space }: { boardId: string; space: KnownSpace }) {
  const t = useT();
  const { actions, loadMore } = useSpaceActions(space.key);
  const waiting = actions?.filter((action) => action.board_id !== boardId).length ?? 0;
  const count = `${waiting}${loadMore === undefined ? "" : "+"}`;
  return (
    <div className="actions-question">
      {waiting > 0 && <p className="actions-note">{t("question.waiting", { count })}</p>}
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => openQuestion.set(boardId)}>
        {t("question.title")}
      </Button>
    </div>
  );
}
