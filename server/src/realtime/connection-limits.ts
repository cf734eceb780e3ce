/** Limits of one websocket connection. `limits/table.ts` has those of a session, an address and the whole server. */
export const connectionLimits = {
  /** Any frame. Past it the connection is closed with 4100. */
  frames: { burst: 300, perSecond: 100 },
  /** Past it a whisper is dropped, and its sender is told (4301). */
  whispers: { burst: 10, perSecond: 10 },
  whisperBytes: 10 * 1024,
  /** Attempts to join a channel. A page joins three; 64 channels can be joined at once. Past it a join is refused (429). */
  joins: { burst: 100, perSecond: 2 },
  /** Channels joined at the same time. */
  channels: 64,
  frameBytes: 16 * 1024,
  /** Unsent bytes. Past it the connection is closed with 4200: the client reconnects and catches up. */
  unsentBytes: 1024 * 1024,
  /** A connection on which no channel was authorised by then is closed with 4100. */
  authoriseWithinSeconds: 20,
  /** How often a channel hears that one and the same member came, left or changed; past it only the outcome is told. */
  announcements: { burst: 4, perSecond: 0.5 },
} as const;
