import { PdfButton } from "../../features/exports/SaveButtons.tsx";
import { PlanNext } from "../../features/spaces/PlanNext.tsx";

/** What the summary of a meeting takes from other features. */
export function SummaryButtons({ boardId }: { boardId: string }) {
  return (
    <>
      <PdfButton boardId={boardId} />
      <PlanNext boardId={boardId} />
    </>
  );
}
