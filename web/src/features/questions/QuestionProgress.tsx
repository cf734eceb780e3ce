import type { Question, QuestionKind } from "@retro/contract/facilitation/questions";
import { shownFrom } from "@retro/rules/questions";
import { useBoardState, usePermissions } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";

/** Those who only watch answer nothing [F5]. */
export function useWatches(): boolean {
  return useBoardState(({ ready }) => ready === "watching");
}

/** What a user reads of a question beside its choices or answers. */
export function useProgress() {
  const t = useT();
  const watches = useWatches();
  /** What became of the user's own answer, or why there is nothing to see. */
  const own = ({ kind, state, answered }: Question, isUnsure: boolean) => {
    if (state === "ended") return t("questions.tooFew", { from: shownFrom(kind) });
    if (watches) return "";
    if (state === "late") return t("error.question_late");
    return answered ? t(isUnsure ? "questions.unsure" : "questions.answered") : "";
  };
  const count = ({ answers, people }: Question) =>
    people === undefined ? "" : t("questions.progress", { answers, count: people });
  const all = (question: Question, isUnsure: boolean) => {
    const { kind, people, counts } = question;
    if (counts !== null) return "";
    const from = shownFrom(kind);
    const small = people !== undefined && people < from ? t("questions.smallTeam", { from }) : "";
    return [own(question, isUnsure), count(question), small].filter((text) => text !== "").join(" ");
  };
  return { own, count, all };
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
