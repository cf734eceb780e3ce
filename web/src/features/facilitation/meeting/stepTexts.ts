import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { useT } from "../../../i18n/useT.ts";

type Named = Pick<MeetingStep, "kind" | "name" | "sentence">;

/** The step's name, in this reader's language unless the team gave it one. */
export function stepName(t: ReturnType<typeof useT>, { kind, name }: Named): string {
  return name ?? t(`meeting.step.${kind}` satisfies MessageKey);
}

/** Whether people say that they are done with it [F5]: a topic has its wishes [F6], and the close has no next step. */
export function hasDone({ kind }: Named): boolean {
  return kind !== "discuss" && kind !== "close";
}

/**
 * What everybody reads in the step; empty for a step of one's own without a sentence.
 * @param options in force: the text mentions what they hide only while they do
 */
export function stepSentence(
  t: ReturnType<typeof useT>,
  { kind, sentence }: Named,
  options?: Pick<FacilitatorOptions, "hideContent" | "concealVoteCount">,
): string {
  if (sentence !== undefined) return sentence;
  if (kind === "custom") return "";
  const text = t(`meeting.sentence.${kind}` satisfies MessageKey);
  if (kind === "write" && options?.hideContent === true) return `${text} ${t("meeting.textsHidden")}`;
  if (kind === "vote" && options?.concealVoteCount === true) return `${text} ${t("meeting.countsHidden")}`;
  return text;
}
