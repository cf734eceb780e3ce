import { useEffect } from "react";

/** The document's title while the screen is there: "Retro", "Retro Admin", or the board's own. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
