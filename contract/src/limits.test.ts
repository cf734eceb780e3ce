import { expect, test } from "vitest";
import { idleTimer } from "./facilitation/timer.ts";
import { noOptions } from "./facilitation/facilitator-options.ts";
import { errorCodes } from "./errors.ts";

test("[C2, S1] a board starts with no option, and with a timer of 300 s that is idle", () => {
  expect(idleTimer).toEqual({ startTime: null, pauseTime: null, countTime: 300, countPauseTime: null });
  expect(noOptions).toEqual({
    hideContent: false,
    stopEditing: false,
    concealVoteCount: false,
    showStickerDate: false,
    votes: false,
    avatars: false,
  });
});

test("the codes of refusals are these: clients decide by them", () => {
  expect([...errorCodes].toSorted()).toEqual([
    "admin_account",
    "answer_lost",
    "board_in_bin",
    "board_locked",
    "board_read_only",
    "busy",
    "conflict",
    "content_hidden",
    "creator_asked",
    "creator_must_agree",
    "csrf",
    "facilitator_only",
    "forbidden",
    "id_taken",
    "in_progress",
    "internal",
    "invalid",
    "key_reused",
    "last_section",
    "malformed",
    "meeting_state",
    "not_found",
    "not_in_round",
    "not_ready",
    "passphrase_required",
    "question_ended",
    "question_late",
    "quota",
    "rate_limited",
    "reactions_full",
    "request_over",
    "rounds_full",
    "seat_taken",
    "sign_in_required",
    "space_actions_full",
    "space_boards_full",
    "space_key_required",
    "stickers_locked",
    "timer_state",
    "token_read_only",
    "token_scope",
    "tokens_full",
    "too_large",
    "unauthenticated",
    "unavailable",
    "vote_limit_reached",
    "voting_closed",
  ]);
});
