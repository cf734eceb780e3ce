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
  onStart: () => void;
  /** Why this user cannot start the meeting; null: they can. */
  startRefusal: string | null;
  onHide: () => void;
}

interface Step {
  label: MessageKey;
  hint: string;
  run: (() => void) | null;
}

export function FirstSteps({ onInvite, onAdd, onStart, startRefusal, onHide }: FirstStepsProps) {
  const t = useT();
  const headingId = useId();
  const phone = useMediaQuery(phoneQuery);
  const steps: Step[] = [
    { label: "firstSteps.invite", hint: t("firstSteps.inviteHint"), run: onInvite },
    {
      label: "firstSteps.add",
      hint: t(phone ? "firstSteps.addHintPhone" : "firstSteps.addHint"),
      run: onAdd,
    },
    {
      label: "meeting.start",
      hint: startRefusal ?? t("firstSteps.startHint"),
      run: startRefusal === null ? onStart : null,
    },
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
            <Button variant="outlined" size="small" disabled={run === null} onClick={() => run?.()}>
              {t(label)}
            </Button>
            <p>{hint}</p>
          </li>
        ))}
      </ol>
      <IconAction icon={CloseOutlined} label={t("firstSteps.hide")} size="small" onClick={onHide} />
    </section>
  );
}
