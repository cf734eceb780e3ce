import type { ReactNode } from "react";
import { Button } from "../controls/Button.tsx";

/**
 * The `action` of a toast: a button that does something and closes the toast, which may then end what it
 * offered.
 */
export function toastButton(label: string, act: () => void): (close: () => void) => ReactNode {
  return (close) => (
    <Button
      size="small"
      color="inherit"
      onClick={() => {
        act();
        close();
      }}
    >
      {label}
    </Button>
  );
}
