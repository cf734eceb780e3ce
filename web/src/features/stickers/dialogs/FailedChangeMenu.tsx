import "./dialogs.css";
import Divider from "@mui/material/Divider";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { itemIds } from "../../../board-state/commands/commands.ts";
import { useT } from "../../../i18n/useT.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { copyStickerText } from "../card/copyStickerText.ts";
import { correctionDialogOf, failureReason, failedText } from "../saving/failedChange.ts";
import type { OpenDialog } from "../boardDialog.ts";
import { closeThen, ItemMenu } from "./ItemMenu.tsx";
import { stickerCardOf } from "../keyboard/stickerFocus.ts";

interface Props {
  id: string;
  anchor: HTMLElement;
  openDialog: OpenDialog;
}

export function FailedChangeMenu({ id, anchor, openDialog }: Props) {
  const t = useT();
  const store = useBoardStore();
  const pending = useBoardState((state) => state.pending);
  const entry = pending.find((each) => each.state === "failed" && itemIds(each.command).includes(id));
  const over = entry === undefined;
  useEffect(() => {
    if (!over) return;
    openDialog(null);
    // The mark from which it was opened is gone, too.
    keepFocus(() => stickerCardOf(id));
  }, [over, openDialog, id]);
  if (entry === undefined) return null;
  const { view } = store.getState();
  const correction = correctionDialogOf(view, entry);
  return (
    <ItemMenu label={t("stickers.failedMenu")} anchor={anchor} openDialog={openDialog}>
      <Typography component="li" role="none" variant="caption" className="failed-change-reason">
        {failureReason(view, entry)}
      </Typography>
      <Divider component="li" role="none" />
      <MenuItem
        onClick={
          // The same edit would be refused again, or replace a text that the user has not seen.
          correction?.kind === "conflict"
            ? () => openDialog(correction)
            : closeThen(openDialog, () => store.retry(entry.key))
        }
      >
        {t("common.retry")}
      </MenuItem>
      {correction !== null && (
        <MenuItem onClick={() => openDialog(correction)}>{t("stickers.mend")}</MenuItem>
      )}
      <MenuItem onClick={closeThen(openDialog, () => void copyStickerText(failedText(entry)))}>
        {t("stickers.copyText")}
      </MenuItem>
      <MenuItem onClick={closeThen(openDialog, () => store.discard(entry.key))}>
        {t("stickers.discard")}
      </MenuItem>
    </ItemMenu>
  );
}
