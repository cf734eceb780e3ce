import { useEffect, useRef, useState } from "react";
import { useBoardState, useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { announce } from "../../../ui/focus/announce.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { useFacilitationCommands, useFacilitator } from "../facilitationHooks.ts";

interface SeatOffer {
  readonly text: string;
  readonly accept: string;
}

/** In a meeting that nobody leads, everybody is offered the seat [F1]; who has left it may lead on at once. */
export function useSeatOffer(): SeatOffer | null {
  const t = useT();
  const { facilitator_id: id } = useFacilitation();
  const [former, setFormer] = useState(id);
  if (id !== null && id !== former) setFormer(id);
  const name = useBoardState(({ people }) => people.get(former ?? "")?.name);
  const isMine = useBoardState(({ view }) => view?.userId === former);
  if (id !== null) return null;
  if (isMine) return { text: t("meeting.youLeft"), accept: t("meeting.leadAgain") };
  const text = name === undefined ? t("meeting.nobodyLeads") : t("meeting.left", { name });
  return { text, accept: t("session.takeOverConfirm") };
}

/** Leading needs the seat, and the seat shows what the step hides: it is taken by whoever asks for it [F1]. */
export function AcceptSeat({ offer: { text, accept } }: { offer: SeatOffer }) {
  const commands = useFacilitationCommands();
  const { locked } = useFacilitation();
  useEffect(() => announce(text), [text]);
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await commands.takeSeat();
    setBusy(false);
  };
  // The seat of a locked board is not free [M2].
  if (locked) return null;
  return (
    <Button
      className="take-over"
      variant="contained"
      aria-disabled={busy}
      onClick={() => !busy && void take()}
    >
      {accept}
    </Button>
  );
}

/** Nobody takes over a meeting unnoticed [S2]. */
export function useNewLeader(): void {
  const t = useT();
  const leader = useFacilitator();
  const [id, name] = [leader?.id, leader?.isMe === false ? leader.name : undefined];
  const former = useRef(id);
  useEffect(() => {
    if (id !== former.current && name !== undefined) toast({ message: t("session.facilitatorIs", { name }) });
    former.current = id;
  }, [t, id, name]);
}
