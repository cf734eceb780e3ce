import { useCallback, useRef, useState } from "react";
import type { ComponentType } from "react";

export interface VerificationProps {
  /** `auto`: start at once; `focus`: start when the form gets the focus. */
  start: "auto" | "focus";
  /** Increases by one when a new solution is needed. */
  attempt: number;
  /** The form has been sent: the verification starts, even if the form has lost the focus. */
  needed: boolean;
  onSolved: (solution: string) => void;
  onError: () => void;
}
export type Verification = ComponentType<VerificationProps>;

export function useCaptchaSolution() {
  const [attempt, setAttempt] = useState(0);
  const [needed, setNeeded] = useState(false);
  // Undefined: not known yet. Null: the verification failed, and its button starts it again.
  const solved = useRef<string | null | undefined>(undefined);
  const waiters = useRef<Array<(solution: string | null) => void>>([]);
  const settle = useCallback((solution: string | null) => {
    solved.current = solution;
    for (const resolve of waiters.current.splice(0)) resolve(solution);
  }, []);
  const onError = useCallback(() => settle(null), [settle]);
  /** Null when the verification has failed; it shows the failure itself. */
  const wait = useCallback(() => {
    if (solved.current !== undefined) return Promise.resolve(solved.current);
    setNeeded(true);
    return new Promise<string | null>((resolve) => waiters.current.push(resolve));
  }, []);
  const renew = useCallback(() => {
    solved.current = undefined;
    setAttempt((n) => n + 1);
  }, []);
  return { props: { attempt, needed, onSolved: settle, onError }, wait, renew };
}
