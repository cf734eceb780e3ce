import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { prefetchGuestEntry } from "../prefetch.ts";
import { paths } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";

/** Adds exactly one history entry, also in strict mode: the entry screen goes one step back. */
export function RedirectToGuestEntry() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const redirected = useRef(false);
  useEffect(() => {
    if (redirected.current) return;
    redirected.current = true;
    prefetchGuestEntry();
    storeReturnAddress(pathname + search + hash);
    void navigate(paths.authAnonymous(), { state: { stepBack: true } });
  }, [navigate, pathname, search, hash]);
  return null;
}
