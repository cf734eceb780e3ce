import { isAsking, type MeetingStep } from "@retro/contract/facilitation/meeting";
import { type ReactNode, type RefCallback, useLayoutEffect } from "react";
import { useT } from "../../../i18n/useT.ts";
import { boardBehind, setBoardBehind } from "../../../ui/boardBehind.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { useExternalStore } from "../../../ui/externalStore.ts";
import { stepName } from "./stepTexts.ts";

interface Props {
  step: MeetingStep;
  ref: RefCallback<HTMLElement>;
  children: ReactNode;
}

/** Whether a step needs no stickers, so that its stage stands in place of the board. */
export function standsBeforeBoard({ kind }: MeetingStep): boolean {
  return isAsking(kind) || kind === "review" || kind === "close";
}

/** What the team looks at in a step that does not need the stickers: the board is one press behind it. */
export function MeetingStage({ step, ref, children }: Props) {
  const t = useT();
  const name = stepName(t, step);
  const isBehind = useExternalStore(boardBehind);
  useLayoutEffect(() => {
    setBoardBehind(true);
    return () => setBoardBehind(false);
  }, []);
  const toggle = () => {
    setBoardBehind(!isBehind);
    if (isBehind) document.querySelector(".board-grid")?.scrollIntoView({ block: "nearest" });
  };
  return (
    <section ref={ref} className="meeting-stage" aria-label={name} tabIndex={-1}>
      <div className="stage-head">
        <h2>{name}</h2>
        <Button aria-expanded={!isBehind} onClick={toggle}>
          {t(isBehind ? "meeting.showBoard" : "meeting.hideBoard")}
        </Button>
      </div>
      {children}
    </section>
  );
}
