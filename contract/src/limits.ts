/** Limits (spec 9 to 11). Lengths are in characters, `Ms` in milliseconds, timer values in seconds. */
export const limits = {
  boardTitle: 255,
  boardDescription: 255,
  sectionTitle: 255,
  stickerTitle: 1000,
  groupName: 100,
  topicNote: 1000,
  userName: 64,
  maxSections: 12,
  minSections: 1,
  columnsPerSection: 3,
  gridColumns: 12,
  maxNesting: 5,
  defaultFontSize: 14,
  meeting: {
    steps: 12,
    stepName: 40,
    stepSentence: 200,
    topics: 20,
    minVotes: 3,
    undoMs: 10_000,
    discussed: 500,
    leftMs: 4 * 3_600_000,
  },
  /**
   * An anonymous question is answered from 1 to `scale`; answers are shown from `shownFrom` on, those of a health
   * check from `healthShownFrom` on.
   */
  questions: { scale: 5, shownFrom: 3, healthShownFrom: 4, text: 200, word: 30, statements: 12, trend: 24 },
  /** API tokens of one owner: a person, a space, the server. */
  tokens: { each: 50, maxDays: 366 },
  rounds: { name: 60, perBoard: 20, perSticker: 20 },
  timer: {
    default: 300,
    min: 1,
    max: 5940,
    minusDisabledAt: 60,
    steps: [60, 180, 300, 600],
    timeIsUpMs: 2000,
    /** What "+2 min" adds after the time is up, and how long it is offered once the timer has stopped. */
    moreTime: 120,
    moreTimeOfferMs: 15_000,
    /** Clicks on the minute buttons within this time are sent as one. */
    debounceMs: 400,
  },
  feedback: { name: 255, email: 255, comment: 1000, attachmentsBytes: 2_000_000 },
  contact: { name: 255, email: 255, inquiry: 255, subject: 255, message: 1000 },
  undoMs: 10_000,
  voteToastMs: 1145,
  maxToasts: 20,
  toastMs: 5000,
  animationMs: 100,
  shownAvatars: 10,
  helpTouchWidth: 760,
  userRefreshMs: 3_600_000,
  previewLength: 100,
  voteLimitMax: 999,
  whispersPerSecond: 10,
  eventBytes: 8_000,
  seatEmptyMs: 120_000,
  sessionMs: 30 * 24 * 3_600_000,
  /** The length of a session that a provider began; OIDC_SESSION_HOURS changes it [I9]. */
  memberSessionMs: 24 * 3_600_000,
  /** The session ends after `idleMs` without use, and `maxMs` after the sign-in at the latest. */
  adminSession: { idleMs: 12 * 3_600_000, maxMs: 7 * 24 * 3_600_000 },
  adminPassword: { min: 12, max: 1000 },
  signInLinkMs: 30 * 60_000,
  versionCheckMs: 30_000,
  maxItemsPerBoard: 6000,
  /** Stickers in one `POST items`. */
  stickersPerCall: 100,
  /** Moves in one `PUT sort`. */
  movesPerCall: 100,
  /** Stickers in one `PUT order`. */
  stickersPerOrder: 1000,
  /** A deleted sticker can be restored for this long; of each board the newest `perBoard` are kept. */
  deletedStickers: { keptMs: 24 * 3_600_000, perBoard: 500 },
  /** How long the server recognises the repeat of a command by its `Idempotency-Key`, and how long the key may be. */
  idempotencyKeys: { keptMs: 30 * 24 * 3_600_000, length: 255 },
  actions: { text: 1000, ownerName: 64, perBoard: 200 },
  /** How long housekeeping keeps what people send beside boards, and the change logs of boards that nobody uses. */
  keptDays: { activityLog: 90, feedback: 365, contacts: 365, changeLog: 30 },
  /** Boards that left a space so long before its link was replaced are taken back, for as long [G15]. */
  takeBackMs: 30 * 24 * 3_600_000,
  /** A creator who was not seen for so long is not asked before a board moves into a space [G3]. */
  creatorAwayMs: 30 * 24 * 3_600_000,
  /** How long a creator may take to answer. */
  moveRequestMs: 5 * 60_000,
  binMs: 30 * 24 * 3_600_000,
  passphrase: { min: 8, max: 200 },
  import: { bytes: 2_000_000, stickers: 5000, columns: 50, intoSection: 500 },
  webAddress: 2000,
  spaceName: 64,
  spaceKeys: 20,
  /** What a space has at most, the boards in its archive and in its bin included [G11]. */
  space: { boards: 1000, openActions: 10_000 },
  spaceBoards: 50,
  spaceActions: 50,
  spaceTemplates: 50,
  /** `kept`: the attempts in the log of a hook; `answer`: how much of an answer the log keeps. */
  webhooks: { name: 64, url: 2000, perPlace: 10, kept: 20, answer: 300 },
  /** The length of the question, what one answer finds, and the length of a text in it. */
  spaceSearch: { question: 1000, found: 50, excerpt: 160 },
} as const;
