export interface ConnectionRate {
  burst: number;
  perSecond: number;
  unit: string;
  refused: string;
}

export interface ConnectionMaximum {
  max: number;
  unit: string;
  refused: string;
}

export const connectionRates = {
  frames: { burst: 300, perSecond: 100, unit: "message of any kind", refused: "closed with 4100" },
  whispers: {
    burst: 10,
    perSecond: 10,
    unit: "client event",
    refused: "dropped, the sender gets error 4301",
  },
  joins: {
    burst: 100,
    perSecond: 2,
    unit: "attempt to join a channel (a tab joins three)",
    refused: "`pusher:subscription_error` with status 429",
  },
  announcements: {
    burst: 4,
    perSecond: 0.5,
    unit: "announcement that the same member came, left or was renamed, per board",
    refused: "held back, then only the outcome is announced",
  },
} as const satisfies Record<string, ConnectionRate>;

export const connectionMaxima = {
  channels: { max: 64, unit: "joined channels", refused: "`pusher:subscription_error` with status 403" },
  frameBytes: { max: 16 * 1024, unit: "bytes of a message", refused: "closed with 1009" },
  whisperBytes: {
    max: 10 * 1024,
    unit: "bytes of a client event",
    refused: "dropped, the sender gets error 4301",
  },
  unsentBytes: {
    max: 1024 * 1024,
    unit: "bytes that the client has not read yet",
    refused: "closed with 4200: the client reconnects and catches up",
  },
  authoriseWithinSeconds: {
    max: 20,
    unit: "seconds until a session authorises a channel",
    refused: "closed with 4100",
  },
} as const satisfies Record<string, ConnectionMaximum>;
