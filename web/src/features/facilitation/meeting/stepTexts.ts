import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { useT } from "../../../i18n/useT.ts";

type Named = Pick<MeetingStep, "kind" | "name" | "sentence">;

/** The step's name, in this reader's language unless the team gave it one. */
export function stepName(t: ReturnType<typeof useT>, { kind, name }: Named): string {
  return name ?? t(`meeting.step.${kind}` satisfies MessageKey);
}

/** What everybody reads when the step begins; empty for a step of one's own without a sentence. */
export function stepSentence(t: ReturnType<typeof useT>, { kind, sentence }: Named): string {
  return sentence ?? (kind === "custom" ? "" : t(`meeting.sentence.${kind}` satisfies MessageKey));
}
