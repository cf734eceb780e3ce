import type { RefObject } from "react";
import { useT } from "../../../i18n/useT.ts";

interface Props {
  ref: RefObject<HTMLButtonElement | null>;
  count: number;
  disabled: boolean;
  onAccept: () => void;
}

export function LinesOffer({ ref, count, disabled, onAccept }: Props) {
  const t = useT();
  return (
    <button
      ref={ref}
      type="button"
      className="composer-lines"
      disabled={disabled}
      // The press must not take the focus from the field: the keyboard on the screen would close.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAccept}
    >
      {t("composer.lines", { count })}
    </button>
  );
}
