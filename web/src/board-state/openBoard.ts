import type { ClientConfig } from "@retro/contract/events";
import type { User } from "@retro/contract/entities";
import { call, setSocketIdProvider } from "../api/client.ts";
import { pageIsCurrent } from "../api/pageVersion.ts";
import { connectPusher } from "../realtime/connectPusher.ts";
import { browserEnvironment } from "./boardEnvironment.ts";
import { openBoardStore } from "./boardStore.ts";
import { browserBoardStorage } from "./storedBoards.ts";
import type { BoardStore } from "./types.ts";

export interface OpenBoardOptions {
  boardId: string;
  me: User;
  config: () => Promise<ClientConfig>;
  onSessionEnded: () => void;
}

/** Opens a board in the browser, with the real API and the real realtime connection. */
export function openBoard({ boardId, me, config, onSessionEnded }: OpenBoardOptions): BoardStore {
  const { id, name, options } = me;
  return openBoardStore({
    boardId,
    me: { id, name, options },
    call,
    env: browserEnvironment,
    async connect() {
      const link = await connectPusher((await config()).realtime);
      setSocketIdProvider(link.socketId);
      return link;
    },
    pageIsCurrent,
    onSessionEnded,
    boards: browserBoardStorage,
  });
}
