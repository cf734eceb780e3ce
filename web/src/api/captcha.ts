import { useCallback, useRef, useState } from "react";
import type { ComponentType } from "react";

/** The human verification as the app lends it to a form: it knows the server's settings already. */
export interface VerificationProps {
  /** "auto": at once; "focus": when the form around it gets the focus. */
  start: "auto" | "focus";
  /** Counts up when a new solution is needed. */
  attempt: number;
  onSolved: (solution: string) => void;
  onError: () => void;
}
export type Verification = ComponentType<VerificationProps>;

export interface CaptchaSolution {
  /** For the verification of this form. */
  props: Omit<VerificationProps, "start">;
  /**
   * The solution, as soon as there is one: who sends a form early waits.
   * @returns null when the verification has failed; it says so itself, and how to go on
   */
  wait: () => Promise<string | null>;
  /** Discards a used or refused solution and starts again. */
  renew: () => void;
}

/** Keeps the solution that a form sends along. */
export function useCaptchaSolution(): CaptchaSolution {
  const [attempt, setAttempt] = useState(0);
  // Undefined: not known yet. Null: it failed, and its button starts it again.
  const solved = useRef<string | null | undefined>(undefined);
  const waiters = useRef<Array<(solution: string | null) => void>>([]);
  const settle = useCallback((solution: string | null) => {
    solved.current = solution;
    for (const resolve of waiters.current.splice(0)) resolve(solution);
  }, []);
  const onError = useCallback(() => settle(null), [settle]);
  const take = useCallback(
    () =>
      solved.current === undefined
        ? new Promise<string | null>((resolve) => waiters.current.push(resolve))
        : Promise.resolve(solved.current),
    [],
  );
  const renew = useCallback(() => {
    solved.current = undefined;
    setAttempt((n) => n + 1);
  }, []);
  return { props: { attempt, onSolved: settle, onError }, wait: take, renew };
}
