import { fetchAhead } from "../api/client.ts";
import { userQuery } from "../api/user.ts";
import { paths } from "../routes/paths.ts";
import { queryClient } from "./queryClient.ts";

/** Fetches are begun before the first render asks for them, so that they wait for each other no longer than they must. */

const doors = [paths.authAnonymous(), paths.signOut(), paths.adminIndex(), "/error/"];

/** What the address will surely need: the visitor, the board and its panels, the index's own chunk. */
export function beginAhead(pathname: string): void {
  if (doors.some((door) => pathname.startsWith(door))) return;
  void queryClient.prefetchQuery(userQuery);
  const board = /^\/boards\/([^/]+)$/.exec(pathname)?.[1];
  if (board !== undefined) {
    for (const part of ["", "/items", "/items/votes"]) fetchAhead(`boards/${board}${part}`);
    ignoreFailure(import("../features/session/BoardControls.tsx"));
    ignoreFailure(import("../features/session/SessionSignals.tsx"));
  }
  if (pathname === paths.index()) ignoreFailure(import("./screens/IndexScreen.tsx"));
}

/** The door's chunks, all at once instead of each after the other. */
export function fetchTheDoor(): void {
  ignoreFailure(import("./layouts/AuthLayout.tsx"));
  ignoreFailure(import("./screens/AuthAnonymousScreen.tsx"));
  ignoreFailure(import("../features/captcha/CaptchaWidget.tsx"));
}

/** Ignores failures of a prefetch: the call fails again, with a message, when it is needed. */
function ignoreFailure(loading: Promise<unknown>): void {
  loading.catch(() => undefined);
}
