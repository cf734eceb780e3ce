import { useEffect } from "react";
import type { VerificationProps } from "../api/captcha.ts";

/** Human verifications for forms under test; other tests cover the real one. */

/** Solves at once, each attempt with a different solution: `solution 0`, `solution 1`, … */
export function SolvedVerification({ attempt, onSolved }: VerificationProps) {
  useEffect(() => onSolved(`solution ${attempt}`), [attempt, onSolved]);
  return <p>verification</p>;
}

/** Fails, as where no puzzle can be fetched. */
export function FailedVerification({ onError }: VerificationProps) {
  useEffect(() => onError(), [onError]);
  return <p>verification failed</p>;
}

/** Solves when the button is pressed. */
export function VerificationByButton({ onSolved }: VerificationProps) {
  return (
    <button type="button" onClick={() => onSolved("late solution")}>
      Solve
    </button>
  );
}
