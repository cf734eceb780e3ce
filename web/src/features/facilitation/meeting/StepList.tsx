import type { Meeting } from "@retro/contract/facilitation/meeting";
import { useT } from "../../../i18n/useT.ts";
import type { StepChange } from "./stepChange.ts";
import { stepName } from "./stepTexts.ts";

interface Props {
  meeting: Meeting;
  isMine: boolean;
  change: StepChange;
}

export function StepList({ meeting, isMine, change: { goTo, busy } }: Props) {
  const t = useT();
  return (
    <ol className="meeting-steps" aria-label={t("meeting.steps")}>
      {meeting.steps.map((step) => {
        const isPresent = step.id === meeting.step;
        return (
          <li key={step.id} aria-current={isPresent ? "step" : undefined}>
            {isMine && !isPresent ? (
              <button
                type="button"
                aria-label={t("meeting.goTo", { name: stepName(t, step) })}
                aria-disabled={busy}
                onClick={() => void goTo(step)}
              >
                {stepName(t, step)}
              </button>
            ) : (
              <span>{stepName(t, step)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
