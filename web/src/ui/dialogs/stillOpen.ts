import { useCallback, useEffect, useRef } from "react";

/** For an answer that comes late: the user may have cancelled the dialog, or opened it again. */
export function useStillOpen(open = true): () => boolean {
  const now = useRef(open);
  useEffect(() => {
    now.current = open;
    return () => {
      now.current = false;
    };
  }, [open]);
  return useCallback(() => now.current, []);
}
