import { roundTitle } from "@retro/contract/facilitation/rounds";
import { openRoundOf, presentRound } from "@retro/rules/rounds";
import { useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { toast } from "../../../ui/toasts/toast.ts";
import { useFacilitationCommands } from "../facilitationHooks.ts";
import { RoundDialog } from "./RoundDialog.tsx";

export type RoundQuestion = "open" | "close" | null;

interface Props {
  question: RoundQuestion;
  onClose: () => void;
}

/** The facilitator confirms that a round opens or ends, because nobody can change a vote of an ended round. */
export function RoundDialogs({ question, onClose }: Props) {
  return (
    <>
      {question === "open" && <RoundDialog onClose={onClose} />}
      <CloseQuestion open={question === "close"} onClose={onClose} />
    </>
  );
}

function CloseQuestion({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const commands = useFacilitationCommands();
  const facilitation = useFacilitation();
  const close = async () => {
    const title = roundTitle(t, presentRound(facilitation), openRoundOf(facilitation) ?? {});
    const isClosed = await commands.closeRound();
    if (isClosed) toast({ message: t("rounds.closed", { title }), kind: "success" });
    else toast({ message: t("meeting.notDone"), kind: "error" });
  };
  return (
    <ConfirmDialog
      open={open}
      title={t("rounds.close")}
      text={t("rounds.closeText")}
      confirmLabel={t("rounds.close")}
      onCancel={onClose}
      onConfirm={close}
    />
  );
}
