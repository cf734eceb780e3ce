import { type ApiErrorLike, timeoutCode } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import { ConnectionStatusTracker } from "./connectionStatus.ts";
import { createPageVersionCheck } from "../sync/pageVersionCheck.ts";
import type { SubscriptionState } from "../types.ts";

interface Options {
  env: BoardEnvironment;
  /** See `createPageVersionCheck`. */
  pageIsCurrent: (() => Promise<boolean>) | undefined;
  realtimeState: () => SubscriptionState;
  reconnect: () => void;
  changed: () => void;
}

/** Status of the connection, reconnections, and the check of the page's version after an outage. */
export function createConnectionHealth({ env, pageIsCurrent, realtimeState, reconnect, changed }: Options) {
  const status = new ConnectionStatusTracker(env.now, changed);
  const pageCheck = createPageVersionCheck({
    env,
    isCurrent: pageIsCurrent,
    outdated: () => status.pageOutdated(),
  });
  let wasLive = false;
  let couldConnect = true;

  return {
    status: (waiting: number) => status.get(waiting),
    pageOutdated: () => status.pageOutdated(),
    /** An attempt to connect that began before the page was seen again may never end. */
    pageResumed(): void {
      status.pageResumed();
      if (wasLive && realtimeState() !== "live") reconnect();
    },
    realtimeStateChanged(): void {
      // The code that connects comes late: a deploy may have removed it.
      if (couldConnect && !wasLive && realtimeState() === "offline") {
        couldConnect = false;
        pageCheck.connectionLost();
      }
      status.setRealtimeState(realtimeState());
    },
    realtimeLive(): void {
      // A server that shuts down may still have answered with the old page: check again after a reconnection.
      if (wasLive) pageCheck.connectionLost();
      wasLive = true;
      pageCheck.connectionRestored();
    },
    /** After an outage, reconnects at once instead of waiting for the library's next try. */
    serverReached(): void {
      if (status.serverReached() && realtimeState() !== "live") reconnect();
      pageCheck.connectionRestored();
    },
    /** A request failed without a decision of the server. */
    serverUnreached(error: ApiErrorLike): void {
      status.serverUnreached(error);
      pageCheck.connectionLost();
      // A network that loses requests loses events too, and the socket notices that minutes later.
      if (error.code === timeoutCode && realtimeState() === "live") reconnect();
    },
    setOnline(online: boolean): void {
      status.setOnline(online);
      if (!online) pageCheck.connectionLost();
    },
    close(): void {
      pageCheck.close();
    },
  };
}
