import "./first-steps.css";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useId } from "react";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";

interface FirstStepsProps {
  onInvite: () => void;
  onAdd: (() => void) | null;
  onResults: (opener: HTMLElement) => void;
  onHide: () => void;
}

interface Step {
  label: MessageKey;
  hint: MessageKey;
  run: ((opener: HTMLElement) => void) | null;
}

export function FirstSteps({ onInvite, onAdd, onResults, onHide }: FirstStepsProps) {
  const t = useT();
  const headingId = useId();
  const phone = useMediaQuery(phoneQuery);
  const steps: Step[] = [
    { label: "firstSteps.invite", hint: "firstSteps.inviteHint", run: onInvite },
    { label: "firstSteps.add", hint: phone ? "firstSteps.addHintPhone" : "firstSteps.addHint", run: onAdd },
    { label: "firstSteps.vote", hint: "firstSteps.voteHint", run: onResults },
  ];
  return (
    <section className="first-steps" aria-labelledby={headingId}>
      {/* Not a heading: the board's headings are its sections. */}
      <p id={headingId} className="sr-only">
        {t("firstSteps.heading")}
      </p>
      <ol>
        {steps.map(({ label, hint, run }) => (
          <li key={label}>
            <Button
              variant="outlined"
              size="small"
              disabled={run === null}
              onClick={(event) => run?.(event.currentTarget)}
            >
              {t(label)}
            </Button>
            <p>{t(hint)}</p>
          </li>
        ))}
      </ol>
      <IconAction icon={CloseOutlined} label={t("firstSteps.hide")} size="small" onClick={onHide} />
    </section>
  );
}
