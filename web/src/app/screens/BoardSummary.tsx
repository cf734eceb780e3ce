import { ClosingActions } from "../../features/actions/ClosingActions.tsx";
import { PdfButton } from "../../features/exports/SaveButtons.tsx";
import { WorthQuestion } from "../../features/questions/WorthQuestion.tsx";
import { Summary } from "../../features/results/summary/Summary.tsx";
import { PlanNext } from "../../features/spaces/PlanNext.tsx";

export function BoardSummary({ boardId }: { boardId: string }) {
  return (
    <Summary
      boardId={boardId}
      actions={<ClosingActions />}
      question={<WorthQuestion boardId={boardId} />}
      buttons={
        <>
          <PdfButton boardId={boardId} />
          <PlanNext boardId={boardId} />
        </>
      }
    />
  );
}
