import type { CallResult } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import { readMessage } from "./realtimeMessage.ts";
import type { ServerClock } from "../serverClock.ts";
import type { Sync } from "./sync.ts";

/** The channels are subscribed within this time one after the other: one comparison covers all of them. */
const compareDelayMs = 30;

interface Options {
  boardId: string;
  env: BoardEnvironment;
  clock: ServerClock;
  sync: Sync;
}

/** Passes what the server sends, messages and answers, to the clock and to the sync of the board. */
export function createUpdateReceiver({ boardId, env, clock, sync }: Options) {
  let comparing = false;

  /** Compares versions, once for all calls within a short time. */
  function compareSoon(): void {
    if (comparing) return;
    comparing = true;
    env.schedule(compareDelayMs, () => {
      comparing = false;
      void sync.compare();
    });
  }

  return {
    compareSoon,
    /** Receives a realtime message; see `readMessage` for `source`. */
    message(source: string, data: unknown): void {
      const message = readMessage(source, data, boardId);
      switch (message.kind) {
        case "unknown":
          // The comparison fetches what the message was about.
          compareSoon();
          break;
        case "elsewhere":
          break;
        case "fetch":
          sync.fetchVersion(message.version);
          break;
        case "version":
          if (message.serverTime !== null) clock.readEvent(message.serverTime);
          sync.applyUpdate(message);
          break;
        default:
          message satisfies never;
      }
    },
    /** Receives the answer to a request of `askedAt`. @returns see `OutboxOptions.applyAnswer` */
    answer({ data, meta, sentAt, receivedAt }: CallResult, askedAt: number): number | null {
      const { serverTime } = (data ?? {}) as { serverTime?: unknown };
      if (typeof serverTime === "number") clock.readAnswer(serverTime, sentAt ?? askedAt, receivedAt);
      return sync.applyMeta(meta);
    },
  };
}
