import type { BoardEnvironment } from "../boardEnvironment.ts";

/** After an outage all pages reconnect at the same moment: this spreads their checks over time. */
const spreadMs = 4000;

interface Options {
  env: BoardEnvironment;
  isCurrent: (() => Promise<boolean>) | undefined;
  outdated: () => void;
}

/** Checks after each outage whether a deploy has replaced the open page. */
export function createPageVersionCheck({ env, isCurrent, outdated }: Options) {
  let due = false;
  let stop: (() => void) | null = null;

  async function check(ask: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await ask())) outdated();
    } catch {
      // The network is lost again: check when it returns.
      due = true;
    }
  }

  return {
    connectionLost(): void {
      due = true;
    },
    connectionRestored(): void {
      if (!due || isCurrent === undefined) return;
      due = false;
      stop?.();
      stop = env.schedule(env.random() * spreadMs, () => void check(isCurrent));
    },
    close: () => stop?.(),
  };
}
