import { defaultAddressBudget } from "../settings-schema.ts";

export interface Rate {
  burst: number;
  refill: number;
  per: "minute" | "hour" | "day";
}

export interface Budget {
  unit: string;
  reason: string;
  session?: Rate;
  address: Rate;
  /** The refusal's code: `quota` for stored amounts per day, `rate_limited` for everything else. */
  code: "rate_limited" | "quota";
}

/** The sizes let an office of 200 work behind one address, and refuse one visitor who uses 8 sessions. */
export const budgets = {
  points: {
    unit: "point; the prices are below",
    reason: "floods: one visitor must not occupy the server",
    session: { burst: 5000, refill: 1200, per: "minute" },
    address: { burst: 2 * defaultAddressBudget, refill: defaultAddressBudget, per: "minute" },
    code: "rate_limited",
  },
  storedBytes: {
    unit: "byte written to the database, rows' overhead included",
    reason: "disk: what one visitor may fill in a day",
    session: { burst: 100_000_000, refill: 100_000_000, per: "day" },
    address: { burst: 500_000_000, refill: 500_000_000, per: "day" },
    code: "quota",
  },
  guesses: {
    unit: "answer 404, or token that does not exist",
    reason: "guessing of ids and of the keys of spaces",
    session: { burst: 600, refill: 300, per: "minute" },
    address: { burst: 1200, refill: 600, per: "minute" },
    code: "rate_limited",
  },
  frames: {
    unit: "websocket message",
    reason: "floods of messages: they close the connection, which clicks must not do",
    session: { burst: 2000, refill: 9000, per: "minute" },
    address: { burst: 40_000, refill: 240_000, per: "minute" },
    code: "rate_limited",
  },
  deliveries: {
    unit: "delivery of one client event to one connection",
    reason: "one message becomes as many as the board has connections",
    session: { burst: 5000, refill: 60_000, per: "minute" },
    address: { burst: 200_000, refill: 1_200_000, per: "minute" },
    code: "rate_limited",
  },
  signInLinks: {
    unit: "check or use of a one-time sign-in link",
    reason: "guessing of links",
    address: { burst: 30, refill: 30, per: "minute" },
    code: "rate_limited",
  },
  lighterPuzzles: {
    unit: "captcha puzzle for a slow device; past the limit it gets a usual one",
    reason: "it costs a 128th of the work; an office of 200 has few such devices",
    address: { burst: 20, refill: 20, per: "hour" },
    code: "rate_limited",
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;
export type Costs = Partial<Record<BudgetName, number>>;

/** In points. A route declares its price; without one, a read costs `read` and a change `write`. */
export const prices = {
  read: { points: 1, unit: "read, page or file; ten changes of a catch-up" },
  write: { points: 5, unit: "change" },
  item: {
    points: 1,
    unit: "each further sticker of a batch; 40 items that a change reads, moves, copies or deletes",
  },
  tree: { points: 10, unit: "read of a board's tree, or a change that answers with it" },
  list: { points: 10, unit: "list of a space or for administrators" },
  search: { points: 20, unit: "search in a space" },
  puzzle: { points: 20, unit: "captcha puzzle, or title of a board beside it; puzzles also grow harder" },
  board: { points: 30, unit: "new or copied board, space, or own template" },
  visitor: { points: 50, unit: "attempt to come in as a visitor or through a provider" },
  preview: { points: 50, unit: "preview of a table to import, for each 500 kB" },
  passphrase: { points: 100, unit: "passphrase of a board that is set, removed or given" },
  document: { points: 100, unit: "export of a board; one's data are two, an archive is five" },
  import: { points: 100, unit: "100 kB of an imported file, or 250 stickers and actions in it" },
  upload: { points: 300, unit: "feedback form" },
  webhookTest: { points: 300, unit: "test of a webhook" },
  message: { points: 100, unit: "contact message or subscription" },
  signIn: { points: 100, unit: "attempt to sign in with a password" },
  socket: { points: 10, unit: "new websocket connection" },
  join: { points: 5, unit: "attempt to join a channel (a tab joins three)" },
} as const satisfies Record<string, { points: number; unit: string }>;

const itemsPerPoint = 40;

export const rowBytes = 500;
export const boardBytes = 20_000;

/** @param items that a change reads, moves, copies or deletes */
export function itemPoints(items: number): number {
  return Math.floor(items / itemsPerPoint) * prices.item.points;
}

/** What is stored is paid in bytes: those of the texts, and the overhead of the rows. */
export function bytesCost(bytes: number, rows = 1): Costs {
  return { storedBytes: bytes + rows * rowBytes };
}

export const semaphoreLimits = {
  requests: { running: 16, perAddress: 4, waiting: 10_000, waitingPerSession: 200, rest: 0 },
  heavy: { running: 1, perAddress: 1, waiting: 1000, waitingPerSession: 20, rest: 3 },
} as const;
/** Reading a board with more items than this needs a slot of `heavy` or a worker process. */
export const heavyBoardItems = 300;

/** The server closes a response whose connection takes no byte for this long. */
export const stallMs = 20_000;
