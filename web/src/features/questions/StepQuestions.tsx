import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { HealthCheck } from "./HealthCheck.tsx";
import SentimentDissatisfiedOutlined from "@mui/icons-material/SentimentDissatisfiedOutlined";
import SentimentNeutralOutlined from "@mui/icons-material/SentimentNeutralOutlined";
import SentimentSatisfiedOutlined from "@mui/icons-material/SentimentSatisfiedOutlined";
import SentimentVeryDissatisfiedOutlined from "@mui/icons-material/SentimentVeryDissatisfiedOutlined";
import SentimentVerySatisfiedOutlined from "@mui/icons-material/SentimentVerySatisfiedOutlined";
import { kindOf, questionsOf } from "@retro/rules/questions";
import { questionText } from "@retro/rules/answer-texts";
import { useT } from "../../i18n/useT.ts";
import { type Choice, OneQuestion } from "./OneQuestion.tsx";

/** What a step of a meeting asks everybody [Q4, Q5]. */
export function StepQuestions({ boardId, step }: { boardId: string; step: MeetingStep }) {
  return step.kind === "checkin" ? (
    <CheckIn boardId={boardId} step={step} />
  ) : (
    <HealthCheck boardId={boardId} step={step} />
  );
}

const faces = [
  { Face: SentimentVeryDissatisfiedOutlined, key: "questions.face.1" },
  { Face: SentimentDissatisfiedOutlined, key: "questions.face.2" },
  { Face: SentimentNeutralOutlined, key: "questions.face.3" },
  { Face: SentimentSatisfiedOutlined, key: "questions.face.4" },
  { Face: SentimentVerySatisfiedOutlined, key: "questions.face.5" },
] as const;

/** One question at the start, answered by five faces or by words [Q4]. */
function CheckIn({ boardId, step }: { boardId: string; step: MeetingStep }) {
  const t = useT();
  const [question] = questionsOf(step);
  if (question === undefined) return null;
  const choices =
    question.words?.map((word, i): Choice => ({ value: i + 1, shown: <bdi>{word}</bdi>, label: word })) ??
    faces.map(({ Face, key }, i): Choice => {
      const label = t(key);
      return { value: i + 1, shown: <Face className="face" />, label };
    });
  return (
    <OneQuestion
      boardId={boardId}
      kind={kindOf(step, question)}
      title={questionText(t, question)}
      choices={choices}
      isScale={false}
    />
  );
}
