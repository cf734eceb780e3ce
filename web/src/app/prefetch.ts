import { prefetch } from "../api/client.ts";
import { userQuery } from "../api/user.ts";
import { paths } from "../routes/paths.ts";
import { queryClient } from "./queryClient.ts";

/** Fetches are begun before the first render asks for them, so that they wait for each other no longer than they must. */

const addressesWithoutPrefetch = [paths.authAnonymous(), paths.signOut(), paths.adminIndex(), "/error/"];

/** What the address will surely need: the visitor, the board and its panels, the index's own chunk. */
export function prefetchForAddress(pathname: string): void {
  if (addressesWithoutPrefetch.some((address) => pathname.startsWith(address))) return;
  void queryClient.prefetchQuery(userQuery);
  const board = /^\/boards\/([^/]+)$/.exec(pathname)?.[1];
  if (board !== undefined) {
    for (const part of ["", "/items", "/items/votes"]) prefetch(`boards/${board}${part}`);
    ignoreFailure(import("../features/facilitation/BoardControls.tsx"));
    ignoreFailure(import("../features/facilitation/TimerSignals.tsx"));
  }
  if (pathname === paths.index()) ignoreFailure(import("./screens/IndexScreen.tsx"));
}

/** The door's chunks, all at once instead of each after the other. */
export function prefetchGuestEntry(): void {
  ignoreFailure(import("./layouts/AuthLayout.tsx"));
  ignoreFailure(import("./screens/AuthAnonymousScreen.tsx"));
  ignoreFailure(import("../features/captcha/CaptchaWidget.tsx"));
}

/** Ignores failures of a prefetch: the call fails again, with a message, when it is needed. */
function ignoreFailure(loading: Promise<unknown>): void {
  loading.catch(() => undefined);
}
