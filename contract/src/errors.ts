import * as z from "zod/mini";

export const errorCodes = [
  "malformed",
  "unauthenticated",
  "csrf",
  "forbidden",
  "sign_in_required",
  "token_scope",
  "token_read_only",
  "tokens_full",
  "admin_account",
  "facilitator_only",
  "board_locked",
  "board_read_only",
  "passphrase_required",
  "board_in_bin",
  "space_key_required",
  "creator_must_agree",
  "creator_asked",
  "request_over",
  "space_boards_full",
  "space_actions_full",
  "stickers_locked",
  "content_hidden",
  "vote_limit_reached",
  "voting_closed",
  "reactions_full",
  "seat_taken",
  "timer_state",
  "meeting_state",
  "question_late",
  "question_ended",
  "answer_lost",
  "rounds_full",
  "not_in_round",
  "conflict",
  "id_taken",
  "in_progress",
  "key_reused",
  "last_section",
  "too_large",
  "rate_limited",
  "quota",
  "busy",
  "unavailable",
  "invalid",
  "not_found",
  "not_ready",
  "internal",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/**
 * The body of every failure (spec 10.2). `errors` has messages by field; `data` is the current item after a
 * 409 on an edit [T8], who changed what after one on a deletion [T12],
 * the reason of a 503 as in `/health/ready`.
 */
export const errorBody = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  data: z.optional(z.unknown()),
});
export type ErrorBody = z.infer<typeof errorBody>;
