import { offeredMeeting, type OfferedMeeting } from "@retro/contract/facilitation/meeting";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useEffect, useMemo, useState } from "react";
import { api, ApiError } from "../../../api/client.ts";
import { useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { toastError } from "../../../ui/toasts/toast.ts";
import { useFacilitationCommands, useStartRefusal } from "../facilitationHooks.ts";
import { OptionSwitch } from "../OptionSwitch.tsx";
import {
  draftsOf,
  hidesAuthors,
  isDraftUnfinished,
  lengthOf,
  type StepDraft,
  stepsOf,
  withAuthors,
} from "./stepDraft.ts";
import { StepRows } from "./StepRows.tsx";

interface Props {
  boardId: string;
  /** The space of the board. `onMoved`: the board may be in another one. */
  Team: ComponentType<{ boardId: string; onMoved: () => void }>;
  onClose: () => void;
}

/** All that a meeting needs before it starts; one press then takes the seat, sets the steps and starts [F1]. */
export function StartDialog({ boardId, Team, onClose }: Props) {
  const t = useT();
  const commands = useFacilitationCommands();
  const { avatars } = useFacilitation().facilitator_options;
  const refusal = useStartRefusal();
  const [edited, setEdited] = useState<readonly StepDraft[] | null>(null);
  const [anonymous, setAnonymous] = useState<boolean | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["meeting-offer", boardId],
    queryFn: ({ signal }) =>
      api.get<OfferedMeeting>(`boards/${boardId}/meeting`, { schema: offeredMeeting, signal }),
    gcTime: 0,
  });
  useEffect(() => {
    if (error === null || data !== undefined) return;
    toastError(error);
    onClose();
  }, [error, data, onClose]);
  const offered = useMemo(() => draftsOf(t, data?.steps ?? []), [t, data]);
  if (data === undefined) return null;
  const drafts = edited ?? offered;
  const isAnonymous = anonymous ?? (avatars === "hide" || hidesAuthors(data.steps));
  const start = async () => {
    const shown = avatars === "hide" ? false : undefined;
    const steps = withAuthors(stepsOf(t, drafts), isAnonymous ? "hide" : shown);
    // The button that opened the dialog goes when the meeting starts.
    keepFocus(() => document.querySelector("main"));
    if (!(await commands.startMeeting(steps))) throw new ApiError(409, t("meeting.notStarted"));
  };
  return (
    <FormDialog
      title={t("meeting.start")}
      width={560}
      refused={refusal}
      submitLabel={t("meeting.startNow")}
      submitDisabled={refusal !== null || !drafts.some(({ isOn }) => isOn) || drafts.some(isDraftUnfinished)}
      footer={<span className="meeting-length">{t("meeting.length", { count: lengthOf(drafts) })}</span>}
      keepOnOutsideClick={edited !== null}
      onCancel={onClose}
      onSubmit={start}
    >
      <StepRows drafts={drafts} onChange={setEdited} />
      <OptionSwitch
        label={t("meeting.anonymous")}
        hint={t("meeting.anonymousHint")}
        checked={isAnonymous}
        onChange={setAnonymous}
      />
      <Team boardId={boardId} onMoved={() => void refetch()} />
    </FormDialog>
  );
}
