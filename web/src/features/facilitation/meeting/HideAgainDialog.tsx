import Typography from "@mui/material/Typography";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog, OtherAnswer } from "../../../ui/dialogs/FormDialog.tsx";
import { stepName } from "./stepTexts.ts";

interface Props {
  step: MeetingStep;
  go: (hideContent: boolean) => void;
  onClose: () => void;
}

/** One press on a step that was left would hide the whole board again [F2]. */
export function HideAgainDialog({ step, go, onClose }: Props) {
  const t = useT();
  return (
    <FormDialog
      title={t("meeting.hideAgain", { name: stepName(t, step) })}
      isText
      footer={<OtherAnswer onSubmit={() => go(true)}>{t("meeting.hideThem")}</OtherAnswer>}
      submitLabel={t("meeting.keepShown")}
      onCancel={onClose}
      onSubmit={() => go(false)}
    >
      <Typography>{t("meeting.hideAgainText")}</Typography>
    </FormDialog>
  );
}
