import type { StepKind } from "@retro/contract/facilitation/meeting";
import { useCurrentSection } from "../../features/stickers/phone/currentSection.ts";
import { GroupButton } from "../../features/stickers/phone/GroupButton.tsx";
import { WriteButton } from "../../features/stickers/phone/WriteButton.tsx";
import { StepVotesLeft } from "../../features/votes/StepVotesLeft.tsx";

/** For the bar of a phone: what everybody does with the stickers in a step. */
export function StepPart({ kind }: { kind: StepKind }) {
  const sectionId = useCurrentSection() ?? "";
  if (kind === "write" || kind === "custom") return <WriteButton />;
  if (kind === "group") return <GroupButton />;
  if (kind === "vote") return <StepVotesLeft sectionId={sectionId} />;
  return null;
}
