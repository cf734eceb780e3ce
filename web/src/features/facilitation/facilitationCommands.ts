import { limits } from "@retro/contract/limits";
import type { FacilitatorOptions, OptionName } from "@retro/contract/facilitation/facilitator-options";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { OpenRound } from "@retro/contract/facilitation/rounds";
import type { FacilitationCommand } from "@retro/rules/predict";
import type { BoardStore } from "../../board-state/boardStore.ts";
import { countdownClockOf } from "./countdownClock.ts";

export type FacilitationCommands = ReturnType<typeof createFacilitationCommands>;

/** Each resolves with whether the server accepted. */
export function createFacilitationCommands(
  store: BoardStore,
  report: (message: string, error: unknown) => void = reportToConsole,
  seconds: () => { total: number; left: number } | null = () => {
    const countdown = countdownClockOf(store).current();
    return countdown && { total: countdown.total, left: countdown.seconds };
  },
) {
  const send = (command: FacilitationCommand): Promise<boolean> =>
    store.send(command).then(
      () => true,
      (error: unknown) => {
        // The screen already shows the confirmed state. These failures go to the console only (spec 8.6).
        report(`${command.type} was refused`, error);
        return false;
      },
    );
  return {
    /** With the duration on screen; the caller becomes facilitator (spec 4.1). */
    startTimer() {
      const shown = seconds();
      if (!shown) return Promise.resolve(false);
      return send({ type: "timer.start", count_time: shown.total, at: store.serverNow() });
    },
    startMoreTime: () =>
      send({ type: "timer.start", count_time: limits.timer.moreTime, at: store.serverNow() }),
    // The server records the pause when the request arrives: another second may have passed by then.
    pauseTimer: () =>
      send({ type: "timer.pause", at: store.serverArrival(), seconds: seconds()?.left ?? null }),
    playTimer: () => send({ type: "timer.play", at: store.serverNow() }),
    stopTimer: () => send({ type: "timer.stop" }),
    setCountTime: (countTime: number) => send({ type: "timer.edit", count_time: countTime }),
    setOption: <N extends OptionName>(option: N, value: FacilitatorOptions[N]) =>
      send({ type: "option.set", option, value }),
    startMeeting: (steps: MeetingStep[]) => send({ type: "meeting.start", steps }),
    /**
     * @param from the step that the user saw; refused if the meeting has left it
     * @param hideContent left out: as the step does
     */
    goToStep: (step: string, from: string, hideContent?: boolean) =>
      send({ type: "meeting.step", step, from, hideContent }),
    /** @param from the topic that the user saw; refused if the meeting has left it */
    goToTopic: (topic: string | null, from: string | null) => send({ type: "meeting.topic", topic, from }),
    undoStep: () => send({ type: "meeting.undo" }),
    setSteps: (steps: MeetingStep[]) => send({ type: "meeting.steps", steps }),
    endMeeting: () => send({ type: "meeting.end" }),
    openRound: (round: OpenRound) => send({ type: "round.open", ...round }),
    closeRound: () => send({ type: "round.close" }),
    takeSeat: () => send({ type: "seat.take" }),
    leaveSeat: () => send({ type: "seat.leave" }),
    resetVotes: () => send({ type: "votes.reset" }),
    deleteStickers: () => send({ type: "stickers.delete" }),
  };
}

function reportToConsole(message: string, error: unknown): void {
  console.error(message, error);
}

const commandsByStore = new WeakMap<BoardStore, FacilitationCommands>();

export function facilitationCommandsOf(store: BoardStore): FacilitationCommands {
  let found = commandsByStore.get(store);
  if (!found) commandsByStore.set(store, (found = createFacilitationCommands(store)));
  return found;
}
