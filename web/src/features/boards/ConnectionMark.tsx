import { styled } from "@mui/material/styles";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useBoardState } from "../../board-state/hooks.ts";
import type { Connection } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tip.ts";

const Mark = styled("span")(({ theme }) => ({
  display: "inline-flex",
  alignItems: "center",
  gap: 6,
  "&::before": {
    content: "''",
    flex: "none",
    width: 8,
    height: 8,
    borderRadius: "50%",
    backgroundColor: theme.vars.palette.success.main,
  },
  "&.connecting::before": { backgroundColor: theme.vars.palette.warning.main },
  "&.offline::before": { backgroundColor: theme.vars.palette.error.main },
  // A phone's footer has no room to say that all is well: the dot does, and the words to screen readers.
  [theme.breakpoints.down("sm")]: {
    "&.live > span": {
      position: "absolute",
      width: 1,
      height: 1,
      overflow: "hidden",
      clipPath: "inset(50%)",
    },
  },
}));

const words: Record<Connection, { text: MessageKey; hint: MessageKey }> = {
  live: { text: "board.live", hint: "board.liveHint" },
  connecting: { text: "board.connecting", hint: "board.connectingHint" },
  offline: { text: "board.offline", hint: "board.offlineHint" },
};

/** Whether this screen hears of changes as they happen; said to screen readers when it changes. */
export function ConnectionMark() {
  const t = useT();
  const connection = useBoardState((state) => state.connection);
  const { text, hint } = words[connection];
  return (
    <Mark role="status" className={connection} {...tip(t(hint))}>
      <span>{t(text)}</span>
    </Mark>
  );
}
