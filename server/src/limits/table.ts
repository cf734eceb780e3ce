export interface Rate {
  burst: number;
  refill: number;
  per: "minute" | "hour" | "day";
}

export interface RateLimit {
  unit: string;
  reason: string;
  session?: Rate;
  address?: Rate;
  total?: Rate;
  /** The refusal's code: `quota` for stored amounts per day, `rate_limited` for everything else. */
  code: "rate_limited" | "quota";
  durable?: boolean;
  /** The load level from which the calls are refused with 503 `busy`; without it they are always served. */
  shedAt?: 1 | 2;
}

/** An office of 200 behind one address is not limited; one visitor with 8 sessions is. */

export const rateLimits = {
  requests: {
    unit: "request; a read that looks at much and answers little costs more",
    reason: "floods of cheap requests",
    session: { burst: 3000, refill: 1800, per: "minute" },
    address: { burst: 30_000, refill: 30_000, per: "minute" },
    code: "rate_limited",
  },
  tokenCalls: {
    unit: "request with an API token; all tokens that one person has made pay together, their address pays nothing",
    reason: "a script repeats faster than people click",
    session: { burst: 600, refill: 300, per: "minute" },
    code: "rate_limited",
  },
  files: {
    unit: "page or static file",
    reason: "floods of static files; an office of 200 loads about 40 each",
    session: { burst: 2000, refill: 1200, per: "minute" },
    address: { burst: 20_000, refill: 12_000, per: "minute" },
    code: "rate_limited",
  },
  notFound: {
    unit: "answer 404",
    reason: "guessing of addresses and ids, and the log lines that it causes",
    session: { burst: 600, refill: 300, per: "minute" },
    address: { burst: 1200, refill: 600, per: "minute" },
    code: "rate_limited",
  },
  writes: {
    unit: "change; one that reads or deletes many stickers costs more",
    reason: "one writer must not occupy the database",
    session: { burst: 600, refill: 600, per: "minute" },
    address: { burst: 24_000, refill: 24_000, per: "minute" },
    code: "rate_limited",
  },
  treeReads: {
    unit: "read of a board's tree; one more per 250 items",
    reason: "the most expensive read",
    session: { burst: 300, refill: 120, per: "minute" },
    address: { burst: 12_000, refill: 6000, per: "minute" },
    code: "rate_limited",
  },
  spaceReads: {
    unit: "read of a space, or page of its boards or open actions",
    reason: "each looks at up to 1,000 boards and 10,000 actions, in the reader process",
    session: { burst: 300, refill: 300, per: "minute" },
    address: { burst: 12_000, refill: 6000, per: "minute" },
    code: "rate_limited",
  },
  searches: {
    unit: "search in a space",
    reason: "a search reads an index; a browser asks while its user types",
    session: { burst: 60, refill: 120, per: "minute" },
    address: { burst: 6000, refill: 6000, per: "minute" },
    code: "rate_limited",
    shedAt: 1,
  },
  passphrases: {
    unit: "passphrase of a board that is set, removed or given",
    reason:
      "each is hashed with argon2, which occupies a thread and 19 MB; an office of 200 gives one within a minute",
    session: { burst: 30, refill: 30, per: "minute" },
    address: { burst: 600, refill: 300, per: "minute" },
    code: "rate_limited",
  },
  exports: {
    unit: "export",
    reason: "documents cost seconds of CPU",
    session: { burst: 20, refill: 20, per: "minute" },
    address: { burst: 600, refill: 600, per: "minute" },
    code: "rate_limited",
    shedAt: 1,
  },
  imports: {
    unit: "100 kB of an imported file, or 250 stickers and actions in it",
    reason: "an import writes up to 5,000 stickers and 200 actions",
    session: { burst: 60, refill: 30, per: "minute" },
    address: { burst: 80, refill: 40, per: "minute" },
    code: "rate_limited",
    shedAt: 1,
  },
  previews: {
    unit: "preview of a table to import; one more per 500 kB",
    reason: "reading a table takes up to a second of CPU; its user corrects one column after the other",
    session: { burst: 60, refill: 60, per: "minute" },
    address: { burst: 300, refill: 150, per: "minute" },
    code: "rate_limited",
    shedAt: 1,
  },
  uploads: {
    unit: "feedback form with pictures",
    reason: "decoding of pictures, and disk",
    session: { burst: 10, refill: 30, per: "hour" },
    address: { burst: 60, refill: 300, per: "hour" },
    code: "rate_limited",
    shedAt: 1,
  },
  boards: {
    unit: "new or copied board, or own template",
    reason: "a new board writes about 50 rows",
    session: { burst: 100, refill: 30, per: "minute" },
    address: { burst: 600, refill: 120, per: "minute" },
    code: "rate_limited",
    shedAt: 1,
  },
  activity: {
    unit: "row of the activity log",
    reason: "the log grows with every click",
    session: { burst: 60, refill: 60, per: "minute" },
    address: { burst: 3000, refill: 3000, per: "minute" },
    code: "rate_limited",
  },
  puzzles: {
    unit: "captcha puzzle, or title of a board beside it; puzzles also grow harder with their number",
    reason: "every puzzle is signed",
    address: { burst: 2000, refill: 1200, per: "minute" },
    code: "rate_limited",
    shedAt: 2,
  },
  signIns: {
    unit: "attempt to come in as a visitor",
    reason: "every solution is checked, and every visitor is stored",
    address: { burst: 2000, refill: 600, per: "minute" },
    code: "rate_limited",
    shedAt: 2,
  },
  webhookTests: {
    unit: "test of a webhook",
    reason: "the server calls an address that its user chose, and waits for it",
    session: { burst: 10, refill: 10, per: "minute" },
    address: { burst: 60, refill: 30, per: "minute" },
    code: "rate_limited",
    shedAt: 1,
  },
  adminLists: {
    unit: "page of a list for administrators",
    reason: "searches read many rows",
    session: { burst: 300, refill: 300, per: "minute" },
    code: "rate_limited",
    shedAt: 1,
  },
  adminSignIns: {
    unit: "attempt to sign in with a password",
    reason: "every password is hashed with argon2; accounts have their own, stricter limit",
    address: { burst: 60, refill: 60, per: "minute" },
    code: "rate_limited",
  },
  signInLinks: {
    unit: "check or use of a one-time sign-in link",
    reason: "guessing of links",
    address: { burst: 30, refill: 30, per: "minute" },
    code: "rate_limited",
  },
  messages: {
    unit: "contact message or subscription",
    reason: "anybody may send one, without a session",
    address: { burst: 60, refill: 60, per: "minute" },
    code: "rate_limited",
  },
  sockets: {
    unit: "new websocket connection",
    reason: "a handshake costs a hundred times a frame; an office of 200 reconnects with all its tabs",
    session: { burst: 200, refill: 120, per: "minute" },
    address: { burst: 3000, refill: 1200, per: "minute" },
    code: "rate_limited",
  },
  joins: {
    unit: "attempt to join a channel (a tab joins three)",
    reason: "every newcomer gets the list of all members, and the members hear of the newcomer",
    session: { burst: 300, refill: 120, per: "minute" },
    address: { burst: 12_000, refill: 6000, per: "minute" },
    code: "rate_limited",
  },
  frames: {
    unit: "websocket message; the address pays only for connections without a session",
    reason: "floods of messages",
    session: { burst: 2000, refill: 9000, per: "minute" },
    address: { burst: 20_000, refill: 20_000, per: "minute" },
    code: "rate_limited",
  },
  whispers: {
    unit: "delivery of one client event to one connection",
    reason: "one message becomes as many as the board has connections",
    session: { burst: 5000, refill: 60_000, per: "minute" },
    address: { burst: 200_000, refill: 1_200_000, per: "minute" },
    code: "rate_limited",
  },
  writtenBytes: {
    unit: "byte written to the database, rows' overhead included",
    reason: "disk: one address adds at most 60 MB in its first minute",
    session: { burst: 20_000_000, refill: 10_000_000, per: "minute" },
    address: { burst: 40_000_000, refill: 20_000_000, per: "minute" },
    code: "rate_limited",
  },
  storedBytes: {
    unit: "byte written to the database, rows' overhead included",
    reason: "disk: what one visitor may fill in a day",
    session: { burst: 100_000_000, refill: 100_000_000, per: "day" },
    address: { burst: 500_000_000, refill: 500_000_000, per: "day" },
    code: "quota",
    durable: true,
  },
} as const satisfies Record<string, RateLimit>;

export const semaphoreLimits = {
  requests: { running: 16, perAddress: 4, waiting: 10_000, waitingPerSession: 200, rest: 0 },
  heavy: { running: 1, perAddress: 1, waiting: 1000, waitingPerSession: 20, rest: 3 },
} as const;
/** Reading a board with more items than this needs a slot of `heavy` or a worker process. */
export const heavyBoardItems = 300;

/** Once the loop is half busy and others want it, an address waits that has taken more than its share. */
export const loopLimits = { share: 0.3, busyFrom: 0.5, longestWaitMs: 1000 };

/** The server closes a response whose connection takes no byte for this long. */
export const stallMs = 20_000;

export type RateName = keyof typeof rateLimits;
export type Costs = Partial<Record<RateName, number>>;
