import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { CheckIn } from "./CheckIn.tsx";
import { HealthCheck } from "./HealthCheck.tsx";

/** What a step of a meeting asks everybody [Q4, Q5]. */
export function StepQuestions({ boardId, step }: { boardId: string; step: MeetingStep }) {
  return step.kind === "checkin" ? (
    <CheckIn boardId={boardId} step={step} />
  ) : (
    <HealthCheck boardId={boardId} step={step} />
  );
}
