import { noOptions } from "@retro/contract/entities";
import type { FacilitatorOptions, SessionState } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useBoardState, useBoardStore } from "../../board-state/hooks.ts";
import { useT } from "../../i18n/useT.ts";
import { deskOf } from "./desk.ts";
import type { SessionDesk } from "./desk.ts";
import type { Face } from "./face.ts";

/** The desk of the board on screen. */
export function useDesk(): SessionDesk {
  return deskOf(useBoardStore());
}

/** The timer's face, every second of it; null until the board is there. */
export function useFace(): Face | null {
  const desk = useDesk();
  return useSyncExternalStore(desk.subscribe, desk.face);
}

/** The session as shown, what was just pressed included; null until the board is there. */
export function useShownSession(): SessionState | null {
  const desk = useDesk();
  return useSyncExternalStore(desk.subscribe, desk.session);
}

/** The options as shown. */
export function useShownOptions(): FacilitatorOptions {
  return useShownSession()?.facilitator_options ?? noOptions;
}

export interface Facilitator {
  readonly id: string;
  readonly name: string;
  readonly isMe: boolean;
}

/** Who runs the session; null while nobody does. */
export function useFacilitator(): Facilitator | null {
  const t = useT();
  const session = useShownSession();
  const me = useBoardState((state) => state.view?.me ?? null);
  const id = session?.facilitator_id ?? null;
  const name = useBoardState((state) => (id === null ? undefined : state.people.get(id)?.name));
  if (id === null) return null;
  return { id, name: name ?? t("session.somebody"), isMe: id === me };
}

/**
 * Another's seat whose holder has not been on the board for two minutes, by what this screen has seen itself. While the connection is down
 * nobody is seen, and nothing is concluded.
 */
export function useSeatAway(): boolean {
  const facilitator = useFacilitator();
  const id = facilitator === null || facilitator.isMe ? null : facilitator.id;
  const missing = useBoardState(
    (state) =>
      id !== null && state.connection === "live" && !state.members.some((member) => member.id === id),
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
