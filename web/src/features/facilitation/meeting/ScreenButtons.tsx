import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import { useEffect } from "react";
import type { KeyboardEvent, SyntheticEvent } from "react";
import { useBoardState, useBoardStore, useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { useFacilitationCommands } from "../facilitationHooks.ts";

const isPress = ({ key }: KeyboardEvent) => key === " " || key === "Enter";

/** For a facilitator whose screen others see: hide it, look for a moment, or show everything to all [F4]. A phone has them in the menu. */
export function ScreenButtons() {
  const t = useT();
  const store = useBoardStore();
  const commands = useFacilitationCommands();
  const screen = useBoardState((state) => state.screen);
  const { hideContent } = useFacilitation().facilitator_options;
  const isHidden = screen === "hidden" || screen === "peeking";
  useEffect(() => () => store.peek(false), [store]);
  if (screen === null) return null;
  const holding = {
    "aria-pressed": screen === "peeking",
    onPointerDown: () => store.peek(true),
    onPointerUp: () => store.peek(false),
    onPointerLeave: () => store.peek(false),
    onPointerCancel: () => store.peek(false),
    onKeyDown: (event: KeyboardEvent) => isPress(event) && store.peek(true),
    onKeyUp: (event: KeyboardEvent) => isPress(event) && store.peek(false),
    onBlur: () => store.peek(false),
    onContextMenu: (event: SyntheticEvent) => event.preventDefault(),
  };
  return (
    <>
      <IconAction
        className="hide-screen"
        label={t("meeting.hideScreen")}
        aria-pressed={isHidden}
        onClick={() => store.setScreenHidden(!isHidden)}
      >
        <VisibilityOffOutlined />
      </IconAction>
      {isHidden && <Button {...holding}>{t("meeting.peek")}</Button>}
      {hideContent && (
        <Button variant="outlined" onClick={() => void commands.setOption("hideContent", false)}>
          {t("meeting.reveal")}
        </Button>
      )}
    </>
  );
}
