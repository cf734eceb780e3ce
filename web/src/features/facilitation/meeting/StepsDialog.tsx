import type { Meeting } from "@retro/contract/facilitation/meeting";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { useFacilitationCommands } from "../facilitationHooks.ts";
import { draftsOf, isDraftUnfinished, type StepDraft, stepsOf } from "./stepDraft.ts";
import { StepRows } from "./StepRows.tsx";

interface Props {
  meeting: Meeting;
  onClose: () => void;
}

/** The steps of a meeting that goes on. The present one stays. */
export function StepsDialog({ meeting, onClose }: Props) {
  const t = useT();
  const commands = useFacilitationCommands();
  const [drafts, setDrafts] = useState<readonly StepDraft[]>(() => draftsOf(t, meeting.steps));
  const save = async () => {
    if (!(await commands.setSteps(stepsOf(t, drafts)))) throw new ApiError(409, t("meeting.notDone"));
  };
  return (
    <FormDialog
      title={t("meeting.editSteps")}
      width={560}
      submitLabel={t("common.save")}
      submitDisabled={drafts.some(isDraftUnfinished)}
      keepOnOutsideClick
      onCancel={onClose}
      onSubmit={save}
    >
      <StepRows drafts={drafts} present={meeting.step} onChange={setDrafts} />
    </FormDialog>
  );
}
