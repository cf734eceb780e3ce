import type { Board } from "@retro/contract/boards";

/** The server's answer to the creation of a board. */
export const createdBoard: Board = {
  id: "b1",
  title: "Sprint 42",
  description: "",
  facilitator_id: null,
  facilitator_options: {
    hideContent: false,
    stopEditing: false,
    concealVoteCount: false,
    showStickerDate: false,
    votes: false,
    avatars: false,
  },
  timer: { startTime: null, pauseTime: null, countTime: 300, countPauseTime: null },
  sections: [],
  version: 1,
  serverTime: 1,
};
