import { expect, test } from "vitest";
import { idleTimer } from "./entities.ts";
import { noOptions } from "./facilitation/facilitator-options.ts";
import { errorCodes } from "./errors.ts";
import { legalPages } from "./legal.ts";
import { limits } from "./limits.ts";
import { locales } from "./messages/catalogue.ts";

test("the limits are those of spec 9 to 11", () => {
  expect(limits).toEqual({
    boardTitle: 255,
    boardDescription: 255,
    sectionTitle: 255,
    stickerTitle: 1000,
    userName: 64,
    maxSections: 12,
    groupName: 100,
    topicNote: 1000,
    questions: { scale: 5, shownFrom: 3, healthShownFrom: 4, text: 200, word: 30, statements: 12, trend: 24 },
    minSections: 1,
    columnsPerSection: 3,
    gridColumns: 12,
    maxNesting: 5,
    defaultFontSize: 14,
    timer: {
      default: 300,
      min: 1,
      max: 5940,
      minusDisabledAt: 60,
      steps: [60, 180, 300, 600],
      timeIsUpMs: 2000,
      moreTime: 120,
      moreTimeOfferMs: 15_000,
      debounceMs: 400,
    },
    feedback: { name: 255, email: 255, comment: 1000, attachmentsBytes: 2_000_000 },
    contact: { name: 255, email: 255, inquiry: 255, subject: 255, message: 1000 },
    undoMs: 10_000,
    voteToastMs: 1145,
    meeting: {
      steps: 12,
      stepName: 40,
      stepSentence: 200,
      minVotes: 3,
      undoMs: 10_000,
      discussed: 500,
      leftMs: 14_400_000,
    },
    tokens: { each: 50, maxDays: 366 },
    rounds: { name: 60, perBoard: 20, perSticker: 20 },
    maxToasts: 20,
    toastMs: 5000,
    animationMs: 100,
    shownAvatars: 10,
    helpTouchWidth: 760,
    userRefreshMs: 3_600_000,
    previewLength: 100,
    voteLimitMax: 999,
    whispersPerSecond: 10,
    eventBytes: 8000,
    seatEmptyMs: 120_000,
    sessionMs: 2_592_000_000,
    adminSession: { idleMs: 43_200_000, maxMs: 604_800_000 },
    adminPassword: { min: 12, max: 1000 },
    signInLinkMs: 1_800_000,
    versionCheckMs: 30_000,
    maxItemsPerBoard: 6000,
    stickersPerCall: 100,
    movesPerCall: 100,
    stickersPerOrder: 1000,
    deletedStickers: { keptMs: 86_400_000, perBoard: 500 },
    actions: { text: 1000, ownerName: 64, perBoard: 200 },
    binMs: 2_592_000_000,
    passphrase: { min: 8, max: 200 },
    space: { boards: 1000, openActions: 10_000 },
    spaceBoards: 50,
    spaceActions: 50,
    spaceTemplates: 50,
    webhooks: { name: 64, url: 2000, perPlace: 10, kept: 20, answer: 300 },
    spaceSearch: { question: 1000, found: 50, excerpt: 160 },
    spaceKeys: 20,
    spaceName: 64,
    import: { bytes: 2_000_000, stickers: 5000, columns: 50, intoSection: 500 },
    webAddress: 2000,
  });
});

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

test("the languages are English, the default, and Russian", () => {
  expect(locales).toEqual(["en", "ru"]);
});

test("the legal pages are three", () => {
  expect([...legalPages].toSorted()).toEqual(["privacy-policy", "release-notes", "terms-of-use"]);
});

test("the codes of refusals are these: clients decide by them", () => {
  expect([...errorCodes].toSorted()).toEqual([
    "admin_account",
    "board_in_bin",
    "board_locked",
    "board_read_only",
    "busy",
    "conflict",
    "content_hidden",
    "csrf",
    "facilitator_only",
    "forbidden",
    "id_taken",
    "internal",
    "invalid",
    "last_section",
    "malformed",
    "meeting_state",
    "not_found",
    "not_in_round",
    "not_ready",
    "passphrase_required",
    "quota",
    "rate_limited",
    "reactions_full",
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
