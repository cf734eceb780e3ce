import type { FacilitatorOptions, OptionName, SessionState, Timer } from "@retro/contract/entities";
import { leftSeat, stoppedSession, withOption } from "@retro/rules/facilitator";
import { editedTimer, pausedTimer, playedTimer, startedTimer } from "@retro/rules/timer";
import type { BoardStore } from "../../board-state/types.ts";
import { after } from "./alarm.ts";
import { faceAt, nextFaceIn, sameFace } from "./face.ts";
import type { Face } from "./face.ts";

type Predict = (session: SessionState) => SessionState;
type Method = "POST" | "PUT" | "DELETE";

const editDelayMs = 400;

/** What the desk takes from the world around it; tests bring their own. */
export interface Surroundings {
  /** @returns the function that calls it off */
  after: (ms: number, work: () => void) => () => void;
  /** Hears when the tab is shown or hidden. */
  onTurn: (listener: () => void) => () => void;
  /** Hears of what the server refused. */
  report: (message: string, error: unknown) => void;
}

const browser: Surroundings = {
  after,
  onTurn(listener) {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
  // The specification wants these failures in the console, and nowhere else.
  // oxlint-disable-next-line no-console
  report: (message, error) => console.error(message, error),
};

/**
 * Where a board's session is worked: what is shown (the confirmed session with what was just pressed applied to it), the one clock that
 * all of the screen's countdowns read, and the calls. A refused call is logged and what it promised is taken back: the control goes back to
 * what is true (product specification, section 8).
 */
export class SessionDesk {
  readonly #store: BoardStore;
  readonly #around: Surroundings;
  readonly #listeners = new Set<() => void>();
  #predictions: readonly Predict[] = [];
  /** Calls go one after the other: pause must not overtake the start that makes its sender the facilitator. */
  #tail: Promise<unknown> = Promise.resolve();
  #edit: { predict: Predict; countTime: number; callOff: () => void } | null = null;
  #callOffTick: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;
  #from: { confirmed: SessionState | null; predictions: readonly Predict[] } | null = null;
  #session: SessionState | null = null;
  #face: Face | null = null;

  constructor(store: BoardStore, around: Surroundings = browser) {
    this.#store = store;
    this.#around = around;
    this.#derive();
  }

  /** The session as it is shown; null until the board is there. The same object while it stays the same. */
  readonly session = (): SessionState | null => {
    if (this.#listeners.size === 0) this.#derive();
    return this.#session;
  };

  /** The timer's face now; null until the board is there. The same object while it stays the same. */
  readonly face = (): Face | null => {
    if (this.#listeners.size === 0) this.#derive();
    return this.#face;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#wake();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#sleep();
    };
  };

  /** Starts the timer with the seconds shown; the caller becomes facilitator. */
  start(): Promise<boolean> {
    const countTime = this.#face?.total;
    this.#dropEdit();
    if (countTime === undefined) return Promise.resolve(false);
    const now = this.#store.serverNow();
    const me = this.#store.getState().view?.me ?? null;
    return this.#run("POST", "/timers", { count_time: countTime, start_time: now }, (session) => {
      const timer = startedTimer(session.timer, countTime, now);
      return timer === null ? session : { ...session, facilitator_id: me, timer };
    });
  }

  pause(): Promise<boolean> {
    this.#sendEdit();
    // The server records when it hears of it; by then a second may have passed, which would be taken from what stands still already.
    const then = this.#store.serverArrival();
    const body = { pause_time: then, count_pause_time: this.#face?.seconds ?? null };
    return this.#run(
      "PUT",
      "/timers",
      body,
      withTimer((timer) => pausedTimer(timer, then)),
    );
  }

  play(): Promise<boolean> {
    this.#sendEdit();
    const now = this.#store.serverNow();
    return this.#run(
      "PUT",
      "/timers",
      { start_time: now },
      withTimer((timer) => playedTimer(timer, now)),
    );
  }

  stop(): Promise<boolean> {
    this.#dropEdit();
    return this.#run("DELETE", "/timers", undefined, stoppedSession);
  }

  /** Another time, shown at once and sent when the presses have come to rest. */
  setCount(countTime: number): void {
    this.#dropEdit();
    const predict = withTimer((timer) => editedTimer(timer, countTime));
    this.#edit = { predict, countTime, callOff: this.#around.after(editDelayMs, () => this.#sendEdit()) };
    this.#predictions = [...this.#predictions, predict];
    this.#refresh();
  }

  setOption<N extends OptionName>(option: N, value: FacilitatorOptions[N]): Promise<boolean> {
    return this.#run("PUT", "/facilitators", { option, value }, (session) =>
      withOption(session, option, value),
    );
  }

  /** Not shown before the server has agreed: the seat may be somebody else's by now. */
  takeSeat(): Promise<boolean> {
    return this.#run("POST", "/facilitators");
  }

  leaveSeat(): Promise<boolean> {
    this.#dropEdit();
    return this.#run("DELETE", "/facilitators", undefined, leftSeat);
  }

  resetVotes(): Promise<boolean> {
    return this.#run("PUT", "/reset-votes");
  }

  deleteStickers(): Promise<boolean> {
    return this.#run("PUT", "/delete-cards");
  }

  #run(method: Method, path: string, body?: unknown, predict?: Predict): Promise<boolean> {
    if (predict !== undefined && !this.#predictions.includes(predict)) {
      this.#predictions = [...this.#predictions, predict];
      this.#refresh();
    }
    const done = this.#tail.then(async () => {
      try {
        await this.#store.call(method, path, body);
        return true;
      } catch (error) {
        this.#around.report(`${method} ${path} was refused`, error);
        return false;
      } finally {
        if (predict !== undefined) this.#forget(predict);
      }
    });
    this.#tail = done;
    return done;
  }

  #sendEdit(): void {
    const edit = this.#edit;
    if (edit === null) return;
    edit.callOff();
    this.#edit = null;
    if (edit.countTime === this.#confirmed()?.timer.countTime) this.#forget(edit.predict);
    else void this.#run("PUT", "/timers", { count_time: edit.countTime }, edit.predict);
  }

  #dropEdit(): void {
    if (this.#edit === null) return;
    const { predict, callOff } = this.#edit;
    callOff();
    this.#edit = null;
    this.#forget(predict);
  }

  #forget(predict: Predict): void {
    this.#predictions = this.#predictions.filter((other) => other !== predict);
    this.#refresh();
  }

  #wake(): void {
    const stops = [this.#store.subscribe(this.#refresh), this.#around.onTurn(this.#refresh)];
    this.#unsubscribe = () => {
      for (const stop of stops) stop();
    };
    this.#refresh();
  }

  #sleep(): void {
    this.#unsubscribe?.();
    this.#callOffTick?.();
    this.#sendEdit();
  }

  #confirmed(): SessionState | null {
    return this.#store.getState().view?.session ?? null;
  }

  /** @returns whether anything shown is different now */
  #derive(): boolean {
    const confirmed = this.#confirmed();
    const before = { session: this.#session, face: this.#face };
    if (this.#from?.confirmed !== confirmed || this.#from.predictions !== this.#predictions) {
      this.#from = { confirmed, predictions: this.#predictions };
      this.#session =
        confirmed && this.#predictions.reduce((session, predict) => predict(session), confirmed);
    }
    const face = this.#session && faceAt(this.#session.timer, this.#store.serverNow());
    if (!sameFace(face, this.#face)) this.#face = face;
    return before.session !== this.#session || before.face !== this.#face;
  }

  readonly #refresh = (): void => {
    const changed = this.#derive();
    this.#callOffTick?.();
    if (this.#listeners.size === 0) return;
    const wait = this.#session && nextFaceIn(this.#session.timer, this.#store.serverNow());
    // Rounded up, so that it wakes behind the edge of the second, not before it.
    if (wait !== null) this.#callOffTick = this.#around.after(Math.ceil(wait), this.#refresh);
    if (changed) for (const listener of this.#listeners) listener();
  };
}

function withTimer(change: (timer: Timer) => Timer | null): Predict {
  return (session) => {
    const timer = change(session.timer);
    return timer === null ? session : { ...session, timer };
  };
}

const desks = new WeakMap<BoardStore, SessionDesk>();

/** The one desk of an open board. */
export function deskOf(store: BoardStore): SessionDesk {
  let desk = desks.get(store);
  if (desk === undefined) desks.set(store, (desk = new SessionDesk(store)));
  return desk;
}
