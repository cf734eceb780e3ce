import type { ClientConfig } from "@retro/contract/events";
import type { User } from "@retro/contract/users";
import { call, setSocketIdProvider } from "../api/client.ts";
import { pageIsCurrent } from "../api/pageVersion.ts";
import { painted } from "./afterPaint.ts";
import type { Call } from "./apiCalls.ts";
import { browserEnvironment } from "./boardEnvironment.ts";
import { nextPaint } from "./nextPaint.ts";
import { browserBoardStorage } from "./storage/storedBoards.ts";
import { BoardStore } from "./boardStore.ts";

interface OpenBoardOptions {
  boardId: string;
  me: User;
  config: () => Promise<ClientConfig>;
  onSessionEnded: () => void;
}

/** Opens a board in the browser, with the real API and the real realtime connection. */
export function openBoard({ boardId, me, config, onSessionEnded }: OpenBoardOptions): BoardStore {
  const { id, name, options } = me;
  const store: BoardStore = new BoardStore({
    boardId,
    me: { id, name, options },
    call: changeAfterPaint,
    env: browserEnvironment,
    async connect(signal) {
      await boardShown(() => store);
      const { realtime } = await config();
      const { connectPusher } = await import("../realtime/connectPusher.ts");
      const link = connectPusher(realtime, { signal, board: boardId });
      setSocketIdProvider(link.socketId);
      return link;
    },
    pageIsCurrent,
    onSessionEnded,
    boards: browserBoardStorage,
  });
  return store;
}

/** Sends a change once the screen shows it. Loads, and the requests of a closing page, do not wait. */
const changeAfterPaint: Call = async (method, path, body, options) => {
  if (method !== "GET" && options?.keepalive !== true) await painted();
  return call(method, path, body, options);
};

/** The connection does not wait longer than this for the board, in milliseconds. */
const longestWaitMs = 5000;
/**
 * Resolves when the board is painted or its load failed. The realtime client is a chunk of 18 kB: on a slow
 * network it would compete with the board. After that it waits until nothing is more urgent: each answer on
 * the connection would interrupt the rendering of a big board's other stickers, and React would start it
 * again. Changes made in between are found by comparing versions, as after every connection.
 */
async function boardShown(store: () => BoardStore): Promise<void> {
  await Promise.resolve();
  const board = store();
  await new Promise<void>((resolve) => {
    if (board.getState().status !== "loading") return resolve();
    const stop = board.subscribe(() => board.getState().status !== "loading" && done());
    const timer = setTimeout(() => done(), longestWaitMs);
    const done = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
  });
  if (document.hidden) return;
  await Promise.race([nextPaint(), new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
  await lessUrgent();
}

/** The longest wait for more urgent work, in milliseconds. */
const longestDelayMs = 1000;

/** Resolves when no task of the page is more urgent. A browser without a scheduler does not wait. */
async function lessUrgent(): Promise<void> {
  const { scheduler } = globalThis as {
    scheduler?: { postTask: (task: () => void, options: { priority: "background" }) => Promise<void> };
  };
  await Promise.race([
    scheduler?.postTask(() => undefined, { priority: "background" }),
    new Promise((resolve) => setTimeout(resolve, longestDelayMs)),
  ]);
}
