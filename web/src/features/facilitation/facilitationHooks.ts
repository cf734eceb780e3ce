import { limits } from "@retro/contract/limits";
import { mayEditBoard, mayStartTimer } from "@retro/rules/permissions";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useBoardState, useBoardStore, useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { facilitationCommandsOf, type FacilitationCommands } from "./facilitationCommands.ts";
import { countdownClockOf } from "./countdownClock.ts";
import type { Countdown } from "./countdown.ts";

/** The name of the side panel with the options. */
export const optionsPanel = "options";

export function useFacilitationCommands(): FacilitationCommands {
  return facilitationCommandsOf(useBoardStore());
}

export function useCountdown(): Countdown | null {
  const clock = countdownClockOf(useBoardStore());
  return useSyncExternalStore(clock.subscribe, clock.current);
}

export interface Facilitator {
  readonly id: string;
  readonly name: string;
  readonly isMe: boolean;
}

export function useFacilitator(): Facilitator | null {
  const t = useT();
  const facilitation = useFacilitation();
  const me = useBoardState((state) => state.view?.userId ?? null);
  const id = facilitation.facilitator_id;
  const name = useBoardState((state) => (id === null ? undefined : state.people.get(id)?.name));
  if (id === null) return null;
  return { id, name: name ?? t("session.somebody"), isMe: id === me };
}

/** Why this user cannot start a meeting, in their language; null: they can. */
export function useStartRefusal(): string | null {
  const t = useT();
  const facilitation = useFacilitation();
  const facilitator = useFacilitator();
  const me = useBoardState((state) => state.view?.userId ?? "");
  if (mayEditBoard(facilitation, me) === null) return null;
  return facilitation.locked || facilitator === null
    ? t("error.board_read_only")
    : t("session.facilitatorIs", { name: facilitator.name });
}

export function useMayStartTimer(): boolean {
  const facilitation = useFacilitation();
  const me = useBoardState((state) => state.view?.userId ?? "");
  return mayStartTimer(facilitation, me) === null;
}

/** False while the connection is down, because nobody is visible then. */
export function useFacilitatorAway(): boolean {
  const facilitator = useFacilitator();
  const id = facilitator === null || facilitator.isMe ? null : facilitator.id;
  const missing = useBoardState(
    (state) =>
      id !== null && state.subscription === "live" && !state.members.some((member) => member.id === id),
  );
  const [awayId, setAwayId] = useState<string | null>(null);
  useEffect(() => {
    if (!missing) return undefined;
    const timeout = setTimeout(() => setAwayId(id), limits.seatEmptyMs);
    return () => {
      clearTimeout(timeout);
      setAwayId(null);
    };
  }, [missing, id]);
  return missing && awayId === id;
}
