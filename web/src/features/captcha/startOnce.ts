/** Calls `start` as soon as it is both requested and possible, and never twice. */
export function startOnce(start: () => void) {
  let requested = false;
  let possible = false;
  let started = false;
  const tryToStart = () => {
    if (!requested || !possible || started) return;
    started = true;
    start();
  };
  return {
    request: () => {
      requested = true;
      tryToStart();
    },
    canStart: () => {
      possible = true;
      tryToStart();
    },
    /** It was started in another way, for example by a click. */
    hasStarted: () => {
      started = true;
    },
  };
}
