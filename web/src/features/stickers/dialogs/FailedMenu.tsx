import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useBoardState, useBoardStore } from "../../../board-state/hooks.ts";
import { itemIds } from "../../../board-state/requests.ts";
import { useT } from "../../../i18n/useT.ts";
import { copyText } from "../copy.ts";
import { mendingOf, reasonOf, textOf } from "../mend.ts";
import type { Open } from "../opened.ts";

interface Props {
  id: string;
  anchor: HTMLElement;
  open: Open;
}

/** Why a change of this sticker was not saved, and what can be done about it. */
export function FailedMenu({ id, anchor, open }: Props) {
  const t = useT();
  const store = useBoardStore();
  const pending = useBoardState((state) => state.pending);
  const entry = pending.find((each) => each.state === "failed" && itemIds(each.command).includes(id));
  if (entry === undefined) return null;
  const mending = mendingOf(store.getState().view, entry);
  const then = (act: () => void) => () => {
    open(null);
    act();
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={() => open(null)}
      slotProps={{ list: { dense: true, "aria-label": t("stickers.failedMenu") } }}
    >
      <Typography
        component="li"
        role="none"
        variant="caption"
        sx={{ display: "block", px: 4, pb: 1, maxWidth: 280 }}
      >
        {reasonOf(entry)}
      </Typography>
      <Divider component="li" role="none" />
      <MenuItem onClick={then(() => store.retry(entry.key))}>{t("common.retry")}</MenuItem>
      {mending !== null && <MenuItem onClick={() => open(mending)}>{t("stickers.mend")}</MenuItem>}
      <MenuItem onClick={then(() => void copyText(textOf(entry)))}>{t("stickers.copyText")}</MenuItem>
      <MenuItem onClick={then(() => store.discard(entry.key))}>{t("stickers.discard")}</MenuItem>
    </Menu>
  );
}
