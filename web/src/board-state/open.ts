import type { ClientConfig } from "@retro/contract/events";
import type { User } from "@retro/contract/entities";
import { call, setSocketIdProvider } from "../api/client.ts";
import { pageIsCurrent } from "../api/pageVersion.ts";
import { connectPusher } from "../realtime/pusher.ts";
import { browserEnv } from "./env.ts";
import { openStore } from "./store.ts";
import { browserBoards } from "./stored-boards.ts";
import type { BoardStore } from "./types.ts";

export interface OpenOptions {
  boardId: string;
  me: User;
  config: () => Promise<ClientConfig>;
  onSessionEnded: () => void;
}

/** Opens a board in the browser: the real api, the real realtime connection. */
export function openBoard({ boardId, me, config, onSessionEnded }: OpenOptions): BoardStore {
  const { id, name, options } = me;
  return openStore({
    boardId,
    me: { id, name, options },
    call,
    env: browserEnv,
    async connect() {
      const link = await connectPusher((await config()).realtime);
      setSocketIdProvider(link.socketId);
      return link;
    },
    pageIsCurrent,
    onSessionEnded,
    boards: browserBoards,
  });
}
