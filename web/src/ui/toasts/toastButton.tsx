import type { ReactNode } from "react";
import { Button } from "../controls/Button.tsx";

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
