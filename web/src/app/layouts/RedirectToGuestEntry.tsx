import { useEffect, useRef } from "react";
import { navigate, useLocation } from "../../routes/router.tsx";
import { prefetchGuestEntry } from "../prefetch.ts";
import { paths } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";

/** Adds exactly one history entry, also in strict mode: the entry screen goes one step back. */
export function RedirectToGuestEntry() {
  const { pathname, search, hash } = useLocation();
  const redirected = useRef(false);
  useEffect(() => {
    if (redirected.current) return;
    redirected.current = true;
    prefetchGuestEntry();
    storeReturnAddress(pathname + search + hash);
    navigate(paths.authAnonymous(), { state: { stepBack: true } });
  }, [pathname, search, hash]);
  return null;
}
