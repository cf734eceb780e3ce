import type { KeyboardEvent, ReactNode } from "react";

export function useDrag(): { handlers: { onKeyDown: (event: KeyboardEvent) => void }; layer: ReactNode } {
  return { handlers: { onKeyDown: () => undefined }, layer: null };
}
