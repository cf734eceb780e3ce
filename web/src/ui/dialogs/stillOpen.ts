import { useCallback, useEffect, useRef } from "react";

/**
 * Returns whether a dialog is still open, for an answer that may come late: the user may have cancelled it,
 * and gone on or opened it again.
 * @param open false while the dialog is mounted but closed
 */
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
