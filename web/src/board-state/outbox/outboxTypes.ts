import type { BoardView } from "@retro/rules/apply-change";
import type { CallResult, Call } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { ApiErrorLike } from "../apiCalls.ts";

export interface OutboxOptions {
  boardId: string;
  me: string;
  call: Call;
  env: BoardEnvironment;
  /** @returns the version from which on the view contains it; null when the answer does not say */
  applyAnswer: (answer: CallResult, sentAt: number) => number | null;
  confirmed: () => BoardView | null;
  /** The confirmed view with the entries applied. */
  shown: () => BoardView | null;
  onChange: () => void;
  /** Brings the confirmed view up to date; false when the server could not be asked. */
  compare: () => Promise<boolean>;
  serverReached: () => void;
  serverUnreached: (error: ApiErrorLike) => void;
}
