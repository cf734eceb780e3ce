import { screens } from "@retro/contract/screens";
import { hasSession, prefetch } from "../api/client.ts";
import { userQuery } from "../api/user.ts";
import { paths, spaceKeyIn } from "../routes/paths.ts";
import { queryClient } from "./queryClient.ts";

const addressesWithoutPrefetch = [paths.authAnonymous(), paths.signOut(), paths.adminIndex(), "/error/"];

export function prefetchForAddress(pathname: string, hash: string): void {
  if (addressesWithoutPrefetch.some((address) => pathname.startsWith(address))) return;
  void queryClient.prefetchQuery(userQuery);
  const asks = hasSession();
  const board = /^\/boards\/([^/]+)$/.exec(pathname)?.[1];
  if (board !== undefined) {
    if (asks) for (const part of ["", "/items", "/items/votes"]) prefetch(`boards/${board}${part}`);
    ignoreFailure(import("../features/facilitation/TimerSignals.tsx"));
  }
  const space = pathname === screens.space ? spaceKeyIn(hash) : undefined;
  if (space !== undefined && asks) {
    for (const part of ["", "/actions", "/answers", "/templates"]) prefetch(`spaces/${space}${part}`);
    ignoreFailure(import("./screens/SpaceScreen.tsx"));
  }
  if (pathname === paths.index()) {
    ignoreFailure(import("../theme/MaterialTheme.tsx"));
    ignoreFailure(import("./screens/IndexScreen.tsx"));
  }
}

export function prefetchGuestEntry(): void {
  ignoreFailure(import("../theme/MaterialTheme.tsx"));
  ignoreFailure(import("./layouts/AuthLayout.tsx"));
  ignoreFailure(import("./screens/AuthAnonymousScreen.tsx"));
  ignoreFailure(import("../features/captcha/CaptchaWidget.tsx"));
}

/** Ignores a failed prefetch: the later call fails too and reports it. */
function ignoreFailure(loading: Promise<unknown>): void {
  loading.catch(() => undefined);
}
