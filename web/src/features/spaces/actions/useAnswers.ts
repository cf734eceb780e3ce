import type { ActionStatus } from "@retro/contract/actions";
import type { SpaceAction } from "@retro/contract/spaces/space-actions";
import { useCallback, useRef, useState } from "react";
import { toastError } from "../../../ui/toasts/toast.ts";
import { useSetStatus } from "./useSpaceActions.ts";

export interface Answer {
  action: SpaceAction;
  status: ActionStatus;
}

/**
 * A refused answer is taken back unless there is a newer one; those about one action are sent in turn [G9].
 */
export function useAnswers(spaceKey: string) {
  const setStatus = useSetStatus(spaceKey);
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const [pending, setPending] = useState(0);
  const saved = useRef(new Map<string, ActionStatus>());
  const queue = useRef(new Map<string, Promise<void>>());

  const put = useCallback(
    (id: string, answer: Answer | null) =>
      setAnswers((before) => {
        const next = new Map(before);
        if (answer === null) next.delete(id);
        else next.set(id, answer);
        return next;
      }),
    [],
  );
  const answer = useCallback(
    (action: SpaceAction, status: ActionStatus) => {
      const { id } = action;
      put(id, { action, status });
      const send = async () => {
        if ((saved.current.get(id) ?? "open") === status) return;
        try {
          await setStatus(action, status);
          saved.current.set(id, status);
        } catch (error) {
          // The user has given a newer answer, which is sent next.
          if (queue.current.get(id) !== sent) return;
          const known = saved.current.get(id);
          put(id, known === undefined ? null : { action, status: known });
          toastError(error);
        }
      };
      setPending((count) => count + 1);
      const sent = (queue.current.get(id) ?? Promise.resolve())
        .then(send)
        .finally(() => setPending((count) => count - 1));
      queue.current.set(id, sent);
    },
    [put, setStatus],
  );
  return { answers, answer, isSaving: pending > 0 };
}
