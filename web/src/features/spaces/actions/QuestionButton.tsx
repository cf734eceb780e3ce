import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { openQuestion } from "./questionState.ts";
import { useSpaceOfBoard } from "../useSpaceOfBoard.ts";

/** Nothing on a board whose space this browser does not know [G9]. */
export function QuestionButton({ boardId }: { boardId: string }) {
  const t = useT();
  if (useSpaceOfBoard(boardId) === null) return null;
  return (
    <p className="actions-question">
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => openQuestion.set(boardId)}>
        {t("question.title")}
      </Button>
    </p>
  );
}
