import type { User } from "@retro/contract/entities";
import { useEffect, useRef } from "react";
import { navigate, useLocation } from "../../routes/router.tsx";
import { prefetchGuestEntry } from "../prefetch.ts";
import { paths } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";

/**
 * Adds exactly one history entry, also in strict mode: the entry screen goes one step back. The address of a page
 * that a signed-in person had open makes way, because the next one may be somebody else.
 * @param former whose session has ended on this page
 */
export function RedirectToGuestEntry({ former }: { former: User | undefined }) {
  const { pathname, search, hash } = useLocation();
  const redirected = useRef(false);
  useEffect(() => {
    if (redirected.current) return;
    redirected.current = true;
    prefetchGuestEntry();
    const person = former && former.role !== "anonymous" ? former.id : null;
    storeReturnAddress(pathname + search + hash, person);
    navigate(paths.authAnonymous(), person === null ? { state: { stepBack: true } } : { replace: true });
  }, [pathname, search, hash, former]);
  return null;
}
