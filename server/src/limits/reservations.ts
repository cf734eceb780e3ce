export interface ReservationLimit {
  unit: string;
  reason: string;
  session?: number;
  address?: number;
  total?: number;
}

export const reservationLimits = {
  exports: {
    unit: "export that is queued or being made",
    reason: "queues stay short and fair",
    session: 2,
    total: 100,
  },
  imports: {
    unit: "import, or copy of a board, in progress",
    reason: "each holds up to 2 MB of text, and what was read of it",
    session: 1,
    address: 3,
    total: 8,
  },
  uploads: {
    unit: "upload in progress",
    reason: "each holds up to 2 MB; slow uploads of one address must not take all places",
    session: 1,
    address: 12,
    total: 48,
  },
  sockets: {
    unit: "open websocket",
    reason: "each takes about 20 kB; half-open ones of a lost network stay for up to 150 s",
    address: 4000,
    total: 50_000,
  },
  unauthorisedSockets: {
    unit: "open websocket on which no session has authorised a channel yet; it has 20 s for that",
    reason: "anybody can open one, without a session",
    session: 60,
    address: 2000,
  },
  sessionSockets: {
    unit: "open websocket of a session",
    reason: "every event is sent to each of them",
    session: 60,
  },
  unreadBytes: {
    unit: "byte of responses that clients have not read yet; a body that several responses share counts once",
    reason: "memory: a client that reads nothing must not fill it",
    session: 8_000_000,
    address: 16_000_000,
    total: 96_000_000,
  },
} as const satisfies Record<string, ReservationLimit>;

export type ReservationName = keyof typeof reservationLimits;
