import type { FacilitatorOptions, OptionName } from "@retro/contract/entities";
import type { SessionCommand } from "@retro/rules/predict";
import type { BoardStore } from "../../board-state/types.ts";
import { countdownOf } from "./countdown.ts";

/** What the timer, the options and the seat are worked with. Each resolves with whether the server agreed. */
export interface SessionActions {
  /** Starts the timer with the time on screen; the caller becomes facilitator. */
  start: () => Promise<boolean>;
  pause: () => Promise<boolean>;
  play: () => Promise<boolean>;
  stop: () => Promise<boolean>;
  /** Another time, in seconds. */
  setCount: (seconds: number) => Promise<boolean>;
  setOption: <N extends OptionName>(option: N, value: FacilitatorOptions[N]) => Promise<boolean>;
  takeSeat: () => Promise<boolean>;
  leaveSeat: () => Promise<boolean>;
  resetVotes: () => Promise<boolean>;
  deleteStickers: () => Promise<boolean>;
}

export function createSessionActions(
  store: BoardStore,
  report: (message: string, error: unknown) => void = reportToConsole,
  seconds: () => { total: number; left: number } | null = () => {
    const face = countdownOf(store).face();
    return face && { total: face.total, left: face.seconds };
  },
): SessionActions {
  const send = (command: SessionCommand): Promise<boolean> =>
    store.send(command).then(
      () => true,
      (error: unknown) => {
        // The screen already shows the confirmed state. These failures go to the console only (spec 8.6).
        report(`${command.type} was refused`, error);
        return false;
      },
    );
  return {
    start() {
      const shown = seconds();
      if (!shown) return Promise.resolve(false);
      return send({ type: "timer.start", count_time: shown.total, at: store.serverNow() });
    },
    // The server records the pause when the request arrives: another second may have passed by then.
    pause: () => send({ type: "timer.pause", at: store.serverArrival(), seconds: seconds()?.left ?? null }),
    play: () => send({ type: "timer.play", at: store.serverNow() }),
    stop: () => send({ type: "timer.stop" }),
    setCount: (countTime) => send({ type: "timer.edit", count_time: countTime }),
    setOption: (option, value) => send({ type: "option.set", option, value }),
    takeSeat: () => send({ type: "seat.take" }),
    leaveSeat: () => send({ type: "seat.leave" }),
    resetVotes: () => send({ type: "votes.reset" }),
    deleteStickers: () => send({ type: "stickers.delete" }),
  };
}

function reportToConsole(message: string, error: unknown): void {
  console.error(message, error);
}

const actions = new WeakMap<BoardStore, SessionActions>();

/** The actions on an open board; the same object while the board is open. */
export function sessionActionsOf(store: BoardStore): SessionActions {
  let found = actions.get(store);
  if (!found) actions.set(store, (found = createSessionActions(store)));
  return found;
}
