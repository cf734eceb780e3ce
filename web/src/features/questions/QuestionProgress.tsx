import type { Question, QuestionKind } from "@retro/contract/facilitation/questions";
import { shownFrom } from "@retro/rules/questions";
import { usePermissions } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";

/** What a user reads of a question beside its choices or answers: how far it is, and why there is nothing to see. */
export function useProgress(): (question: Question, isUnsure: boolean) => string {
  const t = useT();
  return ({ kind, state, answered, answers, people, counts }, isUnsure) => {
    const from = shownFrom(kind);
    if (counts !== null) return "";
    if (state === "ended") return t("questions.tooFew", { from });
    const own =
      state === "late"
        ? t("error.question_late")
        : answered && t(isUnsure ? "questions.unsure" : "questions.answered");
    const progress = people !== undefined && t("questions.progress", { answers, count: people });
    const small = people !== undefined && people < from && t("questions.smallTeam", { from });
    return [own, progress, small].filter((text) => text !== false).join(" ");
  };
}

interface Props {
  questions: readonly (Question | undefined)[];
  onEnd: (kinds: readonly QuestionKind[]) => void;
}

/** For the facilitator, as soon as there are enough answers to show [Q3]. */
export function EndButton({ questions, onEnd }: Props) {
  const t = useT();
  const { editBoard } = usePermissions();
  const open = questions.flatMap((question) => (question?.people === undefined ? [] : [question]));
  if (editBoard !== null || !open.some(({ kind, answers }) => answers >= shownFrom(kind))) return null;
  return (
    <Button variant="outlined" className="end-question" onClick={() => onEnd(open.map(({ kind }) => kind))}>
      {t("questions.end")}
    </Button>
  );
}
