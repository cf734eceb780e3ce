import { useEffect } from "react";
import type { VerificationProps } from "../api/captcha.ts";

/** Stubs of the human verification for tests of forms; other tests cover the real one. */

/** Solves at once, each attempt with another solution: `solution 0`, `solution 1`, … */
export function SolvedVerification({ attempt, onSolved }: VerificationProps) {
  useEffect(() => onSolved(`solution ${attempt}`), [attempt, onSolved]);
  return <p>verification</p>;
}

/** Fails, as if no puzzle could be fetched. */
export function FailedVerification({ onError }: VerificationProps) {
  useEffect(() => onError(), [onError]);
  return <p>verification failed</p>;
}

/** Solves when the user presses the button. */
export function VerificationByButton({ onSolved }: VerificationProps) {
  return (
    <button type="button" onClick={() => onSolved("late solution")}>
      Solve
    </button>
  );
}
