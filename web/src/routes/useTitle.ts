import { useEffect } from "react";

/**
 * Sets the document's title while the screen is mounted: "Retro", "Retro Admin", or the board's title (spec
 * 1.9 and 2.15).
 */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
